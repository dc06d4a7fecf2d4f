/**
 * The few messages of PostgreSQL's frontend/backend protocol 3.0 that the embedded server reads or writes
 * itself (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */

/** Codes that stand in place of a protocol version in a start-up message. */
export const START_UP = { protocol3: 196608, cancel: 80877102, ssl: 80877103, gss: 80877104 } as const;

/** The longest message that PostgreSQL accepts, in bytes. */
export const MAX_MESSAGE_BYTES = 0x3fffffff;

/** Identifiers, names of prepared statements among them, are cut off behind this many bytes. */
export const MAX_NAME_BYTES = 63;

/** A message: its type, its own length, its payload. */
export function message(type: string, ...payload: (string | Uint8Array)[]): Buffer {
  const body = Buffer.concat(payload.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

export const SYNC = message('S');
export const ROLLBACK = message('Q', 'rollback\0');
export const READY_IDLE = message('Z', 'I');

/** Refuses data for COPY FROM STDIN; ignored by PostgreSQL where no COPY waits for any. */
export const COPY_FAIL = message('f', 'COPY FROM STDIN does not work on the embedded database\0');

/** Closes a prepared statement; answered by CloseComplete even where there is none of that name. */
export function closeStatement(name: string): Buffer {
  return message('C', 'S', name, '\0');
}

/** ErrorResponse. `ERROR` fails the statement, `FATAL` ends the connection. */
export function errorResponse(
  severity: 'ERROR' | 'FATAL',
  sqlState: string,
  text: string,
  hint?: string,
): Buffer {
  const fields = [`S${severity}\0`, `V${severity}\0`, `C${sqlState}\0`, `M${text}\0`];
  if (hint !== undefined) fields.push(`H${hint}\0`);
  return message('E', ...fields, '\0');
}

/** The name of the prepared statement that a Parse, Bind, Describe or Close carries; '' where it names none. */
export function statementName(request: Buffer): string {
  const [start, end] = statementNameRange(request);
  return request.toString('utf8', start, end);
}

/** The same message for another prepared statement. */
export function withStatementName(request: Buffer, name: string): Buffer {
  const [start, end] = statementNameRange(request);
  return message(
    String.fromCharCode(request[0] ?? 0),
    request.subarray(5, start),
    name,
    request.subarray(end),
  );
}

function statementNameRange(request: Buffer): [start: number, end: number] {
  const type = String.fromCharCode(request[0] ?? 0);
  let start = 5;
  if (type === 'B') start = request.indexOf(0, 5) + 1;
  if (type === 'D' || type === 'C') {
    if (request[5] !== 'S'.charCodeAt(0)) return [5, 5];
    start = 6;
  }
  const end = request.indexOf(0, start);
  // No terminator: left as it is, for PostgreSQL to complain about.
  return end === -1 ? [start, start] : [start, end];
}
