import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { FeedbackPolicy } from '../../src/feedback/items/application/feedback-policy.js';
import { CountService } from '../../src/feedback/index.js';
import { DatabaseUnavailable } from '../../src/platform/persistence/database-errors.js';
import { Sql } from '../../src/platform/persistence/sql.js';
import { ImportRunner } from '../../src/transfer/import/application/import-runner.js';
import { ProjectImportRepository } from '../../src/transfer/import/domain/project-import.repository.js';
import { DomainError } from '../../src/shared/domain-error.js';
import { itOnServer } from '../support/server-url.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import { toldIn } from '../support/events.js';
import { expectSuccess, newFeedback, newMember, newProject } from '../support/feedback.js';
import { importEnded, importFile, uploadFile } from '../support/import-file.js';
import { settleRevenue } from '../support/revenue.js';
import {
  comment,
  company,
  entry,
  externalId,
  feedback,
  link,
  person as anyPerson,
  portableFile,
  vote,
} from '../support/portable-file.js';
import { until } from '../support/until.js';

const maxBytes = 400_000;

let service: TestApp;
let project: string;

beforeAll(async () => {
  service = await startApp({ background: true, environment: { MAX_IMPORT_BYTES: String(maxBytes) } });
});

afterAll(() => service.close());

beforeEach(async () => {
  project = await newProject(service);
});

function upload(
  body: string | Uint8Array,
  query = '',
  headers: Record<string, string> = {},
): Promise<Answer> {
  return uploadFile(service, project, body, query, headers);
}

const ended = (id: string): Promise<any> => importEnded(service.admin, `${project}/imports/${id}`);

const imported = (records: readonly (object | string)[], query = ''): Promise<any> =>
  importFile(service, project, portableFile(records), query);

async function report(id: string): Promise<[number, string][]> {
  const { body } = await service.admin.get(`${project}/imports/${id}/report`);
  return body.map(({ line, code }: { line: number; code: string }) => [line, code]);
}

const get = async (path: string) => (await service.admin.get(`${project}${path}`)).body;

/** Returns the titles of the entries with the names of their tags. */
const taggedEntries = async () =>
  (await get('/changelogs?include=tags&sort=recently_updated')).map((each: any) => [
    each.title,
    each.tags.map(({ name }: { name: string }) => name),
  ]);

async function expectRightCounts(): Promise<void> {
  const miscounts: unknown[] = [];
  await service.app.get(CountService).check((miscount) => miscounts.push(miscount));
  expect(miscounts).toEqual([]);
}

/** A person with an address that is unknown outside of the project. */
const person = (externalId: string, values: object = {}) =>
  anyPerson(externalId, { email: addressOf(externalId), ...values });

const addressOf = (name: string) => `${name}@${project.slice('/projects/'.length)}.example.com`;

const sample = () => [
  person('ann'),
  person('bob', { email: '', full_name: 'Bob' }),
  { kind: 'tag', name: 'bug', color: '#ff0000' },
  feedback('f1', { person: 'ann', tags: ['bug', 'new'], vote_count: 5, title: 'Dark mode' }),
  feedback('f2', { person: 'bob', status: 'completed', metadata: { a: 1 } }),
  feedback('f3', { merged_into: 'f2', vote_count: 1 }),
  vote('f1', 'ann'),
  vote('f1', 'bob'),
  vote('f2', 'bob'),
  vote('f3', 'bob'),
  comment('c1', 'f1', { person: 'bob' }),
  comment('c2', 'f3', { person: 'ann' }),
  entry('e1', { person: 'ann' }),
  entry('e2', { published: false }),
  link('e1', 'f2'),
];

describe('Boards and fields of another tool', () => {
  const board = {
    kind: 'board',
    slug: 'bugs',
    name: 'Bugs',
    description: '',
    position: 1,
    visibility: 'public',
    submission: 'contributors',
  };
  const field = (options: readonly string[]) => ({
    kind: 'field',
    key: 'team',
    name: 'Team',
    type: 'choice',
    options,
    required: false,
    set_by: 'editors',
    visible_to: 'editors',
    position: 1,
  });
  const importFrom = async (source: string | undefined, options: readonly string[]) => {
    const answer = await upload(portableFile([board, field(options)], source));
    return (await ended(answer.body.id as string)).progress;
  };

  it('keep who sees and sets them here, and get new options', async () => {
    expect(await importFrom('canny', ['Web'])).toMatchObject({ created: 2, failed: 0 });
    await service.admin.put(`${project}/boards/bugs`, { name: 'Reports', visibility: 'editors' });
    await service.admin.put(`${project}/fields/team`, { visible_to: 'everyone' });
    expect(await importFrom('canny', ['Web'])).toMatchObject({ updated: 0, skipped: 2 });
    expect(await importFrom('canny', ['Web', 'App'])).toMatchObject({ updated: 1, skipped: 1 });
    expect(await get('/boards')).toMatchObject([{ name: 'Reports', visibility: 'editors' }]);
    expect(await get('/fields')).toMatchObject([{ visible_to: 'everyone', options: ['Web', 'App'] }]);
  });

  it('do not lose options that are in use, also in a dry run', async () => {
    const lacking = [field(['App']), feedback('f1')];
    await imported([field(['Web']), feedback('f1', { fields: { team: 'Web' } })]);
    for (const query of ['&dry_run=true', '']) {
      const { id, progress } = await imported(lacking, query);
      expect(progress).toMatchObject({ skipped: 1, failed: 1 });
      expect(await report(id as string)).toEqual([[2, 'field_in_use']]);
    }
  });

  it('are overwritten by a file of this service', async () => {
    await service.admin.put(`${project}/boards/bugs`, { visibility: 'editors' });
    expect(await importFrom(undefined, ['Web'])).toMatchObject({ created: 1, updated: 1, failed: 0 });
    expect(await get('/boards')).toMatchObject([{ name: 'Bugs', visibility: 'public' }]);
  });
});

describe('Former changes of the status', () => {
  const change = (values: object = {}) => ({
    kind: 'status_change',
    feedback: 'f1',
    from: 'in_review',
    to: 'gone_since',
    person: 'ann',
    comment: '',
    created_at: '2030-01-02T03:04:05.678Z',
    ...values,
  });
  const planned = {
    from: 'gone_since',
    to: 'planned',
    comment: 'c1',
    created_at: '2030-01-03T00:00:00.000Z',
  };
  const file = () => [
    person('ann'),
    feedback('f1', { person: 'ann', status: 'planned' }),
    comment('c1', 'f1', { person: 'ann', comment_kind: 'response' }),
    change(),
    change(planned),
  ];

  it('are stored with their users and comments, once, without events', async () => {
    const events = await toldIn(service, project);
    expect((await imported(file(), '&dry_run=true')).progress).toMatchObject({ created: 5, failed: 0 });
    expect((await imported(file(), '&notify=true')).progress).toMatchObject({ created: 5, failed: 0 });
    const [{ id, status_changed_at: changedAt }] = await get('/feedback?include=status_changed_at');
    expect(changedAt).toBe('2030-01-03T00:00:00.000Z');
    const [{ id: commentId, user }] = await get(`/feedback/${id}/comments`);
    const expected = [
      { from: 'in_review', to: 'gone_since', user, comment_id: '', created_at: '2030-01-02T03:04:05.678Z' },
      {
        from: 'gone_since',
        to: 'planned',
        user,
        comment_id: commentId,
        created_at: '2030-01-03T00:00:00.000Z',
      },
    ];
    expect(await get(`/feedback/${id}/status-changes`)).toMatchObject(expected);
    for (const query of ['', '&dry_run=true']) {
      expect((await imported(file(), query)).progress).toMatchObject({ created: 0, skipped: 5, failed: 0 });
    }
    expect(await get(`/feedback/${id}/status-changes`)).toHaveLength(2);
    const types = (await toldIn(service, project)).slice(events.length).map(({ type }) => type);
    expect(types).not.toContain('feedback.status_changed');
  });

  it('are reported if they are invalid, or what they refer to is unknown', async () => {
    const broken = [
      change({ feedback: 'f2' }),
      change({ person: '' }),
      change({ to: 'Not a key' }),
      change({ created_at: 'yesterday' }),
      change({ comment: 'c9' }),
    ];
    const { id, progress } = await imported([...file().slice(0, 2), ...broken]);
    expect(progress).toMatchObject({ created: 3, failed: 4 });
    expect(await report(id)).toEqual([
      [4, 'unknown_feedback'],
      [5, 'missing_id'],
      [6, 'invalid_status_key'],
      [7, 'invalid_timestamp'],
    ]);
  });
});

describe('The tags of changelog entries', () => {
  const tagged = (tags: unknown) => [entry('e1', { title: 'Tagged', tags })];

  it('are created if they are unknown, and replaced by those of a newer file', async () => {
    const { state, progress } = await imported([
      { kind: 'tag', name: 'bug', color: '#ff0000' },
      ...tagged(['BUG', 'new']),
    ]);
    expect([state, progress.failed]).toEqual(['completed', 0]);
    expect(await taggedEntries()).toEqual([['Tagged', ['bug', 'new']]]);
    expect((await imported(tagged(['new', 'bug']))).progress).toMatchObject({ skipped: 1 });
    expect((await imported(tagged(undefined))).progress).toMatchObject({ skipped: 1 });
    expect((await imported(tagged(['new']))).progress).toMatchObject({ updated: 1 });
    expect(await taggedEntries()).toEqual([['Tagged', ['new']]]);
    expect((await imported(tagged([]), '&notify=true')).progress).toMatchObject({ updated: 1 });
    expect(await taggedEntries()).toEqual([['Tagged', []]]);
    const [event] = (await toldIn(service, project)).filter(({ type }) => type === 'changelog.updated');
    expect(event.previous).toEqual({ tags: [{ name: 'new', color: '#64748b' }] });
  });

  it('are left out and reported, if unknown ones are skipped', async () => {
    const { id, progress } = await imported(tagged(['new', 7]), '&unknown_tags=skip');
    expect(progress).toMatchObject({ created: 1, failed: 0 });
    expect(await report(id)).toEqual([[2, 'unknown_tag']]);
    expect(await taggedEntries()).toEqual([['Tagged', []]]);
  });

  it('are at most 100', async () => {
    const { id } = await imported(tagged(Array.from({ length: 101 }, (_, n) => `tag ${n}`)));
    expect(await report(id)).toEqual([[2, 'too_many']]);
    expect(await taggedEntries()).toEqual([]);
  });

  it('are not created if a record has too many, as for feedback', async () => {
    const tags = Array.from({ length: 101 }, (_, n) => `tag ${n}`);
    const { id } = await imported([
      ...tagged(tags),
      feedback('f1', { tags }),
      entry('e2', { tags: ['tag 7'] }),
    ]);
    expect(await report(id)).toEqual([
      [2, 'too_many'],
      [3, 'too_many'],
    ]);
    expect((await get('/tags')).map(({ name }: { name: string }) => name)).toEqual(['tag 7']);
  });
});

