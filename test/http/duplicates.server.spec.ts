import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { Candidates } from '../../src/feedback/duplicates/application/candidates.js';
import { TermStatistics } from '../../src/feedback/duplicates/domain/duplicate-score.js';
import { type ComparableFeedback, HostDuplicateFinder } from '../../src/index.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { compareAll, marked } from '../support/duplicates.js';
import { expectSuccess, idOf, newMember, newProject, unknownId, walk } from '../support/feedback.js';
import { importFile } from '../support/import-file.js';
import { feedback, portableFile } from '../support/portable-file.js';

type Person = Client & { userId: string };

let service: TestApp;
let project: string;
let editor: Person;

beforeAll(async () => {
  service = await startApp();
});

afterAll(() => service.close());

beforeEach(async () => {
  project = await newProject(service);
  editor = await newMember(service, project, 'editor');
});

async function submit(title: string, more: object = {}): Promise<string> {
  const { id } = (await expectSuccess(editor.post(`${project}/feedback`, { title, ...more }))).body;
  return `${project}/feedback/${id}`;
}

const compare = (maxRounds?: number) => compareAll(service, maxRounds);

/** Returns the suggested pairs of the project, as titles. */
async function pairs(query = ''): Promise<string[]> {
  const records = await walk(editor, `${project}/duplicates?limit=1${query}`);
  return records.map(({ feedback, of }) => `${feedback.title} = ${of.title}`);
}

const dismiss = async (dismissed = true) => {
  const [{ id }] = (await editor.get(`${project}/duplicates?dismissed=${!dismissed}`)).body;
  return (await expectSuccess(editor.put(`${project}/duplicates/${id}`, { dismissed }))).body;
};

const code = ({ status, body }: { status: number; body: any }) => `${status} ${body.code}`;

