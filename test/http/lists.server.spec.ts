import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ProjectAccess } from '../../src/project/index.js';
import { aCaller } from '../support/caller.js';
import { FeedbackQueries } from '../../src/feedback/items/application/feedback.queries.js';
import { ChangelogQueries } from '../../src/changelog/entries/application/changelog.queries.js';
import { type KeysetList, pageStatement } from '../../src/platform/persistence/keyset.js';
import type { Sql } from '../../src/platform/persistence/sql.js';
import { Clock } from '../../src/shared/clock.js';
import type { PageRequest } from '../../src/shared/records.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { createTestDatabase } from '../support/database.js';
import { serverUrl } from '../support/server-url.js';
import { bodyOf } from '../support/feedback.js';

/** Does not advance until a test moves it. */
class StillClock extends Clock {
  private time = Date.parse('2026-03-01T12:00:00.000Z');

  override now(): Date {
    return new Date(this.time);
  }

  tick(): void {
    this.time += 1;
  }
}

const clock = new StillClock();
let app: TestApp;
let admin: Client;
let count = 0;

/** Starts an instance for the tests of the file, or of one block. */
function useInstance(): void {
  let before: TestApp;

  beforeAll(async () => {
    before = app;
    app = await startApp({ clock });
    admin = app.admin;
  });

  afterAll(async () => {
    await app.close();
    app = before;
    admin = before?.admin;
  });
}

useInstance();

async function newProject(): Promise<string> {
  const slug = `project-${++count}`;
  await bodyOf(admin.post('/projects', { name: 'Project', slug }));
  return slug;
}

/** A list, and how its records are created and sorted. */
interface List {
  /** Creates what the list belongs to, and returns the path of the list. */
  readonly place: () => Promise<string>;
  readonly add: (path: string) => Promise<unknown>;
  /** The values by which the list is sorted; the last one is unique. */
  readonly keys: (record: any) => string[];
  readonly order: 'ascending' | 'descending';
}

const created = (record: any): string[] => [record.created_at, record.id];

const lists: Record<string, List> = {
  feedback: {
    place: async () => `/projects/${await newProject()}/feedback`,
    add: (path) => bodyOf(admin.post(path, { title: 'Feedback' })),
    keys: created,
    order: 'descending',
  },
  changelogs: {
    place: async () => `/projects/${await newProject()}/changelogs`,
    add: (path) => bodyOf(admin.post(path, { title: 'Entry' })),
    keys: (record) => [record.publish_date, record.id],
    order: 'descending',
  },
  projects: {
    place: async () => '/projects',
    add: () => newProject(),
    keys: created,
    order: 'descending',
  },
  members: {
    place: async () => `/projects/${await newProject()}/members`,
    add: (path) => bodyOf(admin.post(path, { email: `member-${++count}@example.com`, role: 'viewer' })),
    keys: (record) => [record.created_at, record.user.id],
    order: 'ascending',
  },
  tags: {
    place: async () => `/projects/${await newProject()}/tags`,
    // Neither in alphabetical order nor in one case.
    add: (path) => {
      const name = `${['zeta', 'Alpha', 'ß', 'éclair', '日本', '🎉', 'beta'][++count % 7]} ${count}`;
      return bodyOf(admin.put(`${path}/${encodeURIComponent(name)}`, { color: '#000' }));
    },
    keys: (record) => [Buffer.from(record.name.toUpperCase().toLowerCase()).toString('hex')],
    order: 'ascending',
  },
  tokens: {
    place: async () => {
      const user = await bodyOf(
        admin.post('/users', { email: `holder-${++count}@example.com`, full_name: '' }),
      );
      return `/tokens?user_id=${user.id}`;
    },
    add: (path) =>
      bodyOf(admin.post('/tokens', { name: 'token', scope: 'read', user_id: path.split('=')[1] })),
    keys: created,
    order: 'ascending',
  },
  webhooks: {
    place: async () => `/projects/${await newProject()}/webhooks`,
    add: (path) => bodyOf(admin.post(path, { url: 'https://example.com' })),
    keys: created,
    order: 'ascending',
  },
  deliveries: {
    place: async () => {
      const webhooks = `/projects/${await newProject()}/webhooks`;
      const webhook = await bodyOf(admin.post(webhooks, { url: 'https://example.com' }));
      return `${webhooks}/${webhook.id}/deliveries`;
    },
    add: (path) => bodyOf(admin.post(path.replace(/deliveries$/, 'test'))),
    keys: created,
    order: 'descending',
  },
  users: {
    place: async () => '/users',
    add: () => bodyOf(admin.post('/users', { email: `user-${++count}@example.com`, full_name: 'User' })),
    keys: created,
    order: 'ascending',
  },
};

const names = Object.keys(lists);

/** Returns the given list, filled with records of which every two or three have the same timestamp. */
async function filled(name: string, records = 7): Promise<List & { path: string }> {
  const list = lists[name];
  if (!list) throw new Error(name);
  const path = await list.place();
  for (let n = 0; n < records; n++) {
    await list.add(path);
    if (n % 3 === 1) clock.tick();
  }
  return { ...list, path };
}

