import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { TestDatabase } from 'feedback-changelog-service/testing';
import { DataSource } from 'typeorm';
import { AppModule } from '../src/app.module.js';
import { configure } from '../src/configure.js';
import { databaseOptions } from '../src/database/database.module.js';
import { LoginService } from '../src/users/login.service.js';
import { User } from '../src/users/user.entity.js';
import { Person } from './person.js';

const service = '/api/feedback/v1';
const acme = `${service}/projects/acme`;
const password = 'correct horse';

let database: TestDatabase;
let app: NestExpressApplication;
let url: string;
/** An admin of the host, who owns the project. */
let ada: Person;
/** A contributor of the project. */
let eve: Person;

async function signedIn(name: string, admin = false): Promise<Person> {
  const email = `${name}@example.com`;
  const person = new Person(url);
  person.id = (await app.get(LoginService).register({ email, name, admin }, password)).id;
  await person.send('POST', '/api/v1/session', { email, password });
  return person;
}

async function contributor(name: string): Promise<Person> {
  const person = await signedIn(name);
  await ada.send('PUT', `${acme}/members/${person.id}`, { role: 'contributor' });
  return person;
}

async function submitted(title: string, values: object = {}): Promise<any> {
  return (await eve.send('POST', `${acme}/feedback`, { title, ...values })).body;
}

const titles = (records: { title: string }[]) => records.map(({ title }) => title);

beforeAll(async () => {
  Object.assign(process.env, { SESSION_SECRET: 'of the cookies', JWT_SECRET: 'of the tokens' });
  database = await TestDatabase.open();
  const module = await Test.createTestingModule({ imports: [AppModule] })
    .overrideProvider(DataSource)
    .useFactory({
      factory: () => new DataSource({ ...databaseOptions, extra: database.connection }).initialize(),
    })
    .compile();
  app = module.createNestApplication<NestExpressApplication>();
  configure(app);
  await app.listen(0, '127.0.0.1');
  url = await app.getUrl();
  ada = await signedIn('ada', true);
  await ada.send('POST', `${service}/projects`, { name: 'Acme', slug: 'acme' });
  eve = await contributor('eve');
}, 120_000);

afterAll(async () => {
  await app?.close();
  await database?.close();
});

describe('Routes of the host', () => {
  it('have its prefix, version and envelope', async () => {
    expect(await ada.send('GET', '/api/v1/roadmap/acme')).toMatchObject({ status: 200, body: { data: [] } });
    expect((await ada.send('GET', '/api/roadmap/acme')).status).toBe(404);
  });

  it('have its pipe and its filter', async () => {
    const invalid = { email: 'ada', password, remember: true };
    expect(await ada.send('POST', '/api/v1/login', invalid)).toMatchObject({
      status: 400,
      body: { error: { message: ['property remember should not exist', 'email must be an email'] } },
    });
    expect(await ada.send('GET', '/api/v1/nothing')).toMatchObject({ status: 404, body: { error: {} } });
    expect(await new Person(url).send('GET', '/api/v1/roadmap/acme')).toMatchObject({
      status: 401,
      body: { error: { message: 'Unauthorized' } },
    });
  });

  it('answer the errors of use cases as problem documents', async () => {
    const { status, headers, body } = await ada.send('GET', '/api/v1/roadmap/unknown');
    expect([status, body.code]).toEqual([404, 'project_not_found']);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });

  it('are the only ones in its document', async () => {
    const { body } = await ada.send('GET', '/api/docs-json');
    expect(Object.keys(body.paths)).toEqual([
      '/api/v1/session',
      '/api/v1/login',
      '/api/v1/roadmap/{project}',
    ]);
    expect(Object.keys(body.components.schemas)).toEqual(['Credentials', 'PlanRequest']);
    expect((await ada.send('GET', '/api/docs')).body).toContain('swagger-ui');
  });
});

describe('Routes of the service', () => {
  it('have the prefix of the host, and neither its versions nor its envelope', async () => {
    const { status, body } = await ada.send('GET', `${service}/me`);
    expect([status, body.user.full_name]).toEqual([200, 'ada']);
    expect((await ada.send('GET', '/feedback/v1/me')).status).toBe(404);
    expect((await ada.send('GET', '/api/v1/feedback/v1/me')).status).toBe(404);
  });

  it('answer problem documents, whatever the filter and the pipe of the host do', async () => {
    const { status, headers, body } = await ada.send('POST', `${acme}/feedback`, {
      title: '',
      colour: 'red',
    });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.errors).toMatchObject([{ pointer: '/colour' }, { pointer: '/title' }]);
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect((await ada.send('GET', `${service}/nothing`)).body.code).toBe('route_not_found');
  });

  it('are in a document of their own, with the operations that the host has added', async () => {
    const { body } = await ada.send('GET', '/api/feedback/openapi.json');
    expect(body.paths['/v1/projects/{projectSlug}/milestones']).toBeDefined();
    expect(Object.keys(body.paths).filter((path) => path.includes('roadmap/'))).toEqual([]);
    expect((await ada.send('GET', '/api/feedback/docs')).status).toBe(200);
  });
});

