import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { UnusedChangelogWords } from '../../src/changelog/entries/persistence/changelog-search.js';
import { UnusedFeedbackWords } from '../../src/feedback/items/persistence/feedback-search.js';
import { startApp, type TestApp } from '../support/app.js';
import { untilBlocked } from '../support/database.js';

let service: TestApp;
let session: pg.Client;

beforeAll(async () => {
  service = await startApp();
  session = new pg.Client(service.database.url);
  await session.connect();
  await session.query('set search_path = feedback');
});
afterAll(async () => {
  await session.end();
  await service.close();
});
beforeEach(async () => {
  await service.admin.delete('/projects/acme');
  await service.admin.post('/projects', { name: 'Acme', slug: 'acme' });
});

const submit = async (title: string, description = '') =>
  (await service.admin.post('/projects/acme/feedback', { title, description })).body.id as string;

async function wordsOf(table: string): Promise<string[]> {
  const { rows } = await session.query<{ word: string }>(`select word from ${table} order by word`);
  return rows.map(({ word }) => word);
}

const removeUnused = () => service.app.get(UnusedFeedbackWords).remove();

/** Marks the unused words, as if that had been two hours ago. */
async function markLongAgo(): Promise<void> {
  await removeUnused();
  await session.query(`update feedback_words set unused_since = unused_since - interval '2 hours'`);
}

describe('a word that no record contains any more', () => {
  it('is removed an hour after that was found, and other words are kept', async () => {
    const id = await submit('Zebra crossing', 'Stripes everywhere');
    await submit('Crossing guards');
    await service.admin.delete(`/projects/acme/feedback/${id}`);
    await removeUnused();
    await removeUnused();
    expect(await wordsOf('feedback_words')).toEqual(expect.arrayContaining(['zebra', 'crossing']));
    await markLongAgo();
    await removeUnused();
    const words = await wordsOf('feedback_words');
    expect(words).toEqual(expect.arrayContaining(['crossing', 'guards']));
    expect(words).not.toEqual(expect.arrayContaining(['zebra']));
    const found = await service.admin.get('/projects/acme/feedback?q=corssing');
    expect(found.body).toHaveLength(1);
  });

  it('is removed when it was replaced in a changelog entry', async () => {
    const entry = await service.admin.post('/projects/acme/changelogs', { title: 'Giraffe release' });
    await service.admin.put(`/projects/acme/changelogs/${entry.body.id}`, { title: 'Second release' });
    const unused = service.app.get(UnusedChangelogWords);
    await unused.remove();
    await session.query(`update changelog_words set unused_since = unused_since - interval '2 hours'`);
    await unused.remove();
    expect(await wordsOf('changelog_words')).toEqual(['release', 'second']);
  });

  it('is kept when a process that has it in its cache stores a record with it again', async () => {
    await service.admin.delete(`/projects/acme/feedback/${await submit('Pelican')}`);
    await markLongAgo();
    await submit('Pelican');
    await removeUnused();
    expect(await wordsOf('feedback_words')).toContain('pelican');
    await markLongAgo();
    await removeUnused();
    expect(await wordsOf('feedback_words')).toContain('pelican');
  });

  it('is kept when a process stores a record with it at the same time', async () => {
    await service.admin.delete(`/projects/acme/feedback/${await submit('Flamingo')}`);
    await markLongAgo();
    const other = await startApp({ database: service.database });
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
      await untilBlocked(service.database, stored);
      await session.query('commit');
      expect((await stored).status).toBe(201);
      expect(await wordsOf('feedback_words')).toContain('flamingo');
    } finally {
      await other.close();
    }
  });

  it('is removed by one of several processes, while others store records with other words', async () => {
    const other = await startApp({ database: service.database });
    try {
      for (let n = 0; n < 20; n++) {
        await service.admin.delete(
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
    const { status } = await service.admin.post('/projects/acme/feedback', {
      title: 'Many',
      description: words.join(' '),
    });
    expect(status).toBe(201);
  }
  const words = await wordsOf('feedback_words');
  expect(words.filter((word) => word.endsWith('ywq')).length).toBeLessThanOrEqual(20_000);
  const last = await service.admin.get(`/projects/acme/feedback?q=${letters(next)}ywq`);
  expect(last.body.length).toBeGreaterThan(0);
});

it('new words beyond the limits are not learned, and their records are stored', async () => {
  const letters = 'bcdfghjklm';
  const word = (n: number) => `w${[...String(n)].map((digit) => letters[Number(digit)]).join('')}word`;
  const text = (part: number) => Array.from({ length: 1_000 }, (_, n) => word(part * 1_000 + n)).join(' ');
  const posts = Array.from({ length: 25 }, (_, part) =>
    service.admin.post('/projects/acme/feedback', { title: 'Words', description: text(part + 1) }),
  );
  expect(new Set((await Promise.all(posts)).map(({ status }) => status))).toEqual(new Set([201]));
  const after = await service.admin.post('/projects/acme/feedback', { title: 'A neverseenword' });
  expect(after.status).toBe(201);
});
