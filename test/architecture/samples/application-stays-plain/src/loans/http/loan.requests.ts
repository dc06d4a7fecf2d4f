export class LoanRequest {}