describe('An import', () => {
  /**
   * Imports records, and does something else after the first of them have been read. Returns the id of the import when its job
   * has ended without an error.
   */
  async function meanwhile(
    records: readonly object[],
    work: (id: string) => Promise<unknown>,
  ): Promise<string> {
    const imports = service.app.get(ProjectImportRepository, { strict: false });
    const next = imports.next.bind(imports);
    const spy = jest.spyOn(imports, 'next').mockImplementationOnce(async (id) => {
      const chunk = await next(id);
      await work(id);
      return chunk;
    });
    const run = jest.spyOn(service.app.get(ImportRunner, { strict: false }), 'run');
    const { body } = await upload(portableFile(records));
    await until(async () => run.mock.results.length > 0);
    await expect(run.mock.results[0]!.value).resolves.toBeUndefined();
    spy.mockRestore();
    run.mockRestore();
    return body.id as string;
  }

  const runAgain = (id: string) =>
    service.app.get(ImportRunner, { strict: false }).run(id, new AbortController().signal, () => undefined);

  it('applies each line once, however many processes run it', async () => {
    const records = Array.from({ length: 1_200 }, (_, n) => feedback(`f${n}`));
    const id = await meanwhile(records, async (id) => Promise.all([runAgain(id), runAgain(id)]));
    expect((await ended(id)).progress).toMatchObject({ read: 1_200, created: 1_200, skipped: 0, failed: 0 });
    const types = async () => (await get('/events')).map(({ type }: { type: string }) => type);
    await until(async () => (await types()).includes('import.completed'));
    expect((await types()).filter((type: string) => type === 'import.completed')).toHaveLength(1);
  });

  it('goes on if the next lines were applied in the meantime, as after a lost response to a COMMIT', async () => {
    const imports = service.app.get(ProjectImportRepository, { strict: false });
    const lock = jest.spyOn(imports, 'lock').mockResolvedValueOnce(false);
    expect((await imported([feedback('f1')])).progress).toMatchObject({ read: 1, created: 1, skipped: 0 });
    lock.mockRestore();
  });

  it('ends without an error if its project is deleted meanwhile', async () => {
    await meanwhile([feedback('f1'), comment('c1', 'f1')], async () => {
      expect((await service.admin.delete(project)).status).toBe(204);
    });
  });

  it('fails when its user is no owner any more, and what it has stored stays', async () => {
    const owner = await newMember(service, project, 'owner');
    const imports = service.app.get(ProjectImportRepository, { strict: false });
    const next = imports.next.bind(imports);
    let parts = 0;
    const spy = jest.spyOn(imports, 'next').mockImplementation(async (id) => {
      if (++parts === 2) await service.admin.delete(`${project}/members/${owner.userId}`);
      return next(id);
    });
    const { body } = await upload(portableFile([feedback('f1'), comment('c1', 'f1')]), '', {
      authorization: `Bearer ${owner.token}`,
    });
    const { state, progress } = await ended(body.id as string);
    spy.mockRestore();
    expect([state, progress.created]).toEqual(['failed', 1]);
    expect(await report(body.id as string)).toEqual([[0, 'owner_removed']]);
    expect(await get('/feedback')).toMatchObject([{ comment_count: 0 }]);
  });

  /** Makes the insert of feedback throw what `errorFor` returns for its values, if anything. */
  function failInsert(errorFor: (values: string) => Error | undefined): { restore: () => void } {
    const sql = service.app.get(Sql, { strict: false });
    const rows = sql.rows.bind(sql);
    const spy = jest.spyOn(sql, 'rows').mockImplementation(async (text, values) => {
      const error = /insert into feedback\b/.test(text) ? errorFor(JSON.stringify(values)) : undefined;
      if (error) throw error;
      return rows(text, values);
    });
    return { restore: () => spy.mockRestore() };
  }

  it.each([
    ['the database', () => failInsert(() => new DatabaseUnavailable(new Error('terminated')))],
    [
      'what a policy asks',
      () => {
        const error = new DomainError('unavailable', 'no_answer', 'No answer.');
        const policy = service.app.get(FeedbackPolicy, { strict: false });
        const spy = jest.spyOn(policy, 'before').mockRejectedValue(error);
        return { restore: () => spy.mockRestore() };
      },
    ],
  ])('waits until %s is available', async (_, fail) => {
    const { restore } = fail();
    const { body } = await upload(portableFile([person('ann'), feedback('f1'), vote('f1', 'ann')]));
    await expect(runAgain(body.id as string)).rejects.toThrow();
    restore();
    await runAgain(body.id as string);
    expect((await ended(body.id as string)).progress).toMatchObject({ created: 3, failed: 0 });
    expect(await report(body.id as string)).toEqual([]);
  });

  it('stores fewer lines at once if a statement takes too long', async () => {
    const timeout = Object.assign(new pg.DatabaseError('canceled', 8, 'error'), { code: '57014' });
    const { restore } = failInsert((values) =>
      /Title of f1.*Title of f2/.test(values) ? timeout : undefined,
    );
    const { id, progress } = await imported([feedback('f1'), feedback('f2')]);
    restore();
    expect(progress).toMatchObject({ created: 2, failed: 0 });
    expect(await report(id as string)).toEqual([]);
  });

  it('creates all records, and reports its progress', async () => {
    const answer = await upload(portableFile(sample()));
    expect(answer.status).toBe(202);
    expect(Object.keys(answer.body)).toEqual([
      'id',
      'source',
      'state',
      'dry_run',
      'progress',
      'created_at',
      'finished_at',
    ]);
    expect(answer.headers.get('location')).toBe(`${service.url}/v1${project}/imports/${answer.body.id}`);
    const done = await ended(answer.body.id as string);
    expect(done).toMatchObject({
      state: 'completed',
      source: 'fcs',
      dry_run: false,
      progress: { read: 15, created: 15, updated: 0, skipped: 0, failed: 0 },
    });
    expect(await report(done.id as string)).toEqual([[0, 'votes_without_voters']]);
    const [first, second, ...others] = await get('/feedback?sort=oldest');
    expect(others).toEqual([]);
    expect([first.title, second.title].sort()).toEqual(['Dark mode', 'Title of f2']);
    const dark = [first, second].find(({ title }) => title === 'Dark mode');
    expect(dark).toMatchObject({
      upvotes: 5,
      comment_count: 1,
      status: 'planned',
      created_at: '2020-01-02T03:04:05.678Z',
      user: { email: addressOf('ann'), full_name: 'Name of ann' },
      tags: [
        { name: 'bug', color: '#ff0000' },
        { name: 'new', color: '#64748b' },
      ],
    });
    const target = [first, second].find(({ title }) => title === 'Title of f2');
    expect(target).toMatchObject({ upvotes: 1, comment_count: 1, status: 'completed' });
    expect(target.user).toMatchObject({ full_name: 'Bob', email: expect.stringMatching(/@users\.invalid$/) });
    expect(await get(`/feedback/${target.id}/metadata`)).toEqual({ a: 1 });
    expect((await get(`/feedback?q=dark`)).map(({ id }: { id: string }) => id)).toEqual([dark.id]);
    const [published, draft] = await get('/changelogs');
    expect([published.published, draft.published].sort()).toEqual([false, true]);
    const linked = [published, draft].find(({ title }) => title === 'Title of e1');
    expect(linked.author.email).toBe(addressOf('ann'));
    expect(await get(`/changelogs/${linked.id}/feedback`)).toMatchObject([{ id: target.id }]);
    await expectRightCounts();
  });

  it('does not depend on the order of the lines', async () => {
    const file = [...sample(), comment('c3', 'f1', { parent: 'c1' }), comment('c4', 'f1', { parent: 'c3' })];
    const reversed = file.toReversed();
    const planned = await imported(reversed, '&dry_run=true');
    const done = await imported(reversed);
    expect(done.progress).toEqual({ read: 17, created: 16, updated: 0, skipped: 0, failed: 1 });
    expect(await report(done.id as string)).toEqual([
      [2, 'unknown_parent'],
      [0, 'votes_without_voters'],
    ]);
    expect(planned.progress).toEqual(done.progress);
    const again = await imported(file);
    expect(again.progress).toEqual({ read: 17, created: 0, updated: 0, skipped: 16, failed: 1 });
    await expectRightCounts();
  });

  it('has the same outcomes in a dry run, merges and doubles included', async () => {
    await imported([feedback('stored'), feedback('waiting', { approval: 'pending' })]);
    const file = [
      person('ann'),
      feedback('f1', { merged_into: 'f2' }),
      feedback('f2', { merged_into: 'f3' }),
      feedback('f3'),
      // A cycle, and merges that are not possible.
      feedback('f4', { merged_into: 'f5' }),
      feedback('f5', { merged_into: 'f4' }),
      feedback('f6', { merged_into: 'nowhere' }),
      feedback('f7', { merged_into: 'waiting' }),
      feedback('f8', { approval: 'pending' }),
      feedback('f9', { merged_into: 'f8' }),
      feedback('stored', { merged_into: 'f3' }),
      // More records than one transaction applies, before others with the same ids.
      ...Array.from({ length: 500 }, (_, n) => feedback(`other ${n}`)),
      feedback('f3'),
      feedback('f1', { merged_into: 'f2' }),
      feedback('f6', { title: 'Another title' }),
      feedback('f9', { title: '' }),
      feedback('waiting', { approval: 'approved' }),
      feedback('other 1', { merged_into: 'f1' }),
      vote('f1', 'ann'),
      vote('f1', 'ann'),
      ...Array.from({ length: 500 }, (_, n) => vote(`other ${n}`, `voter ${n % 20}`)),
      vote('f1', 'ann'),
      vote('f2', 'ann'),
      comment('c1', 'f1'),
      comment('c1', 'f1', { content: 'New' }),
      comment('c1', 'f2', { content: 'New' }),
      comment('c2', 'f1', { parent: 'c1' }),
      entry('e1'),
      entry('e1', { title: 'New' }),
      link('e1', 'f1'),
      link('e1', 'f1'),
    ];
    const planned = await imported(file, '&dry_run=true');
    const done = await imported(file);
    expect(planned.progress).toEqual(done.progress);
    expect(await report(planned.id as string)).toEqual(await report(done.id as string));
    expect((await report(done.id as string)).map(([, code]) => code)).toEqual(
      expect.arrayContaining(['merge_circle', 'unknown_feedback', 'duplicate_id']),
    );
    await expectRightCounts();
  });

  it('changes nothing when the file is imported again', async () => {
    await imported(sample());
    const before = await get('/feedback');
    const again = await imported(sample());
    expect(again.progress).toEqual({ read: 15, created: 0, updated: 0, skipped: 15, failed: 0 });
    expect(await get('/feedback')).toEqual(before);
    await expectRightCounts();
  });

  it('updates what is different in a newer file', async () => {
    await imported(sample());
    const newer = [
      person('ann', { full_name: 'Another name' }),
      feedback('f1', { person: 'ann', title: 'Light mode', status: 'completed', vote_count: 6 }),
      vote('f1', 'cleo'),
      comment('c1', 'f1', { content: 'Edited' }),
      comment('c3', 'f1'),
      entry('e1', { title: 'New title' }),
    ];
    const { progress } = await imported(newer);
    expect(progress).toEqual({ read: 6, created: 2, updated: 3, skipped: 1, failed: 0 });
    const [light] = await get('/feedback?q=light');
    expect(light).toMatchObject({ status: 'completed', tags: [], upvotes: 6, comment_count: 2 });
    expect(light.user.full_name).toBe('Name of ann');
    await expectRightCounts();
  });

  it('records one event, and others only on request', async () => {
    await imported(sample());
    const types = async () =>
      (await get('/events'))
        .map(({ type }: { type: string }) => type)
        .filter((type: string) => type !== 'project.created');
    await until(async () => (await types()).length > 0);
    expect(await types()).toEqual(['import.completed']);
    project = await newProject(service);
    await imported(sample(), '&notify=true');
    await until(async () => (await types()).includes('import.completed'));
    expect(new Set(await types())).toEqual(
      new Set([
        'tag.created',
        'feedback.created',
        'feedback.upvoted',
        'comment.created',
        'changelog.created',
        'changelog.published',
        'changelog.feedback_linked',
        'feedback.merged',
        'import.completed',
      ]),
    );
    const before = (await types()).length;
    const newer = [
      feedback('f1', { person: 'ann', status: 'completed' }),
      comment('c1', 'f1', { content: 'New' }),
    ];
    await imported(newer, '&notify=true');
    await until(async () => (await types()).length > before + 3);
    expect((await types()).slice(before)).toEqual([
      'feedback.updated',
      'feedback.status_changed',
      'comment.updated',
      'import.completed',
    ]);
  });

  it('stores nothing in a dry run, and reports what it would do', async () => {
    const bad = [...sample(), feedback('f4', { title: '' }), vote('unknown', 'ann'), vote('f1', 'ann')];
    const done = await imported(bad, '&dry_run=true');
    expect(done).toMatchObject({
      dry_run: true,
      state: 'completed',
      progress: { read: 18, created: 15, updated: 0, skipped: 1, failed: 2 },
    });
    expect(await report(done.id as string)).toEqual([
      [17, 'blank'],
      [18, 'unknown_feedback'],
      [19, 'duplicate_id'],
    ]);
    expect([await get('/feedback'), await get('/tags'), await get('/changelogs')]).toEqual([[], [], []]);
    const { records } = await service.app
      .get(Sql)
      .row<{ records: number }>('select count(*)::int as records from import_plans')
      .then((row) => row!);
    expect(records).toBe(0);
    expect((await imported(bad)).progress).toEqual(done.progress);
  });

  it('keeps descriptions and comments that are longer than the API accepts, also when other values change', async () => {
    const text = 'ü'.repeat(65_536);
    const records = [feedback('f1', { description: text }), comment('c1', 'f1', { content: text })];
    expect((await imported(records)).progress).toMatchObject({ created: 2, failed: 0 });
    const [{ id }] = await get('/feedback');
    const { status, body } = await service.admin.patch(`${project}/feedback/${id}`, {
      title: 'Other',
      status: 'planned',
    });
    expect([status, body.description === text]).toEqual([200, true]);
    expect((await get('/comments'))[0].content === text).toBe(true);
    const refused = await service.admin.patch(`${project}/feedback/${id}`, { description: text });
    expect(refused.body.errors).toMatchObject([{ pointer: '/description', code: 'too_long' }]);
    const exported = await service.admin.get(`${project}/export`);
    const copy = exported.text.split('\n').map((line) => (line ? JSON.parse(line) : {}));
    expect(copy.find(({ kind }) => kind === 'feedback').description === text).toBe(true);
  });

  it.each(['', '&dry_run=true'])('reports records without the fields that they need%s', async (query) => {
    const odd = { toString: 'x' };
    const done = await imported(
      [
        person('ann'),
        feedback('f1'),
        { kind: 'member', person: 'ann', role: 'viewer' },
        { kind: 'member', person: 'bob', created_at: '2020-01-01T00:00:00Z' },
        { kind: 'former_slug' },
        { kind: 'status', name: 'Status' },
        { kind: 'status', name: 'Status', key: odd },
        { kind: 'board', name: 'Board' },
        { kind: 'field', name: 'Field', type: 'text' },
        { kind: 'tag', color: '#fff' },
        { kind: 'tag', name: odd },
        { kind: 'status_change', feedback: 'f1', person: 'ann', created_at: '2020-01-01T00:00:00Z' },
        feedback('f2', { external_id: odd }),
        feedback('f3', { external_id: undefined }),
        comment('c1', 'f1', { external_id: odd }),
      ],
      query,
    );
    const lines = new Map<number, string>();
    for (const [line, code] of await report(done.id as string)) lines.set(line, code);
    expect([...lines.keys()].sort((a, b) => a - b)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]);
    expect([...lines.values()]).not.toContain('not_stored');
    expect(done.progress).toEqual({ read: 15, created: 2, updated: 0, skipped: 0, failed: 13 });
  });

  it.each(['', '&dry_run=true'])(
    'finds the tags of the file where unknown ones are left out%s',
    async (query) => {
      const file = [
        { kind: 'tag', name: 'bug', color: '#ff0000' },
        feedback('f1', { tags: ['BUG', 'other'] }),
      ];
      const done = await imported(file, `&unknown_tags=skip${query}`);
      expect(await report(done.id as string)).toEqual([[3, 'unknown_tag']]);
    },
  );

  it('keeps what a newer file omits, and metadata if the file has too much of it', async () => {
    const newer = async (values: object) => {
      const { body } = await upload(portableFile([feedback('f1', values)], 'canny', true));
      return report((await ended(body.id as string)).id as string);
    };
    const metadata = { plan: 'pro' };
    await newer({ description: 'Text', tags: ['bug', 'old'], metadata });
    const [{ id }] = await get('/feedback');
    const omitted = { description: undefined, tags: undefined, metadata: { large: 'x'.repeat(5_000) } };
    expect(await newer(omitted)).toEqual([[2, 'metadata_too_large']]);
    const names = async () => (await get(`/feedback/${id}`)).tags.map(({ name }: any) => name);
    expect((await get(`/feedback/${id}?include=metadata`)).metadata).toEqual(metadata);
    expect([(await get(`/feedback/${id}`)).description, await names()]).toEqual(['Text', ['bug', 'old']]);
    await service.admin.put(`${project}/tags/local`, { color: '#123' });
    await service.admin.patch(`${project}/feedback/${id}`, { tags: ['bug', 'local'] });
    expect(await newer({ description: 'Newer', tags: ['bug', 'old'], metadata })).toEqual([
      [2, 'changed_here'],
    ]);
    expect([(await get(`/feedback/${id}`)).description, await names()]).toEqual(['Text', ['bug', 'local']]);
  });

  it('reports bad records by line, and imports the others', async () => {
    const done = await imported([
      feedback('f1', { created_at: 'yesterday' }),
      feedback('f2', { title: 5 }),
      feedback('f3', { description: 'x'.repeat(65_537) }),
      'no JSON',
      '[1]',
      { kind: 'planet' },
      feedback('f4', { tags: ['ok', ''], vote_count: -1 }),
      feedback('f5', { status: 'somewhere', title: 'Nul \0' }),
      feedback('f6', { status: 'somewhere' }),
      comment('c1', 'f6', { content: '' }),
      feedback('f7', { merged_into: 'f8' }),
      feedback('f8', { merged_into: 'f7' }),
      feedback('f9', { merged_into: 'nowhere' }),
      { kind: 'member', person: 'ann', role: 'king', created_at: '2020-01-01T00:00:00Z' },
      { kind: 'former_slug', slug: project.slice('/projects/'.length) },
      { kind: 'former_slug', slug: 'A B' },
      { kind: 'former_slug', slug: '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33' },
    ]);
    expect(done.progress).toEqual({ read: 17, created: 4, updated: 0, skipped: 1, failed: 12 });
    expect(await report(done.id as string)).toEqual([
      [2, 'invalid_timestamp'],
      [3, 'invalid_type'],
      [4, 'too_long'],
      [5, 'malformed_json'],
      [6, 'malformed_json'],
      [7, 'unknown_kind'],
      [8, 'out_of_range'],
      [9, 'unknown_status'],
      [9, 'invalid_unicode'],
      [10, 'unknown_status'],
      [11, 'blank'],
      [13, 'merge_circle'],
      [14, 'unknown_feedback'],
      [15, 'invalid_choice'],
      [17, 'invalid_slug'],
      [18, 'reserved_slug'],
    ]);
    const { body } = await service.admin.get(`${project}/imports/${done.id}/report`);
    const names = body.map(({ line, kind, external_id, title }: any) => [line, kind, external_id, title]);
    expect(names.slice(3)).toEqual([
      [5, '', '', ''],
      [6, '', '', ''],
      [7, '', '', ''],
      [8, 'feedback', 'f4', 'Title of f4'],
      [9, 'feedback', 'f5', 'Nul \ufffd'],
      [9, 'feedback', 'f5', 'Nul \ufffd'],
      [10, 'feedback', 'f6', 'Title of f6'],
      [11, 'comment', 'c1', ''],
      [13, 'feedback', 'f8', ''],
      [14, 'feedback', 'f9', ''],
      [15, 'member', '', ''],
      [17, 'former_slug', 'A B', ''],
      [18, 'former_slug', '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33', ''],
    ]);
    expect((await get('/feedback')).map(({ title }: { title: string }) => title).sort()).toEqual([
      'Title of f6',
      'Title of f8',
      'Title of f9',
    ]);
  });

  it('reports unknown statuses and tags, and gives feedback the status of new feedback', async () => {
    const done = await imported(
      [feedback('f1', { tags: ['unknown'] }), feedback('f2', { status: 'somewhere' })],
      '&unknown_tags=skip',
    );
    expect(await report(done.id as string)).toEqual([
      [2, 'unknown_tag'],
      [3, 'unknown_status'],
    ]);
    const statuses = (await get('/feedback')).map(({ title, status }: any) => [title, status]);
    expect(statuses.sort()).toEqual([
      ['Title of f1', 'planned'],
      ['Title of f2', 'in_review'],
    ]);
    expect(await get('/tags')).toEqual([]);
  });

  it('keeps ids with the source in the manifest, and allows several sources in a project', async () => {
    const file = [person('1'), feedback('1', { person: '1', board: 'ideas' }), comment('1', '1')];
    const board = { kind: 'board', slug: 'ideas', name: 'Ideas', description: '', position: 1 };
    const access = { visibility: 'public', submission: 'contributors' };
    for (const source of ['canny', 'fider', 'canny']) {
      const answer = await upload(portableFile([{ ...board, ...access }, ...file], source));
      const { progress, ...done } = await ended(answer.body.id as string);
      expect([done.source, progress.failed]).toEqual([source, 0]);
    }
    const found = await get('/feedback?include=source,board&sort=oldest');
    expect(found.map((each: any) => [each.source, each.board])).toEqual(
      expect.arrayContaining([
        [{ name: 'canny', external_id: '1' }, 'ideas'],
        [{ name: 'fider', external_id: '1' }, 'ideas'],
      ]),
    );
    expect(found).toHaveLength(2);
  });

  it.each([
    ['not_an_export', () => 'id,title\n1,x\n'],
    ['incomplete_file', () => portableFile(sample()).split('\n').slice(0, -2).join('\n')],
    ['checksum_mismatch', () => portableFile(sample()).replace('Dark', 'Dork')],
    ['unsupported_version', () => portableFile([]).replace('"version":1', '"version":2')],
    ['invalid_source', () => portableFile([], 'A tool')],
  ])('fails as a whole: %s', async (code, file) => {
    const done = await ended((await upload(file())).body.id as string);
    expect(done).toMatchObject({ state: 'failed', progress: { read: 0, created: 0 } });
    expect(await report(done.id as string)).toEqual([[0, code]]);
    expect(await get('/feedback')).toEqual([]);
  });

  it('imports what waits or was rejected, which counts nowhere and is not merged', async () => {
    const records = [
      feedback('f1'),
      feedback('f2', { approval: 'pending' }),
      feedback('f3', { merged_into: 'f2' }),
      feedback('odd', { approval: 'maybe' }),
      comment('c1', 'f1', { approval: 'rejected' }),
      comment('answer', 'f1', { parent: 'c1' }),
      comment('c2', 'f1'),
    ];
    const done = await imported(records);
    expect(done.progress).toMatchObject({ created: 6 });
    const reported = (await report(done.id as string)).map(([, code]) => code).sort();
    expect(reported).toEqual(['invalid_choice', 'not_approved']);
    expect(await get('/feedback?sort=most_commented&include=approval')).toMatchObject([
      { title: 'Title of f1', comment_count: 1, approval: 'approved' },
      { title: 'Title of f3' },
    ]);
    expect(await get('/feedback?approval=pending')).toMatchObject([{ title: 'Title of f2' }]);
    expect((await get('/comments?approval=rejected')).length).toBe(2);
    await expectRightCounts();
    // Without the field, it stays as it is.
    const again = await imported([feedback('f2'), comment('c1', 'f1')]);
    expect(again.progress).toMatchObject({ created: 0, updated: 0, skipped: 2 });
    const approval = (value: string) =>
      imported(
        [feedback('f2', { approval: value }), comment('c1', 'f1', { approval: value })],
        'notify=true',
      );
    const told = async () =>
      (await toldIn(service, project)).flatMap(({ type, previous }) =>
        /^(feedback|comment)\./.test(type) ? [`${type} ${previous.approval ?? ''}`] : [],
      );
    for (const value of ['approved', 'rejected', 'approved'])
      expect((await approval(value)).progress).toMatchObject({ updated: 2 });
    // The first approval is the creation.
    expect(await told()).toEqual([
      'feedback.created ',
      'comment.created ',
      'feedback.updated approved',
      'comment.updated approved',
      'feedback.updated rejected',
      'comment.updated rejected',
    ]);
    expect((await get('/feedback')).length).toBe(3);
    await expectRightCounts();
  });

  it('imports at most 1,000 replies to a comment', async () => {
    const replies = Array.from({ length: 1_002 }, (_, number) =>
      comment(`r${number}`, 'f1', { parent: 'c1' }),
    );
    const file = [feedback('f1'), comment('c1', 'f1'), ...replies];
    const first = await imported(file);
    expect(first.progress).toMatchObject({ created: 1_002, failed: 2 });
    expect((await report(first.id)).map(([, code]) => code)).toEqual(['too_many', 'too_many']);
    expect((await imported(file)).progress).toMatchObject({ created: 0, failed: 2 });
  });

  it('imports replies after their comments, with their kinds, and reports unknown parents', async () => {
    const records = [
      feedback('f1', { comments_locked: true }),
      feedback('f2'),
      comment('reply', 'f1', { parent: 'c1' }),
      comment('c1', 'f1', { comment_kind: 'comment' }),
      comment('note', 'f1', { comment_kind: 'internal' }),
      comment('answer', 'f1', { parent: 'note' }),
      comment('official', 'f1', { comment_kind: 'response' }),
      comment('unknown', 'f1', { parent: 'c9' }),
      comment('nested', 'f1', { parent: 'reply' }),
      comment('elsewhere', 'f2', { parent: 'c1' }),
      comment('odd', 'f1', { comment_kind: 'secret' }),
      comment('unnamed', 'f1', { parent: 7 }),
    ];
    const dry = await imported(records, '&dry_run=true');
    expect(dry.progress).toMatchObject({ created: 8, failed: 4 });
    expect(await get('/comments')).toEqual([]);
    const done = await imported(records);
    expect(done.progress).toMatchObject({ created: 8, skipped: 0, failed: 4 });
    expect(await report(done.id as string)).toEqual([
      [9, 'unknown_parent'],
      [10, 'unknown_parent'],
      [11, 'unknown_parent'],
      [12, 'invalid_choice'],
      [13, 'unknown_parent'],
    ]);
    const comments = await get('/comments');
    const byContent = new Map<string, any>(comments.map((each: any) => [each.content, each]));
    const found = (name: string) => byContent.get(`Content of ${name}`);
    expect([...byContent.keys()].sort()).toEqual(
      ['answer', 'c1', 'elsewhere', 'note', 'official', 'reply'].map((name) => `Content of ${name}`),
    );
    expect(found('reply')).toMatchObject({ parent_id: found('c1').id, kind: 'comment' });
    expect(found('answer')).toMatchObject({ parent_id: found('note').id, kind: 'internal' });
    const [locked] = await get('/feedback?include=response,comments_locked&sort=most_commented');
    expect(locked).toMatchObject({ comment_count: 3, comments_locked: true, response: found('official') });
    await expectRightCounts();
    const again = await imported(
      records.slice(0, 7).with(3, comment('c1', 'f1', { comment_kind: 'internal' })),
    );
    expect(again.progress).toMatchObject({ created: 0, updated: 1 });
    expect((await get('/comments?kind=internal')).length).toBe(4);
    await expectRightCounts();
  });

  it('keeps ids, and settings and members of a file of this service', async () => {
    const id = '11111111-1111-7111-8111-111111111111';
    const settings = {
      kind: 'project',
      external_id: id,
      name: 'Imported',
      slug: 'other',
      icon: '🎉',
      icon_radius: 'rounded',
      og_image: '',
      changelog_preview_style: 'full',
      changelog_social_handle: '@x',
      custom_domain: '',
      integration_chat_role_id: '',
      created_at: '2020-01-01T00:00:00.000Z',
    };
    const member = { kind: 'member', person: 'ann', role: 'editor', created_at: '2020-01-01T00:00:00.000Z' };
    const file = [
      settings,
      { kind: 'former_slug', slug: 'a-former-slug' },
      {
        kind: 'project_settings',
        signed_in: 'viewer',
        public_feedback: false,
        public_changelog: true,
        public_names: false,
        feedback_url: '',
        changelog_url: '',
        mail_name: '',
        mail_reply_to: '',
      },
      person('ann'),
      member,
      feedback(id, { origin: { source: 'canny', external_id: 'abc' } }),
    ];
    expect((await imported(file)).progress).toMatchObject({ created: 4, updated: 2, failed: 0 });
    expect(await get('')).toMatchObject({ name: 'Imported', icon: '🎉' });
    expect(await get('/config')).toMatchObject({ changelog_preview_style: 'full' });
    expect(await get('/settings')).toMatchObject({ signed_in: 'viewer', public_changelog: true });
    expect(await get('/members')).toMatchObject([
      { role: 'editor', user: { email: addressOf('ann') }, created_at: '2020-01-01T00:00:00.000Z' },
      { role: 'owner' },
    ]);
    expect(await get('/feedback?external_id=abc')).toMatchObject([{ id }]);
    expect(await get('/feedback?external_id=abcd')).toEqual([]);
    expect((await imported(file)).progress).toMatchObject({ created: 0, updated: 0, skipped: 6 });
    const [{ user }] = await get('/members');
    await service.admin.put(`${project}/members/${user.id}`, { role: 'blocked' });
    expect((await imported(file)).progress).toMatchObject({ updated: 0, skipped: 6 });
    expect((await get('/members'))[0]).toMatchObject({ role: 'blocked', user: { id: user.id } });
    const [first, copied] = [project, await newProject(service)];
    project = copied;
    expect((await imported(file)).progress).toMatchObject({ failed: 1 });
    expect((await imported(file)).progress).toMatchObject({ created: 0, updated: 0, failed: 1 });
    expect((await get('/feedback')).map((each: { id: string }) => each.id)).not.toEqual([id]);
    project = first;
    expect(await get(`/feedback/${id}`)).toMatchObject({ id });
  });

  it("leaves feedback of the project unchanged when the project's own export is imported", async () => {
    const path = await newFeedback(service.admin, project);
    await service.admin.put(`${path}/upvotes/me`);
    const { body: before } = await service.admin.get(path);
    const { id, title, description, status, created_at } = before;
    const record = feedback(id as string, { title, description, status, created_at, vote_count: 1 });
    expect((await imported([record])).progress).toMatchObject({ skipped: 1 });
    expect((await service.admin.get(path)).body).toEqual(before);
  });

  itOnServer('fails, and says so, if it ends its connection three times', async () => {
    const { pool } = service.database.database;
    await pool.query(`create function end_connection() returns trigger language plpgsql
      as 'begin perform pg_terminate_backend(pg_backend_pid()); return new; end'`);
    await pool.query(`create trigger deadly before insert on feedback for each row when (new.title = 'Deadly')
      execute function end_connection()`);
    const { body } = await upload(portableFile([feedback('f1', { title: 'Deadly' })]));
    await until(async () => {
      const { rows } = await pool.query<{ state: string }>(
        `with due as (update feedback_jobs._private_jobs set run_at = now() where locked_at is null and attempts < 3)
         select state from imports where id = '${body.id}'`,
      );
      return rows[0]!.state === 'failed';
    });
    expect((await get(`/imports/${body.id}`)).state).toBe('failed');
    await pool.query('drop function end_connection cascade');
    expect(await report(body.id as string)).toEqual([[0, 'interrupted']]);
  });

  it('has open statuses first, and replaces the metadata of the project if it is complete', async () => {
    const status = (key: string, kind: string, position: number) => ({
      ...{ kind: 'status', key, name: key, color: '#0ea5e9', status_kind: kind, position },
    });
    await expectSuccess(service.admin.put(`${project}/metadata`, { old: 1 }));
    const records = [
      { kind: 'project', metadata: { new: 2 } },
      status('in_review', 'planned', 1),
      status('new', 'open', 2),
    ];
    const file = portableFile(records, 'other', true);
    expect(await importFile(service, project, file)).toMatchObject({ report: [], progress: { failed: 0 } });
    expect((await service.admin.get(`${project}/metadata`)).body).toEqual({ new: 2 });
    const large = { kind: 'project', metadata: { large: 'x'.repeat(4_000) } };
    await expectSuccess(service.admin.put(`${project}/metadata`, { also: 'x'.repeat(4_000) }));
    expect(await imported([large])).toMatchObject({ progress: { failed: 1 } });
  });

  it('computes the statistics of the tables while they grow', async () => {
    const analyses = async () => {
      const { rows } = await service.database.database.pool.query<{ count: number }>(
        `select analyze_count::int as count from pg_stat_user_tables where relid = 'imported_records'::regclass`,
      );
      return rows[0]!.count;
    };
    const before = await analyses();
    await imported(Array.from({ length: 501 }, (_, number) => person(String(number))));
    await until(async () => (await analyses()) > before);
  });
});

