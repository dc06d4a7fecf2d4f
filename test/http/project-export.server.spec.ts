import { initialStatuses } from '../../src/project/statuses/domain/status.js';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { exportLimits } from '../../src/transfer/export/http/export-files.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, insertFeedback, newFeedback, newMember, newProject } from '../support/feedback.js';
import { until } from '../support/until.js';

const project = '/projects/acme';
const webhookSecret = 'https://hooks.example.com/the-secret-of-the-chat';

let service: TestApp;
let admin: Client;
/** Ids of records in the project. */
let ids: Record<
  | 'ada'
  | 'voter'
  | 'customer'
  | 'admin'
  | 'wish'
  | 'target'
  | 'merged'
  | 'comment'
  | 'reply'
  | 'draft'
  | 'entry',
  string
>;
let secrets: string[];

beforeAll(async () => {
  // Without the background work, which subscribes authors and voters to feedback.
  service = await startApp();
  admin = service.admin;
  const created = async (path: string, body: object): Promise<any> =>
    (await expectSuccess(admin.post(path, body))).body;
  await created('/projects', { name: 'Old', slug: 'old-name' });
  await expectSuccess(
    admin.patch('/projects/old-name', { name: 'Acme', slug: 'acme', icon: 'https://a.example/i' }),
  );
  const [ada, voter] = [
    await service.userClient('ada@example.com'),
    await service.userClient('voter@example.com'),
  ];
  await expectSuccess(admin.put(`${project}/members/${ada.userId}`, { role: 'editor' }));
  await expectSuccess(admin.put(`${project}/members/${voter.userId}`, { role: 'contributor' }));
  await expectSuccess(
    admin.patch(`${project}/config`, {
      changelog_social_handle: '@acme',
      integration_chat_webhook: webhookSecret,
      integration_chat_status: true,
    }),
  );
  await expectSuccess(admin.put(`${project}/tags/mobile, and desktop`, { color: '#00ff00' }));
  const wish = await created(`${project}/feedback`, {
    title: '=HYPERLINK("https://evil.example")',
    description: 'A line,\nand "another" \\ ü \u2028 😀',
    status: 'planned',
    tags: ['mobile, and desktop'],
    created_at: '2024-01-02T03:04:05.678Z',
    user_id: ada.userId,
  });
  const target = await created(`${project}/feedback`, {
    title: 'Target',
    created_at: '2025-01-01T00:00:00Z',
  });
  const merged = await created(`${project}/feedback`, {
    title: 'Merged',
    created_at: '2023-01-01T00:00:00Z',
  });
  await expectSuccess(voter.put(`${project}/feedback/${merged.id}/upvotes/me`));
  const comment = await created(`${project}/feedback/${merged.id}/comments`, {
    content: 'Of the merged one',
  });
  const reply = await created(`${project}/feedback/${merged.id}/comments`, {
    content: 'Between us',
    parent_id: comment.id,
    kind: 'internal',
  });
  await expectSuccess(admin.patch(`${project}/feedback/${wish.id}`, { comments_locked: true }));
  await created(`${project}/feedback/${merged.id}/merge`, { into: target.id });
  await expectSuccess(admin.put(`${project}/metadata`, { plan: 'pro' }));
  await expectSuccess(admin.put(`${project}/feedback/${wish.id}/metadata`, { crm: { id: 7, none: null } }));
  const board = { description: 'For us', visibility: 'editors', submission: 'editors' };
  await expectSuccess(admin.put(`${project}/boards/team`, board));
  await expectSuccess(admin.patch(`${project}/feedback/${target.id}`, { board: 'team' }));
  const teams = { type: 'choices', options: ['Core', 'Web, and more'], visible_to: 'editors' };
  await expectSuccess(admin.put(`${project}/fields/teams`, teams));
  await expectSuccess(admin.put(`${project}/fields/effort`, { type: 'number', position: 0 }));
  const fields = { teams: ['Web, and more', 'Core'], effort: 2.5 };
  await expectSuccess(admin.patch(`${project}/feedback/${wish.id}`, { fields }));
  const draft = await created(`${project}/changelogs`, { title: 'Draft', content: '# Soon' });
  const entry = await created(`${project}/changelogs`, {
    title: 'Scheduled',
    published: true,
    publish_date: '2099-01-01T00:00:00Z',
    tags: ['mobile, and desktop'],
  });
  await expectSuccess(admin.put(`${project}/changelogs/${entry.id}/feedback/${wish.id}`));
  await expectSuccess(admin.patch(`${project}/settings`, { public_changelog: true }));
  await expectSuccess(admin.put(`${project}/companies/globex`, { revenue: 7, metadata: { plan: 'b' } }));
  await expectSuccess(
    admin.put(`${project}/people/crm%2F42`, { email: 'ada@example.com', company: 'globex' }),
  );
  const customer = (
    await expectSuccess(
      admin.put(`${project}/people/crm%2F43`, { email: 'customer@example.com', full_name: 'customer' }),
    )
  ).body;
  const { secret } = await created(`${project}/webhooks`, { url: 'https://example.com/hook' });
  // A former member, who wrote nothing, and another project.
  const former = await service.userClient('former@example.com');
  await expectSuccess(admin.put(`${project}/members/${former.userId}`, { role: 'viewer' }));
  await expectSuccess(admin.delete(`${project}/members/${former.userId}`));
  await created('/projects', { name: 'Other', slug: 'other' });
  await created('/projects/other/feedback', { title: 'Of the other project' });
  await expectSuccess(admin.put('/projects/other/tags/foreign', { color: '#000' }));
  await expectSuccess(admin.put('/projects/other/people/foreign', { email: 'ada@example.com' }));
  secrets = [
    webhookSecret,
    secret,
    admin.token,
    ada.token,
    'former@example.com',
    'foreign',
    'the other project',
  ];
  ids = {
    ada: ada.userId,
    voter: voter.userId,
    customer: customer.user.id,
    admin: (await admin.get('/me')).body.user.id,
    wish: wish.id,
    target: target.id,
    merged: merged.id,
    comment: comment.id,
    reply: reply.id,
    draft: draft.id,
    entry: entry.id,
  };
});

