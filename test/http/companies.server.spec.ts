import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CountService } from '../../src/feedback/index.js';
import { type Answer, type Client, outcome, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newMember, newProject, newUser, walk } from '../support/feedback.js';
import { unique } from '../support/unique.js';
import { settleRevenue, wrongSums } from '../support/revenue.js';
import { eventsOfType } from '../support/events.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ background: true });
});
afterAll(() => service.close());

describe('Revenue', () => {
  let project: string;
  let editor: Client & { userId: string };
  /** Ids of the users of people, by their external ids. */
  let users: Record<string, string>;

  /** Ann and Bob are of Globex (100), Cem is of Initech (7), Dan is of none. */
  beforeEach(async () => {
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    await put('companies/globex', { name: 'Globex', revenue: 100 });
    await put('companies/initech', { name: 'Initech', revenue: 7 });
    users = {};
    for (const [id, company] of [
      ['ann', 'globex'],
      ['bob', 'globex'],
      ['cem', 'initech'],
      ['dan', ''],
    ] as const) {
      users[id] = (await put(`people/${id}`, { company })).user.id;
    }
  });

  const put = async (path: string, values?: object) =>
    (await expectSuccess(editor.put(`${project}/${path}`, values))).body;
  const get = async (path: string) => (await expectSuccess(editor.get(`${project}/${path}`))).body;
  const remove = (path: string) => expectSuccess(editor.delete(`${project}/${path}`));

  /** Submits feedback of a person, and returns its id. */
  async function submit(title: string, author = 'dan'): Promise<string> {
    const body = { title, user: { external_id: author } };
    return (await expectSuccess(editor.post(`${project}/feedback`, body))).body.id as string;
  }

  const cast = (feedback: string, who: string) => put(`feedback/${feedback}/upvotes/${users[who]}`);
  const merge = (source: string, into: string) =>
    expectSuccess(editor.post(`${project}/feedback/${source}/merge`, { into }));

  /** The sums of feedback, after they have been computed. */
  async function sumsOf(id: string): Promise<[revenue: number, companies: number]> {
    await settleRevenue(service);
    const { revenue, companies } = await get(`feedback/${id}?include=revenue,companies`);
    return [revenue, companies];
  }

  const companiesOf = async (id: string) =>
    (await get(`feedback/${id}/companies`)).map(({ external_id: company }: any) => company);

  it('feedback that waits for approval has its sums, too', async () => {
    await expectSuccess(
      service.admin.patch(`${project}/settings`, { approval: 'all', signed_in: 'contributor' }),
    );
    const email = `${unique('author')}@example.com`;
    const author = await service.userClient(email);
    await put('people/eve', { company: 'globex', email });
    const { body } = await expectSuccess(author.post(`${project}/feedback`, { title: 'Wish' }));
    expect(await get('feedback?approval=pending')).toMatchObject([{ id: body.id }]);
    expect(await sumsOf(body.id)).toEqual([100, 1]);
  });

  describe('The companies that want feedback', () => {
    it('are those of its author and its voters, each once', async () => {
      const wish = await submit('Wish', 'cem');
      expect([await sumsOf(wish), await companiesOf(wish)]).toEqual([[7, 1], ['initech']]);
      for (const who of ['ann', 'bob', 'cem', 'dan']) await cast(wish, who);
      expect([await sumsOf(wish), await companiesOf(wish)]).toEqual([
        [107, 2],
        ['globex', 'initech'],
      ]);
      await remove(`feedback/${wish}/upvotes/${users['ann']}`);
      expect(await sumsOf(wish)).toEqual([107, 2]);
      await remove(`feedback/${wish}/upvotes/${users['bob']}`);
      expect([await sumsOf(wish), await companiesOf(wish)]).toEqual([[7, 1], ['initech']]);
      const unwanted = await submit('Unwanted');
      expect([await sumsOf(unwanted), await companiesOf(unwanted)]).toEqual([[0, 0], []]);
    });

    it('include those of merged feedback, until the merge is undone or the target is deleted', async () => {
      const [source, target] = [await submit('Source', 'cem'), await submit('Target')];
      await cast(source, 'ann');
      await cast(target, 'bob');
      await merge(source, target);
      expect([await sumsOf(target), await companiesOf(target)]).toEqual([
        [107, 2],
        ['globex', 'initech'],
      ]);
      await remove(`feedback/${target}/upvotes/${users['ann']}`);
      await remove(`feedback/${target}/upvotes/${users['bob']}`);
      expect(await sumsOf(target)).toEqual([7, 1]);
      await remove(`feedback/${source}/merge`);
      expect(await sumsOf(target)).toEqual([0, 0]);
      expect(await sumsOf(source)).toEqual([7, 1]);
      await merge(source, target);
      expect(await sumsOf(target)).toEqual([7, 1]);
      await remove(`feedback/${target}`);
      expect(await sumsOf(source)).toEqual([7, 1]);
      expect(await wrongSums(service)).toEqual([]);
    });

    it('follow people who move, are removed or are erased', async () => {
      const wish = await submit('Wish', 'ann');
      await cast(wish, 'cem');
      expect(await sumsOf(wish)).toEqual([107, 2]);
      await put('people/ann', { company: 'initech' });
      expect(await sumsOf(wish)).toEqual([7, 1]);
      await put('people/ann', { company: '' });
      await put('people/dan', { company: 'globex' });
      await cast(wish, 'dan');
      expect(await sumsOf(wish)).toEqual([107, 2]);
      await remove('people/dan');
      expect(await sumsOf(wish)).toEqual([7, 1]);
      await expectSuccess(service.admin.delete(`/users/${users['cem']}`));
      expect([await sumsOf(wish), await companiesOf(wish)]).toEqual([[0, 0], []]);
    });

    it('are those of all external ids of a user', async () => {
      const wish = await submit('Wish', 'ann');
      const email = `${unique('ann')}@example.com`;
      await put('people/ann', { email });
      await put('people/ann%20at%20home', { email, company: 'initech' });
      expect(await sumsOf(wish)).toEqual([107, 2]);
    });

    it('follow the revenue of companies, and companies that are deleted', async () => {
      const wish = await submit('Wish', 'ann');
      await cast(wish, 'cem');
      await put('companies/globex', { revenue: 5 });
      expect(await sumsOf(wish)).toEqual([12, 2]);
      await remove('companies/globex');
      expect([await sumsOf(wish), await companiesOf(wish)]).toEqual([[7, 1], ['initech']]);
      await put('companies/globex', { revenue: 900 });
      expect(await sumsOf(wish)).toEqual([7, 1]);
    });

    it('have sums that are exact up to the largest safe integer, and not larger', async () => {
      const wish = await submit('Wish', 'ann');
      await cast(wish, 'cem');
      await put('companies/globex', { revenue: Number.MAX_SAFE_INTEGER - 7 });
      expect(await sumsOf(wish)).toEqual([Number.MAX_SAFE_INTEGER, 2]);
      await put('companies/globex', { revenue: Number.MAX_SAFE_INTEGER });
      expect(await sumsOf(wish)).toEqual([Number.MAX_SAFE_INTEGER, 2]);
      expect((await get('feedback?sort=most_revenue&limit=1'))[0].id).toBe(wish);
    });

    it('are known when companies and people are added after the votes', async () => {
      const other = await newProject(service);
      const userId = await newUser(service);
      const body = { title: 'Wish', user_id: userId };
      const { id } = (await expectSuccess(service.admin.post(`${other}/feedback`, body))).body;
      await settleRevenue(service);
      const { email } = (await expectSuccess(service.admin.get(`/users/${userId}`))).body;
      await expectSuccess(service.admin.put(`${other}/companies/late`, { revenue: 3 }));
      await expectSuccess(service.admin.put(`${other}/people/1`, { email, company: 'late' }));
      await settleRevenue(service);
      const read = await service.admin.get(`${other}/feedback/${id}?include=revenue`);
      expect(read.body.revenue).toBe(3);
    });

    it('belong to the project only, also for users who belong to companies of several projects', async () => {
      const wish = await submit('Wish', 'ann');
      const other = await newProject(service);
      const email = `${unique('ann')}@example.com`;
      await put('people/ann', { email });
      await expectSuccess(service.admin.put(`${other}/companies/globex`, { revenue: 5_000 }));
      await expectSuccess(service.admin.put(`${other}/people/1`, { email, company: 'globex' }));
      expect(await sumsOf(wish)).toEqual([100, 1]);
      expect((await get(`feedback/${wish}/companies`)).map(({ revenue }: any) => revenue)).toEqual([100]);
    });

    it('are columns of the table of feedback', async () => {
      const wish = await submit('Wish', 'ann');
      await cast(wish, 'cem');
      await submit('Unwanted');
      await settleRevenue(service);
      const table = await expectSuccess(service.admin.get(`${project}/export?format=csv&kind=feedback`));
      const [head, ...rows] = table.text
        .trim()
        .split('\r\n')
        .map((line) => line.split(','));
      const cells = rows.map((row) =>
        ['title', 'revenue', 'companies'].map((name) => row[head!.indexOf(name)]),
      );
      expect(cells).toEqual([
        ['Wish', '107', '2'],
        ['Unwanted', '0', '0'],
      ]);
    });

    it('are part of events, but not of their `previous`', async () => {
      const wish = await submit('Wish', 'ann');
      await settleRevenue(service);
      const read = await get(`feedback/${wish}?include=revenue,companies`);
      await expectSuccess(editor.patch(`${project}/feedback/${wish}`, { ...read, title: 'Renamed' }));
      await settleRevenue(service);
      expect(await get('events?type=feedback.updated')).toMatchObject([
        { data: { revenue: 100, companies: 1 }, previous: { title: 'Wish' } },
      ]);
    });
  });

  describe('Lists of feedback', () => {
    let ids: Record<string, string>;
    const titlesOf = (records: { title: string }[]) => records.map(({ title }) => title);

    /** Initech alone wants A, Globex B and D, both C, nobody E and F. */
    beforeEach(async () => {
      ids = {};
      for (const [title, author] of [
        ['A', 'cem'],
        ['B', 'ann'],
        ['C', 'bob'],
        ['D', 'dan'],
        ['E', 'dan'],
        ['F', 'dan'],
      ] as const) {
        ids[title] = await submit(title, author);
      }
      await cast(ids['C']!, 'cem');
      await cast(ids['D']!, 'bob');
      await settleRevenue(service);
    });

    it.each([
      ['sort=most_revenue', ['C', 'D', 'B', 'A', 'F', 'E']],
      ['sort=most_revenue&limit=1', ['C', 'D', 'B', 'A', 'F', 'E']],
      ['sort=most_revenue&limit=4', ['C', 'D', 'B', 'A', 'F', 'E']],
      ['sort=most_revenue&company=initech', ['C', 'A']],
      ['sort=most_revenue&q=c', ['C']],
      ['company=globex', ['D', 'C', 'B']],
      ['company=globex&limit=1', ['D', 'C', 'B']],
      ['company=initech&sort=oldest', ['A', 'C']],
      ['company=hooli', []],
    ])('are sorted and filtered: %s', async (query, expected) => {
      const path = `${project}/feedback?${query}`;
      expect(titlesOf(await walk(editor, path))).toEqual(expected);
      const { headers } = await expectSuccess(editor.get(`${path}&count=true`));
      expect(headers.get('x-total-count')).toBe(String(expected.length));
    });

    it('find what a company wants in the order of the list, however much that is', async () => {
      await merge(ids['B']!, ids['E']!);
      // That of Ann, before all other feedback.
      await service.query(
        `insert into feedback (id, project_id, user_id, title, description, status, upvotes, created_at)
       select gen_random_uuid(), f.project_id, f.user_id, n::text, '', f.status, n, f.created_at - n * interval '1 hour'
       from feedback f cross join generate_series(1, 1001) n where f.id = $1`,
        [ids['B']],
      );
      expect(titlesOf(await get('feedback?company=globex&limit=5'))).toEqual(['E', 'D', 'C', '1', '2']);
      expect(titlesOf(await get('feedback?company=globex&limit=2&sort=most_upvoted'))).toEqual([
        '1001',
        '1000',
      ]);
      const { headers } = await expectSuccess(editor.get(`${project}/feedback?company=globex&count=true`));
      expect(headers.get('x-total-count')).toBe('1004');
    });

    it('find merged feedback by its target', async () => {
      await merge(ids['A']!, ids['F']!);
      await settleRevenue(service);
      expect(titlesOf(await get('feedback?company=initech'))).toEqual(['F', 'C']);
      const sorted = await get('feedback?sort=most_revenue&include=revenue,companies');
      expect(sorted.map(({ title, revenue, companies }: any) => [title, revenue, companies])).toEqual([
        ['C', 107, 2],
        ['D', 100, 1],
        ['B', 100, 1],
        ['F', 7, 1],
        ['E', 0, 0],
      ]);
      expect(await get('feedback/similar?title=C&include=revenue,companies')).toMatchObject([
        { title: 'C', revenue: 107, companies: 2 },
      ]);
      const moved = await editor.get(`${project}/feedback/${ids['A']}/companies`);
      expect(moved.status).toBe(308);
    });

    it('have an ETag that covers the sums', async () => {
      const path = `${project}/feedback/${ids['A']}?include=revenue`;
      const etag = { 'if-none-match': (await editor.get(path)).headers.get('etag')! };
      expect((await editor.get(path, etag)).status).toBe(304);
      await put('companies/initech', { revenue: 8 });
      await settleRevenue(service);
      expect((await editor.get(path, etag)).body.revenue).toBe(8);
    });
  });

  describe('Viewers and contributors', () => {
    it('read nothing of revenue and companies, and write nothing when they ask for it', async () => {
      const wish = await submit('Wish', 'ann');
      const contributor = await newMember(service, project, 'contributor');
      const path = `${project}/feedback`;
      for (const answer of [
        ...['include=revenue', 'include=companies', 'sort=most_revenue', 'company=globex'].map((query) =>
          contributor.get(`${path}?${query}`),
        ),
        contributor.get(`${path}/${wish}?include=board,revenue`),
        contributor.get(`${path}/${wish}/companies`),
        contributor.get(`${path}/similar?title=Wish&include=revenue`),
        contributor.get(`${project}/roadmap?include=companies`),
        contributor.post(`${path}?include=revenue`, { title: 'Unwritten' }),
        contributor.put(`${path}/${wish}/upvotes/me?include=revenue`),
      ]) {
        expect(outcome(await answer)).toBe('403 insufficient_role');
      }
      expect((await get('feedback')).map(({ title, upvotes }: any) => [title, upvotes])).toEqual([
        ['Wish', 0],
      ]);
    });

    it('and the public cannot sort by revenue', async () => {
      await expectSuccess(service.admin.patch(`${project}/settings`, { public_feedback: true }));
      const { status, body } = await service.send('GET', `/public/v1${project}/feedback?sort=most_revenue`);
      expect([status, body.errors]).toMatchObject([400, [{ parameter: 'sort', code: 'invalid_choice' }]]);
    });
  });

  it('counts:check corrects wrong sums, and reports each of them, but none that are only stale', async () => {
    const [wish, other] = [await submit('Wish', 'ann'), await submit('Other')];
    await settleRevenue(service);
    await put('companies/globex', { revenue: 50 });
    const check = async () => {
      const found: { feedbackId: string }[] = [];
      await service.app.get(CountService).check((miscount) => found.push(miscount));
      return found.filter(({ feedbackId }) => [wish, other].includes(feedbackId));
    };
    expect(await check()).toEqual([]);
    // The event of this vote has not been relayed.
    await cast(wish, 'cem');
    expect(await check()).toEqual([]);
    expect(await wrongSums(service)).toEqual([]);
    await settleRevenue(service);
    const { dataSource } = service.database.database;
    await dataSource.query('update feedback_revenue set revenue = 1 where feedback_id = $1', [wish]);
    await dataSource.query(
      `insert into feedback_revenue (feedback_id, project_id, revenue, companies)
     select id, project_id, 9, 2 from feedback where id = $1`,
      [other],
    );
    expect(await check()).toEqual([
      { feedbackId: wish, field: 'revenue', was: 1, is: 57 },
      { feedbackId: other, field: 'revenue', was: 9, is: 0 },
      { feedbackId: other, field: 'companies', was: 2, is: 0 },
    ]);
    expect(await check()).toEqual([]);
    expect(await wrongSums(service)).toEqual([]);
  });
});

