import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import {
  feedbackLexemes,
  projectLexeme,
  UnusedFeedbackWords,
} from '../../src/feedback/items/persistence/feedback-search.js';
import { ranksOf } from '../../src/feedback/items/persistence/relevance.js';
import { allowedTypos, editDistance } from '../../src/platform/search/typos.js';
import { similarity, trigramsOf } from '../../src/feedback/items/persistence/title-similarity.js';
import { Changelog1764200002000 } from '../../src/changelog/persistence/migrations/changelog-1764200002000.js';
import { Feedback1764200001000 } from '../../src/feedback/persistence/migrations/feedback-1764200001000.js';
import { UnusedChangelogWords } from '../../src/changelog/entries/persistence/changelog-search.js';
import { type Client, outcome, startApp, type TestApp } from '../support/app.js';
import { describeOnServer, itOnServer } from '../support/server-url.js';
import { anyCharacter } from '../support/any-character.js';
import { untilBlocked } from '../support/database.js';

let service: TestApp;
let admin: Client;

beforeAll(async () => {
  service = await startApp();
  ({ admin } = service);
});

afterAll(() => service.close());

let projects = 0;

/** Creates a project with feedback of these titles and descriptions, oldest first. */
async function projectWith(
  feedback: readonly (readonly [title: string, description?: string])[],
): Promise<{ path: string; ids: string[] }> {
  const slug = `search-${++projects}`;
  expect((await admin.post('/projects', { name: slug, slug })).status).toBe(201);
  const path = `/projects/${slug}/feedback`;
  const ids: string[] = [];
  for (const [index, [title, description = '']] of feedback.entries()) {
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();
    const made = await admin.post(path, { title, description, created_at });
    expect(made.status).toBe(201);
    ids.push(made.body.id);
  }
  return { path, ids };
}

/**
 * Adds merged feedback, which lists do not show, as the newest of the project. It is part of the sample by which
 * searches choose between the index and the order of the list.
 */
async function addMerged(id: string | undefined, titles: readonly string[]): Promise<void> {
  const { dataSource } = service.database.database;
  const [row] = await dataSource.query<{ project: string }[]>(
    'select project_id as project from feedback where id = $1',
    [id],
  );
  const scope = projectLexeme(row?.project ?? '');
  const documents = titles.map((title) => [scope, ...feedbackLexemes({ title, description: '' })].join(' '));
  await dataSource.query(
    `with added as (
       insert into feedback (id, project_id, user_id, title, description, status, created_at, merged_into)
       select gen_random_uuid(), project_id, user_id, document, '', status, now(), id
       from feedback cross join unnest($2::text[]) document where id = $1
       returning *
     )
     insert into feedback_search (feedback_id, project_id, created_at, document)
     select id, project_id, created_at, array_to_tsvector(string_to_array(title, ' ')) from added`,
    [id, documents],
  );
}

const sampleSize = 1_000;

async function titles(path: string, parameters: Record<string, string> = {}): Promise<string[]> {
  const answer = await admin.get(`${path}?${new URLSearchParams(parameters).toString()}`);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  return answer.body.map(({ title }: { title: string }) => title);
}

