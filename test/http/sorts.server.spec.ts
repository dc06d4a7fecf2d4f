import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import {
  expectSuccess,
  idOf,
  insertFeedback,
  miscounts,
  newFeedback,
  newMember,
  newProject,
  walk,
} from '../support/feedback.js';

let service: TestApp;
let admin: Client;

beforeAll(async () => {
  service = await startApp();
  admin = service.admin;
});

afterAll(() => service.close());

const sorts = ['newest', 'oldest', 'most_upvoted', 'most_commented'] as const;

interface Sorted {
  id: string;
  upvotes: number;
  comment_count: number;
  created_at: string;
}

/** The values by which each sort orders records; ties are broken by id. */
const keys: Record<(typeof sorts)[number], (record: Sorted) => string | number> = {
  newest: ({ created_at }: Sorted) => created_at,
  oldest: ({ created_at }: Sorted) => created_at,
  most_upvoted: ({ upvotes }: Sorted) => upvotes,
  most_commented: ({ comment_count }: Sorted) => comment_count,
};

function sorted(records: readonly Sorted[], sort: (typeof sorts)[number]): string[] {
  const key = keys[sort];
  const ascending = [...records].sort((a, b) => {
    if (key(a) !== key(b)) return key(a) < key(b) ? -1 : 1;
    return a.id < b.id ? -1 : 1;
  });
  return (sort === 'oldest' ? ascending : ascending.reverse()).map(({ id }) => id);
}

describe('A list of feedback', () => {
  let list: string;
  let records: Sorted[];

  beforeAll(async () => {
    const project = await newProject(service);
    list = `${project}/feedback`;
    // Many have the same key, so that the id decides.
    await insertFeedback(service, project, 12);
    await insertFeedback(service, project, 5);
    const members = [1, 2, 3].map(() => newMember(service, project, 'contributor'));
    const [first, second, third] = await Promise.all(members);
    const paths = (await expectSuccess(admin.get(list))).body.map(({ id }: Sorted) => `${list}/${id}`);
    for (const [number, path] of paths.entries()) {
      if (number % 2) await expectSuccess(first!.put(`${path}/upvotes/me`));
      if (number % 3) await expectSuccess(second!.put(`${path}/upvotes/me`));
      if (number % 4 === 0) await expectSuccess(third!.post(`${path}/comments`, { content: 'Hi' }));
      if (number % 5 === 0) await expectSuccess(third!.post(`${path}/comments`, { content: 'Ho' }));
    }
    records = (await expectSuccess(admin.get(list))).body;
  });

  it.each(sorts)('is sorted as requested, page by page: %s', async (sort) => {
    const expected = sorted(records, sort);
    for (const limit of [1, 3, 17, 100]) {
      const found = await walk(admin, `${list}?sort=${sort}&limit=${limit}`);
      expect(found.map(({ id }) => id)).toEqual(expected);
    }
    expect(new Set(records.map(keys[sort])).size).toBeLessThan(records.length);
    const { headers } = await admin.get(`${list}?sort=${sort}&count=true&limit=1`);
    expect(headers.get('x-total-count')).toBe('17');
  });

  it('is sorted from newest to oldest by default', async () => {
    expect(records.map(({ id }) => id)).toEqual(sorted(records, 'newest'));
  });

  it('can be filtered in any order', async () => {
    await expectSuccess(admin.patch(`${list}/${records[3]?.id}`, { status: 'completed' }));
    await expectSuccess(admin.patch(`${list}/${records[8]?.id}`, { status: 'completed' }));
    for (const sort of sorts) {
      const found = await walk(admin, `${list}?sort=${sort}&status=completed&limit=1`);
      expect(found.map(({ id }) => id)).toEqual(sorted([records[3]!, records[8]!], sort));
    }
  });

  it.each(['', 'upvotes', 'Newest', '-created_at', 'newest;drop table feedback'])(
    'rejects sort=%j',
    async (sort) => {
      const { status, body } = await admin.get(`${list}?sort=${encodeURIComponent(sort)}`);
      expect([status, body.errors]).toEqual([
        400,
        [{ parameter: 'sort', code: 'invalid_choice', detail: expect.stringContaining('newest, oldest') }],
      ]);
    },
  );

  it('rejects several sorts', async () => {
    const { body } = await admin.get(`${list}?sort=newest&sort=oldest`);
    expect(body.errors).toEqual([{ parameter: 'sort', code: 'repeated', detail: expect.any(String) }]);
  });

  it('rejects cursors of another sort or filter, and broken ones', async () => {
    const cursors = new Map<string, string>();
    for (const sort of sorts) {
      const { headers } = await admin.get(`${list}?sort=${sort}&limit=2`);
      cursors.set(
        sort,
        new URL(/<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? '').searchParams.get('cursor')!,
      );
    }
    for (const [sort, cursor] of cursors) {
      expect((await admin.get(`${list}?sort=${sort}&cursor=${cursor}`)).status).toBe(200);
      const others = sorts.filter((other) => other !== sort).map((other) => `sort=${other}`);
      for (const query of [...others, `sort=${sort}&status=planned`]) {
        const { status, body } = await admin.get(`${list}?${query}&cursor=${cursor}`);
        expect([status, body.errors[0].code]).toEqual([400, 'invalid_cursor']);
      }
      const changed = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
      for (const broken of [
        [...changed, 'more'],
        changed.slice(0, 2),
        [changed[0], "1'; drop table feedback", changed[2]],
        [changed[0], '99999999999999999999', changed[2]],
        [changed[0], changed[1], 'nope'],
      ]) {
        const made = Buffer.from(JSON.stringify(broken)).toString('base64url');
        expect((await admin.get(`${list}?sort=${sort}&cursor=${made}`)).status).toBe(400);
      }
    }
  });
});

