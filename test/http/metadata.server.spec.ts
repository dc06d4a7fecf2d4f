import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, idOf, newFeedback, newMember, newProject } from '../support/feedback.js';

let service: TestApp;
let owner: Client;
let project: string;
let feedback: string;

beforeAll(async () => {
  service = await startApp();
  owner = service.admin;
});

beforeEach(async () => {
  project = await newProject(service);
  feedback = await newFeedback(owner, project);
});

afterAll(() => service.close());

const kinds = ['feedback', 'project'] as const;
type Kind = (typeof kinds)[number];

const recordOf = (kind: Kind) => (kind === 'feedback' ? feedback : project);
const metadataOf = (kind: Kind) => `${recordOf(kind)}/metadata`;
const etagOf = async (path: string) => (await owner.get(path)).headers.get('etag')!;

async function metadataEvents(): Promise<unknown[]> {
  return service.database.database.dataSource.query(
    `select type, data, previous from events where project_id = $1 and type like '%.metadata_updated'
     order by id`,
    [(await owner.get(project)).body.id],
  );
}

/** Returns metadata whose compact JSON has this many bytes. */
const ofSize = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

describe.each(kinds)('The metadata of a %s', (kind) => {
  it('is {} initially, replaced by PUT, and leaves the record and its ETag unchanged', async () => {
    const path = metadataOf(kind);
    const record = await owner.get(recordOf(kind));
    expect((await owner.get(path)).text).toBe('{}');
    const metadata = { crm: { id: 7, tags: ['a', null, true, -1.5] }, ['__proto__']: 'x', constructor: '☃' };
    const put = await owner.put(path, metadata);
    expect([put.status, put.headers.get('etag'), put.body]).toEqual([200, null, metadata]);
    expect((await owner.get(path)).body).toEqual(metadata);
    expect((await owner.put(path, { other: 1 })).body).toEqual({ other: 1 });
    expect((await owner.put(path, {})).text).toBe('{}');
    expect((await owner.get(path)).text).toBe('{}');
    const after = await owner.get(recordOf(kind));
    expect([after.text, after.headers.get('etag')]).toEqual([record.text, record.headers.get('etag')]);
  });

  it('has an ETag of its own, and honors If-None-Match and If-Match', async () => {
    const path = metadataOf(kind);
    const initial = await etagOf(path);
    expect((await owner.get(path, { 'if-none-match': initial })).status).toBe(304);
    expect((await owner.put(path, { a: 1 }, { 'if-match': initial })).status).toBe(200);
    expect((await owner.get(path, { 'if-none-match': initial })).status).toBe(200);
    const stale = await owner.put(path, { a: 2 }, { 'if-match': initial });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    expect((await owner.get(path)).body).toEqual({ a: 1 });
  });

  it('creates an event, unless nothing changes; that of feedback has the former metadata', async () => {
    for (const metadata of [{ secret: 1 }, { secret: 1 }, {}, {}])
      await owner.put(metadataOf(kind), metadata);
    const data =
      kind === 'feedback'
        ? { feedback_id: idOf(feedback) }
        : { project_id: (await owner.get(project)).body.id };
    const type = `${kind}.metadata_updated`;
    const previous = kind === 'feedback' ? [{ metadata: {} }, { metadata: { secret: 1 } }] : [{}, {}];
    expect(await metadataEvents()).toEqual(previous.map((each) => ({ type, data, previous: each })));
  });

  it.each<[unknown, string]>([
    [ofSize(4_097), 'too_large'],
    [{ text: '€'.repeat(1_400) }, 'too_large'],
    [{ a: ['\0'] }, 'invalid_unicode'],
    [{ '\ud800': 1 }, 'invalid_unicode'],
    [[], 'invalid_type'],
    [null, 'invalid_type'],
    ['text', 'invalid_type'],
  ])('rejects %j: %s', async (metadata, code) => {
    const { status, body } = await owner.put(metadataOf(kind), metadata);
    expect([status, body.errors?.map((error: any) => [error.pointer, error.code])]).toEqual([
      400,
      [['', code]],
    ]);
    expect((await owner.get(metadataOf(kind))).text).toBe('{}');
  });

  it('rejects numbers that a double cannot hold, and bodies that are nested too deep', async () => {
    const send = (body: string) =>
      service.send('PUT', `/v1${metadataOf(kind)}`, {
        body,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` },
      });
    expect((await send('{"a":1e999}')).body.errors[0].code).toBe('out_of_range');
    expect((await send(`${'{"a":'.repeat(32)}{}${'}'.repeat(32)}`)).body.code).toBe('too_deep');
  });

  it('has at most 4,096 bytes as compact JSON', async () => {
    expect((await owner.put(metadataOf(kind), ofSize(4_096))).body).toEqual(ofSize(4_096));
  });

  it('can be read by members, and written by editors or owners', async () => {
    const path = metadataOf(kind);
    const writers = kind === 'feedback' ? ['editor', 'owner'] : ['owner'];
    for (const role of ['viewer', 'contributor', 'editor', 'owner']) {
      const member = await newMember(service, project, role);
      expect((await member.get(path)).status).toBe(200);
      expect([role, (await member.put(path, { role })).status]).toEqual([
        role,
        writers.includes(role) ? 200 : 403,
      ]);
    }
    const stranger = await newMember(service, await newProject(service), 'owner');
    expect((await stranger.get(path)).status).toBe(404);
  });

  it('is deleted with the record', async () => {
    const path = metadataOf(kind);
    await expectSuccess(owner.put(path, { a: 1 }));
    await owner.delete(recordOf(kind));
    expect((await owner.get(path)).status).toBe(404);
    expect((await owner.put(path, { a: 1 })).status).toBe(404);
  });
});

it('redirects reads of merged feedback to the target, and rejects writes', async () => {
  const target = await newFeedback(owner, project);
  await expectSuccess(owner.put(`${feedback}/metadata`, { of: 'source' }));
  await expectSuccess(owner.post(`${feedback}/merge`, { into: idOf(target) }));
  const read = await owner.get(`${feedback}/metadata`);
  expect([read.status, read.headers.get('location')]).toEqual([308, `${service.url}/v1${target}/metadata`]);
  expect((await owner.put(`${feedback}/metadata`, {})).body.code).toBe('feedback_merged');
  expect((await owner.get(`${target}/metadata`)).text).toBe('{}');
  await expectSuccess(owner.delete(`${feedback}/merge`));
  expect((await owner.get(`${feedback}/metadata`)).body).toEqual({ of: 'source' });
});

it('finds feedback by its id within the project only', async () => {
  const other = await newProject(service);
  expect((await owner.get(`${other}/feedback/${idOf(feedback)}/metadata`)).status).toBe(404);
  expect((await owner.get(`${project}/feedback/x/metadata`)).status).toBe(404);
});