describe('q', () => {
  let path: string;

  beforeAll(async () => {
    ({ path } = await projectWith([
      ['A zebra on the road'],
      ['Größe der Schrift'],
      ['新しい日本語対応をお願いします'],
      ['Crossing', 'for Zebras, and pedestrians'],
      ['ภาษาไทยเป็นภาษา'],
      ['Notifications for the café', 'Сообщения о событиях'],
      ['100% of a_b \\ c', 'Rocket 🚀 launch'],
      ['שלום עולם'],
    ]));
  });

  it.each([
    ['zeb', ['Crossing', 'A zebra on the road']],
    ['ze', ['Crossing', 'A zebra on the road']],
    ['z', ['Crossing', 'A zebra on the road']],
    ['zebra', ['Crossing', 'A zebra on the road']],
    ['zebbra', ['A zebra on the road']],
    ['ZBERA', ['A zebra on the road']],
    ['zebras', ['Crossing', 'A zebra on the road']],
    ['ebra', ['A zebra on the road']],
    ['road zebra', ['A zebra on the road']],
    ['road zebra moon', []],
    ['grosse', ['Größe der Schrift']],
    ['GRÖSSE', ['Größe der Schrift']],
    ['größe', ['Größe der Schrift']],
    ['gro', ['Größe der Schrift']],
    ['日本語', ['新しい日本語対応をお願いします']],
    ['語', ['新しい日本語対応をお願いします']],
    ['日本語対応を', ['新しい日本語対応をお願いします']],
    ['日本対応', []],
    ['ไทย', ['ภาษาไทยเป็นภาษา']],
    ['cafe', ['Notifications for the café']],
    ['notifcatoin', ['Notifications for the café']],
    ['notifcatoins', ['Notifications for the café']],
    ['событ', ['Notifications for the café']],
    ['сообщеня', ['Notifications for the café']],
    ['🚀', ['100% of a_b \\ c']],
    ['שלום', ['שלום עולם']],
    ['crossing pedestrians', ['Crossing']],
  ])('finds for %s %j', async (q, expected) => {
    const found = await titles(path, { q });
    // "notifcatoin" and "notification" differ by two typos; the plural differs by three and is not found.
    if (q === 'notifcatoin') expect(found.length).toBeLessThanOrEqual(1);
    else expect(found).toEqual(expected);
    expect((await titles(path, { q, sort: 'relevance' })).sort()).toEqual(found.sort());
  });

  it.each(['%', '_', '\\', "'", '"', '!!!', '…', '&', '|', ':*', '()', '<->', '\u200b', '\u0301'])(
    'finds nothing for %j, which contains no word',
    async (q) => {
      for (const sort of ['newest', 'relevance', 'most_upvoted']) {
        const answer = await admin.get(
          `${path}?${new URLSearchParams({ q, sort, count: 'true' }).toString()}`,
        );
        expect([answer.status, answer.body, answer.headers.get('x-total-count')]).toEqual([200, [], '0']);
      }
      expect(await titles(`${path}/similar`, { title: q })).toEqual([]);
    },
  );

  it.each([
    "zebra'",
    "zebra' | 'x",
    'zebra:*',
    'zebra & !road',
    '(zebra',
    'zebra\\',
    '%zebra%',
    '"zebra"',
    '=zebra',
  ])('treats %s as words', async (q) => {
    const answer = await admin.get(`${path}?${new URLSearchParams({ q }).toString()}`);
    expect(answer.status).toBe(200);
  });

  it.each([
    ['q=', 'blank'],
    ['q=%20%20', 'blank'],
    [`q=${'a'.repeat(201)}`, 'too_long'],
    ['q=a%00b', 'invalid_unicode'],
    ['q=a&q=b', 'repeated'],
    ['q[x]=a', 'unknown'],
  ])('rejects %s', async (query, code) => {
    const answer = await admin.get(`${path}?${query}`);
    expect([answer.status, answer.body.errors[0].code]).toEqual([400, code]);
  });

  it.each([
    ['wifi', ['Wi-Fi is slow', 'Wi Fi', 'WiFi']],
    ['wi-fi', ['Wi-Fi is slow', 'Wi Fi', 'WiFi']],
    ['wi fi', ['Wi-Fi is slow', 'Wi Fi', 'WiFi']],
    ['signin', ['Sign-in with SSO', 'Signin', 'Sign in fails']],
    ['sign-in', ['Sign-in with SSO', 'Signin', 'Sign in fails']],
    ['e-mail', ['Email', 'Emails are late', 'E-Mail']],
    ['email', ['Email', 'Emails are late', 'E-Mail']],
    ['straße', ['STRAẞE']],
    ['strasse', ['STRAẞE']],
    ['C++', ['C++ client']],
    ['c#', ['C# client', 'A library for C#']],
    ['d#', ['Dark']],
  ])('%j finds joined, hyphenated and spaced forms, other cases, and exact signs', async (q, expected) => {
    const all = [
      ...[
        'Wi-Fi is slow',
        'Wi Fi',
        'WiFi',
        'Sign-in with SSO',
        'Signin',
        'Sign in fails',
        'Email',
        'Emails are late',
      ],
      ...['E-Mail', 'STRAẞE', 'C++ client', 'C# client', 'A library for C#', 'Calendar', 'Dark'],
    ];
    const { path } = await projectWith(all.map((title) => [title] as const));
    expect((await titles(path, { q })).sort()).toEqual([...expected].sort());
    expect((await titles(path, { q, sort: 'relevance' })).sort()).toEqual([...expected].sort());
  });

  it('finds texts that were indexed before a change of the index, after its migration', async () => {
    const { path, ids } = await projectWith([['Wi-Fi is slow']]);
    const { dataSource } = service.database.database;
    await dataSource.query(
      `update feedback_search set document = array_to_tsvector(array['wi', 'fi']) where feedback_id = $1`,
      [ids[0]],
    );
    expect(await titles(path, { q: 'wifi' })).toEqual([]);
    const runner = dataSource.createQueryRunner();
    await new Feedback1764200001000().up(runner);
    await new Changelog1764200002000().up(runner);
    await runner.release();
    expect(await titles(path, { q: 'wifi' })).toEqual(['Wi-Fi is slow']);
  });

  it('accepts any text', async () => {
    const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(text, fc.constantFrom('newest', 'relevance'), async (q, sort) => {
        fc.pre(!q.includes('\0') && q.trim() !== '');
        const answer = await admin.get(`${path}?${new URLSearchParams({ q, sort }).toString()}`);
        expect(answer.status).toBe(200);
        expect((await admin.get(`${path}/similar?title=${encodeURIComponent(q)}`)).status).toBe(200);
      }),
      { numRuns: 60 },
    );
    const long = Array.from({ length: 20 }, (_, at) => `longword${at % 2 ? 'x' : 'y'}`).join(' ');
    for (const q of ['a '.repeat(100).trim(), long, '日'.repeat(200), '👩‍👩‍👧'.repeat(20), 'x'.repeat(200)]) {
      expect((await admin.get(`${path}?sort=relevance&q=${encodeURIComponent(q)}`)).status).toBe(200);
    }
  });

  it('can be combined with filters, sorts, counts and streams', async () => {
    const { path, ids } = await projectWith([
      ['Zebra one'],
      ['Zebra two', 'x'],
      ['Lion'],
      ['A third', 'zebra'],
    ]);
    await admin.put(`${path.replace('/feedback', '')}/tags/Animal`, { color: '#000' });
    await admin.patch(`${path}/${ids[0]}`, { tags: ['Animal'], status: 'planned' });
    await admin.patch(`${path}/${ids[2]}`, { tags: ['Animal'] });
    await admin.put(`${path}/${ids[1]}/upvotes/me`);

    expect(await titles(path, { q: 'zebra' })).toEqual(['A third', 'Zebra two', 'Zebra one']);
    expect(await titles(path, { q: 'zebra', sort: 'oldest' })).toEqual(['Zebra one', 'Zebra two', 'A third']);
    expect((await titles(path, { q: 'zebra', sort: 'most_upvoted' }))[0]).toBe('Zebra two');
    expect(await titles(path, { q: 'zebra', tag: 'animal' })).toEqual(['Zebra one']);
    expect(await titles(path, { q: 'zebra', status: 'in_review' })).toEqual(['A third', 'Zebra two']);
    const since = '2026-01-01T00:01:00Z';
    for (const sort of ['newest', 'relevance', 'most_commented']) {
      const found = await titles(path, { q: 'zebra', created_after: since, sort });
      expect(found.sort()).toEqual(['A third', 'Zebra two']);
      expect(await titles(path, { q: 'zebra', created_before: since, sort })).toEqual(['Zebra one']);
      const counted = await admin.get(`${path}?q=zebra&count=true&limit=1&sort=${sort}`);
      expect(counted.headers.get('x-total-count')).toBe('3');
      const headers = { authorization: `Bearer ${admin.token}`, accept: 'application/x-ndjson' };
      const stream = await fetch(`${service.url}/v1${path}?q=zebra&sort=${sort}`, { headers });
      expect((await stream.text()).trim().split('\n')).toHaveLength(3);
    }
  });

  it('reflects changes, merges and deletions', async () => {
    const { path, ids } = await projectWith([['Zebra'], ['Lion', 'zebra'], ['Zebra three']]);
    await admin.patch(`${path}/${ids[0]}`, { title: 'Giraffe' });
    expect(await titles(path, { q: 'zebra' })).toEqual(['Zebra three', 'Lion']);
    expect(await titles(path, { q: 'girafe' })).toEqual(['Giraffe']);
    await admin.patch(`${path}/${ids[1]}`, { description: '' });
    expect(await titles(path, { q: 'zebra' })).toEqual(['Zebra three']);
    await admin.post(`${path}/${ids[2]}/merge`, { into: ids[0] });
    expect(await titles(path, { q: 'zebra' })).toEqual([]);
    await admin.delete(`${path}/${ids[2]}/merge`);
    expect(await titles(path, { q: 'zebra', sort: 'relevance' })).toEqual(['Zebra three']);
    await admin.delete(`${path}/${ids[2]}`);
    expect(await titles(path, { q: 'zebra' })).toEqual([]);
  });

  it('does not search other projects', async () => {
    const one = await projectWith([['Zebra mine']]);
    const other = await projectWith([['Zebra theirs']]);
    expect(await titles(one.path, { q: 'zebra', sort: 'relevance' })).toEqual(['Zebra mine']);
    expect(await titles(`${other.path}/similar`, { title: 'zebra' })).toEqual(['Zebra theirs']);
  });
});

