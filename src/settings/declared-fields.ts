import type { DeclaredField } from '../platform/config/index.js';
import { type Setting, value } from './setting.js';

/** Fields of records in all projects. */
export function declaredFields(): Setting<readonly DeclaredField[], readonly DeclaredField[]> {
  return value<readonly DeclaredField[], readonly DeclaredField[]>({
    default: [],
    rule: [
      (given) =>
        Array.isArray(given) &&
        given.length <= 30 &&
        given.every((each) => typeof each === 'object' && each !== null),
      'must be a list of at most 30 fields.',
    ],
  });
}
