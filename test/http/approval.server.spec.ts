import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, outcome, startApp, type TestApp } from '../support/app.js';
import { toldIn } from '../support/events.js';
import { expectSuccess, idOf, newFeedback, newMember, newProject, walk } from '../support/feedback.js';

type Person = Client & { userId: string };

let service: TestApp;
let project: string;
let editor: Person;
let author: Person;
let other: Person;

beforeAll(async () => {
  service = await startApp({ background: true });
});

beforeEach(async () => {
  project = await newProject(service);
  editor = await newMember(service, project, 'editor');
  author = await newMember(service, project, 'contributor');
  other = await newMember(service, project, 'contributor');
});

afterAll(() => service.close());

const require = (approval: string) => expectSuccess(service.admin.patch(`${project}/settings`, { approval }));
const ids = async (client: Client, path: string) =>
  (await walk(client, `${project}${path}`)).map(({ id }) => id as string);
const approvalOf = async (client: Client, feedback: string) =>
  (await expectSuccess(client.get(`${feedback}?include=approval`))).body.approval;
const comment = async (client: Client, on: string, fields: object = {}): Promise<any> =>
  (await expectSuccess(client.post(`${on}/comments`, { content: 'Hi', ...fields }))).body;
const set = (feedback: string, approval: string, client: Client = editor) =>
  client.patch(`${feedback}?include=approval`, { approval });
const typesOf = async () => (await toldIn(service, project)).map(({ type }: { type: string }) => type);

describe('The setting approval', () => {
  it('is off initially, and an event when it changes', async () => {
    expect((await service.admin.get(`${project}/settings`)).body.approval).toBe('off');
    expect(await approvalOf(other, await newFeedback(author, project))).toBe('approved');
    await require('first');
    const changed = (await toldIn(service, project)).at(-1);
    expect(changed).toMatchObject({ type: 'project.settings_updated', previous: { approval: 'off' } });
    const wrong = await service.admin.patch(`${project}/settings`, { approval: 'some' });
    expect(wrong.body.errors).toMatchObject([{ pointer: '/approval' }]);
  });

  it('first: contributions wait until one of the person is approved in the project', async () => {
    await require('first');
    const first = await newFeedback(author, project);
    const second = await newFeedback(author, project);
    const open = await newFeedback(editor, project);
    expect((await comment(author, open)).approval).toBe('pending');
    expect([await approvalOf(author, first), await approvalOf(author, second)]).toEqual([
      'pending',
      'pending',
    ]);
    await expectSuccess(set(second, 'rejected'));
    expect((await comment(author, open)).approval).toBe('pending');
    await expectSuccess(set(first, 'approved'));
    expect((await comment(author, open)).approval).toBe('approved');
    expect(await approvalOf(author, await newFeedback(author, project))).toBe('approved');
    expect((await comment(other, open)).approval).toBe('pending');
  });

  it('first: an approved comment suffices', async () => {
    await require('first');
    const open = await newFeedback(editor, project);
    const { id } = await comment(author, open);
    await expectSuccess(editor.patch(`${open}/comments/${id}`, { approval: 'approved' }));
    expect(await approvalOf(author, await newFeedback(author, project))).toBe('approved');
  });

  it('first: contributions during the approval of one wait or are published, with the event that belongs to it', async () => {
    await require('first');
    const submitted = (count: number) =>
      Promise.all(Array.from({ length: count }, () => newFeedback(author, project)));
    const [first, second] = await submitted(2);
    expect([await approvalOf(author, first!), await approvalOf(author, second!)]).toEqual([
      'pending',
      'pending',
    ]);
    const [during] = await Promise.all([submitted(4), expectSuccess(set(first!, 'approved'))]);
    const [after] = await submitted(1);
    expect(await approvalOf(author, after!)).toBe('approved');
    const events: { type: string; data: { id: string } }[] = await toldIn(service, project);
    const told = (feedback: string) =>
      events.filter(({ data }) => data.id === idOf(feedback)).map(({ type }) => type);
    expect(told(first!)).toEqual(['feedback.pending', 'feedback.created']);
    for (const feedback of [second!, ...during]) {
      const approval = await approvalOf(author, feedback);
      expect(told(feedback)).toEqual([approval === 'approved' ? 'feedback.created' : 'feedback.pending']);
      expect((await other.get(feedback)).status).toBe(approval === 'approved' ? 200 : 404);
    }
  });

  it('all: everything waits, but what editors contribute, also on behalf of others', async () => {
    await newFeedback(author, project);
    await require('all');
    expect(await approvalOf(author, await newFeedback(author, project))).toBe('pending');
    const open = await newFeedback(editor, project);
    expect(await approvalOf(editor, open)).toBe('approved');
    expect((await comment(editor, open, { user_id: author.userId })).approval).toBe('approved');
    const { body } = await editor.post(`${project}/feedback?include=approval`, {
      title: 'For somebody',
      user_id: author.userId,
      approval: 'pending',
    });
    expect(body.approval).toBe('pending');
  });

  it('lets only editors set the approval', async () => {
    await require('all');
    const feedback = await newFeedback(author, project);
    const open = await newFeedback(editor, project);
    const { id, ...record } = await comment(author, open);
    const answers = [
      await author.post(`${project}/feedback`, { title: 'Wish', approval: 'approved' }),
      await set(feedback, 'approved', author),
      await author.patch(`${open}/comments/${id}`, { approval: 'approved' }),
    ];
    expect(answers.map(outcome)).toEqual(Array(3).fill('403 insufficient_role'));
    // What has been read can be sent back.
    expect(outcome(await set(feedback, 'pending', author))).toBe('200');
    expect(outcome(await author.patch(`${open}/comments/${id}`, record))).toBe('200');
    expect((await set(feedback, 'maybe')).body.errors).toMatchObject([{ pointer: '/approval' }]);
  });
});