describe('sort=relevance', () => {
  it('ranks words of the title first, then prefixes, descriptions and typos; newest first within each', async () => {
    const { path } = await projectWith([
      ['Art of design', 'one'],
      ['Modern', 'all about art'],
      ['Modern', 'an article'],
      ['Article about design'],
      ['Design of art'],
    ]);
    expect(await titles(path, { q: 'art', sort: 'relevance' })).toEqual([
      'Design of art',
      'Art of design',
      'Article about design',
      'Modern',
      'Modern',
    ]);
    const typos = await projectWith([['A zebbra'], ['Animals', 'such as a zebra'], ['A zebra']]);
    expect(await titles(typos.path, { q: 'zebra', sort: 'relevance' })).toEqual([
      'A zebra',
      'Animals',
      'A zebbra',
    ]);
  });

  it('can be paged and counted, each record once', async () => {
    const kinds: [string, string?][] = [['Zebra'], ['Zebras'], ['Animal', 'zebra'], ['Zebbra'], ['Lion']];
    const { path } = await projectWith(Array.from({ length: 25 }, (_, at) => kinds[at % 5] ?? ['']));
    const whole = await admin.get(`${path}?q=zebra&sort=relevance`);
    expect(whole.body).toHaveLength(20);
    for (const limit of [1, 3, 5, 19, 20]) {
      const read: unknown[] = [];
      let next = `${path}?q=zebra&sort=relevance&count=true&limit=${limit}`;
      while (next !== '') {
        const page = await admin.get(next);
        expect([page.status, page.headers.get('x-total-count')]).toEqual([200, '20']);
        read.push(...page.body);
        const [, link = ''] = /<[^>]*\/v1([^>]*)>/.exec(page.headers.get('link') ?? '') ?? [];
        next = link;
      }
      expect(read).toEqual(whole.body);
    }
  });

  it('requires q', async () => {
    const { path } = await projectWith([]);
    const answer = await admin.get(`${path}?sort=relevance`);
    expect([answer.status, answer.body.errors]).toEqual([
      400,
      [expect.objectContaining({ parameter: 'sort', code: 'relevance_needs_q' })],
    ]);
  });

  it('rejects cursors of another q or sort, and broken ones', async () => {
    const { path } = await projectWith([['Zebra'], ['Zebra']]);
    const first = await admin.get(`${path}?q=zebra&sort=relevance&limit=1`);
    const cursor = /cursor=([^&>]*)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect((await admin.get(`${path}?q=zebra&sort=relevance&cursor=${cursor}`)).body).toHaveLength(1);
    const [fingerprint] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as string[];
    const forged = [['9', 'x', 'y'], [], ['-1', '', ''], ['0', 'x', 'y']].map((position) =>
      Buffer.from(JSON.stringify([fingerprint, ...position])).toString('base64url'),
    );
    for (const query of [
      `q=zebras&sort=relevance&cursor=${cursor}`,
      `q=zebra&cursor=${cursor}`,
      `cursor=${cursor}`,
      ...forged.filter((_, at) => at !== 1).map((broken) => `q=zebra&sort=relevance&cursor=${broken}`),
    ]) {
      const answer = await admin.get(`${path}?${query}`);
      expect([query, answer.status, answer.body.errors?.[0].parameter]).toEqual([query, 400, 'cursor']);
    }
  });
});

