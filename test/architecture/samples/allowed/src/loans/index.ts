export { LoansModule } from './loans.module.js';
