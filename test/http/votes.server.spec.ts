import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CountService } from '../../src/feedback/index.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { untilBlocked } from '../support/database.js';
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

describe('Votes', () => {
  let service: TestApp;
  let admin: Client;
  let project: string;
  let editor: Client & { userId: string };
  let contributor: Client & { userId: string };
  let viewer: Client & { userId: string };
  let feedback: string;

  beforeAll(async () => {
    service = await startApp({ clock: new TickingClock() });
    admin = service.admin;
    project = await newProject(service);
    [editor, contributor, viewer] = await Promise.all([
      newMember(service, project, 'editor'),
      newMember(service, project, 'contributor'),
      newMember(service, project, 'viewer'),
    ]);
  });

  beforeEach(async () => {
    feedback = await newFeedback(admin, project);
  });

  afterAll(() => service.close());

  describe('A vote', () => {
    it('counts once, however often it is cast', async () => {
      for (let time = 1; time <= 3; time++) {
        const answer = await contributor.put(`${feedback}/upvotes/me`);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual((await contributor.get(feedback)).body);
        expect(answer.body.upvotes).toBe(1);
      }
      const other = await editor.put(`${feedback}/upvotes/${editor.userId.toUpperCase()}`);
      expect(other.body.upvotes).toBe(2);
      expect(await miscounts(service)).toEqual([]);
    });

    it('can be removed, also if there is none', async () => {
      await expectSuccess(contributor.put(`${feedback}/upvotes/me`));
      await expectSuccess(editor.put(`${feedback}/upvotes/me`));
      for (let time = 1; time <= 3; time++) {
        const answer = await contributor.delete(`${feedback}/upvotes/me`);
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual((await contributor.get(feedback)).body);
        expect(answer.body.upvotes).toBe(1);
      }
      expect(await votersOf(admin, feedback)).toEqual([editor.userId]);
      const last = await editor.delete(`${feedback}/upvotes/${editor.userId.toUpperCase()}`);
      expect(last.body.upvotes).toBe(0);
      expect(await miscounts(service)).toEqual([]);
    });

    it('can be cast and removed on behalf of others by editors only', async () => {
      const other = await newUser(service);
      const refused = await contributor.put(`${feedback}/upvotes/${other}`);
      expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_role']);
      expect((await editor.put(`${feedback}/upvotes/${other}`)).body.upvotes).toBe(1);
      expect((await contributor.delete(`${feedback}/upvotes/${other}`)).status).toBe(403);
      expect(await votersOf(admin, feedback)).toEqual([other]);
      expect((await editor.delete(`${feedback}/upvotes/${other}`)).body.upvotes).toBe(0);
    });

    it('requires the role `contributor`; viewers can read all votes', async () => {
      for (const path of [`${feedback}/upvotes/me`, `${feedback}/upvotes/${viewer.userId}`]) {
        expect((await viewer.put(path)).status).toBe(403);
        expect((await viewer.delete(path)).status).toBe(403);
      }
      await expectSuccess(contributor.put(`${feedback}/upvotes/me`));
      expect((await viewer.get(`${feedback}/upvotes`)).body).toHaveLength(1);
    });

    it.each([unknownId, 'nope', 'ME', '%00'])('of an unknown user returns 404: %s', async (user) => {
      for (const answer of [
        await editor.put(`${feedback}/upvotes/${user}`),
        await editor.delete(`${feedback}/upvotes/${user}`),
      ]) {
        expect([answer.status, answer.body.code]).toEqual([404, 'user_not_found']);
      }
      expect(await votersOf(admin, feedback)).toEqual([]);
    });

    it('for unknown feedback, or feedback of another project, returns 404', async () => {
      const elsewhere = `${await newProject(service)}/feedback/${idOf(feedback)}`;
      for (const path of [`${project}/feedback/${unknownId}`, `${project}/feedback/nope`, elsewhere]) {
        for (const answer of [
          await admin.put(`${path}/upvotes/me`),
          await admin.delete(`${path}/upvotes/me`),
          await admin.get(`${path}/upvotes`),
        ]) {
          expect([answer.status, answer.body.code]).toEqual([404, 'feedback_not_found']);
        }
      }
    });

    it('has neither a body nor parameters', async () => {
      const withBody = await contributor.put(`${feedback}/upvotes/me`, { weight: 2 });
      expect([withBody.status, withBody.body.code]).toEqual([400, 'body_not_taken']);
      const withQuery = await contributor.put(`${feedback}/upvotes/me?weight=2`);
      expect(withQuery.body.errors).toEqual([
        { parameter: 'weight', code: 'unknown', detail: 'The parameter is unknown.' },
      ]);
      // An empty body counts as none.
      const empty = await service.send('PUT', `/v1${feedback}/upvotes/me`, {
        body: '',
        headers: { authorization: `Bearer ${contributor.token}`, 'content-type': 'application/json' },
      });
      expect(empty.status).toBe(200);
    });

    it('of an anonymized user remains, and can be removed', async () => {
      const other = await newUser(service);
      await expectSuccess(editor.put(`${feedback}/upvotes/${other}`));
      await expectSuccess(admin.delete(`/users/${other}`));
      const [{ user }] = (await admin.get(`${feedback}/upvotes`)).body;
      expect(user).toMatchObject({ id: other, email: '', avatar_url: '' });
      expect((await editor.put(`${feedback}/upvotes/${other}`)).status).toBe(404);
      expect((await editor.delete(`${feedback}/upvotes/${other}`)).body.upvotes).toBe(0);
      expect((await editor.delete(`${feedback}/upvotes/${other}`)).status).toBe(404);
    });

    it('is removed with its feedback', async () => {
      await expectSuccess(contributor.put(`${feedback}/upvotes/me`));
      expect((await admin.delete(feedback)).status).toBe(204);
      const { dataSource } = service.database.database;
      expect(await dataSource.query('select * from votes where feedback_id = $1', [idOf(feedback)])).toEqual(
        [],
      );
    });
  });

  describe('A vote for an end user', () => {
    const votes = () => `${feedback}/upvotes`;

    it('is created by editors, together with the user, and only once', async () => {
      const user = { email: 'End.User@example.com', full_name: 'End User' };
      const cast = await editor.post(votes(), { user });
      expect(cast.status).toBe(201);
      expect(cast.body.user).toMatchObject({ ...user, avatar_url: '' });
      expect(cast.headers.get('location')).toBe(`${service.url}/v1${votes()}/${cast.body.user.id}`);
      const found = await editor.get(`${votes()}/${cast.body.user.id}`);
      expect([found.text, found.headers.get('etag')]).toEqual([cast.text, cast.headers.get('etag')]);
      const again = await editor.post(votes(), {
        user: { email: 'end.user@EXAMPLE.com', full_name: 'Other' },
      });
      expect([again.status, again.text, again.headers.get('location')]).toEqual([200, cast.text, null]);
      const byId = await editor.post(votes(), { user_id: cast.body.user.id.toUpperCase() });
      expect([byId.status, byId.text]).toEqual([200, cast.text]);
      expect((await admin.get(feedback)).body.upvotes).toBe(1);
      expect(await miscounts(service)).toEqual([]);
    });

    it('can be created by contributors for themselves only', async () => {
      const own = await contributor.post(votes(), {});
      expect([own.status, own.body.user.id]).toEqual([201, contributor.userId]);
      for (const [body, pointer] of [
        [{ user_id: viewer.userId }, '/user_id'],
        [{ user: { email: 'nobody-yet@example.com' } }, '/user'],
      ] as const) {
        const refused = await contributor.post(votes(), body);
        expect([refused.status, refused.body.code, refused.body.errors[0].pointer]).toEqual([
          403,
          'insufficient_role',
          pointer,
        ]);
      }
      expect((await admin.get('/users?email=nobody-yet@example.com')).body).toEqual([]);
      expect((await viewer.post(votes(), {})).status).toBe(403);
      expect(await votersOf(admin, feedback)).toEqual([contributor.userId]);
    });

    it('can be created with a token that is bound to the project, and records one event', async () => {
      const { body } = await editor.post('/tokens', {
        name: 'Widget',
        scope: 'write',
        project: idOf(project),
      });
      const widget = service.client(body.token);
      for (let time = 1; time <= 2; time++) {
        await expectSuccess(widget.post(votes(), { user: { email: 'widget-user@example.com' } }));
      }
      const { dataSource } = service.database.database;
      const events = await dataSource.query(
        `select actor_id, data ->> 'user_id' as voter from events
       where type = 'feedback.upvoted' and data ->> 'feedback_id' = $1`,
        [idOf(feedback)],
      );
      const [voter] = await votersOf(admin, feedback);
      expect(events).toEqual([{ actor_id: editor.userId, voter }]);
    });

    it('is rejected for an unknown user and for missing or merged feedback, without registering anyone', async () => {
      const unknown = await editor.post(votes(), { user_id: unknownId });
      expect([unknown.status, unknown.body.errors]).toMatchObject([
        400,
        [{ pointer: '/user_id', code: 'not_found' }],
      ]);
      const target = await newFeedback(admin, project);
      await expectSuccess(admin.post(`${feedback}/merge`, { into: idOf(target) }));
      const user = { email: 'never-registered@example.com' };
      const merged = await editor.post(votes(), { user });
      expect([merged.status, merged.body.code]).toEqual([409, 'feedback_merged']);
      const missing = await editor.post(`${project}/feedback/${unknownId}/upvotes`, { user });
      expect([missing.status, missing.body.code]).toEqual([404, 'feedback_not_found']);
      expect((await admin.get(`/users?email=${user.email}`)).body).toEqual([]);
    });

    it('returns the vote for merged feedback, if there is one', async () => {
      const target = await newFeedback(admin, project);
      const cast = await contributor.post(votes(), {});
      await expectSuccess(admin.post(`${feedback}/merge`, { into: idOf(target) }));
      const again = await contributor.post(`${target}/upvotes`, {});
      expect([again.status, again.text]).toEqual([200, cast.text]);
      expect((await admin.get(target)).body.upvotes).toBe(1);
    });
  });

  describe('The vote of a user', () => {
    it('is returned, or 404 if there is none', async () => {
      await expectSuccess(contributor.put(`${feedback}/upvotes/me`));
      const own = await contributor.get(`${feedback}/upvotes/me`);
      const [listed] = (await admin.get(`${feedback}/upvotes`)).body;
      expect([own.status, own.body]).toEqual([200, listed]);
      const same = { 'if-none-match': own.headers.get('etag') ?? '' };
      expect((await contributor.get(`${feedback}/upvotes/me`, same)).status).toBe(304);
      await expectSuccess(admin.patch(`/users/${contributor.userId}`, { full_name: 'Renamed' }));
      expect((await contributor.get(`${feedback}/upvotes/me`, same)).status).toBe(200);
      for (const user of ['me', viewer.userId, unknownId, 'nope']) {
        const { status, body } = await viewer.get(`${feedback}/upvotes/${user}`);
        expect([status, body.code]).toEqual([404, 'upvote_not_found']);
      }
      const missing = await viewer.get(`${project}/feedback/${unknownId}/upvotes/me`);
      expect([missing.status, missing.body.code]).toEqual([404, 'feedback_not_found']);
    });

    it('selects feedback by voter_id, also votes for merged feedback', async () => {
      const [other, source, target] = [
        await newFeedback(admin, project),
        await newFeedback(admin, project),
        await newFeedback(admin, project),
      ];
      const voter = await newMember(service, project, 'contributor');
      for (const voted of [feedback, source]) await expectSuccess(voter.put(`${voted}/upvotes/me`));
      await expectSuccess(editor.put(`${other}/upvotes/me`));
      await expectSuccess(admin.post(`${source}/merge`, { into: idOf(target) }));
      const list = `${project}/feedback`;
      for (const query of [`voter_id=${voter.userId.toUpperCase()}`, 'voter_id=me']) {
        const { body, headers } = await voter.get(`${list}?${query}&count=true`);
        expect(body.map(({ id }: any) => id)).toEqual([target, feedback].map(idOf));
        expect(headers.get('x-total-count')).toBe('2');
      }
      expect((await voter.get(`${list}?voter_id=me&sort=most_upvoted&status=planned`)).body).toEqual([]);
      expect((await walk(voter, `${list}?voter_id=me&limit=1`)).map(({ id }) => id)).toEqual(
        [target, feedback].map(idOf),
      );
      expect((await admin.get(`${list}?voter_id=${unknownId}`)).body).toEqual([]);
      expect((await admin.get(`${list}?voter_id=ME`)).status).toBe(400);
    });
  });

  describe('The list of votes', () => {
    it('shows the current users, oldest vote first, page by page', async () => {
      const users = await Promise.all([1, 2, 3, 4, 5].map(() => newUser(service)));
      const order = [3, 0, 4, 1, 2].map((index) => users[index]);
      for (const user of order) await expectSuccess(editor.put(`${feedback}/upvotes/${user}`));
      expect(await votersOf(admin, feedback)).toEqual(order);
      // A repeated vote keeps its position. A vote that was removed and cast again is the newest.
      await expectSuccess(editor.put(`${feedback}/upvotes/${order[0]}`));
      await expectSuccess(editor.delete(`${feedback}/upvotes/${order[1]}`));
      await expectSuccess(editor.put(`${feedback}/upvotes/${order[1]}`));
      const expected = [0, 2, 3, 4, 1].map((index) => order[index]);
      const paged = await walk(admin, `${feedback}/upvotes?limit=2`);
      expect(paged.map(({ user }) => user.id)).toEqual(expected);

      const { body, headers } = await admin.get(`${feedback}/upvotes?count=true&limit=1`);
      expect(headers.get('x-total-count')).toBe('5');
      expect(body).toEqual([
        {
          user: { id: order[0], email: expect.any(String), full_name: 'User', avatar_url: '' },
          created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      ]);
      await expectSuccess(admin.patch(`/users/${order[0]}`, { full_name: 'Renamed' }));
      expect((await admin.get(`${feedback}/upvotes?limit=1`)).body[0].user.full_name).toBe('Renamed');
    });

    it('is empty without votes', async () => {
      expect((await admin.get(`${feedback}/upvotes`)).body).toEqual([]);
    });
  });
});

describe('Feedback contention', () => {
  describe('Two instances on one database', () => {
    let one: TestApp;
    let two: TestApp;
    /** The clients of the instance admin at both instances. */
    let admins: [Client, Client];
    let users: (Client & { userId: string })[];
    let project: string;

    beforeAll(async () => {
      const environment = { LOG_LEVEL: 'info' };
      one = await startApp({ environment });
      two = await startApp({ environment, database: one.database });
      admins = [one.admin, two.admin];
      users = [];
      // More than both instances have connections.
      for (let number = 0; number < 32; number++) {
        const user = await one.userClient(`user-${number}@example.com`);
        // Alternates between both instances.
        users.push(number % 2 === 0 ? user : { ...two.client(user.token), userId: user.userId });
      }
      project = await newProject(one);
      await Promise.all(
        users.map(({ userId }) =>
          expectSuccess(one.admin.put(`${project}/members/${userId}`, { role: 'contributor' })),
        ),
      );
    });

    beforeEach(() => {
      one.logLines.length = 0;
      two.logLines.length = 0;
    });

    afterAll(async () => {
      await two.close();
      await one.close();
    });

    async function feedback(amount: number): Promise<string[]> {
      return Promise.all(Array.from({ length: amount }, () => newFeedback(one.admin, project)));
    }

    /** Runs all requests concurrently and returns their answers. Asserts that none has a status of 500 or more. */
    async function atOnce(requests: (() => Promise<Answer | Answer[]>)[]): Promise<Answer[]> {
      const answers = (await Promise.all(requests.map((request) => request()))).flat();
      expect(answers.filter(({ status }) => status >= 500).map(({ text }) => text)).toEqual([]);
      expect(
        [...one.logLines, ...two.logLines].filter((line) => /"level":"(error|fatal)"/.test(line)),
      ).toEqual([]);
      return answers;
    }

    function statuses(answers: Answer[]): Record<string, number> {
      const counted: Record<string, number> = {};
      for (const { status, body } of answers) {
        const name = status < 300 ? String(status) : `${status} ${body.code}`;
        counted[name] = (counted[name] ?? 0) + 1;
      }
      return counted;
    }

    /** Returns the number of deadlocks that PostgreSQL has resolved in this database. */
    async function deadlocks(): Promise<number> {
      const [row]: [{ deadlocks: number }] = await one.database.database.dataSource.query(
        'select deadlocks::int from pg_stat_database where datname = current_database()',
      );
      return row.deadlocks;
    }

    /**
     * Votes, removes the vote, comments and removes the comment, and leaves a vote and a comment of every second user.
     */
    async function takePart(user: Client, path: string, leaves: boolean): Promise<Answer[]> {
      const answers = [
        await user.put(`${path}/upvotes/me`),
        await user.put(`${path}/upvotes/me`),
        await user.post(`${path}/comments`, { content: 'Hi' }),
        await user.delete(`${path}/upvotes/me`),
        await user.post(`${path}/comments`, { content: 'Ho' }),
        await user.put(`${path}/upvotes/me`),
      ];
      const written = answers.flatMap(({ status, body }) => (status === 201 ? [body.id as string] : []));
      if (written[0] !== undefined) answers.push(await user.delete(`${path}/comments/${written[0]}`));
      if (!leaves) answers.push(await user.delete(`${path}/upvotes/me`));
      return answers;
    }

    it('count the votes and comments of many users of one record correctly', async () => {
      const [path = ''] = await feedback(1);
      const before = await deadlocks();
      const answers = await atOnce(users.map((user, number) => () => takePart(user, path, number % 2 === 0)));
      expect(Object.keys(statuses(answers)).sort()).toEqual(['200', '201', '204']);
      const { body } = await expectSuccess(one.admin.get(path));
      expect([body.upvotes, body.comment_count]).toEqual([users.length / 2, users.length]);
      expect(await miscounts(one)).toEqual([]);
      expect(await deadlocks()).toBe(before);
    });

    it('store one vote of a user who votes many times concurrently', async () => {
      const [path = ''] = await feedback(1);
      const user = users[0]!;
      const answers = await atOnce(
        Array.from(
          { length: 20 },
          (_, number) => () => admins[number % 2]!.put(`${path}/upvotes/${user.userId}`),
        ),
      );
      expect(answers.map(({ body }) => body.upvotes)).toEqual(answers.map(() => 1));
      const gone = await atOnce(
        Array.from(
          { length: 20 },
          (_, number) => () => admins[number % 2]!.delete(`${path}/upvotes/${user.userId}`),
        ),
      );
      expect(gone.map(({ body }) => body.upvotes)).toEqual(gone.map(() => 0));
      expect(await miscounts(one)).toEqual([]);
    });

    it('report each number of votes once', async () => {
      const [path = ''] = await feedback(1);
      await atOnce(users.map((user) => () => user.put(`${path}/upvotes/me`)));
      const stored: { data: { user_id: string; upvotes: number } }[] =
        await one.database.database.dataSource.query(
          `select data from events where type = 'feedback.upvoted' and data ->> 'feedback_id' = $1`,
          [idOf(path)],
        );
      const recorded = stored.map(({ data }) => data).sort((a, b) => a.upvotes - b.upvotes);
      expect(recorded.map(({ upvotes }) => upvotes)).toEqual(users.map((_, number) => number + 1));
      expect(new Set(recorded.map(({ user_id }) => user_id))).toEqual(
        new Set(users.map(({ userId }) => userId)),
      );
    });

    it('count a voter once if a concurrent merge adds their earlier vote', async () => {
      const [source = '', target = ''] = await feedback(2);
      const user = users[0]!;
      await expectSuccess(user.put(`${source}/upvotes/me`));
      const other = await one.database.database.openPool(1).connect();
      try {
        // Does what a merge does, and leaves time for the vote to begin before the merge ends.
        await other.query('begin');
        await other.query('update feedback set merged_into = $2 where id = $1', [idOf(source), idOf(target)]);
        await other.query('update feedback set upvotes = 1 where id = $1', [idOf(target)]);
        const vote = user.put(`${target}/upvotes/me`);
        await untilBlocked(one.database, vote);
        await other.query('commit');
        expect((await expectSuccess(vote)).body.upvotes).toBe(1);
      } finally {
        await other.end();
      }
      expect(await miscounts(one)).toEqual([]);
    });

    it('create no cycle when two records are merged into each other concurrently', async () => {
      const before = await deadlocks();
      for (let round = 0; round < 30; round++) {
        const [a = '', b = ''] = await feedback(2);
        const answers = await atOnce([
          () => admins[0].post(`${a}/merge`, { into: idOf(b) }),
          () => admins[1].post(`${b}/merge`, { into: idOf(a) }),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        const reads = [await one.admin.get(a), await one.admin.get(b)];
        expect(reads.map(({ status }) => status).sort()).toEqual([200, 308]);
      }
      expect(await deadlocks()).toBe(before);
    });

    it('create no chain when a target is merged concurrently', async () => {
      const before = await deadlocks();
      for (let round = 0; round < 30; round++) {
        const [a = '', b = '', c = ''] = await feedback(3);
        const answers = await atOnce([
          () => admins[round % 2]!.post(`${a}/merge`, { into: idOf(b) }),
          () => admins[(round + 1) % 2]!.post(`${b}/merge`, { into: idOf(c) }),
        ]);
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
        expect(answers.find(({ status }) => status === 409)?.body.code).toBe('merge_refused');
      }
      expect(await deadlocks()).toBe(before);
      const chains: unknown[] = await one.database.database.dataSource.query(
        'select * from feedback s join feedback t on t.id = s.merged_into where t.merged_into is not null',
      );
      expect(chains).toEqual([]);
    });

    it('merge and unmerge once for many concurrent requests', async () => {
      for (let round = 0; round < 10; round++) {
        const [a = '', b = '', c = ''] = await feedback(3);
        const merged = await atOnce(
          [b, c, b, c].map(
            (into, number) => () => admins[number % 2]!.post(`${a}/merge`, { into: idOf(into) }),
          ),
        );
        expect(statuses(merged)).toEqual({ '200': 1, '409 feedback_merged': 3 });
        const undone = await atOnce([0, 1, 0, 1].map((at) => () => admins[at]!.delete(`${a}/merge`)));
        expect(statuses(undone)).toEqual({ '200': 1, '409 feedback_not_merged': 3 });
      }
    });

    it('count correctly while feedback is merged and restored', async () => {
      const [a = '', b = '', c = ''] = await feedback(3);
      let going = true;
      const merging = async (admin: Client, from: string, into: string): Promise<Answer[]> => {
        const answers: Answer[] = [];
        while (going) {
          answers.push(await admin.post(`${from}/merge`, { into: idOf(into) }));
          answers.push(await admin.delete(`${from}/merge`));
        }
        return answers;
      };
      const reading = async (): Promise<Answer[]> => {
        const answers: Answer[] = [];
        while (going)
          for (const path of [a, `${a}/comments`, `${b}/upvotes`]) answers.push(await users[0]!.get(path));
        return answers;
      };
      // All of them wait for one record, and a request that waits for longer than 5 seconds for a connection fails.
      const taking = Promise.all(
        users.slice(0, 20).map((user, number) => takePart(user, [a, b, a, c][number % 4]!, number % 2 === 0)),
      ).finally(() => {
        going = false;
      });
      const answers = await atOnce([
        () => taking.then((all) => all.flat()),
        () => merging(admins[0], a, b),
        () => merging(admins[1], c, b),
        reading,
      ]);
      // Existing feedback is never reported as unknown, except for comments, which move between target and source.
      const allowed = ['200', '201', '204', '308 feedback_merged', '404 comment_not_found'];
      expect(
        Object.keys(statuses(answers)).filter((name) => !/^409 /.test(name) && !allowed.includes(name)),
      ).toEqual([]);
      expect(await miscounts(one)).toEqual([]);
      for (const path of [a, c]) await admins[0].delete(`${path}/merge`);
      expect(await miscounts(one)).toEqual([]);
    });

    it('count correctly while votes at the target are removed and merges are undone', async () => {
      for (let round = 0; round < 10; round++) {
        const [a = '', b = ''] = await feedback(2);
        for (const { userId } of users.slice(0, 6)) {
          await expectSuccess(admins[0].put(`${a}/upvotes/${userId}`));
          await expectSuccess(admins[0].put(`${b}/upvotes/${userId}`));
        }
        await expectSuccess(admins[0].post(`${a}/merge`, { into: idOf(b) }));
        await atOnce([
          ...users.slice(0, 6).map((user) => () => user.delete(`${b}/upvotes/me`)),
          () => admins[round % 2]!.delete(`${a}/merge`),
        ]);
        expect(await miscounts(one)).toEqual([]);
      }
    });

    it('correct wrong counters while others vote, comment and merge', async () => {
      const [hot = '', target = '', ...cold] = await feedback(12);
      await expectSuccess(admins[0].post(`${hot}/merge`, { into: idOf(target) }));
      await expectSuccess(admins[0].delete(`${hot}/merge`));
      const { dataSource } = one.database.database;
      // Row by row: a statement on many rows could deadlock with a request.
      const corruptCounters = async (): Promise<void> => {
        for (const path of [hot, target, ...cold]) {
          await dataSource.query(
            'update feedback set upvotes = upvotes + 3, comment_count = comment_count + 1 where id = $1',
            [idOf(path)],
          );
        }
      };
      let going = true;
      const merging = async (): Promise<Answer[]> => {
        const answers: Answer[] = [];
        while (going) {
          answers.push(await admins[0].post(`${hot}/merge`, { into: idOf(target) }));
          answers.push(await admins[0].delete(`${hot}/merge`));
        }
        return answers;
      };
      const corrected: number[] = [];
      const mending = async (): Promise<Answer[]> => {
        while (going) {
          await corruptCounters();
          const { corrected: amount } = await two.app.get(CountService).check(() => undefined);
          corrected.push(amount);
        }
        return [];
      };
      const taking = Promise.all(
        users.map((user, number) => takePart(user, [hot, target, ...cold][number % 4]!, number % 2 === 0)),
      ).finally(() => {
        going = false;
      });
      await atOnce([() => taking.then((all) => all.flat()), merging, mending]);
      expect(Math.max(...corrected)).toBeGreaterThan(0);
      expect(await miscounts(one)).toEqual([]);
      expect(await two.app.get(CountService).check(() => undefined)).toMatchObject({ corrected: 0 });
    });

    it('restore a source when its target is deleted while others merge, vote and comment', async () => {
      for (let round = 0; round < 10; round++) {
        const [a = '', b = '', c = ''] = await feedback(3);
        await expectSuccess(admins[0].post(`${a}/merge`, { into: idOf(b) }));
        const answers = await atOnce([
          () => admins[0].delete(b),
          () => admins[1].post(`${c}/merge`, { into: idOf(b) }),
          () => admins[1].delete(`${a}/merge`),
          ...users
            .slice(0, 4)
            .flatMap((user) => [
              () => user.put(`${b}/upvotes/me`),
              () => user.post(`${b}/comments`, { content: 'Hi' }),
            ]),
        ]);
        expect(answers[0]?.status).toBe(204);
        expect([(await one.admin.get(a)).status, (await one.admin.get(c)).status]).toEqual([200, 200]);
        expect(await miscounts(one)).toEqual([]);
      }
    });

    it('accept feedback while its tag is deleted, with or without the tag', async () => {
      for (let round = 0; round < 20; round++) {
        await expectSuccess(one.admin.put(`${project}/tags/Going`, { color: '#fff' }));
        const submit = (admin: Client) => () =>
          admin.post(`${project}/feedback`, { title: 'Tagged', tags: ['Going'] });
        const answers = await atOnce([
          submit(admins[0]),
          submit(admins[1]),
          () => admins[round % 2]!.delete(`${project}/tags/Going`),
          submit(admins[1]),
          submit(admins[0]),
        ]);
        for (const { status, body } of answers.filter((_, at) => at !== 2)) {
          if (status === 201) continue;
          expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_input', '/tags/0']);
        }
      }
    });
  });
});