itOnServer('every search strategy finds the same records in the same order', async () => {
  const vocabulary =
    'a an ad add adds adding address dark darkness mode model zebra zebras zebbra road roads'.split(' ');
  const documents = fc.sample(
    fc.tuple(
      fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 5 }),
      fc.array(fc.constantFrom(...vocabulary), { maxLength: 4 }),
    ),
    { numRuns: 150, seed: 7 },
  );
  const { path, ids } = await projectWith(
    documents.map(([title, description]) => [title.join(' '), description.join(' ')] as const),
  );
  const matches = {
    whole: (word: string, wanted: string) => word === wanted,
    prefix: (word: string, wanted: string) => word.startsWith(wanted),
    typos: (word: string, wanted: string) =>
      word.startsWith(wanted) ||
      editDistance(wanted, word) <= allowedTypos({ text: wanted, unspaced: false }),
  };
  const rank = (q: string, [title, description]: string[][]): number => {
    const has = (form: keyof typeof matches, words: string[] = []) =>
      q.split(' ').every((wanted) => words.some((word) => matches[form](word, wanted)));
    const all = [...(title ?? []), ...(description ?? [])];
    return [has('whole', title), has('prefix', title), has('prefix', all), has('typos', all)].indexOf(true);
  };
  const check = async () => {
    for (const q of [
      'a',
      'ad',
      'add',
      'zebra',
      'zebbra dark',
      'add a dark mode',
      'a ad',
      'rod',
      'roads',
      'mode x',
      'addresss',
    ]) {
      const found = documents
        .map((document, at) => ({ at, rank: rank(q, document) }))
        .filter((document) => document.rank >= 0)
        .reverse();
      const ranked = found.toSorted((one, other) => one.rank - other.rank);
      for (const [sort, expected] of [
        ['newest', found],
        ['relevance', ranked],
      ] as const) {
        const answer = await admin.get(`${path}?q=${encodeURIComponent(q)}&sort=${sort}&count=true`);
        expect([q, sort, answer.body.map(({ id }: { id: string }) => ids.indexOf(id))]).toEqual([
          q,
          sort,
          expected.slice(0, 100).map(({ at }) => at),
        ]);
        expect(answer.headers.get('x-total-count')).toBe(String(expected.length));
      }
    }
  };
  // All matches are frequent; then all are rare; then all words are frequent, but their combination is rare.
  await check();
  await addMerged(
    ids[0],
    Array.from({ length: sampleSize }, () => 'xylophone'),
  );
  await check();
  await addMerged(
    ids[0],
    Array.from({ length: sampleSize }, (_, at) => vocabulary[at % vocabulary.length] ?? ''),
  );
  await check();
});