describe('What waits', () => {
  it('is in the lists of editors and of its author if they ask for it', async () => {
    await require('all');
    const [own, its, open] = [
      idOf(await newFeedback(author, project)),
      idOf(await newFeedback(other, project)),
      await newFeedback(editor, project),
    ];
    const mine = (await comment(author, open)).id;
    const theirs = (await comment(other, open)).id;
    for (const [client, feedback, comments] of [
      [editor, [its, own], [theirs, mine]],
      [author, [own], [mine]],
      [other, [its], [theirs]],
    ] as const) {
      expect(await ids(client, '/feedback?approval=pending')).toEqual(feedback);
      expect(await ids(client, '/feedback?approval=pending&sort=most_upvoted&limit=1')).toHaveLength(
        feedback.length,
      );
      expect(await ids(client, '/comments?approval=pending')).toEqual(comments);
      expect(await ids(client, '/feedback')).toEqual([idOf(open)]);
      expect(await ids(client, '/feedback?user_id=me&approval=rejected')).toEqual([]);
      expect(await ids(client, '/comments')).toEqual([]);
      expect(await ids(client, `/feedback/${idOf(open)}/comments`)).toEqual([]);
    }
    const counted = await editor.get(`${project}/feedback?approval=pending&count=true&q=Wish`);
    expect(counted.headers.get('x-total-count')).toBe('2');
    expect((await author.get(`${open}/comments/${mine}`)).body.approval).toBe('pending');
    expect(outcome(await other.get(`${open}/comments/${mine}`))).toBe('404 comment_not_found');
  });

  it('takes no votes, comments, replies, links and merges', async () => {
    await require('all');
    const feedback = await newFeedback(author, project);
    const open = await newFeedback(editor, project);
    const { id } = await comment(author, open);
    const entry = (await service.admin.post(`${project}/changelogs`, { title: 'Fixes' })).body.id;
    const answers = [
      await author.put(`${feedback}/upvotes/me`),
      await editor.put(`${feedback}/upvotes/me`),
      await editor.post(`${feedback}/upvotes`, {}),
      await author.delete(`${feedback}/upvotes/me`),
      await author.post(`${feedback}/comments`, { content: 'Hi' }),
      await editor.post(`${feedback}/comments`, { content: 'Hi', kind: 'internal' }),
      await author.post(`${open}/comments`, { content: 'Hi', parent_id: id }),
      await editor.post(`${feedback}/merge`, { into: idOf(open) }),
      await editor.post(`${open}/merge`, { into: idOf(feedback) }),
      await editor.put(`${project}/changelogs/${entry}/feedback/${idOf(feedback)}`),
      await editor.patch(feedback, { status: 'planned', status_comment: 'Soon' }),
    ];
    expect(answers.map(outcome)).toEqual(Array(answers.length).fill('409 not_approved'));
    const reply = await other.post(`${open}/comments`, { content: 'Hi', parent_id: id });
    expect(reply.body.errors).toMatchObject([{ pointer: '/parent_id', code: 'not_found' }]);
    expect((await editor.get(`${feedback}/upvotes`)).body).toEqual([]);
    expect((await editor.get(open)).body.comment_count).toBe(0);
  });

  it('can be changed and deleted by its author', async () => {
    await require('all');
    const feedback = await newFeedback(author, project);
    const { body, headers } = await expectSuccess(author.patch(feedback, { title: 'Another wish' }));
    expect(body.title).toBe('Another wish');
    expect(outcome(await author.patch(feedback, { title: 'W' }, { 'if-match': '"old"' }))).toBe(
      '412 precondition_failed',
    );
    const approved = await set(feedback, 'approved');
    expect(approved.headers.get('etag')).not.toBe(headers.get('etag'));
    const second = await newFeedback(author, project);
    expect(outcome(await other.delete(second))).toBe('404 feedback_not_found');
    expect(outcome(await author.delete(second))).toBe('204');
  });
});

