export { breakingMigrations, refuseOlderReleases } from './breaking-migrations.js';
export {
  brokenConstraint,
  hasConnectionEnded,
  isConnectionLost,
  isDatabaseUnavailable,
  isStatementTimeout,
  OutcomeUnknown,
  throwUnavailable,
  translateConstraints,
  translateError,
} from './database-errors.js';
export {
  columnNames,
  entityColumns,
  integerColumn,
  returnedRecord,
  timestampColumn,
  versionColumn,
} from './columns.js';
export { allSatisfy, bindCondition, containing } from './condition.js';
export { DatabaseModule, openDatabase } from './database.module.js';
export { createIndexConcurrently } from './migrating.js';
export { Database, type Persistence, type QueryExecutor, type ReplicaConnections } from './database.js';
export { grantAccess } from './grants.js';
export { HostTransaction } from './host-transaction.js';
export {
  asJson,
  contentRecord,
  isoTimestamp,
  jsonArray,
  membersOf,
  publicUser,
  recordColumns,
  userRecord,
  versionedRecord,
} from './json.js';
export {
  boundedPage,
  type KeysetColumn,
  type KeysetList,
  maxPageBytes,
  orderOf,
  type PageRow,
} from './keyset.js';
export { pageOfParts, rankedPage, withTotal } from './ranked-page.js';
export { type Checked, ReplicaRouter } from './replica-router.js';
export { Conditions, ReaderGone, readsFor, type RunStatement, Sql } from './sql.js';
export { TypeormUnitOfWork } from './typeorm-unit-of-work.js';
