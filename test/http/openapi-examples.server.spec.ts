import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { DocumentedExchanges } from '../support/documented.js';
import { compareAll } from '../support/duplicates.js';
import { newProject } from '../support/feedback.js';
import { MailServer } from '../support/mail-server.js';

/** An example of the document, and its location. */
interface Example {
  readonly place: string;
  readonly value: any;
  /** The location of its schema. */
  readonly schema: readonly string[];
}

let service: TestApp;
let admin: Client;
let ada: Client;
let document: any;
let checked: DocumentedExchanges;

beforeAll(async () => {
  service = await startApp({ background: true });
  admin = service.admin;
  document = service.app.get(ApiDocument).describe();
  checked = new DocumentedExchanges(document);
});

afterAll(() => service.close());

/** All operations with their ids. */
function operations(): { at: string[]; operation: any }[] {
  return Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({ at: ['paths', path, method], operation })),
  );
}

function examplesOf(content: any, at: readonly string[], place: string): Example[] {
  return Object.entries<any>(content ?? {})
    .filter(([, { example }]) => example !== undefined)
    .map(([type, { example }]) => ({ place, value: example, schema: [...at, 'content', type, 'schema'] }));
}

it('the examples of every record, every body and every error response are valid', () => {
  const records = Object.entries<any>(document.components.schemas).flatMap(([name, { examples = [] }]) =>
    examples.map((value: unknown): Example => ({
      place: name,
      value,
      schema: ['components', 'schemas', name],
    })),
  );
  expect(records.length).toBeGreaterThan(25);
  const examples = operations().flatMap(({ at, operation }) => [
    ...examplesOf(operation.requestBody?.content, [...at, 'requestBody'], `${operation.operationId} body`),
    ...Object.entries<any>(operation.responses).flatMap(([status, response]) => {
      const place = `${operation.operationId} ${status}`;
      if (!response.$ref) return examplesOf(response.content, [...at, 'responses', status], place);
      const [, ...referred] = response.$ref.split('/');
      return examplesOf(document.components.responses[referred[2]].content, referred, place);
    }),
  ]);
  expect(examples.length).toBeGreaterThan(400);
  expect(
    [...records, ...examples].flatMap(({ place, value, schema }) =>
      (schema.includes('requestBody')
        ? checked.faultsOfSent(value, schema)
        : checked.faultsOfValue(value, schema)
      ).map((fault) => `${place}: ${fault}`),
    ),
  ).toEqual([]);
  for (const { at, operation } of operations()) {
    // A file has no example.
    if (operation.requestBody?.content['application/json']?.schema.$ref) {
      expect([at, operation.requestBody.content['application/json'].example]).toEqual([
        at,
        expect.any(Object),
      ]);
    }
  }
});

it('the examples of parameters and headers are valid', () => {
  const { headers, parameters } = document.components;
  const all = [
    ...Object.entries<any>(headers).map(([name, each]) => [each, ['components', 'headers', name, 'schema']]),
    ...Object.entries<any>(parameters).map(([name, each]) => [
      each,
      ['components', 'parameters', name, 'schema'],
    ]),
    ...operations().flatMap(({ at, operation }) =>
      operation.parameters.map((each: any, index: number) => [
        each,
        [...at, 'parameters', String(index), 'schema'],
      ]),
    ),
  ].filter(([{ example }]) => example !== undefined);
  expect(all.length).toBeGreaterThan(20);
  expect(all.flatMap(([{ example }, schema]) => checked.faultsOfValue(example, schema))).toEqual([]);
});

/** Returns the examples of the operation's body and response. */
function documented(id: string, status = 200): { body: any; answer: any } {
  const { operation } = operations().find((each) => each.operation.operationId === id)!;
  const schema = operation.responses[status].content['application/json'].schema;
  const [example] = document.components.schemas[(schema.items ?? schema).$ref.split('/').at(-1)].examples;
  return {
    body: operation.requestBody?.content['application/json'].example,
    answer: schema.items ? [example] : example,
  };
}

