import { beforeEach, describe, expect, it } from '@jest/globals';
import { CommentService } from '../../../../src/feedback/comments/application/comment.service.js';
import type { CommentSubmission } from '../../../../src/feedback/comments/application/comment-submission.js';
import { Contributions } from '../../../../src/feedback/contributions/application/contributions.js';
import type { CommentRecord } from '../../../../src/feedback/comments/domain/comment.record.js';
import type { Feedback } from '../../../../src/feedback/items/domain/feedback.js';
import type { User } from '../../../../src/identity/users/domain/user.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import type { Role } from '../../../../src/project/access/domain/role.js';
import { DomainError } from '../../../../src/shared/domain-error.js';
import { aCaller } from '../../../support/caller.js';
import {
  aFeedback,
  aProject,
  aUser,
  countsOf,
  merged,
  type Ports,
  usePorts,
} from '../../../support/ports.js';

const opened = usePorts();

describe('CommentService', () => {
  let ports: Ports;
  let service: CommentService;
  let feedback: Feedback;
  let ada: User;
  let bob: User;
  const page = { limit: 100, count: false };

  beforeEach(async () => {
    ports = opened();
    service = ports.get(CommentService);
    feedback = await aFeedback(ports, (await aProject(ports)).id);
    [ada, bob] = [await aUser(ports), await aUser(ports)];
  });

  const as = (user: User, role: Role) => new ProjectAccess(feedback.projectId, role, aCaller(user.id));

  const write = async (
    access: ProjectAccess,
    submission: Partial<CommentSubmission> = {},
    on = feedback.id,
  ) => (await service.create(access, on, { content: 'Hi', ...submission })).record;

  const listed = async (access: ProjectAccess, on = feedback.id) =>
    (await service.list(access, on, {}, page)).records.map(({ id }) => id);

  /** Returns the code and the pointers of the error of a rejected call. */
  async function refusal(call: Promise<unknown>): Promise<string> {
    const error: unknown = await call.then(
      () => new Error('Nothing was refused.'),
      (reason: unknown) => reason,
    );
    if (!(error instanceof DomainError)) throw error;
    return [error.code, ...error.fieldErrors.map(({ pointer, code }) => `${pointer} ${code}`)].join(' ');
  }

  const takeEvents = async () =>
    (await ports.takeEvents(feedback.projectId)).map(({ type, data, previous }) => ({
      type,
      id: (data as CommentRecord).id,
      previous,
    }));

  describe('a reply', () => {
    it('refers to a top-level comment on the same feedback', async () => {
      const parent = await write(as(ada, 'contributor'));
      const reply = await write(as(bob, 'contributor'), { parentId: parent.id.toUpperCase() });
      expect(reply).toMatchObject({ parent_id: parent.id, feedback_id: feedback.id, kind: 'comment' });
      const other = await aFeedback(ports, feedback.projectId);
      for (const [on, parentId, error] of [
        [feedback.id, reply.id, 'invalid_input /parent_id nested_reply'],
        [other.id, parent.id, 'invalid_input /parent_id not_found'],
        [feedback.id, ports.ids.next(), 'invalid_input /parent_id not_found'],
        [ports.ids.next(), parent.id, 'feedback_not_found'],
      ] as const) {
        expect(await refusal(write(as(bob, 'editor'), { parentId }, on))).toBe(error);
      }
    });

    it('to an internal comment is internal; for others the comment does not exist', async () => {
      const parent = await write(as(ada, 'editor'), { kind: 'internal' });
      expect(await write(as(bob, 'editor'), { parentId: parent.id })).toMatchObject({ kind: 'internal' });
      const contributor = as(bob, 'contributor');
      expect(await refusal(write(contributor, { parentId: parent.id }))).toBe(
        'invalid_input /parent_id not_found',
      );
      expect(await refusal(write(as(bob, 'editor'), { parentId: parent.id, kind: 'response' }))).toBe(
        'invalid_input /kind internal_parent',
      );
      expect(await countsOf(ports, feedback)).toEqual([0, 0]);
    });

    it('stays with its parent when a merge is undone', async () => {
      const source = await aFeedback(ports, feedback.projectId);
      const parent = await write(as(ada, 'contributor'), {}, source.id);
      await merged(ports, source, feedback);
      const reply = await write(as(bob, 'contributor'), { parentId: parent.id });
      expect(reply.feedback_id).toBe(source.id);
      expect(await listed(as(bob, 'viewer'))).toEqual([parent.id, reply.id]);
      source.unmerge();
      await ports.feedback.save(source);
      expect(await listed(as(bob, 'viewer'))).toEqual([]);
      expect(await listed(as(bob, 'viewer'), source.id)).toEqual([parent.id, reply.id]);
    });
  });

  describe('the kind', () => {
    it.each(['internal', 'response'] as const)('%s is for editors', async (kind) => {
      const error = 'insufficient_role /kind insufficient_role';
      expect(await refusal(write(as(ada, 'contributor'), { kind }))).toBe(error);
      expect(await write(as(ada, 'contributor'), { kind: 'comment' })).toMatchObject({ kind: 'comment' });
      const { id } = await write(as(ada, 'contributor'));
      const edit = (role: Role) => service.update(as(ada, role), feedback.id, id, { kind });
      expect(await refusal(edit('contributor'))).toBe(error);
      expect((await edit('editor')).record.kind).toBe(kind);
    });

    it('internal hides a comment and its replies, which stay hidden', async () => {
      const parent = await write(as(ada, 'contributor'));
      const reply = await write(as(bob, 'contributor'), { parentId: parent.id });
      const response = await write(as(bob, 'editor'), { parentId: parent.id, kind: 'response' });
      await takeEvents();
      ports.clock.advance(1_000);
      await service.update(as(bob, 'editor'), feedback.id, parent.id, { kind: 'internal' });
      const before = { kind: 'comment', updated_at: parent.updated_at };
      expect(await takeEvents()).toEqual([
        { type: 'comment.updated', id: parent.id, previous: before },
        { type: 'comment.updated', id: reply.id, previous: before },
        { type: 'comment.updated', id: response.id, previous: { ...before, kind: 'response' } },
      ]);
      expect(await countsOf(ports, feedback)).toEqual([0, 0]);
      for (const id of [parent.id, reply.id]) {
        const [author, path] = [as(ada, 'contributor'), [feedback.id, id] as const];
        expect(await refusal(service.read(author, ...path))).toBe('comment_not_found');
        expect(await refusal(service.update(author, ...path, { content: 'x' }))).toBe('comment_not_found');
        expect(await refusal(service.remove(author, ...path))).toBe('comment_not_found');
      }
      await service.update(as(bob, 'editor'), feedback.id, parent.id, { kind: 'comment' });
      expect(await listed(as(ada, 'contributor'))).toEqual([parent.id]);
      expect(await listed(as(bob, 'editor'))).toEqual([parent.id, reply.id, response.id]);
      expect(await countsOf(ports, feedback)).toEqual([0, 1]);
    });

    it('response makes a comment one that only editors can change', async () => {
      const { id } = await write(as(bob, 'editor'), { kind: 'response', userId: ada.id });
      const author = as(ada, 'contributor');
      expect(await refusal(service.update(author, feedback.id, id, { content: 'x' }))).toBe(
        'insufficient_role',
      );
      expect(await refusal(service.remove(author, feedback.id, id))).toBe('insufficient_role');
    });
  });

  describe('locked comments', () => {
    beforeEach(async () => {
      feedback.update({ commentsLocked: true });
      await ports.feedback.save(feedback);
    });

    it('cannot be written or changed by contributors, but deleted', async () => {
      const author = as(ada, 'contributor');
      expect(await refusal(write(author))).toBe('comments_locked');
      const { id } = await write(as(bob, 'editor'), { userId: ada.id });
      expect(await refusal(write(author, { parentId: id }))).toBe('comments_locked');
      expect(await refusal(service.update(author, feedback.id, id, { content: 'x' }))).toBe(
        'comments_locked',
      );
      expect((await service.update(author, feedback.id, id, { content: 'Hi' })).record.content).toBe('Hi');
      expect(
        (await service.update(as(bob, 'editor'), feedback.id, id, { content: 'x' })).record.content,
      ).toBe('x');
      await service.remove(author, feedback.id, id);
      expect(await countsOf(ports, feedback)).toEqual([0, 0]);
    });

    it('are reported after unknown and merged feedback', async () => {
      const target = await aFeedback(ports, feedback.projectId);
      await merged(ports, feedback, target);
      expect(await refusal(write(as(ada, 'contributor')))).toBe('feedback_merged');
      expect(await refusal(write(as(ada, 'contributor'), {}, ports.ids.next()))).toBe('feedback_not_found');
    });
  });

  describe('remove', () => {
    it('removes the replies, with an event for each and the right counter', async () => {
      const parent = await write(as(ada, 'contributor'));
      const reply = await write(as(bob, 'contributor'), { parentId: parent.id });
      const note = await write(as(bob, 'editor'), { parentId: parent.id, kind: 'internal' });
      const other = await write(as(bob, 'contributor'));
      await takeEvents();
      await service.remove(as(ada, 'contributor'), feedback.id, parent.id);
      expect(await takeEvents()).toEqual(
        [reply, note, parent].map(({ id }) => ({ type: 'comment.deleted', id, previous: {} })),
      );
      expect(await listed(as(bob, 'editor'))).toEqual([other.id]);
      expect(await countsOf(ports, feedback)).toEqual([0, 1]);
    });

    it('of the content of an erased user removes replies of others, too', async () => {
      const parent = await write(as(ada, 'contributor'));
      await write(as(bob, 'contributor'), { parentId: parent.id });
      await write(as(ada, 'contributor'), { parentId: parent.id });
      const kept = await write(as(bob, 'contributor'));
      const erasure = { userId: ada.id, actorId: bob.id, content: 'delete' } as const;
      await ports.get(Contributions).erase(erasure, new AbortController().signal);
      expect(await listed(as(bob, 'editor'))).toEqual([kept.id]);
      expect(await countsOf(ports, feedback)).toEqual([0, 1]);
    });
  });

  it('lists the comments of a project, newest first, by filters', async () => {
    const other = await aFeedback(ports, feedback.projectId);
    const elsewhere = await aFeedback(ports, (await aProject(ports)).id);
    const first = await write(as(ada, 'contributor'));
    ports.clock.advance(1_000);
    const second = await write(as(bob, 'contributor'), {}, other.id);
    ports.clock.advance(1_000);
    const note = await write(as(bob, 'editor'), { kind: 'internal', parentId: first.id });
    const access = new ProjectAccess(elsewhere.projectId, 'contributor', aCaller(ada.id));
    await service.create(access, elsewhere.id, { content: 'Elsewhere' });
    await merged(ports, other, feedback);
    const ids = async (role: Role, filter: Parameters<CommentService['listOfProject']>[1] = {}) =>
      (await service.listOfProject(as(ada, role), filter, page)).records.map(({ id }) => id);
    expect(await ids('editor')).toEqual([note.id, second.id, first.id]);
    expect(await ids('viewer')).toEqual([second.id, first.id]);
    expect(await ids('editor', { userId: bob.id })).toEqual([note.id, second.id]);
    expect(await ids('editor', { kind: 'internal' })).toEqual([note.id]);
    expect(await ids('viewer', { kind: 'internal' })).toEqual([]);
    expect(await ids('editor', { parentId: '' })).toEqual([second.id, first.id]);
    expect(await ids('editor', { parentId: first.id })).toEqual([note.id]);
    expect(await ids('viewer', { createdAfter: new Date(second.created_at) })).toEqual([second.id]);
    expect(await ids('viewer', { feedbackId: other.id })).toEqual([second.id]);
    expect(await ids('viewer', { feedbackId: feedback.id })).toEqual([second.id, first.id]);
  });
});