describe('Reading all pages of a list during concurrent changes', () => {
  const amount = 10_000;

  it('returns each record whose key does not change exactly once', async () => {
    const project = await newProject(service);
    const list = `${project}/feedback`;
    const before = await insertFeedback(service, project, amount);
    const clients = await Promise.all([1, 2, 3, 4].map(() => newMember(service, project, 'contributor')));
    let going = true;
    const inserted: string[] = [];
    const voted = new Set<string>();
    const commented = new Set<string>();
    const work = async (client: Client, number: number): Promise<void> => {
      for (let turn = number; going; turn += 4) {
        // Spread over the whole list.
        const id = before[(turn * 617) % amount] ?? '';
        const path = `${list}/${id}`;
        inserted.push(idOf(await newFeedback(client, project)));
        voted.add(id);
        await expectSuccess(client.put(`${path}/upvotes/me`));
        if (turn % 3 === 0) {
          commented.add(id);
          await expectSuccess(client.post(`${path}/comments`, { content: 'Hi' }));
        }
        if (turn % 5 === 0) await expectSuccess(client.delete(`${path}/upvotes/me`));
        // Leaves processor time for the reader.
        await pause(10);
      }
    };
    const working = Promise.all(clients.map(work));
    const walks = new Map<string, string[]>();
    try {
      for (const sort of sorts) {
        walks.set(
          sort,
          (await walk(admin, `${list}?sort=${sort}&limit=100`)).map(({ id }) => id as string),
        );
      }
    } finally {
      going = false;
      await working;
    }
    expect(inserted.length).toBeGreaterThan(0);
    const changed = { newest: new Set(), oldest: new Set(), most_upvoted: voted, most_commented: commented };
    for (const sort of sorts) {
      const times = new Map<string, number>();
      for (const id of walks.get(sort) ?? []) times.set(id, (times.get(id) ?? 0) + 1);
      const unchanged = before.filter((id) => !changed[sort].has(id));
      expect(unchanged.filter((id) => times.get(id) !== 1)).toEqual([]);
      expect(unchanged.length).toBeGreaterThan(amount / 10);
    }
    // New records have an unchanging key too, apart from their number of votes. They are never returned twice.
    for (const sort of ['newest', 'oldest']) {
      const found = walks.get(sort) ?? [];
      expect(new Set(found).size).toBe(found.length);
    }
    expect(await miscounts(service)).toEqual([]);
  }, 600_000);
});
