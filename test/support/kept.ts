/** What a test file can leave running for the next ones. */
interface Closable {
  close(): Promise<void>;
}

let kept: { readonly open: () => Promise<Closable>; readonly running: Promise<Closable> } | undefined;

/**
 * Returns what an earlier test file of this worker has opened by the same function, or else opens it.
 *
 * A worker keeps one at a time. It is closed before a test file that uses none of them: see `keptApplication`.
 */
export async function keep<T extends Closable>(open: () => Promise<T>): Promise<T> {
  if (kept?.open !== open) {
    await closeKept();
    kept = { open, running: open() };
    // Jest asks its workers to end, which stop listening to messages then. The databases are dropped by the teardown of the run.
    process.on('removeListener', end);
  }
  return kept.running as Promise<T>;
}

/** Closes what this worker keeps. */
export async function closeKept(): Promise<void> {
  process.off('removeListener', end);
  // If it could not be opened, the test files that use it have failed.
  const running = await kept?.running.catch(() => undefined);
  kept = undefined;
  await running?.close();
}

function end(event: string | symbol): void {
  if (event === 'message') process.exit();
}