afterAll(() => service.close());

/** Returns the records of a file, after checking that it is complete. */
function read(text: string): any[] {
  expect(text.endsWith('\n')).toBe(true);
  const lines = text.slice(0, -1).split('\n');
  const last = lines.pop()!;
  const [manifest, ...records] = lines.map((line): any => JSON.parse(line));
  const counts: Record<string, number> = Object.fromEntries(
    Object.keys(manifest.counts).map((kind) => [kind, 0]),
  );
  for (const { kind } of records) counts[kind]! += 1;
  expect(manifest.counts).toEqual(counts);
  const sha256 = createHash('sha256')
    .update(lines.map((line) => `${line}\n`).join(''))
    .digest('hex');
  expect(JSON.parse(last)).toEqual({ kind: 'end', counts, sha256 });
  return [manifest, ...records];
}

it('contains everything in the project, each record after those that it refers to', async () => {
  const { headers, text } = await expectSuccess(admin.get(`${project}/export`));
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="acme-\d{4}-\d\d-\d\d\.ndjson"$/);
  expect(headers.get('etag')).toBeNull();
  const [manifest, ...found] = read(text);
  expect(manifest).toMatchObject({
    kind: 'manifest',
    format: 'fcs',
    version: 1,
    service_version: JSON.parse(readFileSync('package.json', 'utf8')).version,
    exported_at: expect.stringMatching(/Z$/),
    project: 'acme',
  });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const person = (id: string, email: string) => ({
    kind: 'person',
    external_id: id,
    email,
    full_name: email.split('@')[0],
    avatar_url: '',
  });
  const [account] = (await admin.get('/users')).body.filter(({ id }: any) => id === ids.admin);
  const people = [
    person(ids.ada, 'ada@example.com'),
    person(ids.voter, 'voter@example.com'),
    person(ids.customer, 'customer@example.com'),
    { ...person(ids.admin, account.email), full_name: account.full_name },
  ];
  const feedback = {
    kind: 'feedback',
    description: '',
    status: 'in_review',
    board: '',
    person: ids.admin,
    tags: [],
    origin: null,
    metadata: {},
    comments_locked: false,
    assignee: '',
    estimated_date: '',
    pinned: false,
    approval: 'approved',
    fields: {},
  };
  const changelog = {
    kind: 'changelog',
    summary: '',
    content: '',
    image: '',
    metadata: {},
    fields: {},
    person: ids.admin,
    origin: null,
  };
  expect(found).toEqual([
    {
      kind: 'project',
      external_id: expect.any(String),
      name: 'Acme',
      slug: 'acme',
      icon: 'https://a.example/i',
      icon_radius: 'rounded-md',
      og_image: '',
      changelog_preview_style: 'summary',
      changelog_social_handle: '@acme',
      custom_domain: '',
      integration_chat_role_id: '',
      created_at: time,
      metadata: { plan: 'pro' },
    },
    { kind: 'former_slug', slug: 'old-name' },
    {
      kind: 'project_settings',
      signed_in: '',
      public_feedback: false,
      public_changelog: true,
      public_names: false,
      approval: 'off',
      feedback_url: '',
      changelog_url: '',
      mail_name: '',
      mail_reply_to: '',
    },
    ...initialStatuses.map(({ kind, ...status }) => ({ kind: 'status', status_kind: kind, ...status })),
    {
      kind: 'board',
      slug: 'team',
      name: 'Team',
      description: 'For us',
      position: 1,
      visibility: 'editors',
      submission: 'editors',
    },
    { kind: 'company', id: 'globex', name: 'globex', revenue: 7, metadata: { plan: 'b' }, created_at: time },
    {
      kind: 'field',
      key: 'effort',
      name: 'Effort',
      type: 'number',
      options: [],
      required: false,
      set_by: 'contributors',
      visible_to: 'everyone',
      position: 0,
    },
    {
      kind: 'field',
      key: 'teams',
      name: 'Teams',
      type: 'choices',
      options: ['Core', 'Web, and more'],
      required: false,
      set_by: 'contributors',
      visible_to: 'editors',
      position: 1,
    },
    ...people.sort((a, b) => (a.external_id < b.external_id ? -1 : 1)),
    { kind: 'external_id', id: 'crm/42', person: ids.ada, company: 'globex', created_at: time },
    { kind: 'external_id', id: 'crm/43', person: ids.customer, company: '', created_at: time },
    { kind: 'member', person: ids.admin, role: 'owner', created_at: time },
    { kind: 'member', person: ids.ada, role: 'editor', created_at: time },
    { kind: 'member', person: ids.voter, role: 'contributor', created_at: time },
    { kind: 'tag', name: 'mobile, and desktop', color: '#00ff00' },
    {
      ...feedback,
      external_id: ids.wish,
      title: '=HYPERLINK("https://evil.example")',
      description: 'A line,\nand "another" \\ ü \u2028 😀',
      status: 'planned',
      person: ids.ada,
      tags: ['mobile, and desktop'],
      created_at: '2024-01-02T03:04:05.678Z',
      status_changed_at: '2024-01-02T03:04:05.678Z',
      merged_into: '',
      vote_count: 0,
      metadata: { crm: { id: 7, none: null } },
      comments_locked: true,
      fields: { teams: ['Web, and more', 'Core'], effort: 2.5 },
    },
    {
      ...feedback,
      external_id: ids.target,
      title: 'Target',
      board: 'team',
      created_at: '2025-01-01T00:00:00.000Z',
      status_changed_at: '2025-01-01T00:00:00.000Z',
      merged_into: '',
      vote_count: 0,
    },
    {
      ...feedback,
      external_id: ids.merged,
      title: 'Merged',
      created_at: '2023-01-01T00:00:00.000Z',
      status_changed_at: '2023-01-01T00:00:00.000Z',
      merged_into: ids.target,
      vote_count: 1,
    },
    { kind: 'vote', feedback: ids.merged, person: ids.voter, created_at: time },
    {
      kind: 'comment',
      external_id: ids.comment,
      feedback: ids.merged,
      person: ids.admin,
      content: 'Of the merged one',
      comment_kind: 'comment',
      approval: 'approved',
      metadata: {},
      fields: {},
      parent: '',
      created_at: time,
      updated_at: time,
      origin: null,
    },
    {
      kind: 'comment',
      external_id: ids.reply,
      feedback: ids.merged,
      person: ids.admin,
      content: 'Between us',
      created_at: time,
      updated_at: time,
      origin: null,
      parent: ids.comment,
      comment_kind: 'internal',
      approval: 'approved',
      metadata: {},
      fields: {},
    },
    {
      ...changelog,
      external_id: ids.draft,
      title: 'Draft',
      content: '# Soon',
      slug: 'draft',
      published: false,
      publish_date: time,
      tags: [],
    },
    {
      ...changelog,
      external_id: ids.entry,
      title: 'Scheduled',
      slug: 'scheduled',
      published: true,
      publish_date: '2099-01-01T00:00:00.000Z',
      tags: ['mobile, and desktop'],
    },
    { kind: 'link', changelog: ids.entry, feedback: ids.wish },
  ]);
});

