export class LoansModule {} // refused