it('the index is asked for every document that matches exactly', async () => {
  const word = {
    sign: '',
    before: '',
    unspaced: false,
    isExact: false,
    candidates: [],
    pairs: [],
    forms: [],
  };
  for (const [text, title] of [
    ['todo', 'To-do widget'],
    ['todo', 'A list of to-dos'],
    ['xray', 'X-ray'],
    ['email', 'E-Mail export'],
    ['wifi', 'Wi-Fi'],
    ['darkmode', 'Dark-mode'],
  ] as const) {
    for (const { terms } of ranksOf([{ ...word, text }])) {
      const lexemes = feedbackLexemes({ title, description: title });
      const [found] = await service.query<{ exact: boolean; rough: boolean }>(
        'select array_to_tsvector($1) @@ $2::tsquery as exact, array_to_tsvector($1) @@ $3::tsquery as rough',
        [lexemes, terms[0]!.query, terms[0]!.rough],
      );
      expect([title, text, found!.exact && !found!.rough]).toEqual([title, text, false]);
    }
  }
});

describe('similar', () => {
  it('returns feedback with similar titles, the most similar first', async () => {
    const { path } = await projectWith([
      ['Dark mode'],
      ['A dark theme, or night mode'],
      ['Export to CSV'],
      ['Support dark mode in the editor'],
      ['日本語のサポート'],
      ['Something else', 'dark mode'],
    ]);
    const similar = (title: string) => titles(`${path}/similar`, { title });
    expect(await similar('dark mode')).toEqual([
      'Dark mode',
      'A dark theme, or night mode',
      'Support dark mode in the editor',
    ]);
    expect((await similar('Please add a dark mode to'))[0]).toBe('Dark mode');
    expect(await similar('exp')).toEqual(['Export to CSV']);
    expect(await similar('exprot csv')).toEqual(['Export to CSV']);
    expect(await similar('日本語サポートを追加')).toEqual(['日本語のサポート']);
    expect(await similar('giraffe')).toEqual([]);
  });

  it('returns complete records, at most 20', async () => {
    const { path, ids } = await projectWith(Array.from({ length: 25 }, (_, at) => [`Zebra ${at}`] as const));
    const answer = await admin.get(`${path}/similar?title=zebra`);
    expect(answer.body).toHaveLength(20);
    expect(answer.body).toContainEqual((await admin.get(`${path}/${ids[24]}`)).body);
    expect(answer.headers.get('link')).toBeNull();
  });

  itOnServer('finds the same for rare and frequent words', async () => {
    const words = ['zebra', 'dark', 'mode', 'export', 'calendar', 'button'];
    const titlesOfWords = fc.sample(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }), {
      numRuns: 90,
      seed: 11,
    });
    const { path, ids } = await projectWith(titlesOfWords.map((title) => [title.join(' ')] as const));
    const check = async () => {
      for (const wanted of ['zebra', 'dark mode', 'export dark zebra', 'calendar button mode zebra dark']) {
        const asked = wanted
          .split(' ')
          .sort((a, b) => b.length - a.length)
          .slice(0, 4);
        const expected = titlesOfWords
          .map((title, at) => ({
            at,
            shared: asked.filter((word) => title.includes(word)).length,
            similarity: similarity(trigramsOf(wanted), trigramsOf(title.join(' '))),
          }))
          .filter(({ shared }) => shared >= Math.max(1, Math.floor(asked.length / 2)))
          .sort((a, b) => b.similarity - a.similarity || b.shared - a.shared || b.at - a.at);
        const { body } = await admin.get(`${path}/similar?title=${encodeURIComponent(wanted)}`);
        expect([wanted, body.map(({ id }: { id: string }) => ids.indexOf(id))]).toEqual([
          wanted,
          expected.slice(0, 20).map(({ at }) => at),
        ]);
      }
    };
    await check();
    await addMerged(
      ids[0],
      Array.from({ length: sampleSize }, () => 'xylophone'),
    );
    await check();
  });

  it('omits merged feedback', async () => {
    const { path, ids } = await projectWith([['Zebra one'], ['Zebra two']]);
    await admin.post(`${path}/${ids[1]}/merge`, { into: ids[0] });
    expect(await titles(`${path}/similar`, { title: 'zebra' })).toEqual(['Zebra one']);
  });

  it.each([
    ['', 'required'],
    ['title=', 'blank'],
    [`title=${'a'.repeat(301)}`, 'too_long'],
    ['title=a%00', 'invalid_unicode'],
  ])('rejects the query %s', async (query, code) => {
    const { path } = await projectWith([]);
    const answer = await admin.get(`${path}/similar?${query}`);
    expect([answer.status, answer.body.errors[0]]).toEqual([
      400,
      expect.objectContaining({ parameter: 'title', code }),
    ]);
  });

  it('is available to viewers with the scope `read`', async () => {
    const { path } = await projectWith([['Zebra']]);
    const viewer = await service.userClient('viewer@example.com', { scope: 'read' });
    expect((await viewer.get(`${path}/similar?title=zebra`)).status).toBe(404);
    const members = `${path.replace('/feedback', '')}/members`;
    await admin.post(members, { email: 'viewer@example.com', role: 'viewer' });
    expect((await viewer.get(`${path}/similar?title=zebra`)).body).toHaveLength(1);
  });
});