it('contains no secrets, and nothing of other projects', async () => {
  const { text } = await expectSuccess(admin.get(`${project}/export`));
  for (const secret of secrets) expect(text).not.toContain(secret);
});

it('contains everyone whom a record names, also former members', async () => {
  const path = await newProject(service);
  const feedback = await newFeedback(admin, path);
  const actions: ((person: Client) => Promise<Answer>)[] = [
    (person) => person.post(`${path}/feedback`, { title: 'Wish' }),
    (person) => person.put(`${feedback}/upvotes/me`),
    (person) => person.post(`${feedback}/comments`, { content: 'Yes' }),
    (person) => person.patch(feedback, { status: 'planned' }),
    (person) => person.patch(feedback, { assignee_id: 'me' }),
    (person) => person.put(`${feedback}/subscribers/me`),
    (person) => person.post(`${path}/changelogs`, { title: 'News' }),
    async (person) => {
      const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' };
      const file = await service.send('POST', `/v1${path}/attachments`, { body: 'Hello', headers });
      return person.patch(feedback, { attachment_ids: [file.body.id] });
    },
  ];
  const people = [ids.admin];
  for (const act of actions) {
    const person = await newMember(service, path, 'editor');
    await expectSuccess(act(person));
    await expectSuccess(admin.delete(`${path}/members/${person.userId}`));
    people.push(person.userId);
  }
  const records = read((await expectSuccess(admin.get(`${path}/export`))).text);
  const named = records.flatMap(({ person, assignee }) => [person, assignee].filter(Boolean) as string[]);
  const contained = records.flatMap(({ kind, external_id: id }) => (kind === 'person' ? (id as string) : []));
  expect(new Set(named)).toEqual(new Set(people));
  expect(contained.toSorted()).toEqual(people.toSorted());
});