function withQuery(path: string, parameters: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameters}`;
}

/** Returns the URL of the next page, below `/v1`; undefined on the last page. */
function nextOf(answer: Answer): string | undefined {
  const link = answer.headers.get('link');
  if (link === null) return undefined;
  const [, url = ''] = /^<([^>]*)>; rel="next"$/.exec(link) ?? [];
  expect(url.startsWith(`${app.url}/v1/`)).toBe(true);
  return url.slice(`${app.url}/v1`.length);
}

function cursorOf(answer: Answer): string {
  return new URL(nextOf(answer) ?? '', app.url).searchParams.get('cursor') ?? '';
}

/** Returns the whole list, which must fit into one page. */
async function whole(path: string): Promise<any[]> {
  const answer = await admin.get(path);
  expect([answer.status, answer.headers.get('link')]).toEqual([200, null]);
  return answer.body;
}

/** Returns all pages from the given one on; `between` is called before each further page. */
async function walk(path: string, between?: () => Promise<unknown>): Promise<any[][]> {
  const pages: any[][] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer = await admin.get(next);
    expect(answer.status).toBe(200);
    pages.push(answer.body);
    next = nextOf(answer);
    if (next !== undefined) await between?.();
  }
  return pages;
}

/** Returns the cursor after the first record of a new list. */
async function firstCursor(name: string): Promise<string> {
  const { path } = await filled(name, 2);
  return cursorOf(await admin.get(withQuery(path, 'limit=1')));
}

/** Cursors of lists that other lists reject. */
const foreign: Record<string, string> = {};

function expectFault(answer: Answer, parameter: string): void {
  expect([answer.status, answer.body?.errors]).toEqual([400, [expect.objectContaining({ parameter })]]);
}

describe.each(names)('The list of %s', (name) => {
  // Other blocks would add to a list of the whole instance.
  if (name === 'projects' || name === 'users') useInstance();

  /** A list whose requests are rejected, whatever it contains. */
  let anywhere: string;

  beforeAll(async () => {
    anywhere = await lists[name]!.place();
  });

  it('is a JSON array in its documented order, ties broken by id', async () => {
    const { path, keys, order } = await filled(name);
    const answer = await admin.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('link')).toBeNull();
    expect(answer.headers.get('x-total-count')).toBeNull();
    expect(answer.body.length).toBeGreaterThanOrEqual(7);
    const found = answer.body.map((record: any) => JSON.stringify(keys(record)));
    const sorted = [...found].sort();
    expect(found).toEqual(order === 'ascending' ? sorted : sorted.reverse());
    if (name !== 'tags') {
      const times = answer.body.map((record: any) => keys(record)[0]);
      expect(new Set(times).size).toBeLessThan(times.length);
    }
  });

  it.each([1, 3, 7])('returns each record exactly once in pages of %d', async (limit) => {
    const { path } = await filled(name);
    const all = await whole(path);
    const pages = await walk(withQuery(path, `limit=${limit}`));
    expect(pages.flat()).toEqual(all);
    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
    // There is no empty page at the end, even if the last page is full.
    expect(pages).toHaveLength(Math.ceil(all.length / limit));
  });

  it('returns each existing record exactly once while others are added', async () => {
    const { path, add, keys } = await filled(name);
    const before = await whole(path);
    let added = 0;
    const pages = await walk(withQuery(path, 'limit=3'), async () => {
      // Some have the same timestamp as the records at the boundary of two pages.
      if (added++ % 2 === 1) clock.tick();
      if (added < 6) await add(path);
    });
    const met = pages.flat().map((record) => JSON.stringify(keys(record)));
    expect(new Set(met).size).toBe(met.length);
    for (const record of before) expect(met).toContain(JSON.stringify(keys(record)));
  });

  it('returns the number of all records with count=true, on any page', async () => {
    const { path } = await filled(name);
    const all = await whole(path);
    const total = String(all.length);
    for (const parameters of ['count=true', 'count=true&limit=2', 'limit=100&count=true']) {
      const answer = await admin.get(withQuery(path, parameters));
      expect(answer.headers.get('x-total-count')).toBe(total);
      expect(answer.body).toEqual(all.slice(0, answer.body.length));
    }
    const first = await admin.get(withQuery(path, 'count=true&limit=3'));
    const second = await admin.get(nextOf(first) ?? '');
    expect(second.headers.get('x-total-count')).toBe(total);
    expect(second.body).toEqual(all.slice(3, 6));
    expect((await admin.get(withQuery(path, 'count=false'))).headers.get('x-total-count')).toBeNull();
  });

  it.each(['0', '-1', '101', '1.5', '1e1', '', 'ten', '007', ' 5', '5 ', '٣', '9'.repeat(300), '1\u0000'])(
    'rejects limit=%j',
    async (limit) => {
      expectFault(await admin.get(withQuery(anywhere, `limit=${encodeURIComponent(limit)}`)), 'limit');
    },
  );

  it.each(['1', 'TRUE', 'yes', ''])('rejects count=%j', async (value) => {
    expectFault(await admin.get(withQuery(anywhere, `count=${value}`)), 'count');
  });

  it.each(['limit=1&limit=1', 'count=true&count=true', 'cursor=a&cursor=a'])(
    'rejects the repeated parameter %s',
    async (twice) => {
      const answer = await admin.get(withQuery(anywhere, twice));
      expectFault(answer, twice.split('=')[0] ?? '');
      expect(answer.body.errors[0].code).toBe('repeated');
    },
  );

  it.each([
    'lmit=1',
    'Limit=1',
    'limit%5B%5D=1',
    'limit[]=1',
    'offset=0',
    '__proto__=1',
    'constructor=1',
    'toString=1',
    '=1',
    'a.b=1',
  ])('rejects the unknown parameter %s', async (parameter) => {
    const answer = await admin.get(withQuery(anywhere, parameter));
    expectFault(answer, decodeURIComponent(parameter.split('=')[0] ?? ''));
    expect(answer.body.errors[0].code).toBe('unknown');
  });

  it('rejects broken, truncated and changed cursors', async () => {
    const { path } = await filled(name);
    const cursor = cursorOf(await admin.get(withQuery(path, 'limit=3')));
    const at = (value: string) => admin.get(withQuery(path, `limit=3&cursor=${encodeURIComponent(value)}`));
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [mark, ...position] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    expect((await at(cursor)).status).toBe(200);

    const broken = [
      ...['', ' ', 'x', 'next', '%', '\u0000', `${cursor}\u0000`, 'null', '[]', 'a'.repeat(2001), 'é'],
      ...[null, true, 5, 'text', {}, { 0: mark }, [], [null], [[]], [mark], [position], position].map(
        encoded,
      ),
      ...[
        [null, ...position],
        [5, ...position],
        ['', ...position],
        [`${mark}x`, ...position],
      ].map(encoded),
      ...[
        [mark, ...position, ''],
        [mark, ...position, position.at(-1)],
        [mark, ...position.slice(1)],
      ].map(encoded),
      ...[null, 5, true, [], {}, ['a'], 'a\u0000', '\u0000'].flatMap((wrong) =>
        position.map((_, index) => encoded([mark, ...position.with(index, wrong as string)])),
      ),
      Buffer.from(`["${mark}"`).toString('base64url'),
      Buffer.from(JSON.stringify([mark, ...position]))
        .subarray(0, -1)
        .toString('base64url'),
    ];
    // Cursors can contain the names of tags, which can be any text.
    if (name !== 'tags') {
      const texts = [
        ...[
          '',
          ' ',
          "'",
          "' or true --",
          '; drop table feedback',
          ')',
          'now()',
          'infinity',
          '-infinity',
          'epoch',
        ],
        ...['2026-02-30T00:00:00.000Z', '0000-12-31T23:00:00.000-02:00', '2026-03-01T12:00:00,5Z', 'today'],
        ...['2026-03-01T12:00:00.000+23:59', '2026-03-01T12:00:00.000', '99999-01-01T00:00:00.000Z', '5'],
        ...[
          '00000000-0000-0000-0000-00000000000g',
          '00000000-0000-0000-0000-0000000000000',
          '\ud800',
          '日本',
        ],
      ];
      broken.push(
        ...texts.flatMap((text) =>
          position.map((_, index) => encoded([mark, ...position.with(index, text)])),
        ),
        encoded([mark, ...position.toReversed()]),
      );
    }
    for (const value of broken) {
      const answer = await at(value);
      expect([value, answer.status, answer.body?.errors]).toEqual([
        value,
        400,
        [expect.objectContaining({ parameter: 'cursor' })],
      ]);
    }
    for (let length = cursor.length - 1; length > 0; length -= 7) {
      // The last character of base64 may carry no data.
      if (Buffer.from(cursor.slice(0, length), 'base64url').equals(Buffer.from(cursor, 'base64url')))
        continue;
      expect([length, (await at(cursor.slice(0, length))).status]).toEqual([length, 400]);
    }
  });

  it('returns 200 or 400 for any modified cursor', async () => {
    const { path } = await filled(name, 4);
    const cursor = cursorOf(await admin.get(withQuery(path, 'limit=2')));
    for (let index = 0; index < cursor.length; index++) {
      {
        const character = 'Az-'[index % 3] === cursor[index] ? 'B' : 'Az-'[index % 3];
        const changed = cursor.slice(0, index) + character + cursor.slice(index + 1);
        const answer = await admin.get(withQuery(path, `cursor=${changed}`));
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 400) expectFault(answer, 'cursor');
      }
    }
  });

  it('rejects the cursors of all other lists', async () => {
    const { path } = await filled(name, 2);
    for (const other of names) {
      if (other === name) continue;
      foreign[other] ??= await firstCursor(other);
      const answer = await admin.get(withQuery(path, `cursor=${foreign[other]}`));
      expect([other, answer.status]).toEqual([other, 400]);
      expectFault(answer, 'cursor');
    }
  });
});

describe('A list without records', () => {
  it.each(['feedback', 'changelogs', 'tags', 'tokens'])('of %s is empty, with a count of 0', async (name) => {
    const path = await lists[name]!.place();
    for (const parameters of ['', 'limit=1']) {
      const answer = await admin.get(withQuery(path, `count=true&${parameters}`.replace(/&$/, '')));
      expect([answer.status, answer.text, answer.headers.get('x-total-count')]).toEqual([200, '[]', '0']);
      expect(answer.headers.get('link')).toBeNull();
    }
  });

  it('is also empty after a cursor whose later records have all been deleted', async () => {
    const { path } = await filled('feedback', 4);
    const first = await admin.get(withQuery(path, 'limit=2&count=true'));
    const [, , third, fourth] = (await admin.get(path)).body as { id: string }[];
    for (const record of [third, fourth]) await admin.delete(`${path}/${record?.id}`);
    const rest = await admin.get(nextOf(first) ?? '');
    expect([rest.status, rest.text, rest.headers.get('x-total-count')]).toEqual([200, '[]', '2']);
    expect(rest.headers.get('link')).toBeNull();
  });

  it('continues after a record that has been deleted', async () => {
    const { path } = await filled('feedback', 6);
    const all = await whole(path);
    const first = await admin.get(withQuery(path, 'limit=3'));
    await admin.delete(`${path}/${all[2]?.id}`);
    expect((await admin.get(nextOf(first) ?? '')).body).toEqual(all.slice(3));
  });
});

describe('A list', () => {
  it('has 100 records per page by default, and at most', async () => {
    const slug = await newProject();
    const { id } = await bodyOf(admin.get(`/projects/${slug}`));
    await app.query(
      `insert into feedback (id, project_id, user_id, title, description, status, created_at)
     select gen_random_uuid(), $1, (select id from users limit 1), 'No. ' || n, '', 'in_review', now()
     from generate_series(1, 250) n`,
      [id],
    );
    const sizes = async (parameters: string) =>
      (await walk(`/projects/${slug}/feedback${parameters}`)).map((page) => page.length);
    expect(await sizes('')).toEqual([100, 100, 50]);
    expect(await sizes('?limit=100')).toEqual([100, 100, 50]);
    // All of them have the same timestamp.
    const pages = await walk(`/projects/${slug}/feedback?limit=7`);
    expect(new Set(pages.flat().map((record) => record.id)).size).toBe(250);
  });
});

describe('The link to the next page', () => {
  it('keeps the filters and their encoding', async () => {
    const slug = await newProject();
    const tags = ['C++', 'a&b=c', 'to do', '50%', 'ä日🎉', 'x"><y', "it's #1?"];
    for (const tag of tags) {
      await bodyOf(admin.put(`/projects/${slug}/tags/${encodeURIComponent(tag)}`, { color: '#000' }));
    }
    for (let n = 0; n < 3; n++) await bodyOf(admin.post(`/projects/${slug}/feedback`, { title: 'x', tags }));
    await bodyOf(admin.post(`/projects/${slug}/feedback`, { title: 'without tags' }));
    const filters = new URLSearchParams(tags.map((tag): [string, string] => ['tag', tag]));
    filters.append('status', 'in_review');
    filters.append('status', 'planned');
    filters.append('created_after', '2026-01-01T00:00:00+02:00');
    filters.append('limit', '1');
    filters.append('count', 'true');
    const first = await admin.get(`/projects/${slug}/feedback?${filters.toString()}`);
    const next = new URL(nextOf(first) ?? '', app.url).searchParams;
    next.delete('cursor');
    expect([...next]).toEqual([...filters]);
    const pages = await walk(`/projects/${slug}/feedback?${filters.toString()}`);
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1]);
    expect(first.headers.get('x-total-count')).toBe('3');
  });

  it('keeps filters after another question mark, which a query may contain', async () => {
    const slug = await newProject();
    for (let n = 0; n < 2; n++)
      await bodyOf(admin.post(`/projects/${slug}/feedback`, { title: 'Why does it crash?' }));
    await bodyOf(admin.post(`/projects/${slug}/feedback`, { title: 'Another wish' }));
    const first = await admin.get(`/projects/${slug}/feedback?q=why%20does%20it%20crash?&limit=1`);
    expect(first.body).toMatchObject([{ title: 'Why does it crash?' }]);
    const { searchParams } = new URL(nextOf(first) ?? '', app.url);
    expect([searchParams.get('q'), searchParams.get('limit')]).toEqual(['why does it crash?', '1']);
  });

  it('replaces the previous cursor', async () => {
    const { path } = await filled('feedback', 5);
    const first = await admin.get(withQuery(path, 'limit=2'));
    const second = await admin.get(nextOf(first) ?? '');
    expect(new URL(nextOf(second) ?? '', app.url).searchParams.getAll('cursor')).toHaveLength(1);
    expect(cursorOf(second)).not.toBe(cursorOf(first));
  });

  it('works with another limit, and with or without a count', async () => {
    const { path } = await filled('feedback', 6);
    const all = await whole(path);
    const cursor = cursorOf(await admin.get(withQuery(path, 'limit=2')));
    const answer = await admin.get(withQuery(path, `limit=3&count=true&cursor=${cursor}`));
    expect([answer.body, answer.headers.get('x-total-count')]).toEqual([all.slice(2, 5), '6']);
  });

  it('does not work with other filters', async () => {
    const { path } = await filled('feedback', 4);
    const plain = cursorOf(await admin.get(withQuery(path, 'limit=1')));
    const filtered = cursorOf(await admin.get(withQuery(path, 'limit=1&status=in_review')));
    for (const [filter, cursor] of [
      ['status=in_review', plain],
      ['', filtered],
      ['status=planned', filtered],
      ['status=in_review&status=planned', filtered],
      ['status=in_review&created_before=2027-01-01T00:00:00Z', filtered],
      ['tag=in_review', filtered],
    ]) {
      expectFault(await admin.get(withQuery(path, `cursor=${cursor}&${filter}`.replace(/&$/, ''))), 'cursor');
    }
  });

  it('can contain a tag with a long name', async () => {
    const path = `/projects/${await newProject()}/tags`;
    for (const name of ['ΐ'.repeat(200), '🎉'.repeat(200), '"\\'.repeat(100), 'ﬃ'.repeat(200)]) {
      await bodyOf(admin.put(`${path}/${encodeURIComponent(name)}`, { color: '#000' }));
    }
    expect((await walk(`${path}?limit=1`)).flat()).toHaveLength(4);
  });
});

describe('The filters of feedback', () => {
  let path: string;
  let someone: string;

  beforeAll(async () => {
    const slug = await newProject();
    path = `/projects/${slug}/feedback`;
    for (const tag of ['Bug', 'C++', 'Straße', 'to do']) {
      await bodyOf(admin.put(`/projects/${slug}/tags/${encodeURIComponent(tag)}`, { color: '#000' }));
    }
    someone = (await bodyOf(admin.post('/users', { email: 'someone@example.com', full_name: 'Some One' })))
      .id;
    const submissions: [string, object][] = [
      ['a', { status: 'planned', tags: ['Bug'], created_at: '2026-01-01T00:00:00.000Z' }],
      ['b', { status: 'planned', tags: ['Bug', 'C++'], created_at: '2026-01-02T00:00:00.000Z' }],
      ['c', { status: 'completed', tags: ['Straße'], created_at: '2026-01-03T00:00:00.000Z' }],
      ['d', { tags: ['to do', 'Bug'], created_at: '2026-01-04T00:00:00.000Z', user_id: someone }],
      ['e', { status: 'rejected', created_at: '2026-01-05T00:00:00.000Z' }],
    ];
    for (const [title, rest] of submissions) await bodyOf(admin.post(path, { title, ...rest }));
    // Similar feedback in another project.
    const other = await newProject();
    await bodyOf(admin.put(`/projects/${other}/tags/Bug`, { color: '#000' }));
    await bodyOf(admin.post(`/projects/${other}/feedback`, { title: 'x', status: 'planned', tags: ['Bug'] }));
  });

  it.each([
    ['', 'edcba'],
    ['status=planned', 'ba'],
    ['status=planned&status=completed', 'cba'],
    ['status=completed&status=planned&status=planned', 'cba'],
    ['status=in_progress', ''],
    ['tag=Bug', 'dba'],
    ['tag=bUG', 'dba'],
    ['tag=bug&tag=c%2B%2B', 'b'],
    ['tag=bug&tag=BUG', 'dba'],
    ['tag=STRASSE', 'c'],
    ['tag=to+do', 'd'],
    ['tag=to%20do', 'd'],
    // A plus sign means a space.
    ['tag=C++', ''],
    ['tag=unknown', ''],
    ['tag=bug&tag=unknown', ''],
    ['tag=', ''],
    ['tag=%27%20or%20true%20--', ''],
    ['tag=b%25g', ''],
    ['tag=%5Cbug', ''],
    ['created_after=2026-01-02T00:00:00.000Z', 'edcb'],
    ['created_after=2026-01-02T00:00:00.001Z', 'edc'],
    ['created_before=2026-01-02T00:00:00.000Z', 'a'],
    ['created_before=2026-01-02T00:00:00.001Z', 'ba'],
    ['created_after=2026-01-02T00:00:00Z&created_before=2026-01-04T00:00:00Z', 'cb'],
    ['created_after=2026-01-02T02:00:00%2B02:00', 'edcb'],
    // A date without a time is its midnight in UTC.
    ['created_after=2026-01-02&created_before=2026-01-04', 'cb'],
    ['created_after=2026-01-01T22:00:00-02:00', 'edcb'],
    ['created_after=2026-01-04T00:00:00Z&created_before=2026-01-02T00:00:00Z', ''],
    ['created_after=0001-01-01T00:00:00Z&created_before=9999-12-31T23:59:59.999Z', 'edcba'],
    ['status=planned&tag=bug&created_after=2026-01-02T00:00:00Z', 'b'],
    ['user_id=019a0000-0000-7000-8000-000000000000', ''],
  ])('%s', async (parameters, titles) => {
    const answer = await admin.get(`${path}?${parameters}&count=true`.replace('?&', '?'));
    expect(answer).toMatchObject({ status: 200, body: [...titles].map((title) => ({ title })) });
    expect(answer.headers.get('x-total-count')).toBe(String(titles.length));
  });

  it('user_id is accepted in any case', async () => {
    for (const id of [someone, someone.toUpperCase()]) {
      const { body } = await admin.get(`${path}?user_id=${id}`);
      expect(body.map(({ title }: { title: string }) => title)).toEqual(['d']);
    }
  });

  it.each([
    ['status', 'status=Planned'],
    ['status', 'status='],
    ['status', 'status=planned,completed'],
    ['status', 'status=planned&status=done'],
    ['tag', 'tag=%00'],
    ['tag', `tag=${'x'.repeat(201)}`],
    ['user_id', 'user_id=you'],
    ['user_id', 'user_id='],
    ['created_after', 'created_after=2026-1-2'],
    ['created_after', 'created_after=2026-02-30'],
    ['created_after', 'created_after=yesterday'],
    ['created_after', 'created_after=2026-01-02T00:00:00'],
    ['created_after', 'created_after=2026-02-30T00:00:00Z'],
    // Without encoding, the plus sign is a space.
    ['created_after', 'created_after=2026-01-02T00:00:00+02:00'],
    ['created_before', 'created_before='],
    ['created_before', 'created_before=2026-01-02T24:00:00Z'],
    ['created_after', 'created_after=2026-01-01T00:00:00Z&created_after=2026-01-01T00:00:00Z'],
    ['user_id', 'user_id=a&user_id=a'],
    ['published', 'published=true'],
    ['state', 'state=planned'],
    ['tags', 'tags=bug'],
  ])('reject %s in %s', async (parameter, parameters) => {
    expectFault(await admin.get(`${path}?${parameters}`), parameter);
  });

  it('suggest to repeat a parameter that has a comma-separated list', async () => {
    const { body } = await admin.get(`${path}?status=planned,completed`);
    expect(body.errors).toEqual([
      {
        parameter: 'status',
        code: 'comma_separated',
        detail: 'The parameter does not accept a comma-separated list. Repeat it for each value: a=1&a=2.',
      },
    ]);
    const unknown = await admin.get(`${path}?status=planned,Done`);
    expect(unknown.body.errors).toMatchObject([{ parameter: 'status', code: 'unknown_status' }]);
  });

  it('report all errors at once', async () => {
    const { status, body } = await admin.get(
      `${path}?status=X&tag=%00&limit=0&cursor=&creatd_after=x&user_id=`,
    );
    expect(status).toBe(400);
    const parameters = (body.errors as { parameter: string }[]).map(({ parameter }) => parameter);
    expect(parameters.sort()).toEqual(['creatd_after', 'cursor', 'limit', 'status', 'tag', 'user_id']);
  });

  it('check all parameters, however many there are', async () => {
    const many = 'tag=bug&'.repeat(100);
    expect((await admin.get(`${path}?${many}status=planned`)).body).toHaveLength(2);
    expect((await admin.get(`${path}?${many}statsu=planned`)).status).toBe(400);
    const tooMany = await admin.get(`${path}?${'tag=bug&'.repeat(1000)}statsu=planned`);
    expect([tooMany.status, tooMany.body.errors]).toEqual([
      400,
      expect.arrayContaining([
        expect.objectContaining({ parameter: 'tag', code: 'too_many' }),
        expect.objectContaining({ parameter: 'statsu', code: 'unknown' }),
      ]),
    ]);
  });
});

describe('The filters of changelogs', () => {
  let path: string;

  beforeAll(async () => {
    path = `/projects/${await newProject()}/changelogs`;
    const entries: [string, boolean, string][] = [
      ['a', true, '2026-01-01T00:00:00.000Z'],
      ['b', false, '2026-01-02T00:00:00.000Z'],
      ['c', true, '2026-01-03T00:00:00.000Z'],
      ['d', true, '2999-01-01T00:00:00.000Z'],
    ];
    for (const [title, published, publish_date] of entries) {
      await bodyOf(admin.post(path, { title, published, publish_date }));
    }
  });

  it.each([
    ['', 'dcba'],
    ['published=true', 'ca'],
    ['published=false', 'db'],
    ['state=draft', 'b'],
    ['state=scheduled', 'd'],
    ['state=published', 'ca'],
    ['state=scheduled&published=true', ''],
    ['published_after=2026-01-02T00:00:00Z', 'dcb'],
    ['published_before=2026-01-02T00:00:00Z', 'a'],
    ['slug=b', 'b'],
    ['slug=B', ''],
    ['slug=b&published=true', ''],
    ['published_after=2026-01-01T00:00:00Z&published_before=2026-01-03T00:00:00Z', 'ba'],
    [
      'published_after=2026-01-01T01:00:00%2B01:00&published_before=2026-01-03T00:00:00.001Z&published=true',
      'ca',
    ],
  ])('%s', async (parameters, titles) => {
    const answer = await admin.get(`${path}?${parameters}&count=true`.replace('?&', '?'));
    expect(answer.body.map(({ title }: { title: string }) => title).join('')).toBe(titles);
    expect(answer.headers.get('x-total-count')).toBe(String(titles.length));
  });

  it('exclude hidden entries from counts and pages for viewers', async () => {
    const viewer = await app.userClient('viewer@example.com');
    await bodyOf(
      admin.put(`${path.replace('/changelogs', '')}/members/${viewer.userId}`, { role: 'viewer' }),
    );
    for (const [parameters, titles] of [
      ['count=true', 'ca'],
      ['count=true&published=false', ''],
      ['count=true&published_after=2026-01-02T00:00:00Z', 'c'],
      ['count=true&slug=c', 'c'],
      ['count=true&slug=d', ''],
    ] as const) {
      const answer = await viewer.get(`${path}?${parameters}`);
      expect(answer.body.map(({ title }: { title: string }) => title).join('')).toBe(titles);
      expect(answer.headers.get('x-total-count')).toBe(String(titles.length));
    }
    const first = await viewer.get(`${path}?limit=1`);
    const rest = await viewer.get(nextOf(first) ?? '');
    expect(rest.body.map(({ title }: { title: string }) => title)).toEqual(['a']);
    expect(rest.headers.get('link')).toBeNull();
  });

  it.each([
    ['slug', 'slug='],
    ['slug', 'slug=%00'],
    ['published', 'published=1'],
    ['state', 'state=hidden'],
    ['published', 'published=TRUE'],
    ['published', 'published='],
    ['published', 'published=true&published=true'],
    ['published_after', 'published_after=2026-01-32'],
    ['published_before', 'published_before=2026-01-02T00:00:00+02:00'],
    ['status', 'status=planned'],
    ['created_after', 'created_after=2026-01-02T00:00:00Z'],
  ])('reject %s in %s', async (parameter, parameters) => {
    expectFault(await admin.get(`${path}?${parameters}`), parameter);
  });
});

describe('The e-mail filter', () => {
  let project: string;

  beforeAll(async () => {
    project = `/projects/${await newProject()}`;
    for (const email of ['Straße@Example.com', 'member@example.com']) {
      await bodyOf(admin.post(`${project}/members`, { email, role: 'viewer' }));
    }
    await bodyOf(admin.post('/users', { email: 'stranger@example.com', full_name: 'Stranger' }));
  });

  it.each([
    ['Straße@Example.com', 'Straße@Example.com', 'Straße@Example.com'],
    ['STRAßE@EXAMPLE.COM', 'Straße@Example.com', 'Straße@Example.com'],
    // Other letters are another address.
    ['STRASSE@EXAMPLE.COM', '', ''],
    ['stranger@example.com', 'stranger@example.com', ''],
    ['member@example.co', '', ''],
    ['nobody@example.com', '', ''],
  ])('finds %s among users and members', async (email, user, member) => {
    const query = `email=${encodeURIComponent(email)}&count=true`;
    const users = await admin.get(`/users?${query}`);
    expect(users.body.map((each: any) => each.email)).toEqual(user ? [user] : []);
    const members = await admin.get(`${project}/members?${query}`);
    expect(members.body.map((each: any) => each.user.email)).toEqual(member ? [member] : []);
    expect(members.headers.get('x-total-count')).toBe(member ? '1' : '0');
  });

  it('does not find anonymized users', async () => {
    const { id } = await bodyOf(admin.post('/users', { email: 'leaving@example.com', full_name: 'Leaving' }));
    expect((await admin.get('/users?email=leaving@example.com')).body).toHaveLength(1);
    await admin.delete(`/users/${id}`);
    expect((await admin.get('/users?email=leaving@example.com')).body).toEqual([]);
  });

  it.each(['email=', 'email=nobody', 'email=%00@b', 'email=a@b&email=a@b'])('rejects %s', async (query) => {
    for (const path of ['/users', `${project}/members`])
      expectFault(await admin.get(`${path}?${query}`), 'email');
  });
});

describe('Every operation', () => {
  it('rejects an unknown parameter without changing anything', async () => {
    interface Layer {
      readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
    }
    const slug = await newProject();
    const feedback = await bodyOf(admin.post(`/projects/${slug}/feedback`, { title: 'Feedback' }));
    const changelog = await bodyOf(admin.post(`/projects/${slug}/changelogs`, { title: 'Entry' }));
    await bodyOf(admin.put(`/projects/${slug}/tags/bug`, { color: '#000' }));
    await bodyOf(
      admin.patch(`/projects/${slug}/settings`, { public_changelog: true, public_feedback: true }),
    );
    const user = await bodyOf(
      admin.post(`/projects/${slug}/members`, { email: 'm@example.com', role: 'viewer' }),
    );
    const token = await bodyOf(admin.post('/tokens', { name: 'spare', scope: 'read' }));
    const webhook = await bodyOf(admin.post(`/projects/${slug}/webhooks`, { url: 'https://example.com' }));
    const delivery = await bodyOf(admin.post(`/projects/${slug}/webhooks/${webhook.id}/test`));
    const values: Record<string, string> = {
      projectSlug: slug,
      feedbackId: feedback.id,
      changelogId: changelog.id,
      name: 'bug',
      userId: user.user.id,
      tokenId: token.id,
      webhookId: webhook.id,
      deliveryId: delivery.id,
    };
    const { router } = app.app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
    const operations = router.stack.flatMap(({ route }) =>
      // Pages that mails link to take no parameters, and ignore what mail programs add. Assistants call no operations.
      route && !/[*]|^[/]mail[/]/.test(route.path) && !['/v1', '/', '/docs', '/mcp'].includes(route.path)
        ? Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path: route.path }))
        : [],
    );
    expect(operations.length).toBeGreaterThan(30);
    for (const { method, path } of operations) {
      const place = path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? `no value for ${name}`);
      const takesBody = !['GET', 'HEAD', 'DELETE'].includes(method);
      const answer = await app.send(method, `${place}?nonsense=1`, {
        headers: {
          authorization: `Bearer ${admin.token}`,
          ...(takesBody ? { 'content-type': 'application/json' } : {}),
        },
        ...(takesBody ? { body: '{}' } : {}),
      });
      const found = (answer.body as { errors?: { parameter?: string; code: string }[] } | undefined)?.errors;
      expect([method, path, answer.status, found]).toEqual([
        method,
        path,
        400,
        expect.arrayContaining([expect.objectContaining({ parameter: 'nonsense', code: 'unknown' })]),
      ]);
    }
    for (const path of [
      '',
      `/feedback/${feedback.id}`,
      `/changelogs/${changelog.id}`,
      `/members/${user.user.id}`,
      `/webhooks/${webhook.id}`,
    ]) {
      expect((await admin.get(`/projects/${slug}${path}`)).status).toBe(200);
    }
    expect((await admin.get(`/tokens/${token.id}`)).status).toBe(200);
  });
});

(serverUrl ? describe : describe.skip)('with 20,000 records in a project (needs TEST_DATABASE_URL)', () => {
  const projectId = '019a0000-0000-7000-8000-000000000001';
  const otherId = '019a0000-0000-7000-8000-000000000002';
  const middle = ['2026-01-01T02:46:40.000Z', '80000000-0000-4000-8000-000000000000'];

  /** Returns the list that a query method passes to the database. */
  async function listOf(ask: (sql: Sql) => Promise<unknown>): Promise<KeysetList<any>> {
    let asked: KeysetList<any> | undefined;
    const sql = {
      page: async (list: KeysetList<any>) => {
        asked = list;
        return { records: [] };
      },
      // The tag, the status, the board and the field.
      read: async (text: string) => [
        { id: otherId, key: 'planned', kind: 'open', slug: 'ideas' },
        ...(text.includes('project_fields') ? [{ key: 'team', type: 'text', options: [] }] : []),
      ],
    };
    await ask(sql as unknown as Sql);
    if (!asked) throw new Error('No list was asked for.');
    return asked;
  }

  /** Returns every node of a plan in PostgreSQL's JSON format. */
  function nodesOf(plan: any): any[] {
    return [plan, ...((plan.Plans ?? []) as unknown[]).flatMap(nodesOf)];
  }

  it('a page is read from the index at any position, without sorting', async () => {
    const database = await createTestDatabase();
    try {
      const { dataSource } = database.database;
      await dataSource.query(`
        insert into users values ('${otherId}', 'a@b.c', 'a@b.c', 'A', '', false, now());
        insert into projects select id, 'P', 'p-' || right(id::text, 1), '', '', '', now()
          from unnest(array['${projectId}', '${otherId}']::uuid[]) id;
        insert into statuses select project, key, key, '#000', 'open', 0, false
          from unnest(array['${projectId}', '${otherId}']::uuid[]) project, unnest(array['in_review', 'planned']) key;
        insert into feedback (id, project_id, user_id, title, description, status, created_at)
          select gen_random_uuid(), project, '${otherId}', 'T', '', 'in_review', timestamptz '2026-01-01Z' + n * interval '1 s'
          from generate_series(1, 20000) n, unnest(array['${projectId}', '${otherId}']::uuid[]) project;
        update feedback set status = 'planned' where extract(second from created_at)::int % 10 = 0;
        insert into boards select project, slug, slug, '', 0, visibility, 'contributors'
          from unnest(array['${projectId}', '${otherId}']::uuid[]) project,
            (values ('ideas', 'public'), ('support', 'own')) board (slug, visibility);
        update feedback set board = 'ideas' where extract(second from created_at)::int % 10 = 1;
        update feedback set board = 'support' where extract(second from created_at)::int % 10 = 2;
        insert into custom_fields select project, key, key, type, '{}', false, 'editors', 'everyone', 0
          from unnest(array['${projectId}', '${otherId}']::uuid[]) project,
            (values ('team', 'text'), ('effort', 'number')) field (key, type);
        insert into feedback_field_values (feedback_id, project_id, key, value, created_at)
          select id, project_id, 'team', 'Core', created_at from feedback;
        insert into tags (id, project_id, name, name_key, color) values ('${otherId}', '${projectId}', 'bug', 'bug', '#f00');
        insert into feedback_tags (feedback_id, tag_id, created_at)
          select id, '${otherId}', created_at from feedback where project_id = '${projectId}';
        insert into changelogs (id, project_id, author_id, title, slug, summary, content, image, publish_date, published,
            announced, publisher_id)
          select gen_random_uuid(), project, '${otherId}', 'T', 's-' || n, '', '', '',
            timestamptz '2026-01-01Z' + n * interval '1 s', true, true, '${otherId}'
          from generate_series(1, 20000) n, unnest(array['${projectId}', '${otherId}']::uuid[]) project;
        analyze;
      `);
      const page: PageRequest = { limit: 50, count: false };
      const { reader } = new ProjectAccess(projectId, 'viewer', aCaller(otherId));
      const limited = { ...reader, hiddenBoards: { entirely: ['team'], exceptOwn: ['support'] } };
      const feedback: FeedbackQueries['list'] = (...query) =>
        listOf((sql) => new FeedbackQueries(sql).list(...query)) as any;
      const changelogs: ChangelogQueries['list'] = (...query) =>
        listOf((sql) => new ChangelogQueries(sql).list(...query)) as any;
      const asked = [
        ['feedback_newest', await feedback(reader, {}, 'newest', page)],
        ['feedback_status', await feedback(reader, { statuses: ['planned'] }, 'newest', page)],
        ['feedback_board', await feedback(reader, { boards: ['ideas'] }, 'newest', page)],
        ['feedback_board', await feedback(limited, { boards: ['ideas'] }, 'newest', page)],
        [
          'feedback_field_values_newest',
          await feedback(reader, { fields: [{ parameter: 'field.team', values: ['Core'] }] }, 'newest', page),
        ],
        ['feedback_tags_newest', await feedback(reader, { tags: ['bug'] }, 'newest', page)],
        ['changelogs_list', await changelogs(projectId, {}, page)],
      ] as unknown as [string, KeysetList<any>][];
      for (const [index, list] of asked) {
        for (const request of [page, { ...page, after: middle }]) {
          const { text, values } = pageStatement(list, request);
          const [row] = await dataSource.query(`explain (analyze, format json) ${text}`, values);
          const nodes = nodesOf(row['QUERY PLAN'][0].Plan);
          // Except for the tags of each record.
          const sorts = nodes.filter((node) => /Sort/.test(node['Node Type']));
          expect(sorts.filter((node) => !/tags\.name_key/.test(node['Sort Key'].join()))).toEqual([]);
          const [scan, ...others] = nodes.filter((node) => node['Index Name'] === index);
          expect(others).toEqual([]);
          expect(scan).toMatchObject({
            'Node Type': expect.stringMatching(/^Index (Only )?Scan$/),
            'Actual Rows': 51,
          });
          // The scan starts at the position and reads only the page.
          expect(scan['Rows Removed by Filter'] ?? 0).toBe(0);
          if ('after' in request) expect(scan['Index Cond']).toMatch(/ROW\(.*\) < ROW\(/);
        }
      }
    } finally {
      await database.drop();
    }
  });
});
