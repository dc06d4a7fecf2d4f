import pg from 'pg';
import {
  CannotExecuteNotConnectedError,
  QueryFailedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
} from 'typeorm';

/** The database could not be reached, or a connection to it broke or did not answer in time. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    // Node reports the failures to reach several addresses in one error without a message.
    const [first = cause] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [];
    const { message, code } = first as NodeJS.ErrnoException;
    super(message || String(code), { cause });
    this.name = new.target.name;
  }
}

/** The connection broke before COMMIT was answered, so that the transaction may have been stored or not. */
export class OutcomeUnknown extends DatabaseUnavailable {}

/**
 * Translates an error that `pg` threw when it connected or ran a statement. PostgreSQL's own errors and errors about values that
 * cannot be sent stay; all others concern the connection.
 */
export function translateError(error: unknown): unknown {
  const stays = error instanceof pg.DatabaseError || error instanceof TypeError;
  return stays || error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
}

/** @throws the translated error */
export function throwUnavailable(error: unknown): never {
  throw translateError(error);
}

/** The error of PostgreSQL or of the connection, which TypeORM wraps. */
function causeOf(error: unknown): unknown {
  return error instanceof QueryFailedError ? translateError(error.driverError) : error;
}

function sqlStateOf(error: unknown): string {
  const cause = causeOf(error);
  return (cause instanceof pg.DatabaseError && cause.code) || '';
}

/** Returns the name of the unique, foreign key, check or not-null constraint that a statement violated, or null. */
export function brokenConstraint(error: unknown): string | null {
  const cause = causeOf(error);
  return cause instanceof pg.DatabaseError && cause.code?.startsWith('23') ? (cause.constraint ?? '') : null;
}

/**
 * Returns a handler of the rejections of a statement: it throws the error of the constraint that the statement violated, and other
 * errors as they are.
 *
 * @param errors the classes of errors by the names of constraints
 */
export function translateConstraints(
  errors: Readonly<Record<string, new () => Error>>,
): (error: unknown) => never {
  return (error) => {
    const Violation = errors[brokenConstraint(error) ?? ''];
    throw Violation ? new Violation() : error;
  };
}

/** Whether PostgreSQL aborted the transaction because of others, so that it may succeed when it is run again. */
export function isTransactionConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(sqlStateOf(error));
}

/** Whether a statement did not get a lock within the `lock_timeout` of its session. */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '55P03';
}

/** Whether a statement took longer than the `statement_timeout` of its session, or was canceled. */
export function isStatementTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '57014';
}

// 08 connection exception, 53 insufficient resources (disk full, too many connections), 55P03 lock not available,
// 57014 canceled by the statement timeout, 57P shutdown, 25006 the server has become read-only, 26000 the statement was to
// be prepared by one before it in the pipeline, which timed out. And a database that accepts no connections at the moment:
// 28 invalid authorization, 3D000 no such database, 55000 it refuses connections.
const unavailableStates = /^(08...|26000|28...|3D000|53...|55000|55P03|57014|57P0.|25006)$/;

/** Thrown by TypeORM when a connection broke before its next statement. */
const brokenOff = [
  CannotExecuteNotConnectedError,
  QueryRunnerAlreadyReleasedError,
  QueryRunnerProviderAlreadyReleasedError,
];

// Those after which PostgreSQL closes the connection, and 25006: it leads to a server that is not the primary any more.
const lostStates = /^(08...|57P0.|25006)$/;

/** Returns whether the connection broke, did not respond or has become useless, as opposed to other errors of PostgreSQL. */
export function isConnectionLost(error: unknown): boolean {
  return causeOf(error) instanceof DatabaseUnavailable || lostStates.test(sqlStateOf(error));
}

/** The errors of a connection that ended, as opposed to one that could not be opened or did not answer in time. */
const endedByPeer = /^Connection terminated( unexpectedly)?$|ECONNRESET|EPIPE/;

/** Returns whether a connection ended while it was used. */
export function hasConnectionEnded(error: unknown): boolean {
  const cause = causeOf(error);
  const reason = cause instanceof OutcomeUnknown ? causeOf(cause.cause) : cause;
  if (brokenOff.some((type) => reason instanceof type)) return true;
  return reason instanceof DatabaseUnavailable
    ? endedByPeer.test(reason.message)
    : /^(08...|57P0[12])$/.test(sqlStateOf(reason));
}

/** Translates the error of a COMMIT: while PostgreSQL shuts down or waits for a standby, it may have stored the transaction. */
export function translateCommitError(error: unknown): unknown {
  return isDatabaseUnavailable(error) ? new OutcomeUnknown(causeOf(error)) : error;
}

/** Whether the database could not be reached or could not do the work at the moment, so that a later attempt may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return (
    causeOf(error) instanceof DatabaseUnavailable ||
    unavailableStates.test(sqlStateOf(error)) ||
    brokenOff.some((type) => error instanceof type)
  );
}
