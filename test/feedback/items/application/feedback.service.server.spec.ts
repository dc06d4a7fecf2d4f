import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FeedbackQueries } from '../../../../src/feedback/items/application/feedback.queries.js';
import type { Feedback, FeedbackRecord } from '../../../../src/feedback/items/domain/feedback.js';
import {
  type FeedbackChanges,
  FeedbackService,
  type Submission,
} from '../../../../src/feedback/items/application/feedback.service.js';
import { MergeService } from '../../../../src/feedback/merging/application/merge.service.js';
import {
  FeedbackMerged,
  FeedbackNotFound,
  FeedbackNotMerged,
} from '../../../../src/feedback/items/domain/feedback.errors.js';
import { Tag } from '../../../../src/project/tags/domain/tag.js';
import { UserService } from '../../../../src/identity/users/application/user.service.js';
import type { User } from '../../../../src/identity/users/domain/user.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import type { Role } from '../../../../src/project/access/domain/role.js';
import { ProjectNotFound } from '../../../../src/project/access/domain/access.errors.js';
import { DomainError } from '../../../../src/shared/domain-error.js';
import { aCaller } from '../../../support/caller.js';
import { aProject, aUser, usePorts, type Ports, loadUser } from '../../../support/ports.js';

const opened = usePorts();

