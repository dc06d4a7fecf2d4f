import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { Candidates } from '../../src/feedback/duplicates/application/candidates.js';
import { TermStatistics } from '../../src/feedback/duplicates/domain/duplicate-score.js';
import { type ComparableFeedback, HostDuplicateFinder } from '../../src/index.js';
import { type Client, sharedApp, startApp, type TestApp } from '../support/app.js';
import { compareAll, marked } from '../support/duplicates.js';
import {
  expectSuccess,
  idOf,
  miscounts,
  newFeedback,
  newMember,
  newProject,
  newUser,
  TickingClock,
  unknownId,
  votersOf,
  walk,
} from '../support/feedback.js';
import { importFile } from '../support/import-file.js';
import { feedback, portableFile } from '../support/portable-file.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ clock: new TickingClock() });
});
afterAll(() => service.close());

describe('Duplicates', () => {
  type Person = Client & { userId: string };

  let project: string;
  let editor: Person;

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
      running = await sharedApp();
      path = await newProject(running);
    });

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
});

describe('Merges', () => {
  let admin: Client;
  let editor: Client & { userId: string };
  let contributor: Client & { userId: string };
  let project: string;
  let source: string;
  let target: string;

  beforeAll(async () => {
    admin = service.admin;
  });

  beforeEach(async () => {
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    contributor = await newMember(service, project, 'contributor');
    source = await newFeedback(contributor, project, 'Source');
    target = await newFeedback(contributor, project, 'Target');
  });

  async function merge(from: string, into: string): Promise<any> {
    return (await expectSuccess(admin.post(`${from}/merge`, { into: idOf(into) }))).body;
  }

  async function comment(on: string, content: string, client: Client = contributor): Promise<string> {
    return (await expectSuccess(client.post(`${on}/comments`, { content }))).body.id as string;
  }

  async function counts(of: string): Promise<[number, number]> {
    const { upvotes, comment_count } = (await expectSuccess(admin.get(of))).body;
    return [upvotes, comment_count];
  }

  async function contents(of: string): Promise<string[]> {
    return (await walk(admin, `${of}/comments`)).map(({ content }) => content as string);
  }

  describe('Merging', () => {
    it('adds votes, each user once, and comments to the target', async () => {
      const [x, y, z] = [await newUser(service), await newUser(service), await newUser(service)];
      for (const [at, user] of [
        [source, y],
        [target, x],
        [source, x],
        [target, z],
        [source, z],
      ]) {
        await expectSuccess(editor.put(`${at}/upvotes/${user}`));
      }
      await comment(source, 'first');
      await comment(target, 'second');
      await comment(source, 'third');
      const firstVotes = new Map<string, string>();
      for (const at of [source, target]) {
        for (const vote of (await admin.get(`${at}/upvotes`)).body) {
          const earlier = firstVotes.get(vote.user.id);
          if (earlier === undefined || vote.created_at < earlier)
            firstVotes.set(vote.user.id, vote.created_at);
        }
      }

      const answer = await editor.post(`${source}/merge`, { into: idOf(target).toUpperCase() });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual((await admin.get(target)).body);
      expect(answer.body).toMatchObject({ title: 'Target', upvotes: 3, comment_count: 3 });
      expect(await votersOf(admin, target)).toEqual([y, x, z]);
      const { body: votes, headers } = await admin.get(`${target}/upvotes?count=true`);
      expect(headers.get('x-total-count')).toBe('3');
      expect(new Map(votes.map((vote: any) => [vote.user.id, vote.created_at]))).toEqual(firstVotes);
      expect((await walk(admin, `${target}/upvotes?limit=1`)).map(({ user }) => user.id)).toEqual([y, x, z]);
      expect(await contents(target)).toEqual(['first', 'second', 'third']);
      const paged = await walk(admin, `${target}/comments?limit=1`);
      expect(paged.map(({ feedback_id }) => feedback_id)).toEqual([source, target, source].map(idOf));
      expect(await miscounts(service)).toEqual([]);
    });

    it('removes the source from every list', async () => {
      await expectSuccess(contributor.put(`${source}/upvotes/me`));
      const list = `${project}/feedback`;
      await merge(source, target);
      for (const query of [
        '',
        '?sort=oldest',
        '?sort=most_upvoted',
        '?sort=most_commented',
        '?status=in_review',
      ]) {
        const [first, ...others] = (await admin.get(`${list}${query}`)).body;
        expect([first.id, others]).toEqual([idOf(target), []]);
      }
      const byUser = await admin.get(`${list}?user_id=${contributor.userId}&count=true`);
      expect([byUser.headers.get('x-total-count'), byUser.body.length]).toEqual(['1', 1]);
      const stream = await admin.get(list, { accept: 'application/x-ndjson' });
      expect(stream.text.trim().split('\n')).toHaveLength(1);
    });

    it.each(['GET', 'HEAD'])('redirects reads of the source to the target: %s', async (method) => {
      const written = await comment(source, 'Hi');
      await merge(source, target);
      const headers = { authorization: `Bearer ${contributor.token}` };
      for (const rest of [
        '',
        '/upvotes',
        '/comments',
        '/comments?limit=2&count=true',
        '/upvotes?limit=1',
        `/comments/${written}`,
      ]) {
        const answer = await service.send(method, `/v1${source}${rest}`, { headers });
        expect([answer.status, answer.headers.get('location')]).toEqual([
          308,
          `${service.url}/v1${target}${rest}`,
        ]);
        if (method === 'GET') expect(answer.body.code).toBe('feedback_merged');
        const { pathname, search } = new URL(answer.headers.get('location') ?? '');
        expect((await service.send(method, `${pathname}${search}`, { headers })).status).toBe(200);
      }
    });

    it('lists the sources of a target with merged_into', async () => {
      const other = await newFeedback(contributor, project, 'Other source');
      await merge(source, target);
      await merge(other, target);
      const list = (query: string) => admin.get(`${project}/feedback?${query}`);
      const titles = async (query: string) => (await list(query)).body.map(({ title }: any) => title);
      const into = `merged_into=${idOf(target)}`;
      expect(await titles(into)).toEqual(['Other source', 'Source']);
      expect(await titles(`${into}&sort=oldest&limit=1`)).toEqual(['Source']);
      expect(await titles(`${into}&q=other`)).toEqual(['Other source']);
      expect((await list(`${into}&count=true`)).headers.get('x-total-count')).toBe('2');
      expect(await titles(`merged_into=${idOf(source)}`)).toEqual([]);
      const elsewhere = await newProject(service);
      expect((await admin.get(`${elsewhere}/feedback?${into}`)).body).toEqual([]);
    });

    it('redirects for any slug of the project and spelling of the path', async () => {
      const slug = 'feedback';
      await expectSuccess(admin.patch(project, { slug }));
      await merge(source.replace(project, `/projects/${slug}`), target);
      for (const path of [`/projects/${slug}/feedback/`, `/Projects/${slug}/Feedback/`]) {
        const answer = await admin.get(`${path}${idOf(source).toUpperCase()}/comments?limit=1`);
        expect(answer.status).toBe(308);
        expect(answer.headers.get('location')).toBe(
          `${service.url}/v1${path}${idOf(target)}/comments?limit=1`,
        );
      }
      // The response reveals nothing to users without access to the project.
      const stranger = await service.userClient('stranger@example.com');
      expect((await stranger.get(source.replace(project, `/projects/${slug}`))).status).toBe(404);
    });

    it('rejects every write to the source, its votes and its comments', async () => {
      const written = await comment(source, 'Hi');
      await expectSuccess(contributor.put(`${source}/upvotes/me`));
      const third = await newFeedback(admin, project);
      await merge(source, target);
      const before = [await counts(target), await votersOf(admin, target), await contents(target)];
      for (const client of [admin, editor, contributor]) {
        for (const answer of [
          await client.patch(source, { title: 'Other' }),
          await client.patch(source, {}),
          await client.delete(source),
          await client.put(`${source}/upvotes/me`),
          await client.delete(`${source}/upvotes/me`),
          await client.post(`${source}/comments`, { content: 'Hi' }),
          await client.patch(`${source}/comments/${written}`, { content: 'Ho' }),
          await client.delete(`${source}/comments/${written}`),
          await client.delete(`${source}/comments/${unknownId}`),
        ]) {
          expect([answer.status, answer.body.code]).toEqual([409, 'feedback_merged']);
          expect(answer.headers.get('location')).toBeNull();
        }
      }
      for (const into of [target, third, source]) {
        const again = await editor.post(`${source}/merge`, { into: idOf(into) });
        expect([again.status, again.body.code]).toEqual([409, 'feedback_merged']);
      }
      expect([await counts(target), await votersOf(admin, target), await contents(target)]).toEqual(before);
      expect(await miscounts(service)).toEqual([]);
    });

    it('reports other errors first', async () => {
      await merge(source, target);
      const other = await newMember(service, project, 'contributor');
      expect((await other.patch(source, { title: 'Mine' })).status).toBe(403);
      expect((await other.delete(source)).status).toBe(403);
      expect((await contributor.patch(source, { status: 'planned' })).status).toBe(403);
      expect((await contributor.patch(source, { tags: ['nope'] })).status).toBe(400);
      expect((await editor.post(`${source}/merge`, { into: unknownId })).status).toBe(400);
      expect((await editor.post(`${source}/comments`, { content: 'Hi', user_id: unknownId })).status).toBe(
        400,
      );
      expect(
        (await contributor.post(`${source}/comments`, { content: 'Hi', user_id: other.userId })).status,
      ).toBe(403);
    });

    it('requires the role `editor`', async () => {
      for (const answer of [
        await contributor.post(`${source}/merge`, { into: idOf(target) }),
        await contributor.delete(`${source}/merge`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([403, 'insufficient_role']);
      }
    });

    it('creates no cycles and no chains', async () => {
      const [third, fourth] = [await newFeedback(admin, project), await newFeedback(admin, project)];
      await merge(source, target);
      await merge(third, target);
      for (const [from, into] of [
        [target, target],
        [target, source],
        [target, fourth],
        [fourth, source],
        [fourth, fourth],
      ] as const) {
        const answer = await editor.post(`${from}/merge`, { into: idOf(into) });
        expect([answer.status, answer.body.code]).toEqual([409, 'merge_refused']);
      }
      await expectSuccess(editor.delete(`${source}/merge`));
      const still = await editor.post(`${target}/merge`, { into: idOf(fourth) });
      expect(still.body.code).toBe('merge_refused');
      await expectSuccess(editor.delete(`${third}/merge`));
      await expectSuccess(editor.post(`${target}/merge`, { into: idOf(fourth) }));
    });

    it('requires a target in the same project', async () => {
      const elsewhere = await newFeedback(admin, await newProject(service));
      for (const [into, code] of [
        [unknownId, 'not_found'],
        [idOf(elsewhere), 'not_found'],
        ['nope', 'invalid_uuid'],
        [null, 'invalid_type'],
        [undefined, 'required'],
      ]) {
        const { status, body } = await editor.post(`${source}/merge`, { into });
        expect([status, body.code]).toEqual([400, 'invalid_input']);
        expect(body.errors).toEqual([{ pointer: '/into', code, detail: expect.any(String) }]);
      }
      for (const id of [unknownId, 'nope', idOf(elsewhere)]) {
        const path = `${project}/feedback/${id}/merge`;
        expect((await editor.post(path, { into: idOf(target) })).body.code).toBe('feedback_not_found');
        expect((await editor.delete(path)).body.code).toBe('feedback_not_found');
      }
    });
  });

  describe('At the target', () => {
    it('removing a vote removes it from the source too', async () => {
      await expectSuccess(contributor.put(`${source}/upvotes/me`));
      await expectSuccess(contributor.put(`${target}/upvotes/me`));
      await expectSuccess(editor.put(`${source}/upvotes/me`));
      await merge(source, target);
      expect((await contributor.delete(`${target}/upvotes/me`)).body.upvotes).toBe(1);
      expect((await contributor.delete(`${target}/upvotes/me`)).body.upvotes).toBe(1);
      expect(await votersOf(admin, target)).toEqual([editor.userId]);
      // Only the source has this vote.
      expect((await editor.delete(`${target}/upvotes/me`)).body.upvotes).toBe(0);
      await expectSuccess(editor.delete(`${source}/merge`));
      expect([await votersOf(admin, source), await votersOf(admin, target)]).toEqual([[], []]);
      expect(await miscounts(service)).toEqual([]);
    });

    it('a vote of a user who has voted for the source is not counted again', async () => {
      await expectSuccess(contributor.put(`${source}/upvotes/me`));
      await merge(source, target);
      expect((await contributor.put(`${target}/upvotes/me`)).body.upvotes).toBe(1);
      expect((await editor.put(`${target}/upvotes/me`)).body.upvotes).toBe(2);
      await expectSuccess(editor.delete(`${source}/merge`));
      expect(await votersOf(admin, source)).toEqual([contributor.userId]);
      expect(await votersOf(admin, target)).toEqual([contributor.userId, editor.userId]);
      expect(await miscounts(service)).toEqual([]);
    });

    it('comments of both can be read, edited and removed', async () => {
      const [first, second] = [await comment(source, 'first'), await comment(source, 'second')];
      await merge(source, target);
      expect((await admin.get(`${target}/comments/${first}`)).body.content).toBe('first');
      expect((await contributor.patch(`${target}/comments/${first}`, { content: 'edited' })).status).toBe(
        200,
      );
      expect((await contributor.delete(`${target}/comments/${second}`)).status).toBe(204);
      expect(await counts(target)).toEqual([0, 1]);
      await expectSuccess(editor.delete(`${source}/merge`));
      expect([await contents(source), await contents(target)]).toEqual([['edited'], []]);
      expect((await admin.get(`${target}/comments/${first}`)).body.code).toBe('comment_not_found');
      expect(await miscounts(service)).toEqual([]);
    });

    it('a deletion restores the source', async () => {
      await expectSuccess(contributor.put(`${source}/upvotes/me`));
      await comment(source, 'Hi');
      await merge(source, target);
      await expectSuccess(editor.put(`${target}/upvotes/me`));
      expect((await editor.delete(target)).status).toBe(204);
      expect(await counts(source)).toEqual([1, 1]);
      expect([await votersOf(admin, source), await contents(source)]).toEqual([[contributor.userId], ['Hi']]);
      expect((await admin.get(`${project}/feedback`)).body.map(({ id }: any) => id)).toEqual([idOf(source)]);
      expect((await editor.delete(`${source}/merge`)).body.code).toBe('feedback_not_merged');
      expect((await editor.patch(source, { title: 'Free' })).status).toBe(200);
      expect(await miscounts(service)).toEqual([]);
    });
  });

  describe('Undoing a merge', () => {
    it('returns the source as it was before', async () => {
      await expectSuccess(contributor.put(`${source}/upvotes/me`));
      const before = [(await admin.get(source)).body, (await admin.get(target)).body];
      await merge(source, target);
      const answer = await editor.delete(`${source.replace(idOf(source), idOf(source).toUpperCase())}/merge`);
      expect([answer.status, answer.body]).toEqual([200, before[0]]);
      expect([(await admin.get(source)).body, (await admin.get(target)).body]).toEqual(before);
    });

    it('is rejected for feedback that is not merged', async () => {
      for (const path of [source, target]) {
        const answer = await editor.delete(`${path}/merge`);
        expect([answer.status, answer.body.code]).toEqual([409, 'feedback_not_merged']);
      }
      await merge(source, target);
      expect((await editor.delete(`${target}/merge`)).body.code).toBe('feedback_not_merged');
      await expectSuccess(editor.delete(`${source}/merge`));
      expect((await editor.delete(`${source}/merge`)).body.code).toBe('feedback_not_merged');
    });
  });

  /** A simple model of the expected votes and comments of merged feedback. */
  class Model {
    readonly votes: Set<string>[];
    readonly comments: string[][];
    readonly into: (number | null)[];

    constructor(amount: number) {
      this.votes = Array.from({ length: amount }, () => new Set<string>());
      this.comments = Array.from({ length: amount }, () => []);
      this.into = Array.from({ length: amount }, () => null);
    }

    /** Returns the index of the feedback and of everything merged into it. */
    group(index: number): number[] {
      return [index, ...this.into.flatMap((target, other) => (target === index ? other : []))];
    }

    voters(index: number): Set<string> {
      return new Set(this.group(index).flatMap((each) => [...this.votes[each]!]));
    }

    written(index: number): Set<string> {
      return new Set(this.group(index).flatMap((each) => this.comments[each]!));
    }

    canMerge(from: number, to: number): boolean {
      return from !== to && this.into[to] === null && this.group(from).length === 1;
    }
  }

  describe('For any sequence of votes, comments and merges', () => {
    const amount = 4;
    const index = fc.nat({ max: amount - 1 });
    const user = fc.nat({ max: 3 });
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('vote', 'unvote'), at: index, user }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('comment', 'uncomment'), at: index, user }) },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge'), at: index, user: index }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('unmerge'), at: index, user }) },
    );

    it('feedback shows and counts its own votes and comments, and those of its sources', async () => {
      const users = [
        await newUser(service),
        await newUser(service),
        await newUser(service),
        await newUser(service),
      ];
      const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const model = new Model(amount);
        const paths: string[] = [];
        while (paths.length < amount) paths.push(await newFeedback(admin, project));

        /** Executes one step, compares the status, and updates the model. */
        const take = async ({ kind, at, user: who }: (typeof steps)[number]): Promise<void> => {
          const path = paths[at]!;
          if (kind === 'merge') {
            const { status } = await editor.post(`${path}/merge`, { into: idOf(paths[who]!) });
            const allowed = model.into[at] === null && model.canMerge(at, who);
            expect([status, kind]).toEqual([allowed ? 200 : 409, kind]);
            if (allowed) model.into[at] = who;
            return;
          }
          if (kind === 'unmerge') {
            const { status } = await editor.delete(`${path}/merge`);
            expect(status).toBe(model.into[at] === null ? 409 : 200);
            model.into[at] = null;
            return;
          }
          if (kind === 'vote' || kind === 'unvote') {
            const url = `${path}/upvotes/${users[who]}`;
            const { status } = kind === 'vote' ? await editor.put(url) : await editor.delete(url);
            expect(status).toBe(model.into[at] === null ? 200 : 409);
            if (status === 409) return;
            if (kind === 'vote') model.votes[at]!.add(users[who]!);
            else for (const each of model.group(at)) model.votes[each]!.delete(users[who]!);
            return;
          }
          const written = [...model.written(at)];
          if (kind === 'comment' || written.length === 0) {
            const { status, body } = await editor.post(`${path}/comments`, { content: 'Hi' });
            expect(status).toBe(model.into[at] === null ? 201 : 409);
            if (status === 201) model.comments[at]!.push(body.id as string);
          } else {
            const gone = written[who % written.length]!;
            const { status } = await editor.delete(`${path}/comments/${gone}`);
            expect(status).toBe(model.into[at] === null ? 204 : 409);
            if (status === 409) return;
            for (const each of model.group(at)) {
              model.comments[each] = model.comments[each]!.filter((id) => id !== gone);
            }
          }
        };

        const compare = async (): Promise<void> => {
          for (const [at, path] of paths.entries()) {
            const { status, body, headers } = await admin.get(path);
            const into = model.into[at] ?? null;
            if (into !== null) {
              expect([status, headers.get('location')]).toEqual([308, `${service.url}/v1${paths[into]}`]);
              continue;
            }
            expect([status, body.upvotes, body.comment_count]).toEqual([
              200,
              model.voters(at).size,
              model.written(at).size,
            ]);
            const [votes, comments] = [
              await admin.get(`${path}/upvotes`),
              await admin.get(`${path}/comments`),
            ];
            const shown = votes.body.map((vote: any) => vote.user.id as string);
            expect([...shown].sort()).toEqual([...model.voters(at)].sort());
            const ids = comments.body.map((one: any) => one.id as string);
            expect([...ids].sort()).toEqual([...model.written(at)].sort());
          }
        };

        for (const each of steps) {
          await take(each);
          if (each.kind.endsWith('merge')) await compare();
        }
        for (const at of paths.keys()) await take({ kind: 'unmerge', at, user: 0 });
        await compare();
      });
      await fc.assert(property, { numRuns: 12 });
      expect(await miscounts(service)).toEqual([]);
    });
  });
});
