import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { sharedApp, type TestApp } from '../../support/app.js';
import { expectSuccess, newProject } from '../../support/feedback.js';
import { pdf, png } from '../../support/files.js';
import { importFile } from '../../support/import-file.js';
import { portableFile } from '../../support/portable-file.js';

/*
 * What other tools store has a place: each test stores a record of one, under its names of fields, and reads the same
 * record back, both through the API only.
 */

let service: TestApp;
let project: string;

beforeAll(async () => {
  service = await sharedApp();
});

beforeEach(async () => {
  project = await newProject(service);
});

const get = async (path: string) => (await expectSuccess(service.admin.get(`${project}${path}`))).body;
const put = async (path: string, body?: object) =>
  (await expectSuccess(service.admin.put(`${project}${path}`, body))).body;

const patch = async (path: string, body: object) =>
  (await expectSuccess(service.admin.patch(`${project}${path}`, body))).body;

interface File {
  readonly fileName: string;
  readonly contentType: string;
  readonly content: string;
}

/** Uploads files, and attaches them to a record. Contents are in Base64. */
async function attach(path: string, files: readonly File[]): Promise<void> {
  const ids: string[] = [];
  for (const { fileName, content } of files) {
    const answer = service.send('POST', `/v1${project}/attachments?filename=${fileName}`, {
      headers: {
        authorization: `Bearer ${service.admin.token}`,
        'content-type': 'application/octet-stream',
      },
      body: Buffer.from(content, 'base64'),
    });
    ids.push((await expectSuccess(answer)).body.id as string);
  }
  await patch(path, { attachment_ids: ids });
}

/** Returns the files that are attached to a record, as everyone can fetch them by their URLs. */
const filesOf = ({ attachments }: { attachments: any[] }): Promise<File[]> =>
  Promise.all(
    attachments.map(async ({ filename: fileName, media_type: contentType, url }) => {
      const answer = await fetch(`${service.url}${url}`);
      expect(answer.headers.get('content-type')).toBe(contentType);
      return { fileName, contentType, content: Buffer.from(await answer.arrayBuffer()).toString('base64') };
    }),
  );

/** Imports records with the times and the users that they had. */
async function importAll(records: readonly object[]): Promise<void> {
  const { state, progress } = await importFile(service, project, portableFile(records));
  expect([state, progress.failed]).toEqual(['completed', 0]);
}

interface Person {
  readonly name: string;
  readonly email: string;
}

const personOf = ({ full_name: name, email }: { full_name: string; email: string }): Person => ({
  name,
  email,
});

const person = ({ name, email }: Person) => ({
  kind: 'person',
  external_id: email,
  email,
  full_name: name,
  avatar_url: '',
});

/** Returns the key of a status or the slug of a board. */
const keyOf = (name: string, separator = '_') => name.toLowerCase().replaceAll(' ', separator);

const everything =
  'board,assignee,estimated_date,status_changed_at,fields,merged_ids,response,attachments,pinned,source,metadata';

/** Returns the feedback that is not merged, with its board and its status as records. */
async function readPost(): Promise<any> {
  const [found] = await get(`/feedback?include=${everything}`);
  return {
    ...found,
    board: found.board === '' ? undefined : await get(`/boards/${found.board}`),
    status: await get(`/statuses/${found.status}`),
  };
}

