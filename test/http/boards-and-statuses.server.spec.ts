import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type Answer,
  type Client,
  errorsOf,
  outcome,
  sharedApp,
  startApp,
  type TestApp,
} from '../support/app.js';
import { importFile } from '../support/import-file.js';
import { type Role } from '../support/operations.js';
import { feedback, portableFile } from '../support/portable-file.js';
import { HastyClock } from '../support/fakes/hasty-clock.js';
import { eventsOfType } from '../support/events.js';
import { newMember, submitFeedback } from '../support/feedback.js';
import { unique } from '../support/unique.js';

describe('Boards', () => {
  let service: TestApp;
  let slug: string;
  let project: string;

  beforeAll(async () => {
    service = await sharedApp();
  });

  beforeEach(async () => {
    slug = unique('boards');
    project = `/projects/${slug}`;
    await service.admin.post('/projects', { name: 'Boards', slug });
  });

  async function put(board: string, values: object = {}): Promise<void> {
    const { status, text } = await service.admin.put(`${project}/boards/${board}`, values);
    if (status > 201) throw new Error(text);
  }

  const submit = (values: object = {}, client: Client = service.admin) =>
    submitFeedback(client, project, values);

  const member = (role: Role) => newMember(service, project, role);

  const slugsOf = ({ body }: Answer) => body.map((board: { slug: string }) => board.slug) as string[];
  const idsOf = ({ body }: Answer) => body.map(({ id }: { id: string }) => id) as string[];
  const boardOf = async (id: string) =>
    (await service.admin.get(`${project}/feedback/${id}?include=board`)).body.board;
  const eventsOf = (type: string) => eventsOfType(service, project, type);

  describe('The boards of a project', () => {
    it('are created and changed by owners, with events', async () => {
      const ideas = {
        name: 'Ideas',
        description: 'What we could build',
        position: 3,
        visibility: 'members',
        submission: 'editors',
      };
      const created = await service.admin.put(`${project}/boards/ideas`, ideas);
      expect([created.status, created.body]).toEqual([201, { slug: 'ideas', ...ideas }]);
      const read = await service.admin.get(`${project}/boards/ideas`);
      expect([read.status, read.body]).toEqual([200, { slug: 'ideas', ...ideas }]);
      const etag = { 'if-match': read.headers.get('etag')! };
      const changed = await service.admin.put(`${project}/boards/ideas`, { visibility: 'public' }, etag);
      expect([changed.status, changed.body.visibility, changed.body.name]).toEqual([200, 'public', 'Ideas']);
      const stale = await service.admin.put(`${project}/boards/ideas`, { name: 'Late' }, etag);
      expect(outcome(stale)).toBe('412 precondition_failed');
      await put('ideas', { visibility: 'public' });
      expect((await eventsOf('board.created')).map(({ data }) => data)).toEqual([
        { slug: 'ideas', ...ideas },
      ]);
      expect((await eventsOf('board.updated')).map(({ previous }) => previous)).toEqual([
        { visibility: 'members' },
      ]);
      const editor = await member('editor');
      expect(outcome(await editor.put(`${project}/boards/ideas`, {}))).toBe('403 insufficient_role');
      expect(outcome(await editor.delete(`${project}/boards/ideas`))).toBe('403 insufficient_role');
    });

    it('are listed in their order, for those who can see them', async () => {
      await put('second', { position: 2 });
      await put('team', { position: 4, visibility: 'editors' });
      await put('members', { position: 3, visibility: 'members' });
      await put('support', { position: 1, visibility: 'own' });
      await put('also-second', { position: 2 });
      const all = ['support', 'also-second', 'second', 'members', 'team'];
      expect(slugsOf(await service.admin.get(`${project}/boards`))).toEqual(all);
      expect(slugsOf(await (await member('editor')).get(`${project}/boards`))).toEqual(all);
      const viewer = await member('viewer');
      expect(slugsOf(await viewer.get(`${project}/boards`))).toEqual(all.slice(0, -1));
      expect(outcome(await viewer.get(`${project}/boards/team`))).toBe('404 board_not_found');
      expect(outcome(await viewer.get(`${project}/boards/support`))).toBe('200');
      expect(outcome(await viewer.get(`${project}/boards/missing`))).toBe('404 board_not_found');
      const read = () => service.send('GET', `/public/v1/projects/${slug}/boards`);
      expect((await read()).status).toBe(404);
      await service.admin.patch(`${project}/settings`, { public_feedback: true });
      expect(slugsOf(await read())).toEqual(['also-second', 'second']);
    });

    it('have valid slugs', async () => {
      for (const [board, code] of [
        ['none', 'reserved_slug'],
        ['Ideas', 'invalid_slug'],
      ]) {
        expect(errorsOf(await service.admin.put(`${project}/boards/${board}`, {}))).toEqual([
          `boardSlug ${code}`,
        ]);
      }
    });
  });

  describe('Feedback', () => {
    it('is on one board or none', async () => {
      await put('ideas');
      await put('bugs');
      expect(await boardOf(await submit())).toBe('');
      const id = await submit({ board: 'ideas' });
      expect(await boardOf(id)).toBe('ideas');
      const { body } = await service.admin.get(`${project}/feedback/${id}`);
      expect(body.board).toBeUndefined();
      const path = `${project}/feedback/${id}`;
      const moved = await service.admin.patch(`${path}?include=board,updated_at`, { board: 'bugs' });
      expect([moved.body.board, moved.body.updated_at > body.created_at]).toEqual(['bugs', true]);
      await service.admin.patch(path, { board: '' });
      expect(await boardOf(id)).toBe('');
      expect((await eventsOf('feedback.created')).map(({ data }) => data.board)).toEqual(['', 'ideas']);
      expect(
        (await eventsOf('feedback.updated')).map(({ data, previous }) => [data.board, previous]),
      ).toEqual([
        ['bugs', { board: 'ideas' }],
        ['', { board: 'bugs' }],
      ]);
    });

    it('is submitted by contributors to boards that they can see and that take their submissions', async () => {
      await put('ideas');
      await put('support', { visibility: 'own' });
      await put('news', { submission: 'editors' });
      await put('team', { visibility: 'editors' });
      const [contributor, editor] = [await member('contributor'), await member('editor')];
      const results = async (client: Client) => {
        const answers: string[] = [];
        for (const board of ['', 'ideas', 'support', 'news', 'team', 'missing']) {
          answers.push(outcome(await client.post(`${project}/feedback`, { title: 'Wish', board })));
        }
        return answers;
      };
      const unknown = '400 invalid_input';
      expect(await results(contributor)).toEqual([
        ...['201', '201', '201'],
        ...['403 insufficient_role', unknown, unknown],
      ]);
      expect(await results(editor)).toEqual(['201', '201', '201', '201', '201', unknown]);
      for (const client of [contributor, editor]) {
        const answer = await client.post(`${project}/feedback`, { title: '', board: 'missing' });
        expect(errorsOf(answer).sort()).toEqual(['/board unknown_board', '/title blank']);
      }
      const hidden = await contributor.post(`${project}/feedback`, { title: '', board: 'team' });
      expect(errorsOf(hidden).sort()).toEqual(['/board unknown_board', '/title blank']);
    });

    it('is moved by editors; the same board is no change', async () => {
      await put('ideas');
      await put('bugs');
      await put('team', { visibility: 'editors' });
      const [contributor, editor] = [await member('contributor'), await member('editor')];
      const path = `${project}/feedback/${await submit({ board: 'ideas' }, contributor)}`;
      const patch = (client: Client, board: string) => client.patch(path, { board });
      expect(outcome(await patch(contributor, 'ideas'))).toBe('200');
      expect(outcome(await patch(contributor, 'bugs'))).toBe('403 insufficient_role');
      expect(outcome(await patch(contributor, ''))).toBe('403 insufficient_role');
      expect(errorsOf(await patch(contributor, 'team'))).toEqual(['/board unknown_board']);
      expect(errorsOf(await patch(contributor, 'missing'))).toEqual(['/board unknown_board']);
      expect(errorsOf(await patch(editor, 'missing'))).toEqual(['/board unknown_board']);
      expect(outcome(await patch(editor, 'team'))).toBe('200');
      expect(outcome(await contributor.get(path))).toBe('404 feedback_not_found');
    });

    it('is filtered by boards, also on the roadmap and without a token', async () => {
      await put('ideas');
      await put('bugs');
      await put('team', { visibility: 'editors' });
      await service.admin.patch(`${project}/settings`, { public_feedback: true });
      const none = await submit({ status: 'planned' });
      const ideas = await submit({ status: 'planned', board: 'ideas' });
      const bugs = await submit({ status: 'planned', board: 'bugs' });
      const team = await submit({ status: 'planned', board: 'team' });
      const viewer = await member('viewer');
      const asViewer = (query: string) => viewer.get(`${project}/${query}`);
      const asEveryone = (query: string) => service.send('GET', `/public/v1/projects/${slug}/${query}`);
      for (const get of [asViewer, asEveryone]) {
        for (const [query, expected] of [
          ['board=ideas', [ideas]],
          ['board=none', [none]],
          ['board=ideas&board=bugs', [bugs, ideas]],
          ['board=ideas&board=none', [ideas, none]],
          ['', [bugs, ideas, none]],
        ] as const) {
          for (const search of ['', '&q=wish', '&status=planned', '&sort=most_upvoted']) {
            expect([query, idsOf(await get(`feedback?${query}${search}`))]).toEqual([query, expected]);
          }
          const { body: columns } = await get(`roadmap?${query}&sort=newest`);
          expect([columns[0].count, columns[0].feedback.map(({ id }: any) => id)]).toEqual([
            expected.length,
            expected,
          ]);
        }
        for (const list of ['feedback', 'roadmap']) {
          for (const unknown of ['team', 'missing']) {
            expect(errorsOf(await get(`${list}?board=${unknown}`))).toEqual(['board unknown_board']);
          }
        }
      }
      expect(idsOf(await service.admin.get(`${project}/feedback?board=team`))).toEqual([team]);
    });

    it('of others is not in the lists of a board on which everybody sees their own', async () => {
      await put('support', { visibility: 'own' });
      const [one, other] = [await member('contributor'), await member('contributor')];
      const own = await submit({ board: 'support' }, one);
      const others = await submit({ board: 'support' }, other);
      const free = await submit();
      for (const [client, ids, all] of [
        [one, [own], [free, own]],
        [other, [others], [free, others]],
        [await member('viewer'), [], [free]],
        [await member('editor'), [others, own], [free, others, own]],
      ] as const) {
        for (const sort of ['newest', 'most_upvoted', 'recently_updated']) {
          const listed = await client.get(`${project}/feedback?board=support&sort=${sort}&count=true`);
          expect(idsOf(listed).sort()).toEqual([...ids].sort());
          expect(listed.headers.get('x-total-count')).toBe(String(ids.length));
        }
        expect(idsOf(await client.get(`${project}/feedback`))).toEqual(all);
        expect(idsOf(await client.get(`${project}/feedback?board=support&board=none`))).toEqual(all);
        const { body: stats } = await client.get(`${project}/feedback/stats`);
        expect([stats.total, stats.by_status.in_review]).toEqual([all.length, all.length]);
      }
    });
  });

  describe('Deleting a board', () => {
    it('moves its feedback, merged or not, with events', async () => {
      await put('old');
      await put('new');
      const ids = [await submit({ board: 'old' }), await submit({ board: 'old' })];
      const target = await submit();
      await service.admin.post(`${project}/feedback/${ids[1]}/merge`, { into: target });
      expect(outcome(await service.admin.delete(`${project}/boards/old`))).toBe('409 board_in_use');
      const unknown = await service.admin.delete(`${project}/boards/old?move_to=missing`);
      expect(errorsOf(unknown)).toEqual(['move_to unknown_board']);
      const itself = await service.admin.delete(`${project}/boards/old?move_to=old`);
      expect(errorsOf(itself)).toEqual(['move_to unknown_board']);
      expect(outcome(await service.admin.delete(`${project}/boards/old?move_to=new`))).toBe('204');
      expect(await boardOf(ids[0]!)).toBe('new');
      await service.admin.delete(`${project}/feedback/${ids[1]}/merge`);
      expect(await boardOf(ids[1]!)).toBe('new');
      expect((await eventsOf('feedback.updated')).map(({ previous }) => previous)).toEqual([
        { board: 'old' },
        { board: 'old' },
      ]);
      expect((await eventsOf('board.deleted')).map(({ data }) => data.slug)).toEqual(['old']);
      expect(outcome(await service.admin.delete(`${project}/boards/old`))).toBe('404 board_not_found');
    });

    it.each(['none', ''])('with move_to=%s leaves it on no board', async (target) => {
      await put('old');
      const id = await submit({ board: 'old' });
      expect(outcome(await service.admin.delete(`${project}/boards/old?move_to=${target}`))).toBe('204');
      expect(await boardOf(id)).toBe('');
    });

    it('moves more feedback than one unit of work changes', async () => {
      await put('old');
      const first = await submit({ board: 'old' });
      await service.query(
        `insert into feedback (id, project_id, user_id, title, description, status, board, created_at)
       select gen_random_uuid(), project_id, user_id, title, description, status, board, created_at
       from feedback, generate_series(1, 150) where id = $1`,
        [first],
      );
      expect(outcome(await service.admin.delete(`${project}/boards/old?move_to=none`))).toBe('204');
      expect(await eventsOf('feedback.updated')).toHaveLength(151);
    });

    it('that is not used needs no other board', async () => {
      await put('old');
      expect(outcome(await service.admin.delete(`${project}/boards/old`))).toBe('204');
    });
  });

  describe('An import', () => {
    const board = { kind: 'board', slug: 'team', visibility: 'editors', submission: 'editors' };

    const imported = (records: readonly object[], query = ''): Promise<any> =>
      importFile(service, project, portableFile(records), query);

    it.each(['&dry_run=true', ''])('creates boards and puts feedback on them (%s)', async (query) => {
      const done = await imported(
        [board, feedback('1', { board: 'team' }), feedback('2', { board: '' }), feedback('3')],
        query,
      );
      expect(done.progress).toMatchObject({ created: 4, failed: 0 });
      if (query !== '') return;
      expect((await service.admin.get(`${project}/boards/team`)).body).toMatchObject({
        name: 'Team',
        visibility: 'editors',
      });
      expect((await service.admin.get(`${project}/feedback?board=team`)).body).toHaveLength(1);
      expect((await service.admin.get(`${project}/feedback?board=none`)).body).toHaveLength(2);
      const again = await imported([
        { ...board, visibility: 'own' },
        feedback('1'),
        feedback('2', { board: 'team' }),
      ]);
      expect(again.progress).toMatchObject({ created: 0, updated: 2, skipped: 1 });
      expect((await service.admin.get(`${project}/feedback?board=team`)).body).toHaveLength(2);
    });

    it('rejects feedback on an unknown board, which more people could see otherwise', async () => {
      const done = await imported([{ ...board, visibility: 'secret' }, feedback('1', { board: 'team' })]);
      expect(done.progress).toMatchObject({ created: 0, failed: 2 });
      expect((await service.admin.get(`${project}/feedback`)).body).toEqual([]);
    });
  });
});