describe('Approving and rejecting', () => {
  it('announces feedback once, when it is approved for the first time', async () => {
    await require('all');
    const feedback = await newFeedback(author, project);
    const before = (await typesOf()).length;
    for (const approval of ['rejected', 'approved', 'rejected', 'approved', 'pending', 'approved']) {
      expect((await set(feedback, approval)).body.approval).toBe(approval);
    }
    const events = await toldIn(service, project);
    expect(
      events.slice(before - 1).map(({ type, data, previous }: any) => [type, data.approval, previous]),
    ).toEqual([
      ['feedback.pending', 'pending', {}],
      ['feedback.updated', 'rejected', { approval: 'pending' }],
      ['feedback.created', 'approved', {}],
      ['feedback.updated', 'rejected', { approval: 'approved' }],
      ['feedback.updated', 'approved', { approval: 'rejected' }],
      ['feedback.updated', 'pending', { approval: 'approved' }],
      ['feedback.updated', 'approved', { approval: 'pending' }],
    ]);
  });

  it('can be done together with other changes', async () => {
    await require('all');
    const feedback = await newFeedback(author, project);
    const before = (await typesOf()).length;
    const changes = { approval: 'approved', title: 'Better', status: 'planned', status_comment: 'Soon' };
    const { body } = await expectSuccess(editor.patch(`${feedback}?include=response`, changes));
    expect(body).toMatchObject({ title: 'Better', status: 'planned', comment_count: 1 });
    expect((await typesOf()).slice(before)).toEqual([
      'feedback.created',
      'comment.created',
      'feedback.updated',
      'feedback.status_changed',
    ]);
  });

  it('a comment counts while it is approved, and its replies go with it', async () => {
    await require('all');
    const open = await newFeedback(editor, project);
    const { id, updated_at } = await comment(author, open);
    const path = `${open}/comments/${id}`;
    const count = async () => (await other.get(open)).body.comment_count;
    expect(await count()).toBe(0);
    const before = (await typesOf()).length;
    const approved = await expectSuccess(editor.patch(path, { approval: 'approved' }));
    expect(approved.body).toMatchObject({ approval: 'approved', updated_at });
    expect(await count()).toBe(1);
    const reply = (await comment(editor, open, { parent_id: id })).id;
    expect(await count()).toBe(2);
    await expectSuccess(editor.patch(path, { approval: 'rejected' }));
    expect(await count()).toBe(0);
    expect(await ids(editor, `/feedback/${idOf(open)}/comments`)).toEqual([]);
    expect(await ids(editor, '/comments?approval=rejected')).toEqual([reply, id]);
    const tooEarly = await editor.patch(`${open}/comments/${reply}`, { approval: 'approved' });
    expect(outcome(tooEarly)).toBe('409 not_approved');
    await expectSuccess(editor.patch(path, { approval: 'approved', content: 'Ho' }));
    await expectSuccess(editor.patch(`${open}/comments/${reply}`, { approval: 'approved' }));
    expect(await count()).toBe(2);
    const events = (await toldIn(service, project)).slice(before);
    expect(events.map(({ type, previous }: any) => [type, Object.keys(previous)])).toEqual([
      ['comment.created', []],
      ['comment.created', []],
      ['comment.updated', ['approval']],
      ['comment.updated', ['approval']],
      ['comment.updated', ['content', 'updated_at', 'approval']],
      ['comment.updated', ['approval']],
    ]);
  });

  it('rejected feedback takes its comments and votes with it, and brings them back', async () => {
    const feedback = await newFeedback(author, project);
    const { id } = await comment(other, feedback);
    await expectSuccess(other.put(`${feedback}/upvotes/me`));
    await expectSuccess(set(feedback, 'rejected'));
    const hidden = [
      await other.get(feedback),
      await other.get(`${feedback}/comments/${id}`),
      await other.patch(`${feedback}/comments/${id}`, { content: 'Ho' }),
      await other.delete(`${feedback}/comments/${id}`),
      await other.delete(`${feedback}/upvotes/me`),
      await other.put(`${feedback}/upvotes/me`),
    ];
    expect(hidden.map(outcome)).toEqual(Array(6).fill('404 feedback_not_found'));
    for (const client of [other, author, editor]) expect(await ids(client, '/comments')).toEqual([]);
    expect(await ids(author, `/feedback/${idOf(feedback)}/comments`)).toEqual([id]);
    expect(outcome(await editor.delete(`${feedback}/upvotes/${other.userId}`))).toBe('200');
    await expectSuccess(set(feedback, 'approved'));
    expect(await ids(other, '/comments')).toEqual([id]);
    expect((await other.get(feedback)).body).toMatchObject({ upvotes: 0, comment_count: 1 });
  });

  it('feedback that is or has been merged stays approved', async () => {
    const [source, target] = [await newFeedback(author, project), await newFeedback(author, project)];
    await expectSuccess(editor.post(`${source}/merge`, { into: idOf(target) }));
    expect(outcome(await set(source, 'rejected'))).toBe('409 feedback_merged');
    expect(outcome(await set(target, 'rejected'))).toBe('409 merge_target');
    const bulk = { ids: [idOf(target)], set: { approval: 'rejected' } };
    const answer = await editor.post(`${project}/feedback/bulk`, bulk);
    expect([outcome(answer), answer.body.errors[0].pointer]).toEqual(['409 merge_target', '/ids/0']);
    await expectSuccess(editor.delete(`${source}/merge`));
    expect(outcome(await set(target, 'rejected'))).toBe('200');
  });
});

