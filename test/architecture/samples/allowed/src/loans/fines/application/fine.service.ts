import { BookShelf } from '../../../books/index.js';
import { LoanService } from '../../application/loan.service.js';
import { dueFrom } from '../domain/fine.js';

export const parts = [BookShelf, LoanService, dueFrom];
