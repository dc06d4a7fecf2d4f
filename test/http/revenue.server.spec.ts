import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CountService } from '../../src/feedback/index.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newMember, newProject, newUser, walk } from '../support/feedback.js';
import { unique } from '../support/operations.js';
import { settleRevenue, wrongSums } from '../support/revenue.js';

let service: TestApp;
let project: string;
let editor: Client & { userId: string };
/** Ids of the users of people, by their external ids. */
let users: Record<string, string>;

beforeAll(async () => {
  service = await startApp({ background: true });
});
afterAll(() => service.close());

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
const outcome = ({ status, body }: Answer) => (status < 300 ? String(status) : `${status} ${body.code}`);

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
    const { email } = (await get('people/ann')).user;
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

  it('are those of the project only, also for users who belong to companies of several projects', async () => {
    const wish = await submit('Wish', 'ann');
    const other = await newProject(service);
    const { email } = (await get('people/ann')).user;
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
    await service.database.database.dataSource.query(
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
    expect((await get('feedback')).map(({ title, upvotes }: any) => [title, upvotes])).toEqual([['Wish', 0]]);
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
