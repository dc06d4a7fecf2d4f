import { setTimeout as pause } from 'node:timers/promises';

/** Waits until a condition is met. */
export async function until(isMet: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isMet())) await pause(10);
}