describe('q of changelogs', () => {
  it('searches title, summary and content, combined with the other filters', async () => {
    const { path: feedback } = await projectWith([]);
    const path = feedback.replace('/feedback', '/changelogs');
    const entries = [
      { title: 'Größere Schrift', publish_date: '2026-01-01T00:00:00Z', published: true },
      { title: 'Fixes', summary: 'for zebras', publish_date: '2026-01-02T00:00:00Z' },
      { title: 'More', content: '## 日本語対応\n\nzebra crossings', publish_date: '2026-01-03T00:00:00Z' },
    ];
    for (const entry of entries) expect((await admin.post(path, entry)).status).toBe(201);

    expect(await titles(path, { q: 'grossere' })).toEqual(['Größere Schrift']);
    expect(await titles(path, { q: 'zeb' })).toEqual(['More', 'Fixes']);
    expect(await titles(path, { q: 'zebbra' })).toEqual(['More']);
    expect(await titles(path, { q: '日本語' })).toEqual(['More']);
    expect(await titles(path, { q: 'zeb', published_before: '2026-01-03T00:00:00Z' })).toEqual(['Fixes']);
    expect(await titles(path, { q: 'zeb', published: 'true' })).toEqual([]);
    expect(await titles(path, { q: "'" })).toEqual([]);
    const [first] = (await admin.get(`${path}?q=zeb&limit=1&count=true`)).body;
    await admin.put(`${path}/${first.id}`, { content: '' });
    expect(await titles(path, { q: 'zeb' })).toEqual(['Fixes']);
    expect((await admin.get(`${path}?q=`)).status).toBe(400);
    expect((await admin.get(`${path}?q=zeb&sort=relevance`)).status).toBe(400);
  });

  it('accepts the longest content', async () => {
    const { path: feedback } = await projectWith([]);
    const path = feedback.replace('/feedback', '/changelogs');
    const letters = Array.from({ length: 100_000 }, (_, at) =>
      String.fromCodePoint(0x20000 + ((at * 7) % 40_000)),
    );
    const made = await admin.post(path, { title: 'Long', content: letters.join('') });
    expect(made.status).toBe(201);
    const words = Array.from({ length: 11_000 }, (_, at) => `word${at.toString(36)}`).join(' ');
    expect((await admin.put(`${path}/${made.body.id}`, { content: words })).status).toBe(200);
    expect(await titles(path, { q: 'word1a' })).toEqual(['Long']);
  });
});