it('a post of Canny: board, category, fields, owner, date, internal comment, image, merged posts, companies', async () => {
  const ada = { name: 'Ada', email: 'ada@canny.example' };
  const bob = { name: 'Bob', email: 'bob@canny.example' };
  const owner = { name: 'Olga', email: 'olga@canny.example' };
  const record = {
    id: '65a1',
    title: 'Dark mode',
    details: 'My eyes **hurt**.',
    status: 'under review',
    statusChangedAt: '2024-02-04T00:00:00.000Z',
    created: '2024-01-02T03:04:05.678Z',
    eta: '2027-03-01',
    url: 'https://acme.canny.io/p/dark-mode',
    author: ada,
    owner,
    board: { name: 'Feature Requests' },
    category: { name: 'Apps' },
    tags: ['iOS', 'Web'],
    customFields: [
      { name: 'Platform', type: 'choice', value: 'iOS' },
      { name: 'Effort', type: 'number', value: 3 },
    ],
    images: [{ fileName: 'screen.png', contentType: 'image/png', content: png.toString('base64') }],
    companies: [
      { id: 'crm-77', name: 'Globex', monthlySpend: 4000 },
      { id: 'crm-78', name: 'Initech', monthlySpend: 250 },
    ],
    jira: { linkedIssues: [{ key: 'UI-7', url: 'https://acme.atlassian.net/browse/UI-7' }] },
    votes: [
      { voter: ada, created: '2024-01-02T03:04:05.678Z' },
      { voter: bob, created: '2024-01-05T00:00:00.000Z' },
    ],
    mergeHistory: [
      { title: 'Black theme', details: '', created: '2023-12-31T00:00:00.000Z' },
      { title: 'Night mode', details: 'The same.', created: '2024-01-01T00:00:00.000Z' },
    ],
    comments: [
      { value: 'Please!', author: bob, internal: false, parent: '', created: '2024-02-01T00:00:00.000Z' },
      {
        value: 'Takes two weeks',
        author: owner,
        internal: true,
        parent: '',
        created: '2024-02-02T00:00:00.000Z',
      },
      {
        value: 'Soon.',
        author: owner,
        internal: false,
        parent: 'Please!',
        created: '2024-02-03T00:00:00.000Z',
      },
    ],
  };
  const { status, board, category, jira, url } = record;

  await put(`/statuses/${keyOf(status)}`, { name: status, kind: 'open' });
  await put(`/boards/${keyOf(board.name, '-')}`, { name: board.name });
  for (const tag of record.tags) await put(`/tags/${tag}`, {});
  for (const [index, { name, type, value }] of record.customFields.entries()) {
    const options = type === 'choice' ? { options: ['Android', value] } : {};
    await put(`/fields/${keyOf(name)}`, { name, type, position: index + 1, ...options });
  }
  await importAll([
    ...[ada, bob, owner].map(person),
    {
      kind: 'feedback',
      external_id: record.id,
      title: record.title,
      description: record.details,
      status: keyOf(status),
      board: keyOf(board.name, '-'),
      person: ada.email,
      assignee: owner.email,
      estimated_date: record.eta,
      tags: record.tags,
      created_at: record.created,
      merged_into: '',
      metadata: { category, jira, imported_url: url },
    },
    ...record.mergeHistory.map(({ title, details, created }) => ({
      kind: 'feedback',
      external_id: title,
      title,
      description: details,
      status: keyOf(status),
      person: ada.email,
      tags: [],
      created_at: created,
      merged_into: record.id,
    })),
    ...record.votes.map(({ voter, created }) => ({
      kind: 'vote',
      feedback: record.id,
      person: voter.email,
      created_at: created,
    })),
    ...record.comments.map(({ value, author, internal, parent, created }) => ({
      kind: 'comment',
      external_id: value,
      feedback: record.id,
      person: author.email,
      content: value,
      comment_kind: internal ? 'internal' : 'comment',
      parent,
      created_at: created,
    })),
    {
      kind: 'status_change',
      feedback: record.id,
      from: 'in_review',
      to: keyOf(status),
      person: owner.email,
      comment: '',
      created_at: record.statusChangedAt,
    },
  ]);

  const { id: foundId } = await readPost();
  await attach(`/feedback/${foundId}`, record.images);
  await patch(`/feedback/${foundId}`, {
    fields: Object.fromEntries(record.customFields.map(({ name, value }) => [keyOf(name), value])),
  });

  for (const [index, { id, name, monthlySpend }] of record.companies.entries()) {
    await put(`/companies/${id}`, { name, revenue: monthlySpend });
    await put(`/people/user-${index}`, { email: [ada, bob][index]!.email, company: id });
  }

  const found = await readPost();
  const { imported_url: foundUrl, ...metadata } = found.metadata;
  const comments = await get(`/feedback/${found.id}/comments`);
  const merged = await get(`/feedback?merged_into=${found.id}&sort=oldest`);
  expect({
    id: found.source.external_id,
    title: found.title,
    details: found.description,
    status: found.status.name,
    statusChangedAt: found.status_changed_at,
    created: found.created_at,
    eta: found.estimated_date,
    url: foundUrl,
    author: personOf(found.user),
    owner: personOf(found.assignee),
    board: { name: found.board.name },
    category: metadata.category,
    tags: found.tags.map(({ name }: { name: string }) => name),
    customFields: (await get('/fields')).map(({ key, name, type }: any) => ({
      name,
      type,
      value: found.fields[key],
    })),
    images: await filesOf(found),
    companies: (await get(`/feedback/${found.id}/companies`)).map(
      ({ external_id: id, name, revenue: monthlySpend }: any) => ({ id, name, monthlySpend }),
    ),
    jira: metadata.jira,
    votes: (await get(`/feedback/${found.id}/upvotes`)).map((vote: any) => ({
      voter: personOf(vote.user),
      created: vote.created_at,
    })),
    mergeHistory: merged.map(({ title, description, created_at }: any) => ({
      title,
      details: description,
      created: created_at,
    })),
    comments: comments.map(({ content, user, kind, parent_id: parentId, created_at }: any) => ({
      value: content,
      author: personOf(user),
      internal: kind === 'internal',
      parent: comments.find(({ id }: any) => id === parentId)?.content ?? '',
      created: created_at,
    })),
  }).toEqual(record);
  expect([found.upvotes, found.comment_count]).toEqual([2, 2]);
});

