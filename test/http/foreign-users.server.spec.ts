import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import {
  expectSuccess,
  newFeedback,
  newMember,
  newProject,
  newUser,
  unknownId,
} from '../support/feedback.js';
import { feedback, person, portableFile } from '../support/portable-file.js';

let service: TestApp;
let foreign: Record<'member' | 'author' | 'voter' | 'commenter' | 'person' | 'writer', string>;
let known: Record<'new' | 'own' | 'contributor', string>;
let attacker: Client & { userId: string };
let own: string;
let others: string;

const outcome = ({ status, body }: Answer) => (status < 300 ? String(status) : `${status} ${body.code}`);
const newcomer = () => service.userClient(`${crypto.randomUUID()}@example.com`);

beforeAll(async () => {
  service = await startApp({ background: true });
  const { admin } = service;
  others = await newProject(service);
  await expectSuccess(admin.patch(`${others}/settings`, { signed_in: 'contributor' }));
  const [author, voter, commenter, contributor] = [
    await newcomer(),
    await newcomer(),
    await newcomer(),
    await newcomer(),
  ];
  const wish = await newFeedback(author, others);
  await expectSuccess(voter.put(`${wish}/upvotes/me`));
  await expectSuccess(commenter.post(`${wish}/comments`, { content: 'Yes' }));
  const email = `${crypto.randomUUID()}@example.com`;
  const { user } = (await expectSuccess(admin.put(`${others}/people/crm`, { email }))).body;
  const writer = await newMember(service, others, 'editor');
  await expectSuccess(writer.post(`${others}/changelogs`, { title: 'New' }));
  await expectSuccess(admin.delete(`${others}/members/${writer.userId}`));
  attacker = await newcomer();
  await expectSuccess(attacker.post('/projects', { name: 'Own', slug: 'own' }));
  own = '/projects/own';
  await expectSuccess(admin.patch(`${own}/settings`, { signed_in: 'contributor' }));
  await newFeedback(contributor, own);
  await newFeedback(contributor, others);
  foreign = {
    member: (await newMember(service, others, 'viewer')).userId,
    author: author.userId,
    voter: voter.userId,
    commenter: commenter.userId,
    person: user.id,
    writer: writer.userId,
  };
  known = { new: await newUser(service), own: attacker.userId, contributor: contributor.userId };
});

afterAll(() => service.close());

/** The requests with which an editor or owner names a user by id. */
const requests: Record<string, (userId: string) => Promise<Answer>> = {
  'PUT member': (id) => attacker.put(`${own}/members/${id}`, { role: 'viewer' }),
  'POST feedback': (user_id) => attacker.post(`${own}/feedback`, { title: 'Wish', user_id }),
  'PUT upvote': async (id) => attacker.put(`${await newFeedback(attacker, own)}/upvotes/${id}`),
  'PUT subscriber': async (id) => attacker.put(`${await newFeedback(attacker, own)}/subscribers/${id}`),
  'POST upvote': async (user_id) => attacker.post(`${await newFeedback(attacker, own)}/upvotes`, { user_id }),
  'POST comment': async (user_id) =>
    attacker.post(`${await newFeedback(attacker, own)}/comments`, { content: 'Yes', user_id }),
};

describe('A user whom only projects of others know', () => {
  it.each(Object.keys(requests))('cannot be named by id, like an unknown one: %s', async (name) => {
    const expected = outcome(await requests[name]!(unknownId));
    expect(expected).toMatch(/^40[04] /);
    for (const [relation, id] of Object.entries(foreign)) {
      for (const spelling of [id, id.toUpperCase()]) {
        const answer = await requests[name]!(spelling);
        expect([relation, outcome(answer)]).toEqual([relation, expected]);
        expect(answer.text).not.toContain('@example.com');
      }
    }
  });

  it('can be named by e-mail address', async () => {
    const { email } = (await service.admin.get(`/users/${foreign.author}`)).body;
    const { body } = await expectSuccess(
      attacker.post(`${own}/feedback`, { title: 'Wish', user: { email } }),
    );
    expect(body.user_id).toBe(foreign.author);
    await expectSuccess(attacker.delete(`${own}/feedback/${body.id}`));
  });

  it('can be named by editors of one of these projects, and by instance admins', async () => {
    const project = await newProject(service);
    const editor = await newMember(service, project, 'editor');
    const submit = (client: Client) =>
      client.post(`${project}/feedback`, { title: 'Wish', user_id: foreign.voter });
    expect(outcome(await submit(editor))).toBe('400 invalid_input');
    await expectSuccess(service.admin.put(`${others}/members/${editor.userId}`, { role: 'editor' }));
    expect(outcome(await submit(editor))).toBe('201');
    expect(outcome(await submit(service.admin))).toBe('201');
  });

  it('is not found by the id in a file that is imported', async () => {
    const file = portableFile([
      person(foreign.voter, { email: '' }),
      person(foreign.member, { email: `${crypto.randomUUID()}@example.com` }),
      person(known.contributor, { email: '' }),
      feedback('1', { person: foreign.voter }),
      feedback('2', { person: foreign.member }),
      feedback('3', { person: foreign.commenter }),
      feedback('4', { person: known.contributor }),
    ]);
    const headers = { authorization: `Bearer ${attacker.token}`, 'content-type': 'application/octet-stream' };
    const { body } = await service.send('POST', `/v1${own}/imports`, { body: file, headers });
    let state = '';
    for (const end = Date.now() + 20_000; state !== 'completed' && Date.now() < end;) {
      ({ state } = (await attacker.get(`${own}/imports/${body.id}`)).body);
    }
    const list = await attacker.get(`${own}/feedback?source=fcs`);
    expect(list.body).toHaveLength(4);
    const authors = new Set(list.body.map(({ user_id }: any) => user_id));
    expect(authors).toContain(known.contributor);
    for (const id of Object.values(foreign)) expect(authors).not.toContain(id);
  });
});

it.each(Object.keys(requests))(
  'users of no other project, and those of the own one, can be named by id: %s',
  async (name) => {
    for (const [relation, id] of Object.entries(known)) {
      if (name === 'PUT member' && relation === 'own') continue;
      expect([relation, outcome(await requests[name]!(id))]).toEqual([
        relation,
        expect.stringMatching(/^20[01]$/),
      ]);
    }
  },
);

it('the error of contributors does not depend on who has the external id or the e-mail address', async () => {
  const contributor = await newMember(service, others, 'contributor');
  const { email } = (await service.admin.get(`/users/${foreign.author}`)).body;
  const submit = async (user: object) => {
    const { status, body } = await contributor.post(`${others}/feedback`, { title: 'Wish', user });
    return [status, body.detail, body.errors];
  };
  const expected = await submit({ external_id: 'nobody' });
  expect(expected[0]).toBe(403);
  for (const user of [{ external_id: 'crm' }, { email }, { email: 'nobody@example.com' }]) {
    expect(await submit(user)).toEqual(expected);
  }
  expect((await service.admin.get(`/users?email=nobody@example.com`)).body).toEqual([]);
});
