import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, idOf, newFeedback, newMember, newProject, unknownId } from '../support/feedback.js';

let service: TestApp;
let admin: Client;
let project: string;
let editor: Client & { userId: string };
let ids: [string, string, string];

const bulk = (body: object, client: Client = editor) => client.post(`${project}/feedback/bulk`, body);
const read = async (id: string) => (await expectSuccess(admin.get(`${project}/feedback/${id}`))).body;

async function eventsOf(id: string): Promise<{ type: string; actor_id: string; previous: object }[]> {
  return service.database.database.dataSource.query(
    `select type, actor_id, previous from events
     where data ->> 'id' = $1 and type <> 'feedback.created' order by id`,
    [id],
  );
}

beforeAll(async () => {
  service = await startApp();
  admin = service.admin;
  project = await newProject(service);
  editor = await newMember(service, project, 'editor');
  for (const name of ['bug', 'late', 'idea'])
    await expectSuccess(admin.put(`${project}/tags/${name}`, { color: '#000' }));
});

beforeEach(async () => {
  const paths = await Promise.all([1, 2, 3].map(() => newFeedback(admin, project)));
  ids = paths.map(idOf) as typeof ids;
});

afterAll(() => service.close());

describe('A bulk update', () => {
  it('changes all records with the events of single updates, and returns them in the order of the ids', async () => {
    await expectSuccess(admin.patch(`${project}/feedback/${ids[0]}`, { status: 'planned', tags: ['late'] }));
    const before = (await eventsOf(ids[0])).length;
    const order = [ids[2], ids[0].toUpperCase(), ids[1], ids[0]];
    const set = {
      status: 'planned',
      tags_add: ['BUG', { name: 'idea', color: '#fff' }],
      tags_remove: ['late'],
    };
    const answer = await bulk({ ids: order, set });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual([await read(ids[2]), await read(ids[0]), await read(ids[1])]);
    for (const record of answer.body) {
      expect(record).toMatchObject({ status: 'planned', tags: [{ name: 'bug' }, { name: 'idea' }] });
    }
    // Its status was the same before.
    expect((await eventsOf(ids[0])).slice(before)).toEqual([
      {
        type: 'feedback.updated',
        actor_id: editor.userId,
        previous: { tags: [{ name: 'late', color: '#000' }] },
      },
    ]);
    for (const id of [ids[1], ids[2]]) {
      expect(await eventsOf(id)).toEqual([
        { type: 'feedback.updated', actor_id: editor.userId, previous: { tags: [] } },
        { type: 'feedback.status_changed', actor_id: editor.userId, previous: { status: 'in_review' } },
      ]);
    }
  });

  it('that changes nothing returns the records and creates no event', async () => {
    for (const set of [{}, { status: 'in_review' }, { tags_remove: ['bug'] }]) {
      const answer = await bulk({ ids, set });
      expect([answer.status, answer.body]).toEqual([200, await Promise.all(ids.map(read))]);
    }
    expect((await bulk({ ids: [], set: { status: 'planned' } })).body).toEqual([]);
    expect(await eventsOf(ids[0])).toEqual([]);
  });

  it('changes nothing if an id is unknown or merged', async () => {
    const elsewhere = idOf(await newFeedback(admin, await newProject(service)));
    const unknown = await bulk({ ids: [ids[0], unknownId, ids[1], elsewhere], set: { status: 'planned' } });
    expect(unknown.status).toBe(400);
    expect(unknown.body.errors).toMatchObject([
      { pointer: '/ids/1', code: 'not_found' },
      { pointer: '/ids/3', code: 'not_found' },
    ]);
    await expectSuccess(admin.post(`${project}/feedback/${ids[1]}/merge`, { into: ids[2] }));
    const merged = await bulk({ ids: [ids[0], ids[2], ids[1]], set: { status: 'planned' } });
    expect([merged.status, merged.body.code]).toEqual([409, 'feedback_merged']);
    expect(merged.body.detail).toContain(ids[2]);
    expect(merged.body.errors).toMatchObject([{ pointer: '/ids/2', code: 'feedback_merged' }]);
    expect((await read(ids[0])).status).toBe('in_review');
    expect(await eventsOf(ids[0])).toEqual([]);
  });

  it('reports unknown tags together with other errors', async () => {
    const set = { status: 'done', tags_add: ['bug', 'nope', ''], tags_remove: [{ name: 'Never' }] };
    const answer = await bulk({ ids: ['1'], set });
    expect(answer.status).toBe(400);
    const errors = answer.body.errors.map(({ pointer, code }: any) => `${pointer} ${code}`);
    expect(errors.sort()).toEqual([
      '/ids/0 invalid_uuid',
      '/set/status unknown_status',
      '/set/tags_add/1 unknown_tag',
      '/set/tags_add/2 blank',
      '/set/tags_remove/0 unknown_tag',
    ]);
    for (const wrong of [null, 'planned', []]) {
      expect((await bulk({ ids, set: wrong })).body.errors).toMatchObject([{ pointer: '/set' }]);
    }
  });

  it('is rejected if feedback would have more than 100 tags', async () => {
    const names = Array.from({ length: 101 }, (_, number) => `tag-${number}`);
    for (const name of names) await expectSuccess(admin.put(`${project}/tags/${name}`, { color: '#000' }));
    await expectSuccess(admin.patch(`${project}/feedback/${ids[0]}`, { tags: names.slice(1) }));
    const full = await bulk({ ids, set: { tags_add: names.slice(0, 1) } });
    expect([full.status, full.body.errors]).toMatchObject([
      400,
      [{ pointer: '/set/tags_add', code: 'too_many' }],
    ]);
    expect((await read(ids[1])).tags).toEqual([]);
    expect(
      (await bulk({ ids, set: { tags_add: names.slice(0, 1), tags_remove: names.slice(1, 2) } })).status,
    ).toBe(200);
  });

  it('requires an editor', async () => {
    const contributor = await newMember(service, project, 'contributor');
    expect((await bulk({ ids: [], set: {} }, contributor)).status).toBe(403);
  });
});

describe('Concurrent bulk updates', () => {
  it('of the same records in opposite order do not deadlock', async () => {
    const { dataSource } = service.database.database;
    const deadlocks = async () =>
      (
        await dataSource.query('select deadlocks from pg_stat_database where datname = current_database()')
      )[0];
    const many = (await Promise.all(Array.from({ length: 30 }, () => newFeedback(admin, project)))).map(idOf);
    const before = await deadlocks();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        bulk({
          ids: number % 2 === 0 ? many : [...many].reverse(),
          set: { status: number % 2 === 0 ? 'planned' : 'completed', tags_add: ['bug'] },
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    // All records were changed together.
    expect(new Set((await Promise.all(many.map(read))).map(({ status }) => status)).size).toBe(1);
    expect(await deadlocks()).toEqual(before);
  });
});