it('a post of Quackback: status of its own, moderation, threads, private comments', async () => {
  const author = { name: 'Ada', email: 'ada@quackback.example' };
  const member = { name: 'Tim', email: 'tim@quackback.example' };
  const record = {
    id: 'q-1',
    title: 'Offline maps',
    content: 'For the Alps.',
    status: { slug: 'next_quarter', name: 'Next quarter', color: '#8b5cf6', showOnRoadmap: true },
    board: { slug: 'maps', name: 'Maps' },
    tags: [{ name: 'Offline', color: '#0d9488' }],
    author_name: author.name,
    author_email: author.email,
    vote_count: 7,
    created_at: '2025-05-06T07:08:09.000Z',
    comments: [
      {
        content: 'How big?',
        author_email: author.email,
        is_private: false,
        moderation_state: 'published',
        parent: '',
        created_at: '2025-05-07T00:00:00.000Z',
        updated_at: '2025-05-07T01:00:00.000Z',
      },
      {
        content: 'A gigabyte.',
        author_email: member.email,
        is_private: false,
        moderation_state: 'published',
        parent: 'How big?',
        created_at: '2025-05-08T00:00:00.000Z',
        updated_at: '2025-05-08T00:00:00.000Z',
      },
      {
        content: 'The server is full.',
        author_email: member.email,
        is_private: true,
        moderation_state: 'published',
        parent: '',
        created_at: '2025-05-09T00:00:00.000Z',
        updated_at: '2025-05-09T00:00:00.000Z',
      },
      {
        content: 'Spam?',
        author_email: author.email,
        is_private: false,
        moderation_state: 'pending',
        parent: '',
        created_at: '2025-05-10T00:00:00.000Z',
        updated_at: '2025-05-10T00:00:00.000Z',
      },
    ],
  };
  const { status, board } = record;

  await put(`/statuses/${status.slug}`, {
    name: status.name,
    color: status.color,
    kind: 'planned',
    on_roadmap: status.showOnRoadmap,
  });
  await put(`/boards/${board.slug}`, { name: board.name });
  for (const { name, color } of record.tags) await put(`/tags/${name}`, { color });
  await importAll([
    ...[author, member].map(person),
    {
      kind: 'feedback',
      external_id: record.id,
      title: record.title,
      description: record.content,
      status: status.slug,
      board: board.slug,
      person: author.email,
      tags: record.tags.map(({ name }) => name),
      created_at: record.created_at,
      merged_into: '',
      vote_count: record.vote_count,
    },
    ...record.comments.map(({ content, author_email, is_private, moderation_state, parent, ...times }) => ({
      kind: 'comment',
      external_id: content,
      feedback: record.id,
      person: author_email,
      content,
      comment_kind: is_private ? 'internal' : 'comment',
      approval: moderation_state === 'published' ? 'approved' : 'pending',
      parent,
      ...times,
    })),
  ]);

  const found = await readPost();
  const comments = [
    ...(await get(`/feedback/${found.id}/comments`)),
    ...(await get('/comments?approval=pending')),
  ];
  expect({
    id: found.source.external_id,
    title: found.title,
    content: found.description,
    status: {
      slug: found.status.key,
      name: found.status.name,
      color: found.status.color,
      showOnRoadmap: found.status.on_roadmap,
    },
    board: { slug: found.board.slug, name: found.board.name },
    tags: found.tags,
    author_name: found.user.full_name,
    author_email: found.user.email,
    vote_count: found.upvotes,
    created_at: found.created_at,
    comments: comments.map(
      ({ content, user, kind, approval, parent_id: parentId, created_at, updated_at }: any) => ({
        content,
        author_email: user.email,
        is_private: kind === 'internal',
        moderation_state: approval === 'approved' ? 'published' : approval,
        parent: comments.find(({ id }: any) => id === parentId)?.content ?? '',
        created_at,
        updated_at,
      }),
    ),
  }).toEqual(record);
});

