/**
 * Milliseconds since some moment, the same for all processes of a machine. Unlike the time of day it is never set back.
 */
export function monotonicTime(): number {
  return Number(process.hrtime.bigint() / 1_000n) / 1_000;
}