describe('A search that matches nothing', () => {
  it('tolerates a typo in a word of four letters, and finds words that are written as one', async () => {
    const { path } = await projectWith([['Post to Slack'], ['Mode: dark'], ['Mode for dark rooms']]);
    expect(await titles(path, { q: 'Slak' })).toEqual(['Post to Slack']);
    expect(await titles(path, { q: 'darkmode' })).toEqual(['Mode for dark rooms', 'Mode: dark']);
    expect(await titles(path, { q: 'darkmode', sort: 'relevance' })).toEqual([
      'Mode for dark rooms',
      'Mode: dark',
    ]);
    expect(await titles(path, { q: 'darkness' })).toEqual([]);
    const first = await admin.get(`${path}?q=darkmode&limit=1&count=true`);
    expect(first.headers.get('x-total-count')).toBe('2');
    const [, next = ''] = /<[^>]*\/v1([^>]+)>/.exec(first.headers.get('link') ?? '') ?? [];
    expect((await admin.get(next)).body).toMatchObject([{ title: 'Mode: dark' }]);
  });

  it('is the only one that is lenient', async () => {
    const { path } = await projectWith([['Slack'], ['A slak rope'], ['Dark mode'], ['Darkmode']]);
    expect(await titles(path, { q: 'Slak' })).toEqual(['A slak rope']);
    expect(await titles(path, { q: 'darkmode' })).toEqual(['Darkmode', 'Dark mode']);
  });

  it('is lenient for changelogs too', async () => {
    const { path } = await projectWith([]);
    const changelogs = path.replace('/feedback', '/changelogs');
    for (const title of ['Slack is here', 'Dark mode']) await admin.post(changelogs, { title });
    expect(await titles(changelogs, { q: 'Slak' })).toEqual(['Slack is here']);
    expect(await titles(changelogs, { q: 'darkmode' })).toEqual(['Dark mode']);
  });
});

