import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type FeedbackOperation,
  HostFeedbackPolicy,
  type PolicyDecision,
  VoteService,
} from '../../src/feedback/index.js';
import { callerOf } from '../../src/identity/index.js';
import { ProjectAccess } from '../../src/project/index.js';
import { DomainError } from '../../src/shared/domain-error.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newFeedback, newMember, newProject, votersOf } from '../support/feedback.js';
import { feedback as portableFeedback, person, portableFile, vote } from '../support/portable-file.js';

const suspended = new Set<string>();
const operations: FeedbackOperation[] = [];
let refused: string | undefined;
let decision: PolicyDecision | undefined;

/** Suspended people cannot vote; the rest is as a test sets it. */
class Policy extends HostFeedbackPolicy {
  override before(operation: FeedbackOperation): Promise<PolicyDecision | undefined> {
    operations.push(operation);
    const isSuspended = 'userId' in operation && suspended.has(operation.userId);
    if (isSuspended || operation.useCase === refused) {
      return Promise.reject(new DomainError('forbidden', 'refused_by_host', 'The host refuses this.'));
    }
    return Promise.resolve(decision);
  }
}

type Member = Awaited<ReturnType<typeof newMember>>;

let service: TestApp;
let project: string;
let member: Member;
let editor: Member;
let feedback: string;

beforeAll(async () => {
  service = await startApp({
    // The code is one of the host.
    documented: false,
    background: true,
    ports: [{ provide: HostFeedbackPolicy, useClass: Policy }],
  });
  project = await newProject(service);
  member = await newMember(service, project, 'contributor');
  editor = await newMember(service, project, 'editor');
});

beforeEach(async () => {
  refused = decision = undefined;
  suspended.clear();
  feedback = await newFeedback(member, project);
  operations.length = 0;
});

afterAll(() => service.close());

function expectRefused(answer: Answer): void {
  expect([answer.status, answer.body?.code]).toEqual([403, 'refused_by_host']);
}

describe('The vote of a suspended person is refused', () => {
  beforeEach(() => void suspended.add(member.userId));

  it('when they cast it', async () => {
    expectRefused(await member.put(`${feedback}/upvotes/me`));
    expectRefused(await member.post(`${feedback}/upvotes`, {}));
  });

  it('when an editor casts it for them', async () => {
    expectRefused(await editor.put(`${feedback}/upvotes/${member.userId.toUpperCase()}`));
    expectRefused(await editor.post(`${feedback}/upvotes`, { user_id: member.userId }));
    const { email } = (await service.admin.get(`/users/${member.userId}`)).body;
    expectRefused(await editor.post(`${feedback}/upvotes`, { user: { email } }));
    await expectSuccess(editor.put(`${feedback}/upvotes/me`));
  });

  it('when code of the host casts it', async () => {
    const caller = callerOf(member.userId, { scope: 'write' });
    const grant = await service.app
      .get(ProjectAccess)
      .authorize(caller, project.split('/')[2]!, 'contributor');
    const id = feedback.split('/').at(-1)!;
    await expect(service.app.get(VoteService).cast(grant, id, member.userId)).rejects.toThrow(
      'The host refuses this.',
    );
  });

  it('when a file with it is imported, which reports it and imports the others', async () => {
    const { email } = (await service.admin.get(`/users/${member.userId}`)).body;
    const file = portableFile([
      person('suspended', { email }),
      person('other'),
      portableFeedback('wish', { person: 'other' }),
      vote('wish', 'suspended'),
      vote('wish', 'other'),
    ]);
    const started = await expectSuccess(
      service.send('POST', `/v1${project}/imports`, {
        body: file,
        headers: {
          authorization: `Bearer ${service.admin.token}`,
          'content-type': 'application/octet-stream',
        },
      }),
    );
    const path = `${project}/imports/${started.body.id}`;
    const read = async () => (await expectSuccess(service.admin.get(path))).body;
    let record = await read();
    while (!['completed', 'failed'].includes(record.state)) record = await read();
    expect(record.state).toBe('completed');
    const report = await expectSuccess(service.admin.get(`${path}/report`));
    expect(report.body.map(({ code }: { code: string }) => code)).toEqual(['refused_by_host']);
    const [wish] = (await service.admin.get(`${project}/feedback?q=title`)).body;
    expect(wish).toMatchObject({ title: 'Title of wish', upvotes: 1 });
  });

  afterEach(async () => {
    expect(await votersOf(service.admin, feedback)).not.toContain(member.userId);
  });
});

