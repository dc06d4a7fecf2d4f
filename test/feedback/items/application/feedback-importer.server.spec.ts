import { beforeEach, expect, it } from '@jest/globals';
import { CommentImporter } from '../../../../src/feedback/comments/application/comment-importer.js';
import { FeedbackImporter } from '../../../../src/feedback/items/application/feedback-importer.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import type { ImportRun } from '../../../../src/project/importing/application/record-importer.js';
import type { PortableComment, PortableFeedback } from '../../../../src/shared/portable-records.js';
import { aCaller } from '../../../support/caller.js';
import { importInto } from '../../../support/import-run.js';
import { aProject, aUser, usePorts, type Ports } from '../../../support/ports.js';

const opened = usePorts();

let ports: Ports;
let importer: FeedbackImporter;
let run: ImportRun;
let person: string;

beforeEach(async () => {
  ports = opened();
  importer = ports.get(FeedbackImporter);
  run = importInto(new ProjectAccess((await aProject(ports)).id, 'owner', aCaller('1')));
  person = (await aUser(ports)).id;
});

const record = (externalId: string, values: Partial<PortableFeedback> = {}): PortableFeedback => ({
  kind: 'feedback',
  external_id: externalId,
  person,
  title: 'Title',
  description: '',
  status: 'planned',
  tags: [],
  created_at: '2020-01-02T03:04:05Z',
  merged_into: '',
  metadata: { imported_status: 'Planned' },
  ...values,
});

const outcomesOf = async (records: readonly PortableFeedback[], of = run) =>
  (await importer.import(of, records, [])).map(({ outcome }) => outcome);

const stored = async (source: string, key: string, of = run) =>
  (await ports.feedbackImport.find(of.access.projectId, source, [key]))[0];

it('creates feedback once, and updates it only if a field differs', async () => {
  expect(await outcomesOf([record('a'), record('b', { vote_count: 3 })])).toEqual(['created', 'created']);
  expect(await outcomesOf([record('a'), record('b')])).toEqual(['skipped', 'skipped']);
  const newer = [record('a', { metadata: { other: 1 } }), record('b', { vote_count: 4 }), record('c')];
  expect(await outcomesOf(newer)).toEqual(['updated', 'updated', 'created']);
  expect((await stored('canny', 'a'))?.values.metadata).toEqual({ imported_status: 'Planned', other: 1 });
});

it('returns why a record cannot be stored, and stores the others', async () => {
  const records = [record('a', { title: ' ' }), record('b'), record('c', { created_at: 'today' })];
  expect(await outcomesOf(records)).toEqual([
    { code: 'blank', detail: 'The field title must have a visible character.' },
    'created',
    expect.objectContaining({ code: 'invalid_timestamp' }),
  ]);
});

it('keeps the id and the origin of a record of this service, unless the id is taken', async () => {
  const id = '11111111-1111-7111-8111-111111111111';
  const own = record(id, { origin: { source: 'github', external_id: '12' } });
  await importer.import(importInto(run.access, { source: 'fcs' }), [own], []);
  expect((await stored('github', '12'))?.id).toBe(id);
  const access = new ProjectAccess((await aProject(ports)).id, 'owner', aCaller('1'));
  const other = importInto(access, { source: 'fcs' });
  expect(await outcomesOf([own], other)).toEqual(['created']);
  const copied = (await importer.idsOf(other, [id])).get(id);
  expect(copied).not.toBe(id);
  expect(copied).toBeDefined();
});

it('records what a comment was before it moved to other feedback', async () => {
  const comments = ports.get(CommentImporter);
  await importer.import(run, [record('a'), record('b')], []);
  const ids = await importer.idsOf(run, ['a', 'b']);
  const comment = (feedback: string, content: string): PortableComment => ({
    kind: 'comment',
    external_id: 'c',
    feedback: ids.get(feedback)!,
    person,
    content,
    created_at: '2020-01-02T03:04:05Z',
  });
  await comments.import(run, [comment('a', 'Yes')], []);
  await ports.takeEvents(run.access.projectId);
  const editor = new ProjectAccess(run.access.projectId, 'owner', aCaller(person));
  const [moved] = await comments.import(importInto(editor, { notify: true }), [comment('b', 'No')], []);
  expect(moved).toMatchObject({ outcome: 'updated' });
  expect(await ports.takeEvents(run.access.projectId)).toEqual([
    expect.objectContaining({
      type: 'comment.updated',
      previous: expect.objectContaining({ content: 'Yes', feedback_id: ids.get('a') }),
    }),
  ]);
});