describeOnServer('Search words', () => {
  let instance: TestApp;
  let session: pg.Client;

  beforeAll(async () => {
    instance = await startApp();
    session = new pg.Client(instance.database.url);
    await session.connect();
    await session.query('set search_path = feedback');
  });
  afterAll(async () => {
    await session.end();
    await instance.close();
  });
  beforeEach(async () => {
    await instance.admin.delete('/projects/acme');
    await instance.admin.post('/projects', { name: 'Acme', slug: 'acme' });
  });

  const submit = async (title: string, description = '') =>
    (await instance.admin.post('/projects/acme/feedback', { title, description })).body.id as string;

  async function wordsOf(table: string): Promise<string[]> {
    const { rows } = await session.query<{ word: string }>(`select word from ${table} order by word`);
    return rows.map(({ word }) => word);
  }

  const removeUnused = () => instance.app.get(UnusedFeedbackWords).remove();

  /** Marks the unused words, as if that had been two hours ago. */
  async function markLongAgo(): Promise<void> {
    await removeUnused();
    await session.query(`update feedback_words set unused_since = unused_since - interval '2 hours'`);
  }

  describe('a word that no record contains any more', () => {
    it('is removed an hour after that was found, and other words are kept', async () => {
      const id = await submit('Zebra crossing', 'Stripes everywhere');
      await submit('Crossing guards');
      await instance.admin.delete(`/projects/acme/feedback/${id}`);
      await removeUnused();
      await removeUnused();
      expect(await wordsOf('feedback_words')).toEqual(expect.arrayContaining(['zebra', 'crossing']));
      await markLongAgo();
      await removeUnused();
      const words = await wordsOf('feedback_words');
      expect(words).toEqual(expect.arrayContaining(['crossing', 'guards']));
      expect(words).not.toEqual(expect.arrayContaining(['zebra']));
      const found = await instance.admin.get('/projects/acme/feedback?q=corssing');
      expect(found.body).toHaveLength(1);
    });

    it('is removed when it was replaced in a changelog entry', async () => {
      const entry = await instance.admin.post('/projects/acme/changelogs', { title: 'Giraffe release' });
      await instance.admin.put(`/projects/acme/changelogs/${entry.body.id}`, { title: 'Second release' });
      const unused = instance.app.get(UnusedChangelogWords);
      await unused.remove();
      await session.query(`update changelog_words set unused_since = unused_since - interval '2 hours'`);
      await unused.remove();
      expect(await wordsOf('changelog_words')).toEqual(['release', 'second']);
    });

    it('is kept when a process that has it in its cache stores a record with it again', async () => {
      await instance.admin.delete(`/projects/acme/feedback/${await submit('Pelican')}`);
      await markLongAgo();
      await submit('Pelican');
      await removeUnused();
      expect(await wordsOf('feedback_words')).toContain('pelican');
      await markLongAgo();
      await removeUnused();
      expect(await wordsOf('feedback_words')).toContain('pelican');
    });

    it('is kept when a process stores a record with it at the same time', async () => {
      await instance.admin.delete(`/projects/acme/feedback/${await submit('Flamingo')}`);
      await markLongAgo();
      const other = await startApp({ database: instance.database });
      try {
        // The other process has added the word, and has not committed yet.
        await session.query(`begin; update feedback_words set unused_since = null where word = 'flamingo'`);
        await removeUnused();
        await session.query('commit');
        expect(await wordsOf('feedback_words')).toContain('flamingo');

        // The word is being removed while the other process adds it.
        await markLongAgo();
        await session.query(`begin; delete from feedback_words where word = 'flamingo'`);
        const stored = other.admin.post('/projects/acme/feedback', { title: 'Flamingo' });
        await untilBlocked(instance.database, stored);
        await session.query('commit');
        expect((await stored).status).toBe(201);
        expect(await wordsOf('feedback_words')).toContain('flamingo');
      } finally {
        await other.close();
      }
    });

    it('is removed by one of several processes, while others store records with other words', async () => {
      const other = await startApp({ database: instance.database });
      try {
        for (let n = 0; n < 20; n++) {
          await instance.admin.delete(
            `/projects/acme/feedback/${await submit(`Unused ${'abcdefghijklmnopqrst'[n]}nknown`)}`,
          );
        }
        await markLongAgo();
        const titles = Array.from(
          { length: 40 },
          (_, n) => `Concurrent ${'xyz'[n % 3]}${'abcdefghijklmnopqrst'[n % 20]}word`,
        );
        await Promise.all([
          removeUnused(),
          other.app.get(UnusedFeedbackWords).remove(),
          ...titles.map((title) => other.admin.post('/projects/acme/feedback', { title })),
        ]);
        const words = await wordsOf('feedback_words');
        expect(words.filter((word) => word.endsWith('nknown'))).toEqual([]);
        const expected = titles.map((title) => title.split(' ')[1]!.toLowerCase());
        expect(words).toEqual(expect.arrayContaining(expected));
      } finally {
        await other.close();
      }
    });
  });

  it('limits the words that a project adds in a day, and stores records beyond the limit', async () => {
    const letters = (number: number) =>
      [...number.toString(26).padStart(5, '0')]
        .map((digit) => String.fromCharCode(97 + parseInt(digit, 26)))
        .join('');
    let next = 0;
    for (let document = 0; document < 22; document++) {
      const words = Array.from({ length: 1_100 }, () => `${letters((next += 1))}ywq`);
      const { status } = await instance.admin.post('/projects/acme/feedback', {
        title: 'Many',
        description: words.join(' '),
      });
      expect(status).toBe(201);
    }
    const words = await wordsOf('feedback_words');
    expect(words.filter((word) => word.endsWith('ywq')).length).toBeLessThanOrEqual(20_000);
    const last = await instance.admin.get(`/projects/acme/feedback?q=${letters(next)}ywq`);
    expect(last.body.length).toBeGreaterThan(0);
  });

  it('new words beyond the limits are not learned, and their records are stored', async () => {
    const letters = 'bcdfghjklm';
    const word = (n: number) => `w${[...String(n)].map((digit) => letters[Number(digit)]).join('')}word`;
    const text = (part: number) => Array.from({ length: 1_000 }, (_, n) => word(part * 1_000 + n)).join(' ');
    const posts = Array.from({ length: 25 }, (_, part) =>
      instance.admin.post('/projects/acme/feedback', { title: 'Words', description: text(part + 1) }),
    );
    const logged = instance.logLines.length;
    const outcomes = new Set((await Promise.all(posts)).map(outcome));
    expect([outcomes, instance.logLines.slice(logged)]).toEqual([new Set(['201']), []]);
    const after = await instance.admin.post('/projects/acme/feedback', { title: 'A neverseenword' });
    expect(after.status).toBe(201);
  });
});
