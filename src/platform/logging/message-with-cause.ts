/** Returns the message of an error with its cause's message, if they differ: errors of the domain hide causes from clients. */
export function messageWithCause({ message, cause }: Error): string {
  return cause instanceof Error && cause.message !== message ? `${message} ${cause.message}` : message;
}