it('is available to owners with the scope admin, and to tokens of the project', async () => {
  const owner = await service.userClient('owner@example.com', { project: 'acme' });
  expect((await owner.get(`${project}/export`)).status).toBe(404);
  await expectSuccess(admin.put(`${project}/members/${owner.userId}`, { role: 'owner' }));
  expect((await owner.get(`${project}/export`)).status).toBe(200);
  await expectSuccess(admin.put(`${project}/members/${owner.userId}`, { role: 'editor' }));
  expect((await owner.get(`${project}/export`)).status).toBe(403);
  await expectSuccess(admin.delete(`${project}/members/${owner.userId}`));
});

it('contains where records were imported from, and votes without a voter', async () => {
  const path = await newProject(service);
  const [id] = await insertFeedback(service, path, 1);
  const { dataSource } = service.database.database;
  await dataSource.query(
    `update feedback set source = 'canny', external_id = '7', unattributed_votes = 3, upvotes = 3 where id = $1`,
    [id],
  );
  const imported = async (): Promise<any> => {
    const { text } = await expectSuccess(admin.get(`${path}/export`));
    return read(text).find(({ kind }) => kind === 'feedback');
  };
  expect(await imported()).toMatchObject({ vote_count: 3, origin: { source: 'canny', external_id: '7' } });
  // From a file of this service, with the same id.
  await dataSource.query(`update feedback set source = 'fcs', external_id = id where id = $1`, [id]);
  expect(await imported()).toMatchObject({ external_id: id, origin: null });
  // From such a file, as a copy.
  await dataSource.query(`update feedback set external_id = '7' where id = $1`, [id]);
  expect(await imported()).toMatchObject({ external_id: id, origin: { source: 'fcs', external_id: '7' } });
});