/** Ids, times and secrets differ from run to run. */
function normalize(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replaceAll(/(fcs|whsec)_[A-Za-z0-9+/=]+/g, '<secret>');
  return JSON.parse(text);
}

function expectExample({ status, body }: Answer, id: string, of = 200): void {
  expect([id, status, normalize(body)]).toEqual([id, of, normalize(documented(id, of).answer)]);
}

// The tests form one sequence: records that one creates are used by those after it.
describe('The examples of requests return the examples of responses', () => {
  const project = '/projects/acme';
  const made: Record<string, string> = {};

  it('for users and tokens', async () => {
    const user = await admin.post('/users', documented('createUser', 201).body);
    expectExample(user, 'createUser', 201);
    expectExample(await admin.post('/users', documented('createUser', 201).body), 'createUser', 200);
    expectExample(await admin.get(`/users/${user.body.id}`), 'getUser');
    const { body } = await admin.post('/tokens', { name: 'Ada', scope: 'admin', user_id: user.body.id });
    ada = service.client(body.token);
  });

  it('for projects, configurations and members', async () => {
    expectExample(await ada.post('/projects', documented('createProject', 201).body), 'createProject', 201);
    expectExample(await ada.get(project), 'getProject');
    expectExample(await ada.get('/projects'), 'listProjects');
    const config = await ada.patch(`${project}/config`, documented('updateProjectConfig').body);
    expectExample(config, 'updateProjectConfig');
    expectExample(await ada.get(`${project}/config`), 'getProjectConfig');
    expectExample(await ada.get(`${project}/members`), 'listMembers');
    expectExample(await ada.get(`${project}/members/me`), 'getMember');
  });

  it('for a token that is bound to a project', async () => {
    const token = await ada.post('/tokens', documented('createToken', 201).body);
    expectExample(token, 'createToken', 201);
    expectExample(await ada.get(`/tokens/${token.body.id}`), 'getToken');
    expectExample(await service.client(token.body.token).get('/me'), 'getMe');
  });

  it('for tags, feedback, votes and comments', async () => {
    expectExample(await ada.put(`${project}/tags/Mobile`, documented('putTag').body), 'putTag', 201);
    expectExample(await ada.get(`${project}/tags`), 'listTags');
    expectExample(await ada.get(`${project}/tags/Mobile`), 'getTag');
    // The example of the body succeeds in projects without tags.
    const { body: feedback } = await ada.post(`${project}/feedback`, {
      ...documented('createFeedback', 201).body,
      tags: ['Mobile'],
    });
    made['feedback'] = `${project}/feedback/${feedback.id}`;
    const grace = await ada.post(`${made['feedback']}/upvotes`, documented('createUpvote', 201).body);
    expect(grace).toMatchObject({ status: 201, body: { user: { email: 'grace@example.com' } } });
    await ada.delete(`${made['feedback']}/upvotes/${grace.body.user.id}`);
    expectExample(await ada.post(`${made['feedback']}/upvotes`, {}), 'createUpvote', 201);
    expectExample(await ada.get(`${made['feedback']}/upvotes/me`), 'getUpvote');
    const comment = await ada.post(`${made['feedback']}/comments`, documented('createComment', 201).body);
    expectExample(comment, 'createComment', 201);
    made['comment'] = `${made['feedback']}/comments/${comment.body.id}`;
    expectExample(await ada.get(made['feedback']), 'getFeedback');
    expectExample(await ada.get(`${project}/feedback`), 'listFeedback');
    expectExample(await ada.get(`${project}/feedback/similar?title=Dark%20mo`), 'findSimilarFeedback');
    expectExample(await ada.put(`${made['feedback']}/upvotes/me`), 'castVote');
    expectExample(await ada.get(`${made['feedback']}/upvotes`), 'listUpvotes');
    expectExample(await ada.get(`${made['feedback']}/comments`), 'listComments');
  });

  it('for suggested duplicates', async () => {
    const other = await newProject(service);
    for (const title of ['Dark mode', 'A dark mode'])
      await service.admin.post(`${other}/feedback`, { title });
    await compareAll(service);
    const [{ id }] = (await service.admin.get(`${other}/duplicates`)).body;
    const { body, answer } = documented('updateDuplicate');
    const dismissed = await service.admin.put(`${other}/duplicates/${id}`, body);
    expect([dismissed.status, dismissed.body.dismissed]).toEqual([200, answer.dismissed]);
    expect(Object.keys(dismissed.body)).toEqual(Object.keys(answer));
  });

  it('for changelogs', async () => {
    const entry = await ada.post(`${project}/changelogs`, documented('createChangelog', 201).body);
    expectExample(entry, 'createChangelog', 201);
    made['changelog'] = `${project}/changelogs/${entry.body.id}`;
    expectExample(await ada.get(`${project}/changelogs`), 'listChangelogs');
  });

  it('for webhooks and deliveries', async () => {
    const webhook = await ada.post(`${project}/webhooks`, documented('createWebhook', 201).body);
    expectExample(webhook, 'createWebhook', 201);
    const test = await ada.post(
      `${project}/webhooks/${webhook.body.id}/test`,
      documented('testWebhook').body,
    );
    expect([test.status, test.body.event_type]).toEqual([200, 'feedback.created']);
    made['webhook'] = `${project}/webhooks/${webhook.body.id}`;
    expectExample(await ada.get(made['webhook']), 'getWebhook');
    expectExample(await ada.post(`${made['webhook']}/rotate-secret`), 'rotateWebhookSecret');
  });

  it('for updates', async () => {
    const calls: [string, () => Promise<Answer>][] = [
      ['updateFeedback', () => ada.patch(made['feedback']!, documented('updateFeedback').body)],
      [
        'bulkUpdateFeedback',
        () => {
          const { body } = documented('bulkUpdateFeedback');
          return ada.post(`${project}/feedback/bulk`, {
            ...body,
            ids: [made['feedback']!.split('/').at(-1)],
          });
        },
      ],
      ['updateComment', () => ada.patch(made['comment']!, documented('updateComment').body)],
      ['patchChangelog', () => ada.patch(made['changelog']!, documented('patchChangelog').body)],
      ['updateChangelog', () => ada.put(made['changelog']!, documented('updateChangelog').body)],
      [
        'replaceProjectMetadata',
        () => ada.put(`${project}/metadata`, documented('replaceProjectMetadata').body),
      ],
      [
        'replaceFeedbackMetadata',
        () => ada.put(`${made['feedback']}/metadata`, documented('replaceFeedbackMetadata').body),
      ],
      [
        'updateProjectSettings',
        () => ada.patch(`${project}/settings`, documented('updateProjectSettings').body),
      ],
      ['updateWebhook', () => ada.patch(made['webhook']!, documented('updateWebhook').body)],
      ['addMember', () => ada.post(`${project}/members`, documented('addMember', 201).body)],
      [
        'setMemberRole',
        () => ada.put(`${project}/members/${made['user']}`, documented('setMemberRole').body),
      ],
      ['putCompany', () => ada.put(`${project}/companies/crm-77`, documented('putCompany').body)],
      ['putPerson', () => ada.put(`${project}/people/own-1`, documented('putPerson').body)],
      ['putStatus', () => ada.put(`${project}/statuses/beta`, documented('putStatus').body)],
      ['putBoard', () => ada.put(`${project}/boards/support`, documented('putBoard').body)],
      ['putField', () => ada.put(`${project}/fields/platform`, documented('putField').body)],
      ['updatePreferences', () => ada.patch('/me/preferences', documented('updatePreferences').body)],
      [
        'markNotificationsRead',
        () => ada.post('/me/notifications/read', documented('markNotificationsRead').body),
      ],
      ['updateMe', () => ada.patch('/me', documented('updateMe').body)],
      ['updateUser', () => admin.patch(`/users/${made['user']}`, documented('updateUser').body)],
      ['updateProject', () => ada.patch(project, documented('updateProject').body)],
    ];
    for (const [id, call] of calls) {
      const { status, body } = await call();
      expect([id, status, body]).toEqual([
        id,
        ['addMember', 'putCompany', 'putPerson', 'putStatus', 'putBoard', 'putField'].includes(id)
          ? 201
          : 200,
        expect.any(Object),
      ]);
      if (id === 'addMember') made['user'] = body.user.id;
    }
  });

  it('for a merge', async () => {
    const { body: target } = await ada.post(`${project}/feedback`, { title: 'Target' });
    const { body } = documented('mergeFeedback');
    expect(Object.keys(body)).toEqual(['into']);
    const merged = await ada.post(`${made['feedback']}/merge`, { into: target.id });
    expect([merged.status, merged.body.id]).toEqual([200, target.id]);
  });

  it('for events: each recorded event matches the schema of its type', async () => {
    let events: any[] = [];
    for (let tries = 0; tries < 50 && !events.some(({ type }) => type === 'feedback.merged'); tries++) {
      events = (await ada.get(`${project}/events`)).body;
    }
    expect(events.length).toBeGreaterThan(10);
    const { mapping } = document.components.schemas.Event.discriminator;
    expect(
      events.flatMap((event) => checked.faultsOfValue(event, mapping[event.type].slice(2).split('/'))),
    ).toEqual([]);
  });

  it('for a subscription to a changelog by e-mail', async () => {
    const mails = await MailServer.start();
    const mailing = await startApp({
      environment: {
        SMTP_URL: mails.url,
        MAIL_FROM: 'news@example.com',
        PUBLIC_BASE_URL: 'https://feedback.example.com',
      },
    });
    try {
      await mailing.admin.post('/projects', { name: 'Acme', slug: 'acme' });
      await mailing.admin.patch(`${project}/settings`, { public_changelog: true });
      const { operation } = operations().find(
        (each) => each.operation.operationId === 'subscribeToChangelogByMail',
      )!;
      const sent = await mailing.send('POST', '/public/v1/projects/acme/changelogs/subscribers', {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(operation.requestBody.content['application/json'].example),
      });
      expect([sent.status, sent.text]).toEqual([202, '']);
    } finally {
      await mailing.close();
      await mails.close();
    }
  });

  it('for every body in the document', () => {
    const shown = operations()
      .filter(({ operation }) => operation.requestBody?.content['application/json']?.schema.$ref)
      .map(({ operation }) => operation.operationId as string);
    const sent =
      'createUser createProject updateProjectConfig createToken putTag createFeedback createUpvote createComment createChangelog createWebhook testWebhook updateFeedback bulkUpdateFeedback updateComment patchChangelog updateChangelog updateWebhook addMember setMemberRole replaceProjectMetadata replaceFeedbackMetadata updateProjectSettings putCompany putPerson putStatus putBoard putField updatePreferences markNotificationsRead subscribeToChangelogByMail updateMe updateUser updateProject mergeFeedback updateDuplicate';
    expect(shown.sort()).toEqual(sent.split(' ').sort());
  });
});