describe('Revenue contention', () => {
  let admin: Client;

  beforeAll(async () => {
    admin = service.admin;
  });

  /** Returns a function that returns numbers below a limit: the same ones in each run. */
  function numbers(seed: number): (limit: number) => number {
    let state = seed;
    return (limit) => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * limit);
    };
  }

  it('sums are right after writers have voted, merged, moved people and changed companies at the same time', async () => {
    const project = await newProject(service);
    const people: string[] = [];
    const feedback: string[] = [];
    for (let n = 0; n < 12; n += 1) {
      people.push((await expectSuccess(admin.put(`${project}/people/${n}`, {}))).body.user.id as string);
    }
    for (let n = 0; n < 8; n += 1) {
      const body = { title: `Wish ${n}`, user_id: people[n] };
      feedback.push((await expectSuccess(admin.post(`${project}/feedback`, body))).body.id as string);
    }
    const writes: ((next: (limit: number) => number) => Promise<Answer>)[] = [
      (next) => admin.put(`${project}/feedback/${feedback[next(8)]}/upvotes/${people[next(12)]}`),
      (next) => admin.delete(`${project}/feedback/${feedback[next(8)]}/upvotes/${people[next(12)]}`),
      (next) => admin.put(`${project}/people/${next(12)}`, { company: String(next(4)) }),
      (next) => admin.put(`${project}/people/${next(12)}`, { company: '' }),
      (next) => admin.put(`${project}/companies/${next(4)}`, { revenue: next(1_000) }),
      (next) => admin.put(`${project}/companies/${next(4)}`, { revenue: next(1_000) }),
      (next) => admin.delete(`${project}/companies/${next(4)}`),
      (next) => admin.post(`${project}/feedback/${feedback[next(8)]}/merge`, { into: feedback[next(8)] }),
      (next) => admin.delete(`${project}/feedback/${feedback[next(8)]}/merge`),
    ];
    let isWriting = true;
    const refresh = async (): Promise<void> => {
      while (isWriting) await settleRevenue(service);
    };
    const refreshing = [refresh(), refresh()];
    await Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        const next = numbers(writer + 1);
        for (let n = 0; n < 60; n += 1) {
          // Also merges that are refused, and companies that do not exist.
          const { status, text } = await writes[next(writes.length)]!(next);
          if (status >= 500) throw new Error(`${status}: ${text}`);
        }
      }),
    ).finally(() => {
      isWriting = false;
    });
    await Promise.all(refreshing);
    // The writers may have deleted all companies in the end.
    await expectSuccess(admin.put(`${project}/companies/0`, { revenue: 100 }));
    await expectSuccess(admin.put(`${project}/people/0`, { company: '0' }));
    await settleRevenue(service);
    expect(await wrongSums(service)).toEqual([]);
    expect(await service.query('select from feedback_revenue')).not.toEqual([]);
  });
});

