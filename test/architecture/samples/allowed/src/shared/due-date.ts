import type { Clock } from './clock.js';

export function dueDate(clock: Clock, days: number): Date {
  return new Date(clock.now().getTime() + days * 86_400_000);
}