describe('Refused operations change nothing', () => {
  it.each<[string, () => Promise<Answer>]>([
    ['createFeedback', () => member.post(`${project}/feedback`, { title: 'New' })],
    ['updateFeedback', () => member.patch(feedback, { title: 'New' })],
    [
      'updateFeedback',
      () =>
        editor.post(`${project}/feedback/bulk`, {
          ids: [feedback.split('/').at(-1)],
          set: { status: 'planned' },
        }),
    ],
    ['deleteFeedback', () => member.delete(feedback)],
    ['withdrawVote', () => member.delete(`${feedback}/upvotes/me`)],
    ['createComment', () => member.post(`${feedback}/comments`, { content: 'New' })],
  ])('%s', async (useCase, send) => {
    const before = (await service.admin.get(`${project}/feedback`)).text;
    refused = useCase;
    expectRefused(await send());
    expect((await service.admin.get(`${project}/feedback`)).text).toBe(before);
    expect(operations.map((operation) => operation.useCase)).toEqual([useCase]);
  });

  it('of comments, and merges', async () => {
    const { id } = (await expectSuccess(member.post(`${feedback}/comments`, { content: 'Old' }))).body;
    const into = await newFeedback(member, project, 'Target');
    operations.length = 0;
    refused = 'updateComment';
    expectRefused(await member.patch(`${feedback}/comments/${id}`, { content: 'New' }));
    refused = 'deleteComment';
    expectRefused(await member.delete(`${feedback}/comments/${id}`));
    refused = 'mergeFeedback';
    expectRefused(await editor.post(`${feedback}/merge`, { into: into.split('/').at(-1) }));
    expect(operations).toMatchObject([
      { useCase: 'updateComment', record: { id, content: 'Old' }, change: { content: 'New' } },
      { useCase: 'deleteComment', record: { id } },
      { useCase: 'mergeFeedback', record: { title: 'Wish' }, into: { title: 'Target' } },
    ]);
    expect((await member.get(`${feedback}/comments/${id}`)).body.content).toBe('Old');
  });
});

describe('A decision', () => {
  it('sets the status, the board and the approval of new feedback, which its author could not', async () => {
    await expectSuccess(service.admin.put(`${project}/boards/ideas`, { name: 'Ideas' }));
    decision = { status: 'planned', board: 'ideas', approval: 'pending' };
    const { body } = await expectSuccess(member.post(`${project}/feedback`, { title: 'New' }));
    expect(body.status).toBe('planned');
    const read = await service.admin.get(`${project}/feedback/${body.id}?include=board,approval`);
    expect(read.body).toMatchObject({ status: 'planned', board: 'ideas', approval: 'pending' });
  });

  it('with a status or board that the project does not have stores nothing', async () => {
    const before = (await service.admin.get(`${project}/feedback`)).text;
    decision = { status: 'unknown' };
    const ofStatus = await member.post(`${project}/feedback`, { title: 'New' });
    expect([ofStatus.status, ofStatus.body.errors]).toMatchObject([400, [{ code: 'unknown_status' }]]);
    decision = { board: 'unknown' };
    const ofBoard = await member.post(`${project}/feedback`, { title: 'New' });
    expect([ofBoard.status, ofBoard.body.errors]).toMatchObject([400, [{ code: 'unknown_board' }]]);
    expect((await service.admin.get(`${project}/feedback`)).text).toBe(before);
  });

  it('can leave the status to a caller who has set one', async () => {
    await expectSuccess(member.post(`${project}/feedback`, { title: 'New' }));
    await expectSuccess(editor.post(`${project}/feedback`, { title: 'New', status: 'planned' }));
    const changes = operations.map((operation) => ('change' in operation ? operation.change : {}));
    expect(changes.map((change) => ('status' in change ? change.status : undefined))).toEqual([
      undefined,
      'planned',
    ]);
  });

  it('sets the approval of a new comment', async () => {
    decision = { approval: 'pending' };
    const { body } = await expectSuccess(member.post(`${feedback}/comments`, { content: 'New' }));
    expect((await editor.get(`${feedback}/comments/${body.id}`)).status).toBe(200);
    const other = await newMember(service, project, 'contributor');
    expect((await other.get(`${feedback}/comments/${body.id}`)).status).toBe(404);
  });
});

it('passes the record as it is, and the change as it was requested', async () => {
  await expectSuccess(editor.patch(feedback, { status: 'planned' }));
  expect(operations).toMatchObject([
    {
      useCase: 'updateFeedback',
      record: { title: 'Wish', status: 'in_review' },
      change: { status: 'planned' },
    },
  ]);
  expect(operations[0]?.grant.caller.userId).toBe(editor.userId);
});

it('does not refuse the erasure of a person', async () => {
  const leaving = await newMember(service, project, 'contributor');
  const wish = await newFeedback(leaving, project);
  refused = 'deleteFeedback';
  await expectSuccess(service.admin.delete(`/users/${leaving.userId}?content=delete`));
  let status: number;
  do {
    ({ status } = await service.admin.get(wish));
  } while (status === 200);
  expect(status).toBe(404);
});

it('has no effect if it is not among the ports, of which the start warns', async () => {
  const other = await startApp({ environment: { LOG_LEVEL: 'warn' }, providers: [Policy] });
  expect(other.logLines.join()).toContain(
    'Policy has no effect: the option ports must contain the HostFeedbackPolicy.',
  );
  await other.close();
});