it('a bulk update approves feedback, and moves it to a board', async () => {
  await require('all');
  await expectSuccess(service.admin.put(`${project}/boards/ideas`, {}));
  const waiting: string[] = [];
  for (let number = 0; number < 5; number++) waiting.push(idOf(await newFeedback(author, project)));
  const before = (await typesOf()).length;
  const bulk = (changes: object) =>
    editor.post(`${project}/feedback/bulk?include=approval,board`, { ids: waiting, set: changes });
  expect((await bulk({ board: 'nowhere' })).body.errors).toMatchObject([{ pointer: '/set/board' }]);
  expect((await bulk({ board: 'nowhere', status: 5 })).body.errors).toHaveLength(2);
  const { body } = await expectSuccess(bulk({ approval: 'approved', board: 'ideas' }));
  expect(body.map(({ approval, board }: any) => [approval, board])).toEqual(
    Array(5).fill(['approved', 'ideas']),
  );
  expect((await ids(other, '/feedback?board=ideas')).sort()).toEqual(waiting.sort());
  const types = (await typesOf()).slice(before);
  expect(types.filter((type) => type === 'feedback.created')).toHaveLength(5);
  expect(types.filter((type) => type === 'feedback.updated')).toHaveLength(5);
  await expectSuccess(bulk({ board: '' }));
  expect(await ids(other, '/feedback?board=none')).toHaveLength(5);
});
