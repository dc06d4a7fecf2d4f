import type { Loan } from '../../loans/index.js'; // refused

export type LentBook = Loan;