describe('Suggested duplicates', () => {
  it('are pairs of similar feedback: the later one is a duplicate of the earlier one', async () => {
    const first = await submit('Dark mode for the map', { description: 'The map is blinding at night.' });
    await submit('Offline maps');
    const second = await submit('Please add a dark mode to maps', { description: 'Blinding at night!' });
    await compare();
    const [found, ...others] = (await editor.get(`${project}/duplicates`)).body;
    expect(others).toEqual([]);
    expect(found).toEqual({
      id: expect.any(String),
      feedback: (await editor.get(second)).body,
      of: (await editor.get(first)).body,
      score: expect.any(Number),
      reasons: ['title', 'rare_words', 'author'],
      dismissed: false,
      created_at: expect.any(String),
    });
    for (const feedback of [first, second])
      expect((await editor.get(`${feedback}/duplicates`)).body).toEqual([found]);
    expect(await marked(service)).toEqual([]);
  });

  it('are found by words in other forms, with umlauts, and in Japanese', async () => {
    await submit('Exporting my tracks');
    await submit('Export of a track');
    await submit('Höhenprofil drucken');
    await submit('HOEHENPROFIL / Höhenprofile ausdrucken, drucken');
    await submit('ダークモードを追加');
    await submit('ダークモードの追加');
    await compare();
    expect((await pairs()).sort()).toEqual([
      'Export of a track = Exporting my tracks',
      'HOEHENPROFIL / Höhenprofile ausdrucken, drucken = Höhenprofil drucken',
      'ダークモードの追加 = ダークモードを追加',
    ]);
  });

  it('are listed by score or by time, page by page', async () => {
    for (const title of ['Dark mode', 'Dark mode please now', 'GPX export', 'GPX export'])
      await submit(title);
    await compare();
    const best = await pairs('&count=true');
    expect(best).toEqual(['GPX export = GPX export', 'Dark mode please now = Dark mode']);
    expect((await pairs('&sort=newest')).sort()).toEqual(best.toSorted());
    const { headers } = await editor.get(`${project}/duplicates?count=true`);
    expect(headers.get('x-total-count')).toBe('2');
  });

  it('that were dismissed never come back, whichever of the two changes', async () => {
    const [one, other] = [await submit('Dark mode'), await submit('Dark mode please')];
    await compare();
    expect(await dismiss()).toMatchObject({ dismissed: true, feedback: { title: 'Dark mode please' } });
    expect(await pairs()).toEqual([]);
    for (const feedback of [one, other]) {
      await expectSuccess(editor.patch(feedback, { title: 'Something else' }));
      await compare();
      await expectSuccess(editor.patch(feedback, { title: 'A dark mode' }));
      await compare();
      expect(await pairs()).toEqual([]);
      expect((await editor.get(`${feedback}/duplicates`)).body).toEqual([]);
      expect((await editor.get(`${feedback}/duplicates?dismissed=true`)).body).toHaveLength(1);
    }
    await dismiss(false);
    expect(await pairs()).toEqual(['A dark mode = A dark mode']);
  });

  it('change with the feedback', async () => {
    const [one] = [await submit('Dark mode'), await submit('Dark mode please')];
    await compare();
    await expectSuccess(editor.patch(one, { title: 'Offline maps' }));
    await compare();
    expect(await pairs()).toEqual([]);
    await expectSuccess(editor.patch(one, { title: 'Mode that is dark' }));
    await compare();
    expect(await pairs()).toEqual(['Dark mode please = Mode that is dark']);
  });

  it('stay while the two are similar, also if one of them has more similar ones than it suggests', async () => {
    const common = 'Glacier summit ridge contour waypoint elevation bearing azimuth';
    const first = await submit(common);
    // More than one search for candidates finds.
    for (const consonant of 'bcdfghjkl')
      for (const vowel of 'aeiou') await submit(`${common} ${`${consonant}${vowel}`.repeat(3)}`);
    await compare();
    const suggested = await pairs();
    expect(suggested).toHaveLength(45);
    await expectSuccess(editor.patch(first, { description: 'With a map.' }));
    await compare();
    expect((await pairs()).sort()).toEqual(suggested.sort());
    await expectSuccess(editor.patch(first, { title: 'Offline' }));
    await compare();
    expect(await pairs()).toEqual([]);
  });

  it('are compared again only after changes of what is compared', async () => {
    const feedback = await submit('Dark mode');
    await compare();
    await expectSuccess(editor.put(`${feedback}/upvotes/me`));
    await expectSuccess(editor.patch(feedback, { status: 'planned', pinned: true }));
    await compare(0);
    expect(await marked(service)).toEqual([]);
    await expectSuccess(editor.patch(feedback, { description: 'At night' }));
    await compare(0);
    expect(await marked(service)).toEqual([idOf(feedback)]);
  });

  it('disappear with a merge, return when it is undone, and are deleted with the feedback', async () => {
    const [one, other] = [await submit('Dark mode'), await submit('Dark mode please')];
    await compare();
    await expectSuccess(editor.post(`${other}/merge`, { into: idOf(one) }));
    expect(await pairs()).toEqual([]);
    await compare();
    const { status, headers } = await editor.get(`${other}/duplicates`);
    expect([status, headers.get('location')]).toEqual([308, expect.stringContaining(`${one}/duplicates`)]);
    await expectSuccess(editor.delete(`${other}/merge`));
    await compare();
    expect(await pairs()).toEqual(['Dark mode please = Dark mode']);
    await expectSuccess(editor.delete(one));
    await compare();
    expect(await pairs()).toEqual([]);
    expect(code(await editor.get(`${one}/duplicates`))).toBe('404 feedback_not_found');
  });

  it('are made of approved feedback only', async () => {
    const [one] = [await submit('Dark mode'), await submit('Dark mode please', { approval: 'pending' })];
    await compare();
    expect(await pairs()).toEqual([]);
    const [waiting] = (await editor.get(`${project}/feedback?approval=pending`)).body;
    await expectSuccess(editor.patch(`${project}/feedback/${waiting.id}`, { approval: 'approved' }));
    await compare();
    expect(await pairs()).toEqual(['Dark mode please = Dark mode']);
    await expectSuccess(editor.patch(one, { approval: 'rejected' }));
    expect(await pairs()).toEqual([]);
  });

  it('are none between projects', async () => {
    await submit('Dark mode');
    const other = await newProject(service);
    await expectSuccess(service.admin.post(`${other}/feedback`, { title: 'Dark mode' }));
    await compare();
    expect(await pairs()).toEqual([]);
    expect((await service.admin.get(`${other}/duplicates`)).body).toEqual([]);
  });

  it('are for editors, and known in their project only', async () => {
    const [one] = [await submit('Dark mode'), await submit('Dark mode please')];
    await compare();
    const [{ id }] = (await editor.get(`${project}/duplicates`)).body;
    const contributor = await newMember(service, project, 'contributor');
    for (const path of [`${project}/duplicates`, `${one}/duplicates`])
      expect(code(await contributor.get(path))).toBe('403 insufficient_role');
    const other = await newProject(service);
    for (const path of [`${other}/duplicates/${id}`, `${project}/duplicates/${unknownId}`]) {
      expect(code(await service.admin.put(path, { dismissed: true }))).toBe('404 duplicate_not_found');
    }
    expect(code(await editor.put(`${project}/duplicates/no-id`, { dismissed: true }))).toBe(
      '404 duplicate_not_found',
    );
  });
});

