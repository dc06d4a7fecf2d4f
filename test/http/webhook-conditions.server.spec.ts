import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, idOf, newFeedback, newProject, newUser } from '../support/feedback.js';

let service: TestApp;
let admin: Client;
let users: string[];
let project: string;
let feedback: string;

const vote = (path: string, ...voters: number[]) =>
  Promise.all(voters.map((voter) => expectSuccess(admin.put(`${path}/upvotes/${users[voter]}`))));
const withdraw = (path: string, voter: number) =>
  expectSuccess(admin.delete(`${path}/upvotes/${users[voter]}`));

async function newWebhook(values: object): Promise<string> {
  const url = 'https://example.com/hook';
  return (await expectSuccess(admin.post(`${project}/webhooks`, { url, ...values }))).body.id as string;
}

/** Returns type, feedback and number of votes of the events that were sent to the webhook. */
async function sentTo(webhookId: string): Promise<string[]> {
  await service.app.get(EventRelay, { strict: false }).relay(true);
  const rows: { type: string; id: string | null; upvotes: string | null }[] =
    await service.database.database.dataSource.query(
      `select e.type, e.data ->> 'feedback_id' as id, e.data ->> 'upvotes' as upvotes
       from deliveries d join events e on e.id = d.event_id where d.webhook_id = $1 order by e.position`,
      [webhookId],
    );
  return rows.map(({ type, id, upvotes }) =>
    id === null ? type : `${id === idOf(feedback) ? type : id} ${upvotes}`,
  );
}

beforeAll(async () => {
  service = await startApp();
  admin = service.admin;
  users = await Promise.all(Array.from({ length: 8 }, () => newUser(service)));
});

beforeEach(async () => {
  project = await newProject(service);
  feedback = await newFeedback(admin, project);
});

afterAll(() => service.close());

describe('A webhook with min_upvotes', () => {
  it('receives the first vote event with that many votes, once per feedback', async () => {
    const webhook = await newWebhook({ event_types: ['feedback.upvoted'], when: { min_upvotes: 3 } });
    const other = await newFeedback(admin, project);
    await vote(feedback, 0, 1);
    await vote(other, 0);
    expect(await sentTo(webhook)).toEqual([]);
    // Several events in one batch of the relay.
    await vote(feedback, 2);
    await vote(feedback, 3);
    expect(await sentTo(webhook)).toEqual(['feedback.upvoted 3']);
    for (const voter of [0, 1, 2, 3]) await withdraw(feedback, voter);
    await vote(feedback, 4, 5, 6, 7);
    expect(await sentTo(webhook)).toEqual(['feedback.upvoted 3']);
    await vote(other, 1, 2);
    expect(await sentTo(webhook)).toEqual(['feedback.upvoted 3', `${idOf(other)} 3`]);
  });

  it('receives one event if many vote at once', async () => {
    const webhook = await newWebhook({ when: { min_upvotes: 4 }, event_types: ['feedback.upvoted'] });
    await vote(feedback, 0, 1, 2, 3, 4, 5, 6, 7);
    expect(await sentTo(webhook)).toEqual(['feedback.upvoted 4']);
  });

  it('receives the first vote after a merge, or after its creation, if there are enough votes already', async () => {
    const source = await newFeedback(admin, project);
    await vote(source, 0, 1);
    await vote(feedback, 2, 3);
    const webhook = await newWebhook({ when: { min_upvotes: 3 } });
    await expectSuccess(admin.post(`${source}/merge`, { into: idOf(feedback) }));
    expect(await sentTo(webhook)).toEqual(['feedback.merged']);
    await vote(feedback, 4);
    await vote(feedback, 5);
    expect(await sentTo(webhook)).toEqual(['feedback.merged', 'feedback.upvoted 5']);
  });

  it('receives other events as usual, and a changed number applies anew', async () => {
    const webhook = await newWebhook({ when: { min_upvotes: 2 } });
    await expectSuccess(admin.patch(feedback, { status: 'planned' }));
    await vote(feedback, 0);
    await vote(feedback, 1);
    await withdraw(feedback, 1);
    const sent = ['feedback.status_changed', 'feedback.upvoted 2', 'feedback.upvote_removed 1'];
    expect(await sentTo(webhook)).toEqual(sent);
    const path = `${project}/webhooks/${webhook}`;
    const changed = await admin.patch(path, { when: { min_upvotes: 3 } });
    expect(changed.body.when).toEqual({ min_upvotes: 3 });
    expect(changed.headers.get('etag')).toBe((await admin.get(path)).headers.get('etag'));
    await vote(feedback, 1);
    await vote(feedback, 2);
    sent.push('feedback.upvoted 3');
    expect(await sentTo(webhook)).toEqual(sent);
    // The former number has been reached before.
    await expectSuccess(admin.patch(path, { when: { min_upvotes: 2 } }));
    await vote(feedback, 3);
    expect(await sentTo(webhook)).toEqual(sent);
    expect((await expectSuccess(admin.patch(path, { when: {} }))).body.when).toEqual({});
    await vote(feedback, 4);
    expect(await sentTo(webhook)).toEqual([...sent, 'feedback.upvoted 5']);
  });

  it('stores nothing about deleted feedback', async () => {
    await newWebhook({ when: { min_upvotes: 1 } }).then(async (webhook) => {
      await vote(feedback, 0);
      expect(await sentTo(webhook)).toEqual(['feedback.upvoted 1']);
      await expectSuccess(admin.delete(feedback));
      await sentTo(webhook);
    });
    const { dataSource } = service.database.database;
    expect(
      await dataSource.query('select from webhook_thresholds where feedback_id = $1', [idOf(feedback)]),
    ).toEqual([]);
  });
});
