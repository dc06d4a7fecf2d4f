import { readFileSync } from 'node:fs';

/** Returns the function by which a test file takes the application that its worker keeps, or undefined if it takes none. */
export function keptApplication(path) {
  return /\b(?:sharedApp|usePorts)(?=\()/.exec(readFileSync(path, 'utf8'))?.[0];
}