it('is an empty file with a manifest for a new project', async () => {
  const path = await newProject(service);
  const kinds = read((await expectSuccess(admin.get(`${path}/export`))).text).map(({ kind }) => kind);
  expect(kinds).toEqual([
    'manifest',
    'project',
    'project_settings',
    ...initialStatuses.map(() => 'status'),
    'person',
    'member',
  ]);
});

it.each([
  ['kind=feedback', 'kind'],
  ['format=ndjson&kind=feedback', 'kind'],
  ['format=csv', 'kind'],
  ['format=csv&kind=tag', 'kind'],
  ['format=xlsx', 'format'],
])('returns 400 for ?%s', async (query, parameter) => {
  const { status, body } = await admin.get(`${project}/export?${query}`);
  expect([status, body.code]).toEqual([400, 'invalid_input']);
  expect(body.errors).toMatchObject([{ parameter }]);
});

it('answers HEAD without reading the project', async () => {
  const headers = { authorization: `Bearer ${admin.token}` };
  for (let i = 0; i < 2; i++) {
    const answer = await service.send('HEAD', `/v1${project}/export`, { headers });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
  }
});

describe('An export as CSV', () => {
  const rowsOf = async (kind: string): Promise<Record<string, string>[]> => {
    const { headers, text } = await expectSuccess(admin.get(`${project}/export?format=csv&kind=${kind}`));
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toContain(`filename="acme-${kind}-`);
    return parse(text, { columns: true, bom: true });
  };

  it('feedback has the tags, counters and author, and no cell that begins like a formula', async () => {
    const rows = await rowsOf('feedback');
    expect(Object.keys(rows[0]!)).toEqual([
      'id',
      'title',
      'description',
      'status',
      'tags',
      'upvotes',
      'comment_count',
      'created_at',
      'author_id',
      'author_name',
      'author_email',
      'merged_into',
      'source',
      'external_id',
      'assignee_id',
      'assignee_name',
      'assignee_email',
      'board',
      'approval',
      'revenue',
      'companies',
      'estimated_date',
      'pinned',
      'comments_locked',
      'field.effort',
      'field.teams',
    ]);
    expect(rows).toMatchObject([
      {
        id: ids.wish,
        title: `'=HYPERLINK("https://evil.example")`,
        description: 'A line,\nand "another" \\ ü \u2028 😀',
        status: 'planned',
        tags: '"mobile, and desktop"',
        upvotes: '0',
        created_at: '2024-01-02T03:04:05.678Z',
        author_name: 'ada',
        author_email: 'ada@example.com',
        merged_into: '',
        'field.effort': '2.5',
        'field.teams': '"Web, and more",Core',
      },
      { id: ids.target, upvotes: '1', comment_count: '1' },
      { id: ids.merged, upvotes: '1', comment_count: '1', merged_into: ids.target },
    ]);
  });

  it('votes, comments, changelog entries and people are tables as well', async () => {
    expect(await rowsOf('vote')).toMatchObject([
      { feedback_id: ids.merged, voter_email: 'voter@example.com' },
    ]);
    expect(await rowsOf('comment')).toMatchObject([
      { id: ids.comment, content: 'Of the merged one', parent_id: '', kind: 'comment' },
      { id: ids.reply, parent_id: ids.comment, kind: 'internal', metadata: '{}' },
    ]);
    expect(await rowsOf('changelog')).toMatchObject([
      { published: 'false', tags: '', metadata: '{}' },
      { published: 'true', slug: 'scheduled', tags: '"mobile, and desktop"' },
    ]);
    expect((await rowsOf('person')).map(({ email }) => email)).toContain('ada@example.com');
  });

  it('has only the names of the columns if there are no records', async () => {
    const path = await newProject(service);
    const text = await textOf(await open(`${path}/export?format=csv&kind=vote`));
    expect(text).toBe('\ufefffeedback_id,voter_id,voter_name,voter_email,created_at\r\n');
  });
});

const records = 5_000;

