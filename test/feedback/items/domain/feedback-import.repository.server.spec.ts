import { describe, expect, it } from '@jest/globals';
import { copiedFields as copiedCommentFields } from '../../../../src/feedback/comments/domain/comment.js';
import type {
  Imported,
  ImportedComment,
  ImportedFeedback,
} from '../../../../src/feedback/items/domain/feedback-import.repository.js';
import { copiedFields } from '../../../../src/feedback/items/domain/feedback.js';
import { completeCopied } from '../../../../src/shared/copied-fields.js';
import { aFeedback, aProject, aUser, castVote, usePorts, type Ports } from '../../../support/ports.js';

const ports = usePorts();

describe('FeedbackImportRepository', () => {
  const created_at = '2020-01-02T03:04:05.678Z';
  let projectId: string;

  async function imported(
    externalId: string,
    values: Partial<ImportedFeedback & Imported> = {},
  ): Promise<ImportedFeedback & Imported> {
    projectId = values.source === 'other' ? projectId : (projectId ?? (await aProject(ports())).id);
    const feedback = {
      id: ports().ids.next(),
      person: (await aUser(ports())).id,
      source: 'canny',
      external_id: externalId,
      title: `Title of ${externalId}`,
      description: 'A description',
      status: 'planned' as const,
      board: '',
      assignee: '',
      ...completeCopied(copiedFields, {}),
      approval: 'approved' as const,
      created_at,
      tag_ids: [],
      fields: {},
      vote_count: null,
      metadata: { kept: { b: 1, a: [true] } },
      ...values,
    };
    await run(({ feedbackImport }) => feedbackImport.add(projectId, [feedback]));
    return feedback;
  }

  /** Returns the values that imports compare. */
  const valuesOf = ({
    id: _,
    person: __,
    source: ___,
    external_id: ____,
    ...values
  }: ImportedFeedback & Imported): ImportedFeedback => values;

  function run<T>(work: (all: Ports) => Promise<T>): Promise<T> {
    return ports().unitOfWork.run(() => work(ports()));
  }

  const find = async (...keys: string[]) =>
    run(({ feedbackImport }) => feedbackImport.find(projectId, 'canny', keys));

  /** Returns the stored counters, and asserts that they are right. */
  async function counts(id: string): Promise<[number, number]> {
    const [feedback] = await run((all) => all.feedback.loadAll(projectId, [id]));
    const { was, is } = await run((all) => all.feedback.recount(feedback!.aggregate));
    expect(was).toEqual(is);
    return [is.upvotes, is.commentCount];
  }

  const vote = async (feedback: string, person?: string) => ({
    kind: 'vote' as const,
    feedback,
    person: person ?? (await aUser(ports())).id,
    created_at,
  });

  it('finds feedback by source and external id, within the project', async () => {
    projectId = (await aProject(ports())).id;
    const stored = await imported('a');
    await imported('b');
    await imported('a', { source: 'other' });
    expect(await find('a', 'unknown')).toEqual([
      {
        key: 'a',
        id: stored.id,
        isImported: true,
        announced: true,
        isMerged: false,
        votes: 0,
        values: valuesOf(stored),
      },
    ]);
    const ids = await run((all) => all.feedbackImport.idsOf(projectId, 'canny', ['a', 'c']));
    expect([...ids]).toEqual([['a', stored.id]]);
    const { id: elsewhere } = await aProject(ports());
    expect(await run((all) => all.feedbackImport.find(elsewhere, 'canny', ['a']))).toEqual([]);
  });

  it('finds feedback of this service by its id, in the project only', async () => {
    projectId = (await aProject(ports())).id;
    const { id } = await aFeedback(ports(), projectId);
    const found = await run((all) => all.feedbackImport.find(projectId, 'fcs', [id, 'no-uuid']));
    expect(found.map(({ key }) => key)).toEqual([id]);
    const { id: elsewhere } = await aProject(ports());
    expect(await run((all) => all.feedbackImport.find(elsewhere, 'fcs', [id]))).toEqual([]);
    expect([...(await run((all) => all.feedbackImport.takenIds([id, ports().ids.next()])))]).toEqual([id]);
  });

  it('stores changes', async () => {
    projectId = (await aProject(ports())).id;
    const stored = await imported('a', { vote_count: 3 });
    const changed = {
      ...stored,
      title: 'Changed',
      description: '',
      status: 'completed' as const,
      created_at: '2019-01-01T00:00:00.000Z',
      vote_count: 5,
      metadata: { other: 'x' },
    };
    await run((all) => all.feedbackImport.save(projectId, [changed]));
    expect(await find('a')).toEqual([
      {
        key: 'a',
        id: stored.id,
        isImported: true,
        announced: true,
        isMerged: false,
        votes: 5,
        values: valuesOf(changed),
      },
    ]);
    expect(await counts(stored.id)).toEqual([5, 0]);
  });

  it('counts a vote once, in place of one without a voter', async () => {
    projectId = (await aProject(ports())).id;
    const { id } = await imported('a', { vote_count: 3 });
    const votes = [await vote(id), await vote(id)];
    expect(await run((all) => all.feedbackImport.addVotes([...votes, votes[0]!], false))).toEqual([
      true,
      true,
      false,
    ]);
    expect(await counts(id)).toEqual([3, 0]);
    expect(await run((all) => all.feedbackImport.unattributedVotes(projectId, 'canny'))).toEqual({
      feedback: 1,
      votes: 1,
    });
    expect(await run((all) => all.feedbackImport.addVotes(votes, false))).toEqual([false, false]);
    expect(
      await run(async (all) => all.feedbackImport.addVotes([await vote(id), await vote(id)], false)),
    ).toEqual([true, true]);
    expect(await counts(id)).toEqual([4, 0]);
    expect(await run(async (all) => all.feedbackImport.addVotes([votes[0]!, await vote(id)], true))).toEqual([
      false,
      true,
    ]);
  });

  it('replaces a vote without a voter if the user has voted here already', async () => {
    projectId = (await aProject(ports())).id;
    const { id } = await imported('a', { vote_count: 2 });
    const own = await vote(id);
    const [feedback] = await run((all) => all.feedback.loadAll(projectId, [id]));
    await castVote(ports(), feedback!.aggregate, own.person);
    expect(await counts(id)).toEqual([3, 0]);
    expect(await run((all) => all.feedbackImport.addVotes([own], false))).toEqual([false]);
    expect(await counts(id)).toEqual([2, 0]);
  });

  it('keeps imported votes when the number of votes changes', async () => {
    projectId = (await aProject(ports())).id;
    const stored = await imported('a', { vote_count: 3 });
    await run(async (all) =>
      all.feedbackImport.addVotes([await vote(stored.id), await vote(stored.id)], false),
    );
    await run((all) => all.feedbackImport.save(projectId, [{ ...stored, vote_count: 4 }]));
    expect(await counts(stored.id)).toEqual([4, 0]);
    await run((all) => all.feedbackImport.save(projectId, [{ ...stored, vote_count: 1 }]));
    expect(await counts(stored.id)).toEqual([2, 0]);
  });

  it('counts votes and comments of merged feedback at its target', async () => {
    projectId = (await aProject(ports())).id;
    const [source, target] = [await imported('a', { vote_count: 2 }), await imported('b', { vote_count: 1 })];
    const both = await aUser(ports());
    await run((all) =>
      all.feedbackImport.saveMerges([{ id: source.id, into: target.id }], [source.id, target.id]),
    );
    expect([await counts(source.id), await counts(target.id)]).toEqual([
      [2, 0],
      [3, 0],
    ]);
    const votes = [
      await vote(source.id, both.id),
      await vote(target.id, both.id),
      await vote(source.id),
      await vote(source.id),
    ];
    await run((all) => all.feedbackImport.addVotes(votes, false));
    expect([await counts(source.id), await counts(target.id)]).toEqual([
      [3, 0],
      [3, 0],
    ]);
    const comment = {
      id: ports().ids.next(),
      feedback: source.id,
      person: both.id,
      source: 'canny',
      external_id: 'c',
      parent: null,
      comment_kind: 'comment' as const,
      metadata: {},
      fields: {},
      approval: 'approved' as const,
      ...completeCopied(copiedCommentFields, { content: 'Comment' }),
      created_at,
      updated_at: created_at,
    };
    await run((all) => all.feedbackImport.addComments(projectId, [comment]));
    expect([(await counts(source.id))[1], (await counts(target.id))[1]]).toEqual([1, 1]);
    const moved = { ...comment, feedback: target.id, content: 'Moved' };
    await run((all) => all.feedbackImport.saveComments([moved]));
    expect([(await counts(source.id))[1], (await counts(target.id))[1]]).toEqual([0, 1]);
    const { id, person: _, source: __, external_id: key, parent, ...values } = moved;
    expect(await run((all) => all.feedbackImport.findComments(projectId, 'canny', [key, 'd']))).toEqual([
      { key, id, parent, replies: 0, announced: true, inherited: null, values },
    ]);
  });

  it('moves replies with their comment, makes them internal with it, and counts neither', async () => {
    projectId = (await aProject(ports())).id;
    const [from, to] = [await imported('from'), await imported('to')];
    const comment = (
      external_id: string,
      parent: string | null,
    ): ImportedComment & Imported & { parent: string | null } => ({
      id: ports().ids.next(),
      feedback: from.id,
      person: from.person,
      source: 'canny',
      external_id,
      parent,
      comment_kind: 'comment',
      metadata: {},
      fields: {},
      approval: 'approved',
      ...completeCopied(copiedCommentFields, { content: 'Comment' }),
      created_at,
      updated_at: created_at,
    });
    const parent = comment('parent', null);
    await run((all) =>
      all.feedbackImport.addComments(projectId, [
        parent,
        comment('reply', parent.id),
        comment('other', null),
      ]),
    );
    expect([(await counts(from.id))[1], (await counts(to.id))[1]]).toEqual([3, 0]);
    const save = (changes: Partial<ImportedComment>) =>
      run((all) => all.feedbackImport.saveComments([{ ...parent, ...changes }]));
    await save({ feedback: to.id });
    expect([(await counts(from.id))[1], (await counts(to.id))[1]]).toEqual([1, 2]);
    await save({ feedback: to.id, comment_kind: 'internal' });
    expect([(await counts(from.id))[1], (await counts(to.id))[1]]).toEqual([1, 0]);
    const [reply] = await run((all) => all.feedbackImport.findComments(projectId, 'canny', ['reply']));
    expect(reply).toMatchObject({
      parent: parent.id,
      values: { feedback: to.id, comment_kind: 'internal' },
    });
  });

  it('returns merged feedback with its target and what is merged into it', async () => {
    projectId = (await aProject(ports())).id;
    const [a, b, c] = [await imported('a'), await imported('b'), await imported('c')];
    const merges = [a, b].map(({ id }) => ({ id, into: c.id }));
    await run((all) => all.feedbackImport.saveMerges(merges, [c.id]));
    const loaded = await run((all) => all.feedbackImport.loadMerges(projectId, [a.id]));
    const byId = new Map(loaded.map((each) => [each.id, { ...each, merged: [...each.merged].sort() }]));
    expect(byId.get(a.id)).toEqual({ id: a.id, mergedInto: c.id, isApproved: true, merged: [] });
    expect(byId.get(c.id)).toEqual({
      id: c.id,
      mergedInto: null,
      isApproved: true,
      merged: [a.id, b.id].sort(),
    });
  });
});