describe('Candidates for a comparison', () => {
  const frequent = new TermStatistics(1_000, new Map(['dark', 'mode'].map((term) => [term, 100])));

  /** Returns the titles of the feedback with which the one of the given path is compared. */
  async function comparedWith(path: string): Promise<string[]> {
    const candidates = service.app.get(Candidates, { strict: false });
    const projectId = (await editor.get(path)).body.project_id as string;
    const [record] = await candidates.comparable(projectId, [idOf(path)]);
    const titles: string[] = [];
    for await (const { id } of (await candidates.of(projectId, record!, frequent)).candidates)
      titles.push((await editor.get(`${project}/feedback/${id}`)).body.title as string);
    return titles;
  }

  it('share the words of a title that few other records contain', async () => {
    const subject = await submit('Offline dark mode');
    for (const title of ['Dark mode', 'Offline']) await submit(title);
    expect(await comparedWith(subject)).toEqual(['Offline']);
  });

  it('share all words of a title that many records contain', async () => {
    const subject = await submit('Dark mode');
    for (const title of ['Dark', 'Mode of darkness', 'A dark mode']) await submit(title);
    expect(await comparedWith(subject)).toEqual(['A dark mode']);
  });
});

class FinderOfHost extends HostDuplicateFinder {
  readonly calls: (readonly ComparableFeedback[])[] = [];
  isBroken = false;
  /** Called while feedback is compared. */
  during = (): Promise<unknown> => Promise.resolve();
  answer: (id: string) => { id: string; score: number; reasons: readonly ['meaning'] }[] = () => [];

  override async find(_projectId: string, feedback: readonly ComparableFeedback[]) {
    this.calls.push(feedback);
    if (this.isBroken) throw new Error('The model is unavailable.');
    await this.during();
    return feedback.map(({ id }) => this.answer(id));
  }
}

