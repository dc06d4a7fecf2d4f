export { HostTransaction } from './host-transaction.js';
export { JoinedTransaction, JoiningPool } from './joined-transaction.js';
