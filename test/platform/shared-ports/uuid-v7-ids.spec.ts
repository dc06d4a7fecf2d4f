import { describe, expect, it } from '@jest/globals';
import { UuidV7Ids } from '../../../src/platform/shared-ports/uuid-v7-ids.js';
import type { Ids } from '../../../src/shared/ids.js';
import { FakeIds } from '../../support/fakes/fake-ids.js';

const generators: [string, () => Ids][] = [
  ['the fake', () => new FakeIds()],
  ['the adapter', () => new UuidV7Ids()],
];

describe.each(generators)('Ids: %s', (_, create) => {
  it('returns UUIDs of version 7 in lower case', () => {
    const ids = create();
    for (let i = 0; i < 100; i++) {
      expect(ids.next()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });

  it('returns unique ids that sort by the time of their creation', () => {
    const ids = create();
    const made = Array.from({ length: 20_000 }, () => ids.next());
    expect(new Set(made).size).toBe(made.length);
    expect(made.toSorted()).toEqual(made);
  });
});