describe('A finder of a host', () => {
  const finder = new FinderOfHost();
  let host: TestApp;

  beforeAll(async () => {
    host = await startApp({ ports: [{ provide: HostDuplicateFinder, useValue: finder }] });
  });

  afterAll(() => host.close());

  let path: string;
  beforeEach(async () => {
    path = await newProject(host);
    finder.answer = () => [];
  });

  const found = (id: string, score: number) => ({ id, score, reasons: ['meaning'] as const });

  /** Returns the ids of new feedback. */
  async function submitAll(...titles: string[]): Promise<string[]> {
    const ids = [];
    for (const title of titles) {
      const { body } = await expectSuccess(host.admin.post(`${path}/feedback`, { title }));
      ids.push(body.id as string);
    }
    return ids;
  }

  /** Changes feedback for which the finder then returns an answer, after all other feedback has been compared. */
  async function compareAgain(subject: string, answer: ReturnType<typeof found>[]): Promise<void> {
    await compareAll(host);
    finder.answer = (id) => (id === subject ? answer : []);
    const description = String(finder.calls.length);
    await expectSuccess(host.admin.patch(`${path}/feedback/${subject}`, { description }));
    await compareAll(host);
  }

  /** Returns the ids of the suggested pairs with their scores, the best first. */
  const suggestions = async () =>
    (await host.admin.get(`${path}/duplicates`)).body.map(
      ({ feedback, of, score }: { feedback: { id: string }; of: { id: string }; score: number }) => [
        feedback.id,
        of.id,
        score,
      ],
    ) as [string, string, number][];

  it('replaces the comparison of words, and what it fails to compare stays marked', async () => {
    const [dark, night] = (await submitAll('Dark mode', 'Night theme', 'Dark mode')) as [string, string];
    finder.isBroken = true;
    await expect(compareAll(host)).rejects.toThrow('The model is unavailable.');
    expect(await marked(host)).toHaveLength(3);
    finder.isBroken = false;
    // Unknown feedback and the record itself are ignored.
    finder.answer = (id) => (id === night ? [found(unknownId, 1), found(night, 1), found(dark, 7)] : []);
    await compareAll(host);
    const { body } = await host.admin.get(`${path}/duplicates`);
    const shown = body.map(({ feedback, of, score, reasons }: any) => [feedback.id, of.id, score, reasons]);
    expect(shown).toEqual([[night, dark, 1, ['meaning']]]);
    expect(finder.calls.at(-1)!.find(({ id }) => id === dark)).toEqual({
      ...{ id: dark, title: 'Dark mode', description: '', board: '', fields: {} },
      userId: expect.any(String),
    });
  });

  it('may return an id twice, what is no id, and what is no number', async () => {
    const [subject, one, other] = await submitAll('Dark mode', 'Night theme', 'Black map');
    await compareAgain(subject!, [
      found(other!, 0.6),
      found(one!, Number.NaN),
      found(one!, 0.7),
      found(one!.toUpperCase(), 0.9),
      found(one!, 0.8),
      found('no-id', 1),
      { ...found(other!, 0.5), reasons: 'meaning' as never },
      null as never,
      found(unknownId, Infinity),
    ]);
    expect(await marked(host)).toEqual([]);
    expect(await suggestions()).toEqual([
      [one, subject, 0.9],
      [other, subject, 0.6],
    ]);
  });

  it('suggests five that can be suggested, and keeps the suggestions of others that it returns', async () => {
    const [subject, gone, ...others] = await submitAll(...Array<string>(8).fill('Dark mode'));
    await expectSuccess(host.admin.delete(`${path}/feedback/${gone}`));
    const all = others.map((id, index) => found(id, 0.9 - index / 10));
    await compareAgain(subject!, [found(subject!, 1), found(gone!, 1), found(others[0]!, 0.1), ...all]);
    const five = all.slice(0, 5).map(({ id, score }) => [id, subject, score]);
    expect(await suggestions()).toEqual(
      five.map(([id, of, score]) => [id, of, expect.closeTo(score as number)]),
    );
    await compareAgain(others[5]!, [found(subject!, 0.3)]);
    await compareAgain(subject!, all);
    expect((await suggestions()).map(([id]) => id)).toEqual(others);
    await compareAgain(subject!, all.slice(1));
    expect((await suggestions()).map(([id]) => id)).toEqual(others.slice(1));
  });

  it('gets feedback again that changes while it is compared', async () => {
    const { id } = (await expectSuccess(host.admin.post(`${path}/feedback`, { title: 'Dark mode' }))).body;
    finder.during = async () => {
      await expectSuccess(host.admin.patch(`${path}/feedback/${id}`, { title: 'Offline maps' }));
      await host.app.get(EventRelay).relay(true);
    };
    await compareAll(host, 1);
    finder.during = () => Promise.resolve();
    expect(await marked(host)).toEqual([id]);
    await compareAll(host);
    expect(finder.calls.at(-1)).toMatchObject([{ id, title: 'Offline maps' }]);
  });
});

describe('The background work', () => {
  let running: TestApp;
  let path: string;

  beforeAll(async () => {
    running = await startApp({ background: true });
    path = await newProject(running);
  });

  afterAll(() => running.close());

  /** Waits until the project has these suggestions, as titles. */
  async function suggested(...expected: string[]): Promise<void> {
    for (;;) {
      const { body } = await running.admin.get(`${path}/duplicates`);
      const titles = body.map(({ feedback: later, of }: any) => `${later.title} = ${of.title}`);
      if (JSON.stringify(titles.sort()) === JSON.stringify(expected.sort())) return;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }

  it('compares new feedback, and what an import without events has stored', async () => {
    await expectSuccess(running.admin.post(`${path}/feedback`, { title: 'Dark mode' }));
    await expectSuccess(running.admin.post(`${path}/feedback`, { title: 'A dark mode, please' }));
    await suggested('A dark mode, please = Dark mode');
    const titles = [
      'Offline maps',
      'Maps that work offline',
      'A clock',
      'Exporting tracks as GPX',
      'GPX export',
    ];
    const records = titles.map((title, index) =>
      feedback(String(index), { title, created_at: `2020-01-0${index + 1}T00:00:00.000Z` }),
    );
    await importFile(running, path, portableFile(records));
    await suggested(
      'A dark mode, please = Dark mode',
      'Maps that work offline = Offline maps',
      'GPX export = Exporting tracks as GPX',
    );
  });
});
