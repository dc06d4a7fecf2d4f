export { Loan } from './domain/loan.js';
