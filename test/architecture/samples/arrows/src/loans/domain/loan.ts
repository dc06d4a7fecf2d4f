export class Loan {}
