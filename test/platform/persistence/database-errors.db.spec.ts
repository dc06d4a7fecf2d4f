import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.js';
import { call, operation, prepareWorld, type World } from '../../support/operations.js';
import { expectProblem } from '../../support/problems.js';
import { unique } from '../../support/unique.js';

let service: TestApp;
let world: World;

beforeAll(async () => {
  service = await startApp({ failing: true, environment: { LOG_LEVEL: 'trace' } });
  const { body } = await service.admin.get('/me');
  world = await prepareWorld(service, body.user.id as string);
});

afterAll(() => service.close());

describe('If the database fails', () => {
  it.each([
    ['GET', 'feedback', 'GET /projects/:projectSlug/feedback'],
    ['POST', 'tags', 'PUT /projects/:projectSlug/tags/:name'],
    ['the look-up of a token', 'access_tokens', 'GET /me'],
  ])(
    'no internal details are shown, and the error is logged with the request id: %s',
    async (_, table, name) => {
      const { dataSource } = service.database.database;
      const id = unique('broken');
      await dataSource.query(`alter table ${table} rename to gone`);
      const answer = await call(service, service.admin.token, operation(name), world, { 'x-request-id': id });
      await dataSource.query(`alter table gone rename to ${table}`);

      expectProblem(answer, 500, 'internal_error');
      expect(answer.body.request_id).toBe(id);
      expect(answer.text).not.toContain(table);
      const entries = service.logLines
        .map((line) => JSON.parse(line) as Record<string, any>)
        .filter(({ request_id }) => request_id === id);
      expect(entries).toMatchObject([
        {
          level: 'error',
          status: 500,
          err: {
            message: expect.stringMatching(`relation "(feedback\\.)?${table}" does not exist`),
            stack: expect.stringContaining('    at '),
            code: '42P01',
          },
        },
      ]);
      expect((await call(service, service.admin.token, operation(name), world)).status).toBe(200);
    },
  );

  it('the changes of the failed operation are rolled back', async () => {
    const { dataSource } = service.database.database;
    const slug = unique('half');
    await dataSource.query('alter table members rename to gone');
    const answer = await service.admin.post('/projects', { name: 'Half', slug });
    await dataSource.query('alter table gone rename to members');
    expectProblem(answer, 500, 'internal_error');
    expect((await service.admin.get(`/projects/${slug}`)).status).toBe(404);
    expect((await service.admin.post('/projects', { name: 'Whole', slug })).status).toBe(201);
  });

  it('returns 503 with Retry-After if it is unavailable', async () => {
    const { pool, reading } = service.database.database;
    const error = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
    const failing = [jest.spyOn(pool, 'query'), jest.spyOn(reading, 'query')];
    for (const query of failing) query.mockImplementation(() => Promise.reject(error));
    const answers = await Promise.all([
      service.admin.get('/me'),
      service.admin.get(`/projects/${world.slug}/feedback`),
      service.send('GET', '/health/ready'),
    ]);
    const [withoutToken, live] = await Promise.all([
      service.send('GET', '/v1/me'),
      service.send('GET', '/health/live'),
    ]);
    for (const query of failing) query.mockRestore();
    for (const answer of answers) {
      expectProblem(answer, 503, 'database_unavailable');
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(answer.text).not.toContain('10.0.0.7');
    }
    expect(withoutToken.status).toBe(401);
    expect(live.status).toBe(200);
  });
});