describe('A newer file of the same source', () => {
  const first = () => [
    person('ann'),
    person('bob'),
    feedback('f1', {
      ...{ person: 'ann', title: 'Dark mode', status: 'planned', description: 'Old' },
      ...{ tags: ['bug', 'old'], metadata: { plan: 'a', url: 'u' }, vote_count: 4 },
    }),
    feedback('f2', { person: 'bob', title: 'Deleted here' }),
    vote('f1', 'ann'),
    vote('f1', 'bob'),
    vote('f2', 'bob'),
    comment('c1', 'f1', { person: 'bob', content: 'Yes' }),
    comment('c2', 'f1', { person: 'bob', content: 'Deleted here' }),
  ];
  const second = () => [
    person('ann'),
    person('bob'),
    feedback('f1', {
      ...{ person: 'ann', title: 'Night mode', status: 'planned', description: 'New' },
      ...{ tags: ['bug', 'new'], metadata: { plan: 'b' }, vote_count: 3 },
    }),
    feedback('f2', { person: 'bob', title: 'Deleted here' }),
    vote('f1', 'ann'),
    vote('f2', 'bob'),
    comment('c1', 'f1', { person: 'bob', content: 'No' }),
    comment('c2', 'f1', { person: 'bob', content: 'Deleted here' }),
    comment('c3', 'f2', { person: 'bob' }),
  ];
  const importedFrom = async (records: readonly object[], { complete = true, query = '' } = {}) => {
    const { body } = await upload(portableFile(records, 'canny', complete), query);
    return ended(body.id as string);
  };
  const fields = ({ title, description, status, upvotes, tags, metadata }: any) => ({
    ...{ title, description, status, upvotes, metadata },
    tags: tags.map(({ name }: { name: string }) => name).sort(),
  });
  const feedbackOf = async (id: string) =>
    fields((await get(`/feedback?external_id=${id}&include=metadata`))[0]);

  it('updates what was not changed here, leaves the rest as it is, and removes votes that are gone there', async () => {
    await importedFrom(first());
    const [{ id }] = await get('/feedback?external_id=f1');
    const [deleted] = await get('/feedback?external_id=f2');
    const comments = await get(`/feedback/${id}/comments`);
    const [yes, other] = ['Yes', 'Deleted here'].map((content) =>
      comments.find((each: any) => each.content === content),
    );
    const { admin } = service;
    // A comment changes here and there, the feedback there only.
    await admin.patch(`${project}/feedback/${id}/comments/${yes.id}`, { content: 'Maybe' });
    await admin.delete(`${project}/feedback/${id}/comments/${other.id}`);
    await admin.delete(`${project}/feedback/${deleted.id}`);
    await admin.post(`${project}/feedback/${id}/upvotes`, { user: { email: addressOf('local') } });

    const dryRun = await importedFrom(second(), { query: 'dry_run=true' });
    const run = await importedFrom(second());
    expect(run.progress).toEqual({ read: 9, created: 0, updated: 1, skipped: 8, failed: 0 });
    expect(await report(run.id as string)).toEqual([
      [4, 'votes_removed'],
      [5, 'deleted_here'],
      [8, 'changed_here'],
      [9, 'deleted_here'],
      [0, 'votes_without_voters'],
    ]);
    const { body: notes } = await service.admin.get(`${project}/imports/${run.id}/report`);
    expect(notes[0]).toEqual({
      line: 4,
      kind: 'feedback',
      external_id: 'f1',
      title: 'Night mode',
      code: 'votes_removed',
      detail: 'Imported votes that the source no longer has were removed: 1.',
    });
    expect(dryRun.progress).toEqual(run.progress);
    expect((await report(dryRun.id as string)).slice(0, 4)).toEqual(
      (await report(run.id as string)).slice(0, 4),
    );
    expect(await feedbackOf('f1')).toEqual({
      ...{ title: 'Night mode', description: 'New', status: 'planned' },
      ...{ tags: ['bug', 'new'], metadata: { plan: 'b' } },
      // Ann's, two without voters, and the one from here.
      upvotes: 4,
    });
    expect(await get('/feedback?external_id=f2')).toEqual([]);
    expect((await get(`/feedback/${id}/comments`)).map(({ content }: any) => content)).toEqual(['Maybe']);
    await expectRightCounts();

    const again = await importedFrom(second());
    expect(again.progress).toMatchObject({ updated: 0, skipped: 9 });
    expect((await report(again.id as string)).map(([, code]) => code)).toEqual([
      'deleted_here',
      'changed_here',
      'deleted_here',
      'votes_without_voters',
    ]);
    // From now on, the feedback stays as it is here.
    await admin.patch(`${project}/feedback/${id}`, { status: 'completed' });
    expect(await report((await importedFrom(first())).id as string)).toEqual([
      [4, 'changed_here'],
      [5, 'deleted_here'],
      [10, 'deleted_here'],
      [0, 'votes_without_voters'],
    ]);
    expect(await feedbackOf('f1')).toMatchObject({ title: 'Night mode', status: 'completed', upvotes: 4 });
    // A vote that is there again is stored again; it is one of those that were only counted.
    const voters = (await get(`/feedback/${id}/upvotes`)).map(({ user }: any) => user.email);
    expect(voters).toEqual(['ann', 'bob', 'local'].map(addressOf));
  });

  it('leaves a former slug to nobody once another project has had it', async () => {
    const { admin } = service;
    const slug = 'once-a-slug-of-this';
    const file = [{ kind: 'former_slug', slug }];
    expect((await importedFrom(file)).progress).toMatchObject({ created: 1 });
    expect((await admin.get(`/projects/${slug}`)).status).toBe(308);
    expect((await admin.post('/projects', { name: 'Another', slug })).status).toBe(201);
    expect((await admin.delete(`/projects/${slug}`)).status).toBe(204);

    const { id, progress } = await importedFrom(file);
    expect(progress).toMatchObject({ created: 0, skipped: 1, failed: 0 });
    expect(await report(id as string)).toEqual([[2, 'deleted_here']]);
    expect((await admin.get(`/projects/${slug}`)).status).toBe(404);
  });

  it('does so for changelog entries, too', async () => {
    const both = [feedback('f1'), entry('e2', { title: 'Deleted here' }), link('e2', 'f1')];
    await importedFrom([entry('e1', { title: 'Old', summary: 'Old', tags: ['bug', 'old'] }), ...both]);
    const entries = await get('/changelogs');
    const [{ id }, deleted] = ['Old', 'Deleted here'].map((title) =>
      entries.find((each: any) => each.title === title),
    );
    const { admin } = service;
    await admin.delete(`${project}/changelogs/${deleted.id}`);

    const newer = [entry('e1', { title: 'New', summary: 'New', tags: ['bug', 'new'] }), ...both];
    const dryRun = await importedFrom(newer, { query: 'dry_run=true' });
    const run = await importedFrom(newer, { query: 'notify=true' });
    expect(run.progress).toEqual({ read: 4, created: 0, updated: 1, skipped: 3, failed: 0 });
    expect(await report(run.id as string)).toEqual([[4, 'deleted_here']]);
    expect(dryRun.progress).toEqual(run.progress);
    expect(await report(dryRun.id as string)).toEqual(await report(run.id as string));
    expect(await get('/changelogs?include=tags')).toMatchObject([
      {
        ...{ id, title: 'New', summary: 'New' },
        tags: [{ name: 'bug' }, { name: 'new' }],
      },
    ]);
    const { data, previous } = (await toldIn(service, project)).findLast(
      ({ type }) => type === 'changelog.updated',
    )!;
    expect([data.summary, previous.summary]).toEqual(['New', 'Old']);

    expect((await importedFrom(newer)).progress).toMatchObject({ updated: 0, skipped: 4 });
    await admin.patch(`${project}/changelogs/${id}`, { content: 'Here' });
    const older = [entry('e1', { title: 'Old' }), ...both];
    const left = await importedFrom(older);
    expect(left.progress).toMatchObject({ updated: 0, skipped: 4 });
    expect((await report(left.id as string))[0]).toEqual([2, 'changed_here']);
    expect(await get('/changelogs')).toMatchObject([{ title: 'New', content: 'Here' }]);
  });

  it('keeps votes and metadata that it does not have, unless it is complete', async () => {
    await importedFrom(first());
    await importedFrom(second(), { complete: false });
    expect(await feedbackOf('f1')).toMatchObject({
      ...{ title: 'Night mode', metadata: { plan: 'b', url: 'u' }, upvotes: 3 },
      tags: ['bug', 'new'],
    });
    const third = second().map((record) =>
      'title' in record && record.external_id === 'f1' ? { ...record, title: 'Third' } : record,
    );
    await importedFrom(third);
    expect(await feedbackOf('f1')).toMatchObject({ title: 'Third', metadata: { plan: 'b' }, upvotes: 3 });
    await expectRightCounts();
  });

  it.each(['', 'notify=true'])(
    'does so with the metadata of comments and changelog entries, too (%s)',
    async (query) => {
      const file = (metadata: object) => [
        feedback('f1'),
        comment('c1', 'f1', { metadata }),
        entry('e1', { metadata }),
      ];
      await importedFrom(file({ plan: 'a', url: 'u', crm: { id: 1, by: 'x' } }), { query });
      const [{ id }] = await get('/feedback');
      const stored = async () => [
        (await get(`/feedback/${id}/comments?include=metadata`))[0].metadata,
        (await get('/changelogs?include=metadata'))[0].metadata,
      ];
      await importedFrom(file({ plan: 'b' }), { complete: false, query });
      const both = { plan: 'b', url: 'u', crm: { id: 1, by: 'x' } };
      expect(await stored()).toEqual([both, both]);
      await importedFrom(file({ plan: 'c', crm: { id: 2 } }), { query });
      const replaced = { plan: 'c', crm: { id: 2 } };
      expect(await stored()).toEqual([replaced, replaced]);
      const run = await importedFrom(file({ large: 'x'.repeat(5_000) }), { query });
      expect(await report(run.id as string)).toEqual([
        [3, 'metadata_too_large'],
        [4, 'metadata_too_large'],
      ]);
      expect(await stored()).toEqual([replaced, replaced]);
    },
  );

  it('skips what belongs to a comment that was deleted here', async () => {
    const change = { kind: 'status_change', feedback: 'f1', from: 'in_review', to: 'planned', person: 'ann' };
    const file = [
      person('ann'),
      feedback('f1'),
      comment('c1', 'f1'),
      comment('r1', 'f1', { parent: 'c1' }),
      { ...change, comment: 'c1', created_at: '2020-02-01T00:00:00.000Z' },
    ];
    await importedFrom(file);
    const stored = await get('/comments');
    const { id, feedback_id } = stored.find(({ content }: any) => content === 'Content of c1');
    await service.admin.delete(`${project}/feedback/${feedback_id}/comments/${id}`);
    const newer = [...file, comment('r2', 'f1', { parent: 'c1' })];
    for (const query of ['dry_run=true', '']) {
      const { id: importId, progress } = await importedFrom(newer, { query });
      expect(progress).toEqual({ read: 6, created: 0, updated: 0, skipped: 6, failed: 0 });
      expect(await report(importId as string)).toEqual([[4, 'deleted_here']]);
    }
    expect(await get('/comments')).toEqual([]);
  });

  it('leaves feedback on its board if it does not say on which it is', async () => {
    const board = { kind: 'board', slug: 'ideas', name: 'Ideas' };
    await importedFrom([board, feedback('f1', { board: 'ideas' })]);
    await importedFrom([board, feedback('f1', { title: 'Other' })]);
    expect(await get('/feedback?include=board')).toMatchObject([{ title: 'Other', board: 'ideas' }]);
    await importedFrom([board, feedback('f1', { title: 'Other', board: '' })]);
    expect(await get('/feedback?include=board')).toMatchObject([{ board: '' }]);
  });

  it('records the removal of votes if it notifies', async () => {
    await importedFrom(first());
    await importedFrom(second(), { query: 'notify=true' });
    const removed = (await toldIn(service, project)).filter(({ type }) => type === 'feedback.upvote_removed');
    const [{ id }] = await get('/feedback?external_id=f1');
    expect(removed.map(({ data }) => [data.feedback_id, data.upvotes])).toEqual([[id, 3]]);
  });
});

