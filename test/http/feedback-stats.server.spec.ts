import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, idOf, newFeedback, newMember, newProject } from '../support/feedback.js';

let service: TestApp;
let admin: Client;
let project: string;
let viewer: Client;

const stats = () => viewer.get(`${project}/feedback/stats`);

beforeAll(async () => {
  service = await startApp();
  admin = service.admin;
  project = await newProject(service);
  viewer = await newMember(service, project, 'viewer');
});

afterAll(() => service.close());

it('counts nothing in a new project', async () => {
  expect((await stats()).body).toEqual({
    total: 0,
    by_status: { in_review: 0, planned: 0, in_progress: 0, completed: 0, rejected: 0 },
    by_status_kind: { open: 0, planned: 0, active: 0, done: 0, closed: 0 },
    by_tag: [],
  });
});

it('counts feedback by status and by tag, without merged feedback', async () => {
  for (const name of ['bug', 'idea', 'unused'])
    await expectSuccess(admin.put(`${project}/tags/${name}`, { color: '#000' }));
  const submit = (body: object) =>
    expectSuccess(admin.post(`${project}/feedback`, { title: 'Wish', ...body }));
  await submit({ status: 'planned', tags: ['idea'] });
  await submit({ status: 'planned', tags: ['bug', 'idea'] });
  await submit({ tags: ['idea'] });
  const target = await newFeedback(admin, project);
  const source = (await submit({ status: 'rejected', tags: ['bug'] })).body.id as string;
  const before = await stats();
  expect(before.body).toMatchObject({
    total: 5,
    by_status: { in_review: 2, planned: 2, in_progress: 0, completed: 0, rejected: 1 },
  });
  await expectSuccess(admin.post(`${project}/feedback/${source}/merge`, { into: idOf(target) }));
  const other = await newProject(service);
  await newFeedback(admin, other);
  const merged = await stats();
  expect(merged.body).toEqual({
    total: 4,
    by_status: { in_review: 2, planned: 2, in_progress: 0, completed: 0, rejected: 0 },
    by_status_kind: { open: 2, planned: 2, active: 0, done: 0, closed: 0 },
    by_tag: [
      { name: 'idea', color: '#000', count: 3 },
      { name: 'bug', color: '#000', count: 1 },
      { name: 'unused', color: '#000', count: 0 },
    ],
  });
  await expectSuccess(admin.delete(`${project}/feedback/${source}/merge`));
  expect((await stats()).text).toBe(before.text);
});

it('has an ETag that changes with the counts', async () => {
  const etag = (await stats()).headers.get('etag') ?? '';
  const again = () => viewer.get(`${project}/feedback/stats`, { 'if-none-match': etag });
  expect((await again()).status).toBe(304);
  await newFeedback(admin, project);
  expect((await again()).status).toBe(200);
});

it('returns the 100 most used tags', async () => {
  const large = await newProject(service);
  for (let number = 0; number < 101; number++) {
    await expectSuccess(admin.put(`${large}/tags/tag-${String(number).padStart(3, '0')}`, { color: '#000' }));
  }
  await expectSuccess(admin.post(`${large}/feedback`, { title: 'Wish', tags: ['tag-100'] }));
  const { by_tag } = (await expectSuccess(admin.get(`${large}/feedback/stats`))).body;
  expect(by_tag).toHaveLength(100);
  expect(by_tag.slice(0, 2).map(({ name }: any) => name)).toEqual(['tag-100', 'tag-000']);
});