/** Sends a request whose response is not read yet. */
async function open(path: string): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${admin.token}` };
  return new Promise((resolve, reject) => {
    get(`${service.url}/v1${path}`, { headers, agent: false })
      .once('response', resolve)
      .once('error', reject);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe('An export of a large project', () => {
  let path: string;

  beforeAll(async () => {
    path = await newProject(service);
    // More than all buffers between service and client can hold.
    await insertFeedback(service, path, records, 'y'.repeat(10_000));
  });

  it('does not keep the snapshot open for a slow reader, who receives what was in it', async () => {
    const response = await open(`${path}/export`);
    // On the embedded database, a write waits for the end of the snapshot.
    await expectSuccess(admin.post(`${path}/feedback`, { title: 'Later' }));
    const { dataSource } = service.database.database;
    for (let open = 1; open > 0;) {
      await pause(100);
      [{ open }] = await dataSource.query(
        `select count(*)::integer as open from pg_stat_activity
         where datname = current_database() and backend_xmin is not null and pid <> pg_backend_pid()`,
      );
    }
    const second = await open(`${path}/export`);
    const third = await admin.get(`${path}/export`);
    expect([third.status, third.body.code]).toEqual([429, 'too_many_exports']);
    second.destroy();
    const text = await textOf(response);
    expect(read(text).filter(({ kind }) => kind === 'feedback')).toHaveLength(records);
  });

  it('is cut off when its client has not received it in time, and another one can begin', async () => {
    const begin = async () => {
      let response = await open(`${path}/export`);
      for (; response.statusCode === 429; response = await open(`${path}/export`)) {
        response.destroy();
        await pause(10);
      }
      return response;
    };
    const [other, left] = [await begin(), await begin()];
    expect((await admin.get(`${path}/export`)).body).toMatchObject({ code: 'too_many_exports' });
    left.destroy();
    const limited = jest.replaceProperty(exportLimits, 'maxAgeMs', 3_000);
    const slow = await begin();
    limited.restore();
    (await begin()).destroy();
    await expect(textOf(slow)).rejects.toThrow('aborted');
    other.destroy();
  });

  it('no longer counts towards the limit once its client disconnects', async () => {
    for (let i = 0; i < 6; i++) {
      // The service notices the end of the previous connection a moment later.
      for (let status = 429; status === 429;) {
        const response = await open(`${path}/export`);
        response.destroy();
        status = response.statusCode!;
        expect([200, 429]).toContain(status);
      }
    }
  });
});

describe('An export during writes', () => {
  it('is one snapshot, whatever is written meanwhile', async () => {
    const path = await newProject(service);
    const [first = ''] = await insertFeedback(service, path, 2_000);
    const owner = await newMember(service, path, 'owner');
    // Aborted exports may still count towards the limit of the process.
    await until(async () => (await owner.get(`${path}/export`)).status === 200);
    let isOver = false;
    const write = async (): Promise<void> => {
      while (!isOver) {
        const { id } = (await expectSuccess(admin.post(`${path}/feedback`, { title: 'New' }))).body;
        await expectSuccess(admin.post(`${path}/feedback/${id}/comments`, { content: 'New' }));
        await expectSuccess(admin.put(`${path}/feedback/${id}/upvotes/me`));
        await expectSuccess(admin.delete(`${path}/feedback/${id}`));
      }
    };
    const writers = [write(), write(), write()];
    for (let i = 0; i < 10; i++) {
      const found = read((await expectSuccess(owner.get(`${path}/export`))).text);
      const known = new Set(found.filter(({ kind }) => kind === 'feedback').map((each) => each.external_id));
      expect(known.has(first)).toBe(true);
      for (const { feedback, kind } of found)
        if (feedback) expect([kind, known.has(feedback)]).toEqual([kind, true]);
    }
    isOver = true;
    await Promise.all(writers);
  });

  it('breaks the connection if reading fails', async () => {
    const path = await newProject(service);
    await insertFeedback(service, path, 1_000, 'y'.repeat(10_000));
    const { dataSource } = service.database.database;
    // The rows are read after the manifest was sent.
    await dataSource.query('alter view exported_comments rename column content to content_elsewhere');
    try {
      const response = await open(`${path}/export`);
      await expect(textOf(response)).rejects.toMatchObject({ code: 'ECONNRESET' });
    } finally {
      await dataSource.query('alter view exported_comments rename column content_elsewhere to content');
    }
  });
});
