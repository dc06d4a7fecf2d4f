import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CountService } from '../../src/feedback/index.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { answered } from '../support/fakes/fake-target-client.js';
import { importFile } from '../support/import-file.js';
import { until } from '../support/until.js';
import {
  feedback as portableFeedback,
  person as portablePerson,
  portableFile,
} from '../support/portable-file.js';
import { bodyOf } from '../support/feedback.js';
import { unique } from '../support/unique.js';

let service: TestApp;
let admin: Client;
let project: string;

beforeAll(async () => {
  service = await startApp({ background: true, environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true' } });
  admin = service.admin;
  service.targets.answer = ({ body }) => ({
    ...answered(200),
    response: JSON.stringify(body).slice(0, 1_024),
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  const slug = unique('acme');
  project = `/projects/${slug}`;
  await bodyOf(admin.post('/projects', { name: 'Acme', slug }));
});

/** Returns the tables that contain a text in any column, with an example. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await service.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(15);
  const found: string[] = [];
  for (const { name } of tables) {
    const [hit] = await service.query(
      `select t::text as row from ${name} t where t::text ilike '%' || $1 || '%' limit 1`,
      [text],
    );
    if (hit) found.push(`${name}: ${hit.row}`);
  }
  return found;
}

/** Waits until no delivery is pending and all jobs that are due have been run. */
const backgroundEnded = (): Promise<void> =>
  until(async () => {
    const [waiting] = await service.query(
      `select (select count(*) from events where position is null and in_feed) as events,
         (select count(*) from deliveries where status = 'pending') as deliveries,
         (select count(*) from ${service.database.database.jobsSchema}.jobs where run_at <= now()) as jobs`,
    );
    return Object.values(waiting).every((count) => Number(count) === 0);
  });

/** Runs the later erasure of a deleted user now. */
async function eraseAgain(userId: string): Promise<void> {
  const jobs = service.database.database.jobsSchema;
  await service.query(
    `select ${jobs}.reschedule_jobs(array(
       select j.id from ${jobs}.jobs j join ${jobs}._private_jobs p on p.id = j.id
       where p.payload ->> 'userId' = $1), run_at => now())`,
    [userId],
  );
}

const [email, fullName, picture] = [
  'xaviera.quillfeather@unique.example',
  'Xaviera Quillfeather',
  'https://pictures.example/xq-portrait.png',
];

const newEmail = (): string => `${unique('person')}@example.com`;

/** Imports feedback of the person, and a row whose error quotes their address. */
async function importFeedbackOf(): Promise<void> {
  const file = [
    portablePerson('u1', { email, full_name: fullName, avatar_url: picture }),
    portableFeedback('1', { person: 'u1', title: 'Imported' }),
    portableFeedback('2', { person: 'u1', status: email }),
  ];
  const { state } = await importFile(service, project, portableFile(file, 'feedbase'));
  expect(state).toBe('completed');
}

async function uploadAs(token: string, name: string, headers: Record<string, string>): Promise<void> {
  const { status, text } = await service.send('POST', `/v1${project}/attachments?filename=${name}`, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/pdf', ...headers },
    body: '%PDF-1.4',
  });
  if (status !== 201) throw new Error(`${status}: ${text}`);
}

/** Registers a person, who does everything that stores a copy of their data. */
async function anActivePerson(): Promise<string> {
  const user = { email, full_name: fullName, avatar_url: picture };
  const key = () => ({ 'idempotency-key': unique('key') });
  await bodyOf(admin.post(`${project}/webhooks`, { url: `https://example.com/${unique('hook')}` }));
  const { id: userId } = await bodyOf(admin.post('/users', user, key()));
  await bodyOf(admin.post(`${project}/members`, { email, role: 'editor' }, key()));
  const feedback = `${project}/feedback`;
  const own = await bodyOf(admin.post(feedback, { title: 'Own idea', user }, key()));
  const others = await bodyOf(admin.post(feedback, { title: 'Idea of somebody else' }));
  const target = await bodyOf(admin.post(feedback, { title: 'Target' }));
  await bodyOf(admin.post(`${feedback}/${others.id}/comments`, { content: 'Mine', user }, key()));
  await bodyOf(admin.post(`${feedback}/${others.id}/upvotes`, { user }, key()));
  await bodyOf(admin.patch(`${feedback}/${own.id}`, { status: 'planned' }));
  await bodyOf(admin.post(`${feedback}/${own.id}/merge`, { into: target.id }, key()));
  const token = await bodyOf(admin.post('/tokens', { name: fullName, scope: 'admin', user_id: userId }));
  const person = service.client(token.token as string);
  await bodyOf(person.post(`${project}/changelogs`, { title: 'Written', published: true }, key()));
  await bodyOf(person.post(feedback, { title: 'As myself' }, key()));
  await uploadAs(person.token, 'quillfeather.pdf', key());
  await importFeedbackOf();
  await backgroundEnded();
  return userId as string;
}

describe('Deleting a user with `content=delete`', () => {
  /** Deletes a user with their content, and returns the events that the job recorded. */
  async function deleteWithContent(userId: string): Promise<any[]> {
    const events = async (): Promise<any[]> => bodyOf(admin.get(`${project}/events`));
    await backgroundEnded();
    const before = (await events()).length;
    await bodyOf(admin.delete(`/users/${userId}?content=delete`));
    await backgroundEnded();
    return (await events()).slice(before).filter(({ type }) => type !== 'member.removed');
  }

  it('deletes their feedback, comments and votes, records events and updates counters', async () => {
    const { id: userId } = await bodyOf(admin.post('/users', { email: newEmail(), full_name: 'Ada' }));
    const feedback = `${project}/feedback`;
    const submit = (title: string, user?: string): Promise<any> =>
      bodyOf(admin.post(feedback, { title, ...(user ? { user_id: user } : {}) }));
    const [own, merged] = [await submit('Own', userId), await submit('Merged', userId)];
    const [other, target, source] = [await submit('Other'), await submit('Target'), await submit('Source')];
    const { user: me } = await bodyOf(admin.get('/me'));
    const vote = (id: string, voter: string) => bodyOf(admin.put(`${feedback}/${id}/upvotes/${voter}`));
    const comment = (id: string, author: string) =>
      bodyOf(admin.post(`${feedback}/${id}/comments`, { content: 'Yes', user_id: author }));
    for (const { id } of [own, other, target, source, merged]) {
      for (const user of [userId, me.id as string]) {
        await vote(id, user);
        await comment(id, user);
      }
    }
    await bodyOf(admin.post(`${feedback}/${merged.id}/merge`, { into: target.id }));
    await bodyOf(admin.post(`${feedback}/${source.id}/merge`, { into: target.id }));
    const recorded = await deleteWithContent(userId as string);

    const list: any[] = await bodyOf(admin.get(feedback));
    expect(list.map(({ title, upvotes, comment_count }) => [title, upvotes, comment_count]).sort()).toEqual([
      ['Other', 1, 1],
      ['Target', 1, 2],
    ]);
    const miscounts: unknown[] = [];
    await service.app.get(CountService, { strict: false }).check((miscount) => miscounts.push(miscount));
    expect(miscounts).toEqual([]);
    const count = (type: string) => recorded.filter((event) => event.type === type).length;
    expect(count('feedback.deleted')).toBe(2);
    expect(count('feedback.unmerged')).toBe(1);
    expect(count('comment.deleted')).toBe(3);
    // The votes for the target and its source count once.
    expect(count('feedback.upvote_removed')).toBe(2);
    expect(new Set(recorded.map(({ actor_id }) => actor_id))).toEqual(new Set([me.id]));
    for (const table of ['feedback', 'comments', 'votes']) {
      expect(await service.query(`select from feedback.${table} where user_id = $1`, [userId])).toEqual([]);
    }
  });

  it('deletes more records than one batch has', async () => {
    const { id: userId } = await bodyOf(admin.post('/users', { email: newEmail(), full_name: 'Ada' }));
    const { id } = await bodyOf(admin.post(`${project}/feedback`, { title: 'Target' }));
    const comments = Array.from({ length: 120 }, (_, n) => ({ content: `Comment ${n}`, user_id: userId }));
    for (const each of comments) await bodyOf(admin.post(`${project}/feedback/${id}/comments`, each));
    await deleteWithContent(userId as string);
    expect((await bodyOf(admin.get(`${project}/feedback/${id}`))).comment_count).toBe(0);
  });

  it('is rejected with an unknown value', async () => {
    const { id } = await bodyOf(admin.post('/users', { email: newEmail(), full_name: 'Ada' }));
    expect((await admin.delete(`/users/${id}?content=all`)).status).toBe(400);
    expect((await admin.get(`/users/${id}`)).status).toBe(200);
  });
});

describe('A deleted user', () => {
  it('leaves no name, e-mail address or picture in the database', async () => {
    const userId = await anActivePerson();
    const tables = (await tablesWith(email)).map((found) => found.split(':', 1)[0]!.split('.').at(-1));
    expect(tables.sort()).toEqual(['deliveries', 'events', 'idempotency_keys', 'import_notes', 'users']);
    expect((await admin.delete(`/users/${userId}`)).status).toBe(204);
    await backgroundEnded();
    const texts = [email, 'quillfeather', 'xaviera', 'xq-portrait'];
    // The delivery of the deletion's own event can end after the erasure, and its target answers with the request.
    const late = /^feedback\.deliveries: .*member\.removed/;
    for (const text of texts) {
      expect((await tablesWith(text)).filter((found) => !late.test(found))).toEqual([]);
    }
    await eraseAgain(userId);
    await until(async () => (await Promise.all(texts.map(tablesWith))).flat().length === 0);
  });

  it('is shown as anonymous in events, and their ids are kept', async () => {
    const userId = await anActivePerson();
    await bodyOf(admin.delete(`/users/${userId}`));
    await backgroundEnded();
    const anonymous = { id: userId, email: '', full_name: '', avatar_url: '' };
    const events: any[] = await bodyOf(admin.get(`${project}/events`));
    const typesOf = (field: string) =>
      new Set(events.filter(({ data }) => data[field]?.id === userId).map(({ type }) => type as string));
    expect([...typesOf('user')].sort()).toEqual([
      'comment.created',
      'feedback.created',
      'feedback.status_changed',
      'member.added',
      'member.removed',
    ]);
    expect([...typesOf('author')].sort()).toEqual(['changelog.created', 'changelog.published']);
    for (const { data } of events) {
      for (const user of [data.user, data.author]) {
        if (user?.id === userId) expect(user).toEqual(anonymous);
        else if (user) expect(user.email).not.toBe('');
      }
    }
  });

  it('does not change the events and stored responses of others', async () => {
    const userId = await anActivePerson();
    const key = { 'idempotency-key': unique('key') };
    const body = { title: 'Kept', user: { email: `${unique('other')}@example.com`, full_name: 'Somebody' } };
    const first = await admin.post(`${project}/feedback`, body, key);
    await bodyOf(admin.delete(`/users/${userId}`));
    await backgroundEnded();
    const again = await admin.post(`${project}/feedback`, body, key);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    const events: any[] = await bodyOf(admin.get(`${project}/events?type=feedback.created`));
    expect(events.find(({ data }) => data.id === first.body.id).data).toMatchObject(first.body);
  });

  it('is erased again later, from what was stored in the meantime', async () => {
    const userId = await anActivePerson();
    const storedLater = newEmail();
    await bodyOf(admin.delete(`/users/${userId}`));
    await backgroundEnded();
    await service.query(
      `update events set data = jsonb_set(data::jsonb, '{user,email}', to_jsonb($2::text))::json
       where data -> 'user' ->> 'id' = $1`,
      [userId, storedLater],
    );
    // As by a request that found the user before.
    const { id: projectId } = await bodyOf(admin.get(project));
    await service.query(
      `insert into people (project_id, external_id, user_id, created_at, updated_at)
       values ($1, 'stored-later', $2, now(), now())`,
      [projectId, userId],
    );
    expect(await tablesWith(storedLater)).not.toEqual([]);
    await eraseAgain(userId);
    await until(async () => (await tablesWith(storedLater)).length === 0);
    await until(async () => (await admin.get(`${project}/people/stored-later`)).status === 404);
  });
});