describe('What was removed here', () => {
  const file = () => [
    company('acme'),
    { kind: 'status', key: 'later', name: 'Later', status_kind: 'planned' },
    person('ann'),
    person('bob'),
    { kind: 'member', person: 'ann', role: 'editor', created_at: '2020-01-01T00:00:00.000Z' },
    { kind: 'member', person: 'bob', role: 'editor', created_at: '2020-01-01T00:00:00.000Z' },
    externalId('ann-1', 'ann'),
    { kind: 'tag', name: 'Bug', color: '#ff0000' },
    feedback('f1', { tags: ['bug', 'implied'] }),
    feedback('f2', { merged_into: 'f1' }),
    vote('f1', 'ann'),
    vote('f1', 'bob'),
    entry('e1', { tags: ['bug'] }),
    link('e1', 'f1'),
  ];
  const importedFrom = async (query = '') => {
    const { body } = await upload(portableFile(file(), 'canny'), query);
    return ended(body.id as string);
  };

  it('stays removed when the same file is imported again, whatever it is', async () => {
    await importedFrom();
    const { admin } = service;
    const [{ id }] = await get('/feedback?external_id=f1');
    const [second] = (await get(`/feedback/${id}?include=merged_ids`)).merged_ids;
    const [{ id: entryId }] = await get('/changelogs');
    const members = await get('/members');
    const [ann, bob] = ['ann', 'bob'].map(
      (name) => members.find(({ user }: any) => user.email === addressOf(name)).user.id,
    );
    const removed = await Promise.all([
      admin.delete(`${project}/feedback/${second}/merge`),
      admin.delete(`${project}/feedback/${id}/upvotes/${ann}`),
      admin.delete(`${project}/tags/bug`),
      admin.delete(`${project}/tags/implied`),
      admin.delete(`${project}/members/${ann}`),
      admin.put(`${project}/members/${bob}`, { role: 'viewer' }),
      admin.delete(`${project}/changelogs/${entryId}/feedback/${id}`),
      admin.delete(`${project}/statuses/later`),
      admin.delete(`${project}/companies/acme`),
    ]);
    expect(removed.map(({ status }) => status < 300)).toEqual(removed.map(() => true));
    const all = async () => [
      await get('/feedback?sort=oldest'),
      await get('/members'),
      await get('/tags'),
      await get('/statuses'),
      await get('/changelogs?include=tags'),
      await get(`/changelogs/${entryId}/feedback`),
    ];
    const before = await all();

    const planned = await importedFrom('dry_run=true');
    const done = await importedFrom();
    expect(done.progress).toMatchObject({ created: 0, updated: 0, skipped: file().length });
    expect(planned.progress).toEqual(done.progress);
    expect(await report(planned.id as string)).toEqual(await report(done.id as string));
    expect(new Set((await report(done.id as string)).map(([, code]) => code))).toEqual(
      new Set(['deleted_here']),
    );
    expect(await all()).toEqual(before);
    await expectRightCounts();
  });

  it('stays removed when a newer file has other values, including withdrawn votes that the source only counts', async () => {
    const version = (n: number, votes: number, voters: readonly string[], role = 'editor') => [
      company('acme', { name: `Version ${n}` }),
      { kind: 'status', key: 'later', name: `Version ${n}`, status_kind: 'planned' },
      ...['ann', 'bob', 'cleo'].map((name) => person(name)),
      { kind: 'member', person: 'ann', role, created_at: `202${n}-01-01T00:00:00.000Z` },
      { kind: 'member', person: 'bob', role, created_at: `202${n}-01-01T00:00:00.000Z` },
      { kind: 'tag', name: 'Bug', color: `#00000${n}` },
      feedback('f1', { tags: ['bug', 'implied'], title: `Version ${n}` }),
      feedback('f2', { merged_into: n === 1 ? 'f1' : 'f3' }),
      feedback('f3', { vote_count: votes, title: `Version ${n}` }),
      ...voters.map((name) => ({ ...vote('f3', name), created_at: `202${n}-01-01T00:00:00.000Z` })),
      entry('e1', { tags: ['bug'], title: `Version ${n}` }),
      link('e1', 'f3'),
    ];
    const imported = async (records: object[], query = '', isComplete = false) => {
      const { body } = await upload(portableFile(records, 'canny', isComplete), query);
      const { progress } = await ended(body.id as string);
      return { progress, report: await report(body.id as string) };
    };
    await imported(version(1, 5, ['ann', 'bob']));
    const { admin } = service;
    const [
      {
        merged_ids: [f2],
      },
    ] = await get('/feedback?external_id=f1&include=merged_ids');
    const [{ id: f3 }] = await get('/feedback?external_id=f3');
    const [{ id: entryId }] = await get('/changelogs');
    const members = await get('/members');
    const [ann, bob] = ['ann', 'bob'].map(
      (name) => members.find(({ user }: any) => user.email === addressOf(name)).user.id,
    );
    const removed = await Promise.all([
      admin.delete(`${project}/feedback/${f2}/merge`),
      admin.delete(`${project}/feedback/${f3}/upvotes/${ann}`),
      admin.delete(`${project}/tags/bug`),
      admin.delete(`${project}/tags/implied`),
      admin.delete(`${project}/members/${ann}`),
      admin.put(`${project}/members/${bob}`, { role: 'viewer' }),
      admin.delete(`${project}/changelogs/${entryId}/feedback/${f3}`),
      admin.delete(`${project}/statuses/later`),
      admin.delete(`${project}/companies/acme`),
    ]);
    expect(removed.map(({ status }) => status < 300)).toEqual(removed.map(() => true));
    const all = async () => [
      await get('/members'),
      await get('/tags'),
      await get('/statuses'),
      await get('/companies'),
      await get(`/changelogs/${entryId}/feedback`),
      (await get('/feedback?sort=oldest&include=merged_ids')).map((each: any) => [
        each.merged_ids,
        each.tags,
      ]),
      (await get(`/feedback/${f3}/upvotes`)).some(({ user }: any) => user.id === ann),
    ];
    const before = await all();

    for (const [number, count, voters, isComplete, upvotes] of [
      [2, 6, ['ann', 'bob', 'cleo'], false, 5],
      [3, 5, ['ann', 'cleo'], true, 4],
      [4, 5, ['ann', 'cleo'], true, 4],
      [5, 3, ['ann', 'cleo'], true, 2],
    ] as const) {
      const records = version(number, count, voters, 'owner');
      const planned = await imported(records, '&dry_run=true', isComplete);
      const done = await imported(records, '', isComplete);
      expect(planned.progress).toEqual(done.progress);
      const [{ title, upvotes: counted }] = await get('/feedback?external_id=f3');
      expect([title, counted]).toEqual([`Version ${number}`, upvotes]);
      expect(await all()).toEqual(before);
      await expectRightCounts();
    }
  });

  it('includes names of tags that have others here', async () => {
    await importedFrom();
    await service.admin.put(`${project}/tags/bug`, { name: 'Defect' });
    await importedFrom();
    const newer = [feedback('f3', { tags: ['bug'] }), entry('e2', { tags: ['bug'] })];
    await ended((await upload(portableFile(newer, 'canny'))).body.id as string);
    const [{ tags }] = await get('/feedback?external_id=f3');
    expect(tags).toMatchObject([{ name: 'Defect' }]);
    expect(await taggedEntries()).toContainEqual(['Title of e2', ['Defect']]);
    expect((await get('/tags')).map(({ name }: any) => name)).toEqual(['Defect', 'implied']);
  });
});