it('a post of Fider: response, attachments, duplicates, tags with colors', async () => {
  const author = { name: 'Ada', email: 'ada@fider.example' };
  const staff = { name: 'Olga', email: 'olga@fider.example' };
  const record = {
    number: 12,
    title: 'Keyboard shortcuts',
    description: 'In the editor.',
    created_at: '2023-03-04T05:06:07.000Z',
    created_by: author,
    status: 'started',
    response: { text: 'We have begun.', respondedAt: '2023-04-01T00:00:00.000Z', user: staff },
    tags: [{ name: 'Editor', color: '#ff8800' }],
    attachments: [
      { fileName: 'keys.png', contentType: 'image/png', content: png.toString('base64') },
      { fileName: 'keys.pdf', contentType: 'application/pdf', content: pdf.toString('base64') },
    ],
    duplicates: [{ number: 13, title: 'Shortcuts' }],
    comments: [
      {
        content: 'Vim, please.',
        user: author,
        created_at: '2023-03-05T00:00:00.000Z',
        attachments: [{ fileName: 'vim.png', contentType: 'image/png', content: png.toString('base64') }],
      },
    ],
  };
  const { response } = record;

  for (const { name, color } of record.tags) await put(`/tags/${name}`, { color });
  await put(`/statuses/${record.status}`, { name: record.status, kind: 'active', on_roadmap: true });
  const comment = (content: string, by: Person, createdAt: string, kind: string) => ({
    kind: 'comment',
    external_id: content,
    feedback: String(record.number),
    person: by.email,
    content,
    comment_kind: kind,
    created_at: createdAt,
  });
  await importAll([
    ...[author, staff].map(person),
    {
      kind: 'feedback',
      external_id: String(record.number),
      title: record.title,
      description: record.description,
      status: record.status,
      person: author.email,
      tags: record.tags.map(({ name }) => name),
      created_at: record.created_at,
      merged_into: '',
    },
    ...record.duplicates.map(({ number, title }) => ({
      kind: 'feedback',
      external_id: String(number),
      title,
      description: '',
      status: record.status,
      person: author.email,
      tags: [],
      created_at: record.created_at,
      merged_into: String(record.number),
    })),
    ...record.comments.map(({ content, user, created_at }) => comment(content, user, created_at, 'comment')),
    comment(response.text, response.user, response.respondedAt, 'response'),
  ]);

  const { id } = await readPost();
  await attach(`/feedback/${id}`, record.attachments);
  for (const { content, attachments } of record.comments) {
    const written = (await get(`/feedback/${id}/comments`)).find((each: any) => each.content === content);
    await attach(`/feedback/${id}/comments/${written.id}`, attachments);
  }

  const found = await readPost();
  const comments = await get(`/feedback/${id}/comments?kind=comment&include=attachments`);
  const duplicates = await get(`/feedback?merged_into=${found.id}&include=source`);
  expect({
    number: Number(found.source.external_id),
    title: found.title,
    description: found.description,
    created_at: found.created_at,
    created_by: personOf(found.user),
    status: found.status.key,
    response: {
      text: found.response.content,
      respondedAt: found.response.created_at,
      user: personOf(found.response.user),
    },
    tags: found.tags,
    attachments: await filesOf(found),
    duplicates: duplicates.map(({ source, title }: any) => ({ number: Number(source.external_id), title })),
    comments: await Promise.all(
      comments.map(async (each: any) => ({
        content: each.content,
        user: personOf(each.user),
        created_at: each.created_at,
        attachments: await filesOf(each),
      })),
    ),
  }).toEqual(record);
});
