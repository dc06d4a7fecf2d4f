/** The fields of an error of `pg` that are of use here. */
interface DatabaseError {
  /** SQLSTATE, or the `code` of a system error. */
  readonly code: string;
  readonly constraint: string;
  readonly message: string;
}

/** TypeORM wraps the errors of `pg`, and Node wraps those of several addresses that were tried. */
function databaseError(error: unknown): DatabaseError | null {
  if (!(error instanceof Error)) return null;
  if ('driverError' in error) return databaseError(error.driverError);
  if (error instanceof AggregateError && error.errors.length > 0) return databaseError(error.errors[0]);
  const { code, constraint } = error as Partial<DatabaseError>;
  return { code: String(code ?? ''), constraint: String(constraint ?? ''), message: error.message };
}

/** Name of the constraint that a statement broke: unique, foreign key, check or not null (SQLSTATE class 23). */
export function brokenConstraint(error: unknown): string | null {
  const found = databaseError(error);
  return found?.code.startsWith('23') ? found.constraint : null;
}

/** Whether the transaction was given up because of others, and may go through when it is run again. */
export function isTransactionConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(databaseError(error)?.code ?? '');
}

/** Whether a write that is one statement came too late: what it goes by has changed, or others have locked it. */
export function isWriteConflict(error: unknown): boolean {
  return isTransactionConflict(error) || databaseError(error)?.code === '55P03';
}

/** Whether a statement was refused only because one before it in its transaction had failed. */
export function isRefused(error: unknown): boolean {
  return databaseError(error)?.code === '25P02';
}

const systemErrors = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
];

// 08 connection exception, 53 insufficient resources (disk full, too many connections), 55P03 lock not available,
// 57014 cancelled by the statement timeout, 57P shutdown, 25006 the server has become read-only. And a database that
// lets nobody in just now: 28 invalid authorization, 3D000 no such database, 55000 it accepts no connections.
const unavailableStates = /^(08...|28...|3D000|53...|55000|55P03|57014|57P0.|25006)$/;

const unavailableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|The embedded database )/;

// TypeORM's, where a connection broke before its next statement.
const brokenOff = [
  'CannotExecuteNotConnectedError',
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
];

/** Whether the database could not be reached or could not take the work just now: trying again later makes sense. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const found = databaseError(error);
  if (!found) return false;
  return (
    systemErrors.includes(found.code) ||
    unavailableStates.test(found.code) ||
    unavailableMessages.test(found.message) ||
    (error instanceof Error && brokenOff.includes(error.name))
  );
}