describe('What the file of another tool has', () => {
  const importFrom = async (records: object[], isComplete = false) => {
    const { body } = await upload(portableFile(records, 'canny', isComplete));
    const { progress } = await ended(body.id as string);
    const codes = (await report(body.id as string)).map(([, code]) => code);
    return { progress, codes };
  };

  it('is known by the names of tags that the project had, also after they were deleted or renamed here', async () => {
    const { admin } = service;
    await admin.put(`${project}/tags/bug`, { color: '#ff0000' });
    await admin.put(`${project}/tags/idea`, { color: '#ff0000' });
    const file = (title: string) => [
      feedback('f1', { tags: ['bug'] }),
      feedback('f2', { tags: ['idea'], title }),
    ];
    await importFrom(file('Old'));
    await admin.delete(`${project}/tags/bug`);
    await admin.put(`${project}/tags/idea`, { name: 'Thought' });
    expect((await importFrom(file('Old'))).progress).toMatchObject({ updated: 0, skipped: 2 });
    expect((await importFrom(file('New'))).progress).toMatchObject({ updated: 1, skipped: 1 });
    expect((await get('/tags')).map(({ name }: any) => name)).toEqual(['Thought']);
    expect(await get('/feedback?external_id=f2')).toMatchObject([
      { title: 'New', tags: [{ name: 'Thought' }] },
    ]);
  });

  it('updates entries whose tags have other names here', async () => {
    const file = (title: string) => [entry('e1', { tags: ['bug'], title })];
    await importFrom(file('Old'));
    await service.admin.put(`${project}/tags/bug`, { name: 'Defect' });
    expect((await importFrom(file('New'))).progress).toMatchObject({ updated: 1 });
    expect(await taggedEntries()).toEqual([['New', ['Defect']]]);
  });

  it('updates entries that it does not call published', async () => {
    const file = (title: string) => [entry('e1', { title, published: undefined })];
    await importFrom(file('Old'));
    expect((await importFrom(file('New'))).progress).toMatchObject({ updated: 1 });
    expect(await get('/changelogs')).toMatchObject([{ title: 'New', published: false }]);
  });

  it('does not change a status that is unknown here', async () => {
    const file = (title: string, status?: string) => [feedback('f1', { status, title })];
    const { codes } = await importFrom(file('Old', 'nowhere'));
    expect(codes).toEqual(['unknown_status']);
    await service.admin.put(`${project}/statuses/a_first`, { name: 'First', kind: 'open', position: 1 });
    expect((await get('/statuses'))[0]).toMatchObject({ key: 'a_first' });
    expect((await importFrom(file('Old', 'nowhere'))).progress).toMatchObject({ updated: 0, skipped: 1 });
    expect((await importFrom(file('New'))).progress).toMatchObject({ updated: 1 });
    expect(await get('/feedback?external_id=f1')).toMatchObject([{ title: 'New', status: 'in_review' }]);
  });

  it('keeps the metadata of companies that it omits, unless it is complete', async () => {
    const metadata = async () => (await get('/companies/acme')).metadata;
    await importFrom([company('acme', { metadata: { plan: 'a' } })]);
    await importFrom([company('acme', { metadata: undefined, name: 'New' })]);
    expect(await metadata()).toEqual({ plan: 'a' });
    await importFrom([company('acme', { metadata: undefined, name: 'Newer' })], true);
    expect(await metadata()).toEqual({});
  });

  it('does not change the votes of feedback that was changed here', async () => {
    const file = (votes: number, voters: readonly string[]) => [
      ...['ann', 'bob'].map((name) => person(name)),
      feedback('f1', { vote_count: votes }),
      ...voters.map((name) => vote('f1', name)),
    ];
    await importFrom(file(2, ['ann', 'bob']), true);
    const [{ id }] = await get('/feedback');
    await service.admin.patch(`${project}/feedback/${id}`, { title: 'Here' });
    expect((await importFrom(file(1, ['ann']), true)).codes).toEqual(['changed_here']);
    expect(await get(`/feedback/${id}`)).toMatchObject({ title: 'Here', upvotes: 2 });
    expect(await get(`/feedback/${id}/upvotes`)).toHaveLength(2);
    await expectRightCounts();
  });

  it('does not merge feedback into feedback that was deleted here', async () => {
    const file = () => [
      feedback('f1'),
      feedback('f2', { merged_into: 'f1' }),
      feedback('f3', { merged_into: 'f1' }),
    ];
    await importFrom(file());
    const [{ id }] = await get('/feedback');
    await expectSuccess(service.admin.delete(`${project}/feedback/${id}`));
    expect(await importFrom(file())).toMatchObject({
      progress: { skipped: 3, failed: 0 },
      codes: ['deleted_here'],
    });
    expect((await get('/feedback')).map(({ title }: any) => title).sort()).toEqual([
      'Title of f2',
      'Title of f3',
    ]);
  });

  it('does not show a reply below a comment that is hidden', async () => {
    const file = (r1: object, r2: object) => [
      feedback('f1'),
      comment('c1', 'f1', { comment_kind: 'internal' }),
      comment('c2', 'f1', { approval: 'pending' }),
      comment('r1', 'f1', r1),
      comment('r2', 'f1', r2),
    ];
    await importFrom(file({ parent: 'c1' }, { parent: 'c2' }));
    await importFrom(file({ parent: '', comment_kind: 'comment' }, { parent: '', approval: 'approved' }));
    expect(await get('/comments?kind=comment')).toEqual([]);
    expect(await get('/comments?kind=internal')).toHaveLength(2);
    expect(await get('/comments?approval=pending')).toHaveLength(2);
    await expectRightCounts();
  });

  it('updates replies that have become internal with their comment', async () => {
    const file = (kind: string, content: string) => [
      feedback('f1'),
      comment('c1', 'f1', { comment_kind: kind }),
      comment('r1', 'f1', { comment_kind: kind, parent: 'c1', content }),
    ];
    await importFrom(file('comment', 'Old'));
    expect(await importFrom(file('internal', 'New'))).toEqual({
      progress: { read: 3, created: 0, updated: 2, skipped: 1, failed: 0 },
      codes: [],
    });
    expect((await get('/comments?kind=internal')).map(({ content }: any) => content).sort()).toEqual([
      'Content of c1',
      'New',
    ]);
  });
});