describe('FeedbackService', () => {
  let ports: Ports;
  let queries: FeedbackQueries;
  let users: UserService;
  let service: FeedbackService;
  let merges: MergeService;
  let projectId: string;
  let ada: User;
  let bob: User;
  let bug: Tag;

  beforeEach(async () => {
    ports = opened();
    const { tags, ids } = ports;
    users = ports.get(UserService);
    service = ports.get(FeedbackService);
    merges = ports.get(MergeService);
    queries = ports.get(FeedbackQueries);
    projectId = (await aProject(ports)).id;
    [ada, bob] = [await aUser(ports, { email: 'ada@b' }), await aUser(ports, { email: 'bob@b' })];
    bug = Tag.create(ids.next(), projectId, { name: 'Bug', color: '#f00' });
    await tags.add(bug);
  });

  const as = (user: User, role: Role) => new ProjectAccess(projectId, role, aCaller(user.id));

  /** Returns the error of a rejected call: its code and pointers. Asserts that nothing was stored or recorded. */
  async function refusal(call: () => Promise<unknown>): Promise<string> {
    const stored = async () => [
      await ports.query('select * from feedback order by id'),
      await ports.query('select * from feedback_tags order by feedback_id, tag_id'),
      await ports.query('select id from events order by id'),
    ];
    const before = await stored();
    const error: unknown = await call().then(
      () => new Error('Nothing was refused.'),
      (reason: unknown) => reason,
    );
    if (!(error instanceof DomainError)) throw error;
    expect(await stored()).toEqual(before);
    return [error.code, ...error.fieldErrors.map(({ pointer, code }) => `${pointer} ${code}`)].join(' ');
  }

  async function submit(access: ProjectAccess, submission: Partial<Submission> = {}): Promise<Feedback> {
    const { id } = (await service.create(access, { title: 'Wish', ...submission })).record;
    return stored(id);
  }

  async function stored(id: string): Promise<Feedback> {
    const loaded = await ports.unitOfWork.run(() => ports.feedback.load(projectId, id));
    if (!loaded) throw new Error('There is no feedback.');
    return loaded.aggregate;
  }

  const needsEditor = (pointer: string) => `insufficient_role ${pointer} insufficient_role`;

  describe('submit', () => {
    it('stores the caller as the author, with the status in_review and the current time', async () => {
      expect({ ...(await submit(as(ada, 'contributor'), { description: 'Please.' })) }).toMatchObject({
        userId: ada.id,
        title: 'Wish',
        description: 'Please.',
        status: 'in_review',
        createdAt: ports.clock.now(),
        tagIds: [],
      });
    });

    it('accepts the default values of restricted fields from contributors', async () => {
      const plain = {
        status: 'in_review',
        commentsLocked: false,
        tags: [],
        userId: ada.id,
        user: { email: 'ADA@b' },
      } as const;
      for (const [field, value] of Object.entries(plain)) {
        expect(await submit(as(ada, 'contributor'), { [field]: value })).toMatchObject({ userId: ada.id });
      }
    });

    it.each<[string, () => Partial<Submission>]>([
      ['/status', () => ({ status: 'planned' })],
      ['/tags', () => ({ tags: ['bug'] })],
      ['/assignee_id', () => ({ assigneeId: ada.id })],
      ['/estimated_date', () => ({ estimatedDate: '2026-12-24' })],
      ['/pinned', () => ({ pinned: true })],
      ['/comments_locked', () => ({ commentsLocked: true })],
      ['/created_at', () => ({ createdAt: ports.clock.now() })],
      ['/user_id', () => ({ userId: bob.id })],
      ['/user', () => ({ user: { email: 'bob@b' } })],
      ['/user', () => ({ user: { email: 'new@b' } })],
    ])('accepts %s from editors only', async (pointer, more) => {
      const submission = more();
      expect(await refusal(() => submit(as(ada, 'contributor'), submission))).toBe(needsEditor(pointer));
      expect(await ports.userDirectory.findIdByEmail('new@b')).toBeNull();
      await submit(as(ada, 'editor'), submission);
    });

    it('records an event with the caller as the actor', async () => {
      await ports.tags.add(Tag.create(ports.ids.next(), projectId, { name: 'Zoo', color: '#0f0' }));
      const { id, createdAt } = await submit(as(ada, 'editor'), { userId: bob.id, tags: ['zoo', 'bug'] });
      expect(await ports.recordedEvents(projectId)).toEqual([
        {
          type: 'feedback.created',
          projectId,
          actorId: ada.id,
          data: {
            id,
            project_id: projectId,
            user_id: bob.id,
            user: { id: bob.id, email: 'bob@b', full_name: bob.fullName, avatar_url: bob.avatarUrl },
            title: 'Wish',
            description: '',
            tags: [
              { name: 'Bug', color: '#f00' },
              { name: 'Zoo', color: '#0f0' },
            ],
            status: 'in_review',
            upvotes: 0,
            comment_count: 0,
            created_at: createdAt.toISOString(),
            assignee: null,
            estimated_date: '',
            updated_at: createdAt.toISOString(),
            status_changed_at: createdAt.toISOString(),
            board: '',
            merged_ids: [],
            response: null,
            attachments: [],
            approval: 'approved',
            pinned: false,
            comments_locked: false,
            source: null,
            metadata: {},
            fields: {},
            revenue: 0,
            companies: 0,
          },
          previous: {},
        },
      ]);
    });

    it('submits on behalf of another user, found by id or e-mail address, or registered', async () => {
      const editor = as(ada, 'editor');
      expect((await submit(editor, { userId: bob.id.toUpperCase() })).userId).toBe(bob.id);
      expect((await submit(editor, { user: { email: 'BOB@b', fullName: 'Eve' } })).userId).toBe(bob.id);
      const { userId } = await submit(editor, { user: { email: 'new@b', fullName: 'New' } });
      expect(await loadUser(ports, userId)).toMatchObject({ email: 'new@b', fullName: 'New' });
    });

    it('rejects unknown and anonymized users', async () => {
      await users.remove(bob.id, ada.id);
      for (const userId of [bob.id, ports.ids.next()]) {
        expect(await refusal(() => submit(as(ada, 'editor'), { userId }))).toBe(
          'invalid_input /user_id not_found',
        );
      }
    });

    it('finds tags ignoring case, stores each once, and reports unknown ones', async () => {
      expect((await submit(as(ada, 'editor'), { tags: ['BUG', 'bug'] })).tagIds).toEqual([bug.id]);
      const tags = ['bug', 'idea', 'Bug', ''];
      expect(await refusal(() => submit(as(ada, 'editor'), { tags }))).toBe(
        'invalid_input /tags/1 unknown_tag /tags/3 unknown_tag',
      );
    });

    it('stores the creation time given by an editor', async () => {
      const createdAt = new Date('0001-01-01T00:00:00.000Z');
      expect((await submit(as(ada, 'editor'), { createdAt })).createdAt).toEqual(createdAt);
    });

    it('stores nothing in a project that does not exist', async () => {
      const gone = new ProjectAccess(ports.ids.next(), 'editor', aCaller(ada.id));
      const submission = { title: 'Wish', user: { email: 'new@b' } };
      await expect(service.create(gone, submission)).rejects.toThrow(ProjectNotFound);
      expect(await ports.userDirectory.findIdByEmail('new@b')).toBeNull();
    });
  });

  describe('update', () => {
    let id: string;

    beforeEach(async () => {
      ({ id } = await submit(as(ada, 'editor'), {
        tags: ['bug'],
        status: 'planned',
        description: 'Please.',
      }));
      await ports.takeEvents(projectId);
    });

    /** Returns the events recorded since the test began: types and previous values. */
    const recordedEvents = async () =>
      (await ports.takeEvents(projectId)).map(({ type, previous }) => [type, previous]);

    const update = (access: ProjectAccess, changes: FeedbackChanges) => service.update(access, id, changes);

    it('lets contributors change their own feedback, and send back restricted fields unchanged', async () => {
      await update(as(ada, 'contributor'), { title: 'Other', status: 'planned', tags: ['BUG', 'bug'] });
      expect(await stored(id)).toMatchObject({
        title: 'Other',
        description: 'Please.',
        status: 'planned',
        tagIds: [bug.id],
      });
    });

    it.each<[string, FeedbackChanges]>([
      ['/status', { status: 'completed' }],
      ['/tags', { tags: [] }],
      ['/estimated_date', { estimatedDate: '2026-12-24' }],
      ['/pinned', { pinned: true }],
      ['/comments_locked', { commentsLocked: true }],
    ])('lets only editors change %s', async (pointer, changes) => {
      const both = { title: 'Other', ...changes };
      expect(await refusal(() => update(as(ada, 'contributor'), both))).toBe(needsEditor(pointer));
      await update(as(bob, 'editor'), both);
      expect(await stored(id)).toMatchObject({ title: 'Other' });
    });

    it('lets only editors change the feedback of others', async () => {
      expect(await refusal(() => update(as(bob, 'contributor'), { title: 'Other' }))).toBe(
        'insufficient_role',
      );
      await update(as(bob, 'editor'), { title: 'Other' });
      expect(await stored(id)).toMatchObject({ title: 'Other', userId: ada.id });
    });

    it('changes and records nothing if no value differs', async () => {
      const before = await stored(id);
      await update(as(ada, 'contributor'), {});
      await update(as(ada, 'contributor'), { title: 'Wish', status: 'planned', tags: ['BUG'] });
      expect(await stored(id)).toEqual(before);
      expect(await recordedEvents()).toEqual([]);
    });

    it('records former values, with a separate event for a change of the status', async () => {
      await update(as(ada, 'editor'), { title: 'Other', description: 'Please.', status: 'completed' });
      expect(await recordedEvents()).toEqual([
        ['feedback.updated', { title: 'Wish' }],
        ['feedback.status_changed', { status: 'planned' }],
      ]);
      for (const { actorId, data } of (await ports.recordedEvents(projectId)).slice(-2)) {
        expect(actorId).toBe(ada.id);
        expect(data).toMatchObject({ id, title: 'Other', status: 'completed' });
      }
      await update(as(bob, 'editor'), { tags: [] });
      await update(as(bob, 'editor'), { status: 'rejected' });
      await service.remove(as(bob, 'editor'), id);
      expect(await recordedEvents()).toEqual([
        ['feedback.updated', { tags: [{ name: 'Bug', color: '#f00' }] }],
        ['feedback.status_changed', { status: 'completed' }],
        ['feedback.deleted', {}],
      ]);
      expect((await ports.recordedEvents(projectId)).at(-1)).toMatchObject({
        actorId: bob.id,
        data: { id, title: 'Other', status: 'rejected' },
      });
    });

    it('stores nothing of a revision that is partly invalid', async () => {
      const changes = { status: 'completed', tags: [], title: '' } as const;
      expect(await refusal(() => update(as(ada, 'editor'), changes))).toBe('invalid_input /title blank');
      expect(await refusal(() => update(as(ada, 'editor'), { title: 'Other', tags: ['x'] }))).toBe(
        'invalid_input /tags/0 unknown_tag',
      );
    });

    it('replaces and removes all tags', async () => {
      const idea = Tag.create(ports.ids.next(), projectId, { name: 'idea', color: '#0f0' });
      await ports.tags.add(idea);
      await update(as(ada, 'editor'), { tags: ['idea'] });
      expect((await stored(id)).tagIds).toEqual([idea.id]);
      await update(as(ada, 'editor'), { tags: [] });
      expect((await stored(id)).tagIds).toEqual([]);
    });

    it('does not find feedback of another project', async () => {
      const other = new ProjectAccess((await aProject(ports)).id, 'owner', aCaller(ada.id));
      await expect(update(other, {})).rejects.toThrow(FeedbackNotFound);
      await expect(service.remove(other, id)).rejects.toThrow(FeedbackNotFound);
      await expect(service.read(other, id)).rejects.toThrow(FeedbackNotFound);
    });

    it('lets the author and editors remove feedback', async () => {
      expect(await refusal(() => service.remove(as(bob, 'contributor'), id))).toBe('insufficient_role');
      await service.remove(as(ada, 'contributor'), id);
      await expect(service.read(as(ada, 'viewer'), id)).rejects.toThrow(FeedbackNotFound);
      const other = await submit(as(ada, 'contributor'));
      await service.remove(as(bob, 'editor'), other.id);
      await expect(service.read(as(ada, 'viewer'), other.id)).rejects.toThrow(FeedbackNotFound);
    });
  });

  describe('merge', () => {
    it('locks both in the order of their ids', async () => {
      const [first, second] = [await submit(as(ada, 'editor')), await submit(as(ada, 'editor'))];
      const load = jest.spyOn(ports.feedback, 'load');
      const order = () => load.mock.calls.slice(0, 2).map(([, id]) => id);
      await merges.merge(as(ada, 'editor'), first.id, second.id);
      expect(order()).toEqual([first.id, second.id]);
      await merges.unmerge(as(ada, 'editor'), first.id);
      load.mockClear();
      await merges.merge(as(ada, 'editor'), second.id.toUpperCase(), first.id.toUpperCase());
      expect(order()).toEqual([first.id, second.id]);
    });

    it('records events when feedback is merged, unmerged, or restored by the deletion of its target', async () => {
      const editor = as(ada, 'editor');
      const [one, two, target] = [await submit(editor), await submit(editor), await submit(editor)];
      await ports.takeEvents(projectId);
      await merges.merge(editor, one.id, target.id.toUpperCase());
      await merges.unmerge(editor, one.id);
      for (const source of [one, two]) await merges.merge(editor, source.id, target.id);
      await service.remove(editor, target.id);
      const recordedEvents = (await ports.takeEvents(projectId)).map(({ type, data, previous }) => [
        type,
        (data as FeedbackRecord).id,
        previous,
      ]);
      expect(recordedEvents).toEqual([
        ['feedback.merged', target.id, { merged_id: one.id }],
        ['feedback.unmerged', one.id, { merged_into: target.id }],
        ['feedback.merged', target.id, { merged_id: one.id }],
        ['feedback.merged', target.id, { merged_id: two.id }],
        ['feedback.deleted', target.id, {}],
        ['feedback.unmerged', one.id, { merged_into: target.id }],
        ['feedback.unmerged', two.id, { merged_into: target.id }],
      ]);
    });

    it('reports an unknown target before a merge conflict', async () => {
      const [source, target] = [await submit(as(ada, 'editor')), await submit(as(ada, 'editor'))];
      const into = (id: string) => refusal(() => merges.merge(as(ada, 'editor'), source.id, id));
      expect(await into(ports.ids.next())).toBe('invalid_input /into not_found');
      expect(await into(source.id)).toBe('merge_refused');
      await merges.merge(as(ada, 'editor'), source.id, target.id);
      expect(await into(ports.ids.next())).toBe('invalid_input /into not_found');
      expect(await into(target.id)).toBe('feedback_merged');
    });

    it('does not hide the source if it is unmerged during a read', async () => {
      const [source, target] = [await submit(as(ada, 'editor')), await submit(as(ada, 'editor'))];
      await merges.merge(as(ada, 'editor'), source.id, target.id);
      await expect(service.read(as(ada, 'viewer'), source.id)).rejects.toThrow(FeedbackMerged);
      // The first query finds it merged, the second finds it restored.
      jest.spyOn(queries, 'find').mockImplementationOnce(async () => {
        await merges.unmerge(as(ada, 'editor'), source.id);
        return null;
      });
      expect((await service.read(as(ada, 'viewer'), source.id)).record.id).toBe(source.id);
    });

    it('is not undone if the source has been merged into another target meanwhile', async () => {
      const editor = as(ada, 'editor');
      const [source, former, target] = [await submit(editor), await submit(editor), await submit(editor)];
      await merges.merge(editor, source.id, former.id);
      jest.spyOn(queries, 'mergeState').mockImplementationOnce(async () => {
        await merges.unmerge(editor, source.id);
        await merges.merge(editor, source.id, target.id);
        return { id: source.id, mergedInto: former.id, isApproved: true, merged: [] };
      });
      await expect(merges.unmerge(editor, source.id)).rejects.toThrow(FeedbackNotMerged);
      expect((await stored(source.id)).mergedInto).toBe(target.id);
    });

    it('rejects changes of the source, after other errors', async () => {
      const [source, target] = [await submit(as(ada, 'contributor')), await submit(as(ada, 'editor'))];
      await merges.merge(as(bob, 'editor'), source.id, target.id);
      const revised = (user: User, changes: FeedbackChanges) =>
        refusal(() => service.update(as(user, 'contributor'), source.id, changes));
      expect(await revised(bob, {})).toBe('insufficient_role');
      expect(await revised(ada, { status: 'planned' })).toBe(needsEditor('/status'));
      expect(await revised(ada, { title: 'Other' })).toBe('feedback_merged');
      expect(await refusal(() => service.remove(as(bob, 'contributor'), source.id))).toBe(
        'insufficient_role',
      );
      expect(await refusal(() => service.remove(as(ada, 'contributor'), source.id))).toBe('feedback_merged');
    });
  });
});
