/** A file, or an answer of another tool, that cannot be read as a whole, so that nothing is imported. */
export class UnreadableFile extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