it('A file of this service brings in what was imported there from a tool that was imported here, too', async () => {
  const records = (id: (name: string) => object) => [
    feedback('f1', id('f1')),
    comment('c1', 'f1', { ...id('c1'), feedback: (id('f1') as any).external_id ?? 'f1' }),
    entry('e1', id('e1')),
  ];
  const { body } = await upload(
    portableFile(
      records(() => ({})),
      'canny',
    ),
  );
  expect((await ended(body.id as string)).progress).toMatchObject({ created: 3 });
  const ids = new Map(['f1', 'c1', 'e1'].map((name) => [name, randomUUID()]));
  const own = records((name) => ({
    external_id: ids.get(name),
    origin: { source: 'canny', external_id: name },
  }));
  const done = await imported(own);
  expect([done.progress, done.report]).toEqual([
    { read: 3, created: 3, updated: 0, skipped: 0, failed: 0 },
    [],
  ]);
  expect(await get(`/feedback/${ids.get('f1')}`)).toMatchObject({ title: 'Title of f1' });
  expect((await imported(own)).progress).toMatchObject({ created: 0, skipped: 3 });
});

it('Lines may begin with a byte order mark, as in files that were joined', async () => {
  const done = await imported([
    feedback('f1'),
    `\ufeff${JSON.stringify(feedback('f2'))}`,
    comment('c1', 'f1'),
  ]);
  expect(done).toMatchObject({ state: 'completed', progress: { created: 3, failed: 0 } });
});