describe('The session', () => {
  it('is in a cookie that scripts cannot read', async () => {
    const { status, headers } = await new Person(url).send('POST', '/api/v1/session', {
      email: 'ada@example.com',
      password,
    });
    expect(status).toBe(204);
    for (const cookie of headers.getSetCookie()) expect(cookie).toMatch(/; samesite=lax; httponly$/i);
  });

  it('signs people in to the service too, until they sign out', async () => {
    const path = `${acme}/feedback/${(await submitted('Dark mode')).id}/upvotes/me`;
    const mia = await contributor('mia');
    expect(await mia.send('PUT', path)).toMatchObject({ status: 200, body: { upvotes: 1 } });
    expect((await mia.send('DELETE', '/api/v1/session')).status).toBe(204);
    expect((await mia.send('DELETE', path)).status).toBe(401);
  });

  it('accepts no write from the pages of another web site (CSRF), except the front end', async () => {
    const path = `${acme}/feedback/${(await submitted('Light mode')).id}/upvotes/me`;
    const vote = (headers: Record<string, string>) => eve.send('PUT', path, undefined, headers);
    const forged = await vote({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' });
    expect([forged.status, forged.body.code]).toEqual([403, 'untrusted_origin']);
    expect((await eve.send('GET', path.replace('/upvotes/me', ''))).body.upvotes).toBe(0);
    const fromFrontEnd = { 'sec-fetch-site': 'same-site', origin: 'http://localhost:5173' };
    const voted = await vote(fromFrontEnd);
    expect([voted.status, voted.headers.get('access-control-allow-credentials')]).toEqual([200, 'true']);
    expect((await vote({ 'sec-fetch-site': 'same-origin', origin: url })).status).toBe(200);
  });
});

describe('Rules of the host', () => {
  it('give new feedback another status', async () => {
    expect((await submitted('Offline mode')).status).toBe('planned');
  });

  it('let suspended people read, but not vote', async () => {
    const { id } = await submitted('Shortcuts');
    const sam = await contributor('sam');
    await app.get(DataSource).getRepository(User).update(sam.id, { suspended: true });
    const votes = `${acme}/feedback/${id}/upvotes`;
    for (const refused of [
      await sam.send('PUT', `${votes}/me`),
      await ada.send('PUT', `${votes}/${sam.id}`),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
    }
    expect((await sam.send('GET', `${acme}/feedback/${id}`)).body.upvotes).toBe(0);
  });

  it('declare a field of feedback, by which lists are filtered', async () => {
    await submitted('Export', { fields: { plan: 'paid' } });
    await submitted('Import', { fields: { plan: 'free' } });
    expect(titles((await eve.send('GET', `${acme}/feedback?field.plan=paid`)).body)).toEqual(['Export']);
    const changed = await ada.send('PUT', `${acme}/fields/plan`, { name: 'Plan' });
    expect([changed.status, changed.body.code]).toEqual([409, 'field_managed_elsewhere']);
  });
});

describe('The roadmap', () => {
  const plan = async (title: string, budget: number, confidential = false) => {
    const item = { title, quarter: '2027-Q1', budget, confidential };
    const { body } = await ada.send('POST', '/api/v1/roadmap/acme', item);
    return body.data.feedback_id as string;
  };
  const roadmapOf = async (person: Person) =>
    (await person.send('GET', '/api/v1/roadmap/acme')).body.data.map(
      ({ budget, feedback }: any) => `${feedback.title}: ${budget}`,
    );

  it('sorts feedback by a column of the host, and hides what is confidential', async () => {
    await plan('Small', 100);
    await plan('Large', 90_000);
    const secret = await plan('Secret', 5_000, true);
    expect(await roadmapOf(ada)).toEqual(['Large: 90000', 'Secret: 5000', 'Small: 100']);
    expect(await roadmapOf(eve)).toEqual(['Large: 90000', 'Small: 100']);
    expect((await ada.send('GET', `${acme}/feedback/${secret}`)).status).toBe(200);
    const hidden = await eve.send('GET', `${acme}/feedback/${secret}`);
    expect([hidden.status, hidden.body.code]).toEqual([404, 'feedback_not_found']);
    expect(titles((await eve.send('GET', `${acme}/feedback`)).body)).not.toContain('Secret');
  });
});

it('has the tables of its entities by migrations', async () => {
  const dataSource = app.get(DataSource);
  expect(dataSource.options.synchronize).toBeUndefined();
  expect(await dataSource.showMigrations()).toBe(false);
  const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});
