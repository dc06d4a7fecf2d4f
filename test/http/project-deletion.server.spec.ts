import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { HastyClock } from '../support/fakes/hasty-clock.js';
import { unique } from '../support/operations.js';

const clock = new HastyClock();

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ clock });
});

afterAll(() => service.close());

const stored = async (projectId: string) =>
  (
    await service.database.database.dataSource.query<object[]>(
      `select count(*)::int as feedback, count(merged_into)::int as merged from feedback where project_id = $1`,
      [projectId],
    )
  )[0];

it('the deletion of a large project ends after 20 seconds, and continues when it is repeated', async () => {
  const slug = unique('large');
  const project = `/projects/${slug}`;
  const { id } = (await service.admin.post('/projects', { name: 'Large', slug })).body;
  const ids: string[] = [];
  for (let number = 0; number < 102; number++) {
    ids.push((await service.admin.post(`${project}/feedback`, { title: `Wish ${number}` })).body.id);
  }
  await service.admin.post(`${project}/feedback/${ids[101]}/merge`, { into: ids[0] });
  const version = { 'if-match': (await service.admin.get(project)).headers.get('etag')! };

  expect((await service.admin.delete(project, { 'if-match': '"other"' })).status).toBe(412);
  expect(await stored(id)).toEqual({ feedback: 102, merged: 1 });
  clock.isHasty = true;
  const unfinished = await service.admin.delete(project, version);
  clock.isHasty = false;
  expect([unfinished.status, unfinished.body.code]).toEqual([503, 'changes_unfinished']);
  expect(unfinished.headers.get('retry-after')).toBe('5');
  // Merged feedback is removed first: without its target, it would be shown as other feedback.
  expect(await stored(id)).toEqual({ feedback: 2, merged: 0 });

  expect((await service.admin.delete(project, version)).status).toBe(204);
  expect((await service.admin.get(project)).status).toBe(404);
  expect(await stored(id)).toEqual({ feedback: 0, merged: 0 });
});
