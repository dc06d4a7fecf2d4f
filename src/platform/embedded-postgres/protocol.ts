/**
 * The messages of PostgreSQL's frontend/backend protocol 3.0 that the embedded database reads or writes itself
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */

/** The codes in a start-up packet: a protocol version, or a request in its place. */
export const startUpCodes = { protocol3: 196608, cancel: 80877102, ssl: 80877103, gss: 80877104 } as const;

/** The length, in bytes, of the longest message that PostgreSQL accepts. */
export const maxMessageBytes = 0x3fffffff;

/** Encodes a message: its type, its length, its body. */
export function message(type: string, ...body: (string | Uint8Array)[]): Buffer {
  const content = Buffer.concat(body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

/** Encodes a simple query. */
export function query(sql: string): Buffer {
  return message('Q', sql, '\0');
}

export const sync = message('S');
export const rollbackQuery = query('rollback');
export const readyForQuery = message('Z', 'I');

/** Makes COPY FROM STDIN fail; PostgreSQL ignores it when no COPY is in progress. */
export const copyFail = message('f', 'COPY FROM STDIN does not work on the embedded database\0');

/** Closes a prepared statement; succeeds even if it does not exist. */
export function closeStatement(name: string): Buffer {
  return message('C', 'S', name, '\0');
}

/** Encodes an ErrorResponse. `ERROR` fails the statement, `FATAL` ends the connection. */
export function errorResponse(severity: 'ERROR' | 'FATAL', code: string, text: string, hint = ''): Buffer {
  const fields = [`S${severity}\0`, `V${severity}\0`, `C${code}\0`, `M${text}\0`];
  return message('E', ...fields, ...(hint === '' ? [] : [`H${hint}\0`]), '\0');
}

/** Replaces the name of the prepared statement in a Parse, Bind, Describe or Close; the unnamed one stays as it is. */
export function renameStatement(request: Buffer, rename: (name: string) => string): Buffer {
  const type = request.toString('latin1', 0, 1);
  // Bind names the portal first; Describe and Close begin with the kind of object, S for statement.
  if ((type === 'D' || type === 'C') && request.toString('latin1', 5, 6) !== 'S') return request;
  const start = type === 'B' ? request.indexOf(0, 5) + 1 : type === 'P' ? 5 : 6;
  const end = request.indexOf(0, start);
  // PostgreSQL itself reports a malformed message.
  if (start < 5 || end <= start) return request;
  const name = rename(request.toString('utf8', start, end));
  return message(type, request.subarray(5, start), name, request.subarray(end));
}
