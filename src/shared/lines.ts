const lineFeed = 0x0a;

/** A line without its line feed. */
export interface Line {
  /** Starts at 1. */
  readonly line: number;
  readonly bytes: Buffer;
}

/**
 * Returns the lines of a text.
 *
 * @param tooLong returns the error for a line of more than so many bytes
 */
export async function* splitLines(
  text: AsyncIterable<Buffer>,
  maxBytes: number,
  tooLong: (line: number) => Error,
): AsyncGenerator<Line> {
  let line = 1;
  let rest: Buffer[] = [];
  let length = 0;
  for await (const chunk of text) {
    let from = 0;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
      yield { line, bytes: Buffer.concat([...rest, chunk.subarray(from, at)]) };
      from = at + 1;
      line += 1;
      [rest, length] = [[], 0];
    }
    rest.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > maxBytes) throw tooLong(line);
  }
  if (length > 0) yield { line, bytes: Buffer.concat(rest) };
}
