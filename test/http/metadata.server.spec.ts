import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, sharedApp, type TestApp } from '../support/app.js';
import { expectSuccess, idOf, newFeedback, newMember, newProject } from '../support/feedback.js';

let service: TestApp;
let owner: Client;
let project: string;
let feedback: string;

beforeAll(async () => {
  service = await sharedApp();
  owner = service.admin;
});

beforeEach(async () => {
  project = await newProject(service);
  feedback = await newFeedback(owner, project);
});

const kinds = ['feedback', 'project'] as const;
type Kind = (typeof kinds)[number];

const recordOf = (kind: Kind) => (kind === 'feedback' ? feedback : project);
const metadataOf = (kind: Kind) => `${recordOf(kind)}/metadata`;
const etagOf = async (path: string) => (await owner.get(path)).headers.get('etag')!;

async function metadataEvents(): Promise<unknown[]> {
  return service.query(
    `select type, data, previous from events where project_id = $1 and type like '%.metadata_updated'
     order by id`,
    [(await owner.get(project)).body.id],
  );
}

/** Returns metadata whose compact JSON has this many bytes. */
const ofSize = (bytes: number) => ({ text: 'x'.repeat(bytes - '{"text":""}'.length) });

describe.each(kinds)('The metadata of a %s', (kind) => {
  it('is {} initially, replaced by PUT, and leaves the record unchanged', async () => {
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
    expect(after.text).toBe(record.text);
    // The entity tag of feedback covers the metadata, which `include` adds to it.
    const isCovered = after.headers.get('etag') !== record.headers.get('etag');
    expect(isCovered).toBe(kind === 'feedback');
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

it('of feedback is covered by its ETag: a change is not overwritten by who has read the former metadata', async () => {
  const read = () => owner.get(`${feedback}?include=metadata`);
  const stale = { 'if-match': (await read()).headers.get('etag')! };
  await expectSuccess(owner.put(`${feedback}/metadata`, { n: 2 }));
  for (const answer of [
    await owner.patch(feedback, { metadata: { n: 1 } }, stale),
    await owner.delete(feedback, stale),
  ])
    expect(answer.body.code).toBe('precondition_failed');

  const current = { 'if-match': (await read()).headers.get('etag')! };
  // Changes nothing.
  await expectSuccess(owner.put(`${feedback}/metadata`, { n: 2 }));
  await expectSuccess(owner.patch(feedback, { metadata: { n: 3 } }, current));
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

describe.each([
  ['comment', () => `${feedback}/comments`, { content: 'Yes' }],
  ['changelog', () => `${project}/changelogs`, { title: 'News', published: true }],
] as const)('The metadata of a %s', (kind, list, values) => {
  /** Creates a record with metadata, and returns its path. */
  const create = async (metadata?: object): Promise<string> => {
    const body = { ...values, ...(metadata && { metadata }) };
    return `${list()}/${(await expectSuccess(owner.post(list(), body))).body.id}`;
  };
  const read = async (path: string) => (await owner.get(`${path}?include=metadata`)).body.metadata;

  it('is a value in POST and a merge patch in PATCH, and returned on request', async () => {
    const empty = await create();
    expect(await read(empty)).toEqual({});
    expect((await owner.get(empty)).body).not.toHaveProperty('metadata');
    const metadata = { crm: { id: 7, tags: ['a', null, -1.5] }, ['__proto__']: 'x', plan: '☃' };
    const path = await create(metadata);
    expect(await read(path)).toEqual(metadata);
    const patch = { crm: { id: null, by: 'Ada' }, plan: null };
    const { body } = await owner.patch(`${path}?include=metadata`, { metadata: patch });
    expect(body.metadata).toEqual({ crm: { tags: ['a', null, -1.5], by: 'Ada' }, ['__proto__']: 'x' });
    const listed = await owner.get(`${list()}?include=metadata`);
    expect(listed.body.map((each: any) => each.metadata)).toContainEqual(body.metadata);
    if (kind === 'changelog') {
      await expectSuccess(owner.put(path, { metadata: { plan: 'paid' } }));
      expect(await read(path)).toEqual({ ...body.metadata, plan: 'paid' });
    }
  });

  it('is part of the version, of events and their previous values, unless nothing changes', async () => {
    const path = await create({ plan: 'trial' });
    const etag = await etagOf(path);
    await expectSuccess(owner.patch(path, { metadata: { plan: 'trial', none: null } }));
    expect(await etagOf(path)).toBe(etag);
    await expectSuccess(owner.patch(path, { metadata: { plan: 'paid' } }, { 'if-match': etag }));
    expect((await owner.patch(path, { metadata: {} }, { 'if-match': etag })).status).toBe(412);
    await expectSuccess(owner.delete(path));
    const events: any[] = await service.query(
      `select type, data -> 'metadata' as metadata, previous from events
       where project_id = $1 and data ->> 'id' = $2 and type not like '%.published' order by id`,
      [(await owner.get(project)).body.id, idOf(path)],
    );
    expect(events).toEqual([
      { type: `${kind}.created`, metadata: { plan: 'trial' }, previous: {} },
      {
        type: `${kind}.updated`,
        metadata: { plan: 'paid' },
        previous: expect.objectContaining({ metadata: { plan: 'trial' } }),
      },
      { type: `${kind}.deleted`, metadata: { plan: 'paid' }, previous: {} },
    ]);
  });

  it('has at most 4,096 bytes, also after a patch', async () => {
    const path = await create(ofSize(4_096));
    for (const metadata of [ofSize(4_097), { other: 1 }]) {
      const { status, body } = await owner.patch(path, { metadata });
      expect([status, body.errors]).toMatchObject([400, [{ pointer: '/metadata', code: 'too_large' }]]);
    }
    expect(await read(path)).toEqual(ofSize(4_096));
  });

  it('is not in public reading', async () => {
    await create({ secret: 'unique-secret' });
    await expectSuccess(
      owner.patch(`${project}/settings`, { public_feedback: true, public_changelog: true }),
    );
    const publicList = await service.send('GET', `/public/v1${list()}`);
    expect(publicList.body).toHaveLength(1);
    expect(publicList.text).not.toContain('unique-secret');
    const asked = await service.send('GET', `/public/v1${list()}?include=metadata`);
    expect([asked.status, asked.body.errors]).toMatchObject([400, [{ code: 'unknown_include' }]]);
  });
});

describe('The metadata of a comment of a contributor', () => {
  it('is set by editors only, and read by everyone in the project', async () => {
    const contributor = await newMember(service, project, 'contributor');
    const refused = await contributor.post(`${feedback}/comments`, { content: 'Yes', metadata: { a: 1 } });
    expect([refused.status, refused.body.errors]).toMatchObject([403, [{ pointer: '/metadata' }]]);
    const { id } = (
      await expectSuccess(contributor.post(`${feedback}/comments`, { content: 'Yes', metadata: {} }))
    ).body;
    const path = `${feedback}/comments/${id}`;
    await expectSuccess(owner.patch(path, { metadata: { a: 1 } }));
    const { body } = await contributor.get(`${path}?include=metadata`);
    expect(body.metadata).toEqual({ a: 1 });
    const changed = await contributor.patch(path, { metadata: { a: 2 } });
    expect([changed.status, changed.body.errors]).toMatchObject([403, [{ pointer: '/metadata' }]]);
    // As it was read, it can be sent back.
    await expectSuccess(contributor.patch(path, { ...body, content: 'Yes!' }));
    expect((await owner.get(`${path}?include=metadata`)).body).toMatchObject({
      content: 'Yes!',
      metadata: { a: 1 },
    });
  });
});