describe('Statuses', () => {
  const clock = new HastyClock();

  let service: TestApp;
  let slug: string;
  let project: string;

  beforeAll(async () => {
    service = await startApp({ clock });
  });

  afterAll(() => service.close());

  beforeEach(async () => {
    slug = unique('statuses');
    project = `/projects/${slug}`;
    await service.admin.post('/projects', { name: 'Statuses', slug });
  });

  async function put(key: string, values: object = {}): Promise<void> {
    const { status, text } = await service.admin.put(`${project}/statuses/${key}`, values);
    if (status > 201) throw new Error(text);
  }

  const submit = (values: object = {}, client: Client = service.admin) =>
    submitFeedback(client, project, values);

  const keysOf = ({ body }: Answer) => body.map(({ key }: { key: string }) => key) as string[];
  const statusOf = async (id: string) => (await service.admin.get(`${project}/feedback/${id}`)).body.status;
  const eventsOf = (type: string) => eventsOfType(service, project, type);

  describe('The statuses of a project', () => {
    it('are five at the beginning, in their order', async () => {
      const listed = await service.admin.get(`${project}/statuses`);
      expect(listed.body).toEqual([
        {
          key: 'in_review',
          name: 'In review',
          color: '#6b7280',
          kind: 'open',
          position: 1,
          on_roadmap: false,
        },
        { key: 'planned', name: 'Planned', color: '#3b82f6', kind: 'planned', position: 2, on_roadmap: true },
        {
          key: 'in_progress',
          name: 'In progress',
          color: '#f59e0b',
          kind: 'active',
          position: 3,
          on_roadmap: true,
        },
        {
          key: 'completed',
          name: 'Completed',
          color: '#22c55e',
          kind: 'done',
          position: 4,
          on_roadmap: true,
        },
        {
          key: 'rejected',
          name: 'Rejected',
          color: '#ef4444',
          kind: 'closed',
          position: 5,
          on_roadmap: false,
        },
      ]);
    });

    it('are created and changed by owners, with events', async () => {
      const beta = { name: 'Beta', color: '#8b5cf6', kind: 'active', position: 3, on_roadmap: true };
      const created = await service.admin.put(`${project}/statuses/beta`, beta);
      expect([created.status, created.body]).toEqual([201, { key: 'beta', ...beta }]);
      const read = await service.admin.get(`${project}/statuses/beta`);
      expect(read.body).toEqual(created.body);
      const changed = await service.admin.put(
        `${project}/statuses/beta`,
        { ...read.body, name: 'Public beta' },
        { 'if-match': read.headers.get('etag')! },
      );
      expect([changed.status, changed.body.name]).toEqual([200, 'Public beta']);
      const stale = await service.admin.put(
        `${project}/statuses/beta`,
        {},
        { 'if-match': read.headers.get('etag')! },
      );
      expect(outcome(stale)).toBe('412 precondition_failed');
      expect(keysOf(await service.admin.get(`${project}/statuses`)).slice(1, 4)).toEqual([
        'planned',
        'beta',
        'in_progress',
      ]);
      expect(await eventsOf('status.created')).toEqual([{ data: created.body, previous: {} }]);
      expect(await eventsOf('status.updated')).toEqual([{ data: changed.body, previous: { name: 'Beta' } }]);
      const editor = await service.userClient(`${unique('editor')}@example.com`);
      await service.admin.put(`${project}/members/${editor.userId}`, { role: 'editor' });
      expect(outcome(await editor.put(`${project}/statuses/beta`, {}))).toBe('403 insufficient_role');
      expect(outcome(await editor.delete(`${project}/statuses/beta`))).toBe('403 insufficient_role');
    });

    it('have keys and values of a certain form', async () => {
      const invalid = await service.admin.put(`${project}/statuses/Not-a-key`, {});
      expect([invalid.status, errorsOf(invalid)]).toEqual([400, ['key invalid_status_key']]);
      const wrong = await service.admin.put(`${project}/statuses/beta`, { color: 'red', kind: 'paused' });
      expect(errorsOf(wrong)).toEqual(['/color invalid_color', '/kind invalid_choice']);
      const last = await service.admin.put(`${project}/statuses/in_review`, { kind: 'done' });
      expect(outcome(last)).toBe('409 last_open_status');
      expect(outcome(await service.admin.get(`${project}/statuses/nothing`))).toBe('404 status_not_found');
      expect(outcome(await service.admin.delete(`${project}/statuses/nothing`))).toBe('404 status_not_found');
    });
  });

  describe('The status of feedback', () => {
    it('is the first open one by default', async () => {
      await put('triage', { kind: 'open', position: 0 });
      expect(await statusOf(await submit())).toBe('triage');
      const person = await service.userClient(`${unique('person')}@example.com`);
      await service.admin.put(`${project}/members/${person.userId}`, { role: 'contributor' });
      expect(await statusOf(await submit({ status: 'triage' }, person))).toBe('triage');
      const other = await person.post(`${project}/feedback`, { title: 'Wish', status: 'in_review' });
      expect(outcome(other)).toBe('403 insufficient_role');
    });

    it('is one of the statuses of the project', async () => {
      await put('beta', { kind: 'active' });
      const id = await submit({ status: 'beta' });
      for (const response of [
        await service.admin.post(`${project}/feedback`, { title: 'Wish', status: 'gamma' }),
        await service.admin.post(`${project}/feedback`, { title: 'Wish', status: 'Not a key' }),
        await service.admin.patch(`${project}/feedback/${id}`, { status: 'gamma' }),
      ]) {
        expect([response.status, errorsOf(response)]).toEqual([400, ['/status unknown_status']]);
      }
      const several = await service.admin.patch(`${project}/feedback/${id}`, { title: '', status: 'gamma' });
      expect(errorsOf(several).sort()).toEqual(['/status unknown_status', '/title blank']);
      const bulk = await service.admin.post(`${project}/feedback/bulk`, {
        ids: [id],
        set: { status: 'gamma' },
      });
      expect(errorsOf(bulk)).toEqual(['/set/status unknown_status']);
      expect(await statusOf(id)).toBe('beta');
    });

    it('is a filter by key and by kind', async () => {
      await put('beta', { kind: 'active' });
      for (const status of ['beta', 'in_progress', 'planned']) await submit({ title: status, status });
      const found = async (query: string) => {
        const { body } = await service.admin.get(`${project}/feedback?sort=oldest&${query}`);
        return body.map(({ status }: { status: string }) => status);
      };
      expect(await found('status=beta&status=planned')).toEqual(['beta', 'planned']);
      expect(await found('status_kind=active')).toEqual(['beta', 'in_progress']);
      expect(await found('status_kind=active&status=beta&status=planned')).toEqual(['beta']);
      expect(await found('status_kind=closed')).toEqual([]);
      expect(await found('status_kind=planned&status=beta')).toEqual([]);
      const unknown = await service.admin.get(`${project}/feedback?status=beta&status=gamma`);
      expect([unknown.status, errorsOf(unknown)]).toEqual([400, ['status unknown_status']]);
      const kind = await service.admin.get(`${project}/feedback?status_kind=paused`);
      expect(errorsOf(kind)).toEqual(['status_kind invalid_choice']);
    });

    it('is counted by key and by kind', async () => {
      await put('beta', { kind: 'active', position: 2 });
      for (const status of ['beta', 'in_progress', 'planned']) await submit({ status });
      const { body } = await service.admin.get(`${project}/feedback/stats`);
      expect(body.total).toBe(3);
      expect(Object.entries(body.by_status)).toEqual([
        ['in_review', 0],
        ['beta', 1],
        ['planned', 1],
        ['in_progress', 1],
        ['completed', 0],
        ['rejected', 0],
      ]);
      expect(body.by_status_kind).toEqual({ open: 0, planned: 1, active: 2, done: 0, closed: 0 });
    });
  });

  describe('A status that is deleted', () => {
    it('leaves no trace if it is not used', async () => {
      await put('beta');
      expect(outcome(await service.admin.delete(`${project}/statuses/beta`))).toBe('204');
      expect(keysOf(await service.admin.get(`${project}/statuses`))).not.toContain('beta');
      expect((await eventsOf('status.deleted')).map(({ data }) => data.key)).toEqual(['beta']);
    });

    it('is replaced in all feedback, merged feedback included, with events', async () => {
      await put('beta', { kind: 'active' });
      const ids: string[] = [];
      for (let number = 0; number < 103; number++) ids.push(await submit({ status: 'beta' }));
      await service.admin.post(`${project}/feedback/${ids[1]}/merge`, { into: ids[0] });
      const remove = (query = '') => service.admin.delete(`${project}/statuses/beta${query}`);
      expect(outcome(await remove())).toBe('409 status_in_use');
      for (const key of ['beta', 'gamma', '']) {
        const unknown = await remove(`?replace_with=${key}`);
        expect([unknown.status, errorsOf(unknown)]).toEqual([400, ['replace_with unknown_status']]);
      }
      expect(outcome(await remove('?replace_with=planned'))).toBe('204');
      const { body: stats } = await service.admin.get(`${project}/feedback/stats`);
      expect([stats.by_status.planned, stats.by_status.beta]).toEqual([102, undefined]);
      const changes = await eventsOf('feedback.status_changed');
      expect(changes.map(({ data, previous }) => [data.status, previous.status])).toEqual(
        Array(103).fill(['planned', 'beta']),
      );
      await service.admin.delete(`${project}/feedback/${ids[1]}/merge`);
      expect(await statusOf(ids[1]!)).toBe('planned');
    });

    it('ends a deletion that takes long, which continues when it is repeated', async () => {
      await put('beta');
      for (let number = 0; number < 101; number++) await submit({ status: 'beta' });
      const remove = () => service.admin.delete(`${project}/statuses/beta?replace_with=planned`);
      clock.isHasty = true;
      const unfinished = await remove();
      clock.isHasty = false;
      expect(outcome(unfinished)).toBe('503 changes_unfinished');
      expect(unfinished.headers.get('retry-after')).toBe('5');
      const { body } = await service.admin.get(`${project}/feedback/stats`);
      expect(body.by_status).toMatchObject({ beta: 1, planned: 100 });
      expect(outcome(await remove())).toBe('204');
      expect(await eventsOf('feedback.status_changed')).toHaveLength(101);
    });

    it('cannot be the last open one', async () => {
      const refused = await service.admin.delete(`${project}/statuses/in_review?replace_with=planned`);
      expect(outcome(refused)).toBe('409 last_open_status');
    });
  });

  describe('The roadmap', () => {
    it('shows the first feedback of each status that is on it', async () => {
      await put('beta', { kind: 'active', position: 2, on_roadmap: true });
      const [first, second] = [
        await submit({ status: 'planned', title: 'First' }),
        await submit({ status: 'planned', title: 'Second' }),
      ];
      await submit({ status: 'rejected' });
      const merged = await submit({ status: 'planned' });
      await service.admin.post(`${project}/feedback/${merged}/merge`, { into: first });
      await service.admin.put(`${project}/feedback/${first}/upvotes/me`);
      const read = async (query = '') =>
        (await service.admin.get(`${project}/roadmap${query}`)).body.map((column: any) => [
          column.status.key,
          column.count,
          column.feedback.map(({ id }: { id: string }) => id),
        ]);
      const empty = [
        ['in_progress', 0, []],
        ['completed', 0, []],
      ];
      expect(await read()).toEqual([['beta', 0, []], ['planned', 2, [first, second]], ...empty]);
      expect(await read('?limit=1')).toEqual([['beta', 0, []], ['planned', 2, [first]], ...empty]);
      expect(await read('?sort=newest')).toEqual([
        ['beta', 0, []],
        ['planned', 2, [second, first]],
        ...empty,
      ]);
      const viewed = await service.admin.get(`${project}/roadmap?include=viewer`);
      expect(viewed.body[1].feedback[0].viewer).toEqual({ voted: true, subscribed: false, can_edit: true });
      const { body } = await service.admin.get(`${project}/feedback/${first}`);
      expect((await service.admin.get(`${project}/roadmap`)).body[1].feedback[0]).toEqual(body);
    });

    it('is public with the feedback, without people', async () => {
      const id = await submit({ status: 'planned' });
      const read = (path: string) => service.send('GET', `/public/v1/projects/${slug}/${path}`);
      expect((await read('roadmap')).status).toBe(404);
      expect((await read('statuses')).status).toBe(404);
      await service.admin.patch(`${project}/settings`, { public_feedback: true });
      const { body: columns } = await read('roadmap');
      expect(columns[0].feedback.map((each: object) => Object.keys(each))).toEqual([
        [
          ...['id', 'project_id', 'title', 'description', 'tags', 'status', 'upvotes', 'comment_count'],
          'created_at',
        ],
      ]);
      expect(columns[0].feedback[0].id).toBe(id);
      const statuses = await service.admin.get(`${project}/statuses`);
      expect((await read('statuses')).body).toEqual(statuses.body);
    });
  });
});
