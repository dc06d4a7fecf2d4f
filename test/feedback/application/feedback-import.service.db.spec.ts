import { beforeEach, expect, it } from '@jest/globals';
import type { CommentToImport } from '../../../src/feedback/application/comment-to-import.js';
import { ContributionImportService } from '../../../src/feedback/application/contribution-import.service.js';
import { FeedbackImportService } from '../../../src/feedback/application/feedback-import.service.js';
import type { FeedbackToImport } from '../../../src/feedback/application/feedback-to-import.js';
import { ProjectGrant } from '../../../src/project/application/project-grant.js';
import { aCaller } from '../../support/caller.js';
import { aProject, aUser, usePorts, type Ports } from '../../support/ports.js';

const opened = usePorts();

let ports: Ports;
let service: FeedbackImportService;
let grant: ProjectGrant;
let userId: string;

beforeEach(async () => {
  ports = opened();
  service = ports.get(FeedbackImportService);
  grant = new ProjectGrant((await aProject(ports)).id, 'owner', aCaller('1'));
  userId = (await aUser(ports)).id;
});

const mode = { source: 'canny', dryRun: false, notify: false, isComplete: false };

const record = (externalId: string, values: Partial<FeedbackToImport> = {}): FeedbackToImport => ({
  externalId,
  userId,
  title: 'Title',
  description: '',
  status: 'planned',
  tags: [],
  createdAt: '2020-01-02T03:04:05Z',
  metadata: { imported_status: 'Planned' },
  ...values,
});

it('creates feedback once, and updates it only if a field differs', async () => {
  expect((await service.import(grant, [record('a'), record('b', { voteCount: 3 })], mode)).outcomes).toEqual([
    'created',
    'created',
  ]);
  const again = [record('a'), record('b')];
  expect((await service.import(grant, again, mode)).outcomes).toEqual(['skipped', 'skipped']);
  const newer = [record('a', { metadata: { other: 1 } }), record('b', { voteCount: 4 }), record('c')];
  expect((await service.import(grant, newer, mode)).outcomes).toEqual(['updated', 'updated', 'created']);
  const [stored] = await ports.feedbackImport.find(grant.projectId, 'canny', ['a']);
  expect(stored?.metadata).toEqual({ imported_status: 'Planned', other: 1 });
});

it('stores nothing in a dry run', async () => {
  const dryRun = { ...mode, dryRun: true };
  expect((await service.import(grant, [record('a', { userId: null })], dryRun)).outcomes).toEqual([
    'created',
  ]);
  expect(await ports.feedbackImport.find(grant.projectId, 'canny', ['a'])).toEqual([]);
});

it('returns why a record cannot be stored, and stores the others', async () => {
  const records = [record('a', { title: ' ' }), record('b'), record('c', { createdAt: 'today' })];
  expect((await service.import(grant, records, mode)).outcomes).toEqual([
    { code: 'blank', detail: 'The field title must not be blank.' },
    'created',
    expect.objectContaining({ code: 'invalid_timestamp' }),
  ]);
});

it('keeps the id and the origin of a record of this service, unless the id is taken', async () => {
  const id = '11111111-1111-7111-8111-111111111111';
  const own = record(id, { origin: { source: 'github', externalId: '12' } });
  await service.import(grant, [own], { ...mode, source: 'fcs' });
  expect([...(await service.idsOf(grant.projectId, 'github', ['12']))]).toEqual([['12', id]]);
  const other = new ProjectGrant((await aProject(ports)).id, 'owner', aCaller('1'));
  expect((await service.import(other, [own], { ...mode, source: 'fcs' })).outcomes).toEqual(['created']);
  const copied = (await service.idsOf(other.projectId, 'fcs', [id])).get(id);
  expect(copied).not.toBe(id);
  expect(copied).toBeDefined();
});

it('records what a comment was before it moved to other feedback', async () => {
  const comments = ports.get(ContributionImportService);
  await service.import(grant, [record('a'), record('b')], mode);
  const ids = await service.idsOf(grant.projectId, 'canny', ['a', 'b']);
  const comment = (feedback: string, content: string): CommentToImport => ({
    ...{
      externalId: 'c',
      feedbackId: ids.get(feedback)!,
      userId,
      content,
      createdAt: '2020-01-02T03:04:05Z',
    },
  });
  await comments.importComments(grant, [comment('a', 'Yes')], mode);
  await ports.takeEvents(grant.projectId);
  const notifying = { ...mode, notify: true };
  const editor = new ProjectGrant(grant.projectId, 'owner', aCaller(userId));
  expect((await comments.importComments(editor, [comment('b', 'No')], notifying)).outcomes).toEqual([
    'updated',
  ]);
  expect(await ports.takeEvents(grant.projectId)).toEqual([
    expect.objectContaining({
      type: 'comment.updated',
      previous: expect.objectContaining({ content: 'Yes', feedback_id: ids.get('a') }),
    }),
  ]);
});