describe('Problems', () => {
  it('each have a section of the guide', () => {
    const codes: string[] = document.components.schemas.Problem.properties.code.enum;
    expect(codes.length).toBeGreaterThan(50);
    for (const code of codes) {
      expect(document.info.description).toMatch(new RegExp(`### \`${code}\` \\(\\d{3}\\)\\n\\n[A-Z\`]`));
    }
  });

  it('have examples that match real responses', async () => {
    const shown = operations()
      .flatMap(({ operation }) => Object.values<any>(operation.responses))
      .map(({ $ref, ...response }) =>
        $ref ? document.components.responses[$ref.split('/').at(-1)] : response,
      )
      .flatMap(({ content }) => content?.['application/problem+json']?.example ?? []);
    const real: [string, Answer][] = [
      ['invalid_token', await service.client('wrong').get('/me')],
      ['project_not_found', await ada.get('/projects/nothing')],
      ['slug_taken', await ada.post('/projects', { name: 'Acme', slug: 'acme' })],
      ['invalid_input', await ada.get('/projects?staus=planned')],
    ];
    for (const [code, { body }] of real) {
      const { request_id: _, ...example } = shown.find((each) => each.code === code);
      expect(body).toEqual({ ...example, request_id: expect.any(String) });
    }
  });
});
