import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cache, Caches } from '../../../src/platform/caches/caches.js';
import { type Checked, ReplicaRouter } from '../../../src/platform/persistence/replica-router.js';
import type { TypeormUnitOfWork } from '../../../src/platform/persistence/typeorm-unit-of-work.js';
import { createTestDatabase, type TestDatabase, unitOfWorkOn } from '../../support/database.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';

/** Reads at the primary, or at a replica in its place. */
class FakeRouter extends ReplicaRouter {
  isOutage = false;
  /** The age of the value in the last check. */
  age: number | undefined;

  override async check<T>(work: () => Promise<T>, age: number): Promise<Checked<T>> {
    this.age = age;
    return { result: await work(), isCurrent: !this.isOutage };
  }
}

/** A cache of one process on a database. */
class Process {
  readonly clock = new FakeClock();
  readonly router = new FakeRouter();
  readonly unitOfWork: TypeormUnitOfWork;
  readonly caches: Caches;
  readonly cache: Cache<number>;
  /** How often the value was read from the database. */
  reads = 0;

  constructor({ database }: TestDatabase) {
    this.unitOfWork = unitOfWorkOn(database);
    this.caches = new Caches(this.unitOfWork, this.clock, this.router);
    this.cache = this.caches.of();
  }

  get(key = 'key', value: number | null = 1): Promise<number | null> {
    return this.cache.get(key, async () => {
      this.reads += 1;
      return value;
    });
  }
}

describe('A cache', () => {
  let database: TestDatabase;
  let one: Process;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  beforeEach(() => {
    one = new Process(database);
  });
  afterAll(() => database.drop());

  it('reads each key once', async () => {
    expect([await one.get('a', 1), await one.get('a', 2), await one.get('b', 3)]).toEqual([1, 1, 3]);
    expect(one.reads).toBe(2);
  });

  it('does not cache absent values', async () => {
    expect([await one.get('a', null), await one.get('a', 2)]).toEqual([null, 2]);
  });

  it('keeps values for at most four seconds', async () => {
    await one.get('a', 1);
    one.clock.advance(3_999);
    expect(await one.get('a', 2)).toBe(1);
    one.clock.advance(1);
    expect(await one.get('a', 2)).toBe(2);
  });

  it('is cleared when a change is committed, and not before', async () => {
    await one.get('a', 1);
    await one.unitOfWork.run(async () => {
      one.caches.invalidate();
      await pause(5);
      // Another process, which cannot see the change yet.
      const other = await new Promise((resolve) => setImmediate(() => resolve(one.reads)));
      expect(other).toBe(1);
    });
    expect(await one.get('a', 2)).toBe(2);
  });

  it('keeps its values when the change is rolled back', async () => {
    await one.get('a', 1);
    const change = one.unitOfWork.run(async () => {
      one.caches.invalidate();
      throw new Error('No.');
    });
    await expect(change).rejects.toThrow('No.');
    expect(await one.get('a', 2)).toBe(1);
  });

  it('is bypassed within a unit of work, which may have changed the data', async () => {
    await one.get('a', 1);
    await one.unitOfWork.run(async () => {
      expect(await one.get('a', 2)).toBe(2);
      expect(await one.get('b', 3)).toBe(3);
    });
    expect([await one.get('a', 4), await one.get('b', 5)]).toEqual([1, 5]);
  });

  it('does not store a value that was read before a change and arrived after it', async () => {
    let answer = (_value: number): void => undefined;
    const reading = one.cache.get('a', () => new Promise<number>((resolve) => (answer = resolve)));
    one.caches.invalidate();
    answer(1);
    expect(await reading).toBe(1);
    expect(await one.get('a', 2)).toBe(2);
  });

  it('passes on how long ago the primary had the value, which a replica does not renew', async () => {
    await one.get('a', 1);
    expect(one.router.age).toBe(Infinity);
    one.router.isOutage = true;
    one.clock.advance(60_000);
    expect(await one.get('a', 2)).toBe(2);
    expect(one.router.age).toBe(60_000);
    one.clock.advance(1_000);
    expect(await one.get('a', 3)).toBe(3);
    expect(one.router.age).toBe(61_000);
  });

  it.each([
    ['the primary', false],
    ['a replica', true],
  ])('forgets a value that is gone at %s', async (_where, isOutage) => {
    await one.get('a', 1);
    one.router.isOutage = isOutage;
    one.clock.advance(60_000);
    expect(await one.get('a', null)).toBe(null);
    expect(await one.get('a', 1)).toBe(1);
    expect(one.router.age).toBe(Infinity);
  });

  it('forgets all values when a change is committed, also older ones', async () => {
    await one.get('a', 1);
    one.clock.advance(60_000);
    one.caches.invalidate();
    await one.get('a', 1);
    expect(one.router.age).toBe(Infinity);
  });

  it('does not trust a value that is newer than the time', async () => {
    await one.get('a', 1);
    one.clock.advance(-60_000);
    expect(await one.get('a', 2)).toBe(2);
    expect(one.router.age).toBe(Infinity);
  });
});