describe('Companies', () => {
  let project: string;
  let editor: Client & { userId: string };

  beforeEach(async () => {
    project = await newProject(service);
    editor = await newMember(service, project, 'editor');
  });

  const put = async (path: string, values: object = {}) =>
    (await expectSuccess(editor.put(`${project}/${path}`, values))).body;
  const get = async (path: string) => (await expectSuccess(editor.get(`${project}/${path}`))).body;
  const idsOf = (records: { external_id: string }[]) => records.map(({ external_id: id }) => id);
  const eventsOf = (type: string) => eventsOfType(service, project, type);

  describe('A company', () => {
    it('is created, read, updated and deleted by editors, with events', async () => {
      const path = `${project}/companies/crm%2F77`;
      const values = { name: 'Globex', revenue: 48_000, metadata: { plan: 'b', id: 1 } };
      const created = await editor.put(path, values);
      const time = expect.stringMatching(/^2\d{3}-.*Z$/);
      const record = { external_id: 'crm/77', ...values, created_at: time, updated_at: time };
      expect([created.status, created.body]).toEqual([201, record]);
      const read = await editor.get(path);
      expect([read.status, read.body]).toEqual([200, created.body]);
      const etag = { 'if-match': read.headers.get('etag')! };
      await editor.put(path, values);
      expect((await editor.get(path)).headers.get('etag')).toBe(etag['if-match']);
      const updated = await editor.put(path, { revenue: 36_000 }, etag);
      expect([updated.status, updated.body.revenue, updated.body.name]).toEqual([200, 36_000, 'Globex']);
      expect(outcome(await editor.put(path, { name: 'Late' }, etag))).toBe('412 precondition_failed');
      expect((await editor.put(path, updated.body)).body).toEqual(updated.body);
      expect(outcome(await editor.delete(path, etag))).toBe('412 precondition_failed');
      expect(outcome(await editor.delete(path))).toBe('204');
      expect(outcome(await editor.get(path))).toBe('404 company_not_found');
      expect(outcome(await editor.delete(path))).toBe('404 company_not_found');
      expect(await eventsOf('company.created')).toEqual([{ data: created.body, previous: {} }]);
      expect(await eventsOf('company.updated')).toEqual([
        { data: updated.body, previous: { revenue: 48_000 } },
      ]);
      expect(await eventsOf('company.deleted')).toEqual([{ data: updated.body, previous: {} }]);
    });

    it('is unknown to other projects, viewers and contributors', async () => {
      await put('companies/globex');
      const other = await newProject(service);
      expect(outcome(await service.admin.get(`${other}/companies/globex`))).toBe('404 company_not_found');
      const contributor = await newMember(service, project, 'contributor');
      for (const path of ['companies', 'companies/globex']) {
        expect(outcome(await contributor.get(`${project}/${path}`))).toBe('403 insufficient_role');
      }
      expect(outcome(await contributor.put(`${project}/companies/globex`, {}))).toBe('403 insufficient_role');
    });

    it.each(['%20', '%00', 'x'.repeat(201)])('is refused with the id %s', async (id) => {
      const answer = await editor.put(`${project}/companies/${id}`, {});
      expect([answer.status, answer.body.errors[0].parameter]).toEqual([400, 'companyId']);
      expect(outcome(await editor.get(`${project}/companies/${id}`))).toBe('404 company_not_found');
      expect(outcome(await editor.delete(`${project}/companies/${id}`))).toBe('404 company_not_found');
    });
  });

  describe('A list of companies', () => {
    beforeEach(async () => {
      for (const [id, name, revenue] of [
        ['1', 'Zeta', Number.MAX_SAFE_INTEGER],
        ['2', 'alpha', 5],
        ['3', 'Alpha 100%', 5],
        ['4', 'Beta', 0],
      ] as const) {
        await put(`companies/${id}`, { name, revenue });
      }
    });

    it.each([
      ['', ['2', '3', '4', '1']],
      ['sort=name', ['2', '3', '4', '1']],
      ['sort=revenue', ['1', '3', '2', '4']],
      ['q=ALPHA', ['2', '3']],
      ['q=100%25&sort=revenue', ['3']],
      ['q=_', []],
    ])('is sorted, filtered and paged: %s', async (query, expected) => {
      expect(idsOf(await get(`companies?${query}`))).toEqual(expected);
      expect(idsOf(await walk(editor, `${project}/companies?${query}&limit=1`))).toEqual(expected);
    });

    it('rejects unknown orders', async () => {
      expect((await editor.get(`${project}/companies?sort=newest`)).body.errors).toMatchObject([
        { parameter: 'sort', code: 'invalid_choice' },
      ]);
    });
  });

  describe('The people of a company', () => {
    it('are those whose company it is, and belong to none after it was deleted', async () => {
      await put('companies/globex');
      await put('companies/initech');
      const ann = await put('people/ann', { full_name: 'Ann', company: 'globex' });
      expect(ann.company).toBe('globex');
      await put('people/bob', { full_name: 'Bob', company: 'globex' });
      await put('people/cem', {});
      expect(idsOf(await get('people?company=globex'))).toEqual(['ann', 'bob']);
      expect(idsOf(await walk(editor, `${project}/people?company=globex&limit=1`))).toEqual(['ann', 'bob']);
      expect(idsOf(await get('people?company=globex&q=bo'))).toEqual(['bob']);
      expect(await get('people?company=hooli')).toEqual([]);
      const moved = await put('people/bob', { company: 'initech' });
      expect([moved.company, moved.user.full_name, moved.updated_at > moved.created_at]).toEqual([
        ...['initech', 'Bob', true],
      ]);
      expect(await put('people/bob', { full_name: 'Bob' })).toEqual(moved);
      expect((await put('people/bob', { company: '' })).company).toBe('');
      const before = await editor.get(`${project}/people/ann`);
      expect(outcome(await editor.delete(`${project}/companies/globex`))).toBe('204');
      const after = await editor.get(`${project}/people/ann`, {
        'if-none-match': before.headers.get('etag')!,
      });
      expect([after.status, after.body.company]).toEqual([200, '']);
    });

    it('cannot belong to a company that does not exist in the project', async () => {
      const other = await newProject(service);
      await expectSuccess(service.admin.put(`${other}/companies/globex`, {}));
      await put('people/known');
      for (const id of ['known', 'new']) {
        const answer = await editor.put(`${project}/people/${id}`, { full_name: 'Name', company: 'globex' });
        expect([answer.status, answer.body.errors]).toMatchObject([
          ...[400, [{ pointer: '/company', code: 'unknown_company' }]],
        ]);
      }
      expect((await get('people')).map((each: any) => [each.external_id, each.user.full_name])).toEqual([
        ['known', ''],
      ]);
    });

    it('leave it when their user is erased, whose export names the company', async () => {
      await put('companies/globex');
      const { user } = await put('people/ann', { company: 'globex' });
      const exported = await walk(service.admin, `/users/${user.id}/export`);
      expect(exported.filter(({ kind }) => kind === 'person')).toMatchObject([
        { record: { company: 'globex' } },
      ]);
      await expectSuccess(service.admin.delete(`/users/${user.id}`));
      expect(await get('people?company=globex')).toEqual([]);
    });
  });
});
