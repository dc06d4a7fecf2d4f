export { HostTransaction } from './host-transaction.js';
export { JoinedTransaction, poolThatJoins } from './joined-transaction.js';