describe('Rows with the same id', () => {
  it('are reported except for the first one, in records of all kinds and in any part of the file', async () => {
    const file = [
      person('ann'),
      person('ann', { full_name: 'Another' }),
      { kind: 'tag', name: 'Bug', color: '#ff0000' },
      { kind: 'tag', name: 'bug', color: '#00ff00' },
      feedback('f1', { person: 'ann', title: 'First' }),
      ...Array.from({ length: 500 }, (_, n) => feedback(`other ${n}`)),
      feedback('f1', { title: 'Second' }),
      vote('f1', 'ann'),
      vote('f1', 'ann'),
      comment('c1', 'f1', { content: 'First' }),
      comment('c1', 'f1', { content: 'Second' }),
    ];
    const lines = [3, 5, 507, 509, 511].map((line) => [line, 'duplicate_id']);
    for (const query of ['dry_run=true', '', '']) {
      const { id, progress } = await imported(file, query);
      expect(progress).toMatchObject({ updated: 0, failed: 0 });
      expect((await report(id as string)).filter(([, code]) => code === 'duplicate_id')).toEqual(lines);
    }
    expect(await get('/feedback?external_id=f1')).toMatchObject([
      { title: 'First', user: { email: addressOf('ann') } },
    ]);
    expect((await get('/comments')).map(({ content }: any) => content)).toEqual(['First']);
  });
});

describe('A reply to a comment on other feedback', () => {
  it('is a comment, which no more people see than that one', async () => {
    const file = [
      feedback('f1'),
      feedback('f2'),
      comment('public', 'f1'),
      comment('team', 'f1', { comment_kind: 'internal' }),
      comment('r1', 'f2', { parent: 'public' }),
      comment('r2', 'f2', { parent: 'team' }),
    ];
    for (const query of ['dry_run=true', '', '']) {
      const { id, progress } = await imported(file, query);
      expect(progress).toMatchObject({ read: 6, failed: 0 });
      expect(await report(id as string)).toEqual([
        [6, 'unknown_parent'],
        [7, 'unknown_parent'],
      ]);
    }
    const [{ id }] = await get('/feedback?external_id=f2');
    const comments = await get(`/feedback/${id}/comments`);
    expect(comments.map(({ kind, parent_id }: any) => [kind, parent_id]).sort()).toEqual([
      ['comment', ''],
      ['internal', ''],
    ]);
  });
});

describe('External ids in a file', () => {
  const idOf = async (id: string) => (await get(`/people/${id}`)).user?.id;
  const put = (id: string, body: object) => service.admin.put(`${project}/people/${id}`, body);

  it('are added to the people of the project, also in a dry run of any length', async () => {
    await put('known', { email: addressOf('known') });
    const file = [
      person('ann'),
      person('known'),
      person('nobody', { email: '' }),
      externalId('a 1', 'ann'),
      externalId('a/2', 'ann'),
      externalId('known', 'known'),
      externalId('n', 'nobody'),
      externalId('without a record', 'missing'),
      // The next part of the file.
      ...Array.from({ length: 500 }, (_, n) => ({ kind: 'tag', name: `tag ${n}`, color: '#123456' })),
      externalId('a 1', 'ann'),
    ];
    const planned = (await imported(file, '&dry_run=true')).progress;
    expect((await get('/people')).map((each: any) => each.external_id)).toEqual(['known']);
    const done = await imported(file);
    expect(done.progress).toEqual({ read: 509, created: 506, updated: 0, skipped: 3, failed: 0 });
    expect(planned).toEqual(done.progress);
    const people = (await get('/people')).map((each: any) => [each.external_id, each.user.full_name]);
    expect(Object.fromEntries(people)).toEqual({
      'a 1': 'Name of ann',
      'a/2': 'Name of ann',
      n: 'Name of nobody',
      'without a record': '',
      known: '',
    });
    expect((await get('/people/n')).created_at).toBe('2020-01-02T03:04:05.678Z');
    expect((await imported(file)).progress).toMatchObject({ created: 0, updated: 0, failed: 0 });
    const types = (await get('/events')).map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => /user|person|people/.test(type))).toEqual([]);
  });

  it('belong to the companies of the file, whose values replace those that are stored', async () => {
    const old = { name: 'Old', revenue: 1, metadata: { old: true } };
    await service.admin.put(`${project}/companies/globex`, old);
    await put('known', { email: addressOf('known'), company: 'globex' });
    const file = [
      company('globex', { revenue: 5, metadata: { owner: 'Ann', plan: 'b' } }),
      company('initech', { created_at: '2019-01-01T00:00:00.000Z' }),
      person('ann'),
      person('known'),
      externalId('a 1', 'ann', { company: 'initech' }),
      externalId('known', 'known', { company: '' }),
      externalId('a 2', 'ann', { company: 'hooli' }),
      externalId('a 3', 'ann'),
    ];
    const expected = { read: 8, created: 4, updated: 2, skipped: 1, failed: 1 };
    expect((await imported(file, '&dry_run=true')).progress).toEqual(expected);
    expect((await get('/companies')).map(({ name }: { name: string }) => name)).toEqual(['Old']);
    const done = await imported(file, '&notify=true');
    expect(done.progress).toEqual(expected);
    expect(await report(done.id as string)).toEqual([[8, 'unknown_company']]);
    expect(await get('/companies')).toMatchObject([
      { external_id: 'globex', name: 'Name of globex', revenue: 5, metadata: { owner: 'Ann', plan: 'b' } },
      { external_id: 'initech', revenue: 0, metadata: {} },
    ]);
    const people: [string, string][] = (await get('/people')).map((each: any) => [
      each.external_id,
      each.company,
    ]);
    expect(Object.fromEntries(people)).toEqual({ known: '', 'a 1': 'initech', 'a 3': '' });
    const created = () => get('/events?type=company.created');
    while ((await created()).length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await created()).map(({ data }: any) => data.external_id)).toEqual(['globex', 'initech']);
    expect(await get('/events?type=company.updated')).toMatchObject([{ previous: old }]);
    expect((await imported(file)).progress).toMatchObject({ created: 0, updated: 0, skipped: 7 });
  });

  it('count for the companies that want feedback, although the votes are no events', async () => {
    await service.admin.put(`${project}/companies/globex`, { revenue: 100 });
    await put('ann', { email: addressOf('ann'), company: 'globex' });
    await imported([person('ann'), feedback('1'), vote('1', 'ann')]);
    await settleRevenue(service);
    expect(await get('/feedback?include=revenue')).toMatchObject([{ revenue: 100, upvotes: 1 }]);
  });

  it('are never transferred to another user', async () => {
    await put('taken', { email: addressOf('first'), full_name: 'First' });
    const before = await get('/people/taken');
    const file = [
      person('second'),
      person('first', { full_name: 'Evil' }),
      externalId('taken', 'second'),
      externalId('taken', 'first', { created_at: '2001-01-01T00:00:00.000Z' }),
      externalId('new', 'first'),
      externalId('new', 'second'),
    ];
    for (const query of ['', '', '&notify=true']) {
      expect(await report((await imported(file, query)).id as string)).toEqual([
        [4, 'external_id_taken'],
        [5, 'duplicate_id'],
        [7, 'duplicate_id'],
      ]);
      expect(await get('/people/taken')).toEqual(before);
      expect(await idOf('new')).toBe(before.user.id);
    }
  });

  it('have the same outcomes in a dry run: where lines repeat an id or a person, in any part of the file', async () => {
    await put('taken', { email: addressOf('first') });
    await put('kept', { email: addressOf('known') });
    const nextPart = () =>
      Array.from({ length: 500 }, (_, n) => ({ kind: 'tag', name: `tag ${n}`, color: '#123456' }));
    const file = [
      person('ann'),
      person('ann'),
      person('ann again', { email: addressOf('ann').toUpperCase() }),
      person('bob'),
      person('known'),
      externalId('1', 'ann'),
      externalId('1', 'ann again'),
      externalId('1', 'bob'),
      externalId('1', 'known'),
      externalId('2', 'known'),
      externalId('2', 'bob'),
      externalId('taken', 'ann'),
      ...nextPart(),
      person('ann'),
      person('bob', { email: addressOf('another') }),
      person('carol', { email: addressOf('ann') }),
      externalId('1', 'ann'),
      externalId('1', 'carol'),
      externalId('1', 'bob'),
      externalId('2', 'known'),
      externalId('2', 'ann'),
      externalId('kept', 'known'),
      externalId('3', 'without a record'),
      ...nextPart(),
      person('without a record'),
      externalId('3', 'without a record'),
      externalId('3', 'ann'),
    ];
    const planned = await imported(file, '&dry_run=true');
    const done = await imported(file);
    // Somebody else has the id.
    expect(done.progress).toMatchObject({ failed: 1 });
    expect(planned.progress).toEqual(done.progress);
    expect(await report(planned.id as string)).toEqual(await report(done.id as string));
  });

  it('give nobody access to an account that the import did not create', async () => {
    const evil = { full_name: 'Evil', avatar_url: 'https://evil.example/x.png' };
    const other = await newProject(service);
    const ofOther = addressOf('of-other');
    const { body } = await service.admin.put(`${other}/people/1`, { email: ofOther, full_name: 'Theirs' });
    const editor = await newMember(service, project, 'editor');
    const admin = (await service.admin.get('/me')).body.user.id as string;
    for (const victim of [admin, editor.userId, body.user.id as string]) {
      const account = async () => (await service.admin.get(`/users/${victim}`)).body;
      const before = await account();
      const byEmail = `${victim} by e-mail`;
      const file = [
        person(byEmail, { email: before.email.toUpperCase(), ...evil }),
        person(victim, { email: '', ...evil }),
        externalId(byEmail, byEmail),
        externalId(victim, victim),
      ];
      expect((await imported(file)).progress).toMatchObject({ created: 2, skipped: 2, failed: 0 });
      for (const id of [byEmail, victim]) {
        const path = encodeURIComponent(id);
        for (const change of [evil, { email: addressOf('new') }]) {
          const { status, body: found } = await put(path, change);
          expect([status, found.user.id, found.user.full_name]).toEqual([200, victim, before.full_name]);
        }
      }
      expect(await account()).toEqual(before);
    }
  });

  it('are left out if the user has been deleted', async () => {
    const file = [person('ann'), externalId('1', 'ann')];
    await imported(file);
    expect((await service.admin.delete(`/users/${await idOf('1')}`)).status).toBe(204);
    for (const query of ['&dry_run=true', '']) {
      const done = await imported(file, query);
      expect(done.progress).toMatchObject({ created: 0, skipped: 2, failed: 0 });
      expect(await report(done.id as string)).toEqual([[3, 'deleted_here']]);
    }
    expect(await get('/people')).toEqual([]);
  });

  it('are reported by line if they are invalid', async () => {
    const done = await imported([
      person('ann'),
      externalId('', 'ann'),
      externalId(' ', 'ann'),
      externalId('x'.repeat(201), 'ann'),
      externalId('Nul \0', 'ann'),
      externalId('1', 'ann', { id: 1 }),
      externalId('2', 'ann', { id: undefined }),
      externalId('3', 'ann', { id: { toString: 'x' } }),
      externalId('4', 'ann', { created_at: 'yesterday' }),
      externalId('5', 'ann', { created_at: undefined }),
      externalId('6', ''),
      externalId('7', 'ann', { person: 7 }),
      externalId("'; drop table people; --", 'ann'),
    ]);
    expect(await report(done.id as string)).toEqual([
      [3, 'blank'],
      [4, 'blank'],
      [5, 'too_long'],
      [6, 'invalid_unicode'],
      [7, 'invalid_type'],
      [8, 'blank'],
      [9, 'invalid_type'],
      [10, 'invalid_timestamp'],
      [11, 'invalid_timestamp'],
      [12, 'missing_id'],
      [13, 'missing_id'],
    ]);
    expect(await get('/people')).toMatchObject([{ external_id: "'; drop table people; --" }]);
  });
});

describe('An upload', () => {
  const stored = async () =>
    (await service.app.get(Sql).row<{ count: number }>(
      `select count(*)::int as count from import_chunks join imports i on i.id = import_id
       join projects p on p.id = i.project_id where p.slug = $1`,
      [project.slice('/projects/'.length)],
    ))!.count;

  it('must be a file of a known media type that is not too large', async () => {
    const file = portableFile([]);
    expect((await upload(file, '', { 'content-type': 'text/html' })).status).toBe(415);
    expect((await upload(file, '', { 'content-encoding': 'gzip' })).status).toBe(415);
    expect((await upload('')).body).toMatchObject({ status: 400, code: 'empty_body' });
    expect((await upload('x'.repeat(maxBytes + 1))).body).toMatchObject({
      status: 413,
      code: 'body_too_large',
    });
    expect(await get('/imports')).toEqual([]);
  });

  it('leaves nothing when it is interrupted or too large without a Content-Length', async () => {
    const lines = `${JSON.stringify({ kind: 'tag', name: 'x'.repeat(100), color: '' })}\n`.repeat(700);
    const part = `${portableFile([]).split('\n')[0]}\n${lines}`;
    const send = (parts: number, interrupts: boolean) =>
      new Promise<number>((resolve) => {
        const request = httpRequest(`${service.url}/v1${project}/imports`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${service.admin.token}`,
            'content-type': 'application/octet-stream',
          },
        });
        request.on('response', (response) => {
          response.resume();
          resolve(response.statusCode ?? 0);
        });
        request.on('error', () => resolve(0));
        for (let sent = 0; sent < parts; sent++) request.write(part);
        if (!interrupts) request.end();
        else void until(async () => (await stored()) > 0).then(() => request.destroy());
      });
    expect(await send(5, false)).toBe(413);
    expect(await send(3, true)).toBe(0);
    await until(async () => (await stored()) === 0);
    const left = await service.app
      .get(Sql)
      .row<{ count: number }>(
        `select count(*)::int as count from imports i join projects p on p.id = i.project_id where p.slug = $1`,
        [project.slice('/projects/'.length)],
      );
    expect(left!.count).toBe(0);
  });

  it('returns 404 when the project is deleted meanwhile', async () => {
    const request = httpRequest(`${service.url}/v1${project}/imports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.admin.token}`,
        'content-type': 'application/octet-stream',
      },
    });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    const line = JSON.stringify({ kind: 'tag', name: 'x'.repeat(100), color: '' });
    request.write(`${portableFile([]).split('\n')[0]}\n${`${line}\n`.repeat(700)}`);
    await until(async () => (await stored()) > 0);
    expect((await service.admin.delete(project)).status).toBe(204);
    request.end('x');
    const [response] = await answered;
    expect(await json(response)).toMatchObject({ status: 404, code: 'project_not_found' });
  });

  it('ends with 403 if its user is no owner when it ends, so that the file is not imported', async () => {
    const owner = await newMember(service, project, 'owner');
    const request = httpRequest(`${service.url}/v1${project}/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
    });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    const [first, ...others] = portableFile(
      Array.from({ length: 700 }, (_, n) => ({ kind: 'tag', name: `tag ${n}`, color: '' })),
    ).split(/(?<=\n)/);
    request.write(first + others.slice(0, 600).join(''));
    await until(async () => (await stored()) > 0);
    expect((await service.admin.put(`${project}/members/${owner.userId}`, { role: 'editor' })).status).toBe(
      200,
    );
    request.end(others.slice(600).join(''));
    const [response] = await answered;
    expect(await json(response)).toMatchObject({ status: 403, code: 'insufficient_role' });
    expect(await get('/imports')).toEqual([]);
    expect(await stored()).toBe(0);
  });

  it('is not repeated with the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': `key of ${project}` };
    const file = portableFile(sample());
    const [first, second] = [await upload(file, '', key), await upload(file, '', key)];
    expect([first.status, second.status, second.body]).toEqual([202, 202, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect((await upload(`${file} `, '', key)).body).toMatchObject({ code: 'idempotency_key_reused' });
    expect(await get('/imports')).toHaveLength(1);
  });

  it('is another one with other parameters, also with the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': `dry run of ${project}` };
    const file = portableFile([feedback('f1')]);
    expect((await upload(file, 'dry_run=true', key)).status).toBe(202);
    expect((await upload(file, '', key)).body).toMatchObject({ status: 409, code: 'idempotency_key_reused' });
    const repeated = await upload(file, 'dry_run=tru%65', key);
    expect(repeated.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is refused while 10 imports of its user have not ended, in whichever projects', async () => {
    const [owner, other] = [
      await newMember(service, project, 'owner'),
      await newMember(service, project, 'owner'),
    ];
    const elsewhere = await newProject(service);
    const sql = service.app.get(Sql);
    await sql.rows(
      `insert into imports (id, project_id, user_id, options, dry_run, state, created_at)
       select gen_random_uuid(), p.id, $2, '{}', true, 'queued', now() from projects p, generate_series(1, 10)
       where p.slug = $1`,
      [elsewhere.slice('/projects/'.length), owner.userId],
    );
    const start = ({ token }: { token: string }) =>
      upload(portableFile([]), '', { authorization: `Bearer ${token}` });
    expect((await start(owner)).body).toMatchObject({ status: 409, code: 'too_many_imports' });
    expect((await start(other)).status).toBe(202);
    await sql.rows(`update imports set state = 'failed' where user_id = $1`, [owner.userId]);
    expect((await start(owner)).status).toBe(202);
  });

  it('requires the role owner', async () => {
    const editor = await newMember(service, project, 'editor');
    const answer = await upload(portableFile([]), '', { authorization: `Bearer ${editor.token}` });
    expect(answer.status).toBe(403);
    expect((await editor.get(`${project}/imports`)).status).toBe(403);
  });

  it('can be deleted with its report', async () => {
    const { report: errors, ...done } = await imported(['no JSON']);
    expect(errors).toMatchObject([{ line: 2, code: 'malformed_json' }]);
    expect(await get('/imports')).toEqual([done]);
    expect((await service.admin.delete(`${project}/imports/${done.id}`)).status).toBe(204);
    expect((await service.admin.get(`${project}/imports/${done.id}/report`)).body).toMatchObject({
      status: 404,
      code: 'import_not_found',
    });
    expect(await get('/imports')).toEqual([]);
  });
});
