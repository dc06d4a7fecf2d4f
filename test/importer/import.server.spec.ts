import { beforeAll, describe, expect, it } from '@jest/globals';
import { CountService } from '../../src/feedback/index.js';
import { type Format, sourceOf } from '../../importer/src/sources/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { convert } from '../support/converted.js';
import { newProject } from '../support/feedback.js';
import { png } from '../support/files.js';
import { importFile } from '../support/import-file.js';
import { cannySample, fiderSample, quackbackSample } from './samples.js';
import { zipOf, zipOfFiles, zipOfTables } from './zip-file.js';

let service: TestApp;

beforeAll(async () => {
  service = await sharedApp();
});

/** Imports a file, and returns the import when it has ended. A dry run of the file has to have the same outcomes and report. */
async function imported(project: string, body: string): Promise<any> {
  const planned = await importedOnce(project, body, 'dry_run=true');
  const done = await importedOnce(project, body);
  expect(planned.progress).toEqual(done.progress);
  expect(planned.report).toEqual(done.report);
  return done;
}

async function importedOnce(project: string, body: string, query = ''): Promise<any> {
  const { report, ...done } = await importFile(service, project, body, query);
  // Which votes have no voters is only known once all are stored.
  return {
    ...done,
    report: report.filter(({ code }: { code: string }) => code !== 'votes_without_voters'),
  };
}

/** Returns the records in the export of a project. */
async function exported(project: string): Promise<any[]> {
  const response = await fetch(`${service.url}/v1${project}/export`, {
    headers: { authorization: `Bearer ${service.admin.token}` },
  });
  const lines = (await response.text()).trim().split('\n').slice(1, -1);
  return lines.map((line) => JSON.parse(line) as unknown);
}

const lines = (objects: readonly object[]): string =>
  objects.map((object) => JSON.stringify(object)).join('\n');
const time = '2024-01-02T03:04:05.000Z';

const { post, vote, comment, entry } = cannySample;
const merge = { created: time, post: { id: 'p3', title: 'Older', details: '', created: time } };

interface Sample {
  readonly format: Format;
  readonly content: string | Buffer;
  /** Titles, statuses, votes and comments. */
  readonly feedback: readonly (readonly [string, string, number, number])[];
  readonly merged: number;
  readonly links: number;
}

describe.each<Sample>([
  {
    format: 'canny',
    content: lines([
      comment,
      vote,
      { ...post, id: 'p2', title: 'Night theme', mergeHistory: [merge] },
      post,
      entry,
    ]),
    feedback: [['Dark mode', 'in_review', 7, 1]],
    merged: 2,
    links: 1,
  },
  {
    format: 'fider-zip',
    content: zipOfTables(fiderSample),
    // Votes on a duplicate count for the original.
    feedback: [['Go is fast', 'planned', 2, 2]],
    merged: 2,
    links: 0,
  },
  {
    format: 'fider-csv',
    content: `number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags
20,Go is easy,,${time},Faceless,4,2,duplicate,,,,10,Go is fast,
10,Go is fast,,${time},Faceless,5,2,started,John Snow,${time},We are at it,,,"easy, ignored"`,
    feedback: [['Go is fast', 'in_progress', 5, 1]],
    merged: 1,
    links: 0,
  },
  {
    format: 'feedbase-csv',
    content: `ID,Link,Title,Content,Status,Upvotes,Comment Count,User ID,User Name,User Email,User Avatar,Tags,Created At
f1,https://x/f1,"Dark ""mode""","<p>a,\nb</p>",In Progress,12,3,u1,"Ada","ada@feedbase.example",,UI,Design,say ""hi"",${time}
f2,https://x/f2,"Other","",Planned,0,0,u1,"Ada","ada@feedbase.example",,,${time}`,
    feedback: [
      ['Dark "mode"', 'in_progress', 12, 0],
      ['Other', 'planned', 0, 0],
    ],
    merged: 0,
    links: 0,
  },
  {
    format: 'uservoice-csv',
    content: `ideaId,ideaTitle,ideaDescription,ideaCreatorEmailAddress,ideaCreatorName,publicStatusName,labels,votersCount,createdTimestamp,userEmailAddress,userName
1,Dark mode,,ada@uservoice.example,Ada,Under Review,"[""UI, dark""]",3,2023-04-05 06:07:08,ada@uservoice.example,Ada
1,Dark mode,,ada@uservoice.example,Ada,Under Review,"[""UI, dark""]",3,2023-04-05 06:07:08,grace@uservoice.example,Grace`,
    feedback: [['Dark mode', 'in_review', 3, 0]],
    merged: 0,
    links: 0,
  },
  {
    format: 'quackback-zip',
    content: zipOfFiles(quackbackSample),
    feedback: [
      ['Dark mode', 'in_review', 5, 1],
      ['=1+1', 'in_review', 0, 0],
    ],
    merged: 0,
    links: 0,
  },
  {
    format: 'github',
    content: lines([
      {
        number: 12,
        title: 'Dark mode',
        body: 'Please',
        html_url: 'https://github.com/acme/app/issues/12',
        user: { login: 'ada' },
        labels: [{ name: 'enhancement', color: 'a2eeef' }],
        state: 'closed',
        state_reason: 'not_planned',
        reactions: { '+1': 4 },
        created_at: time,
      },
      {
        number: 13,
        title: 'Fix',
        html_url: 'https://github.com/acme/app/pull/13',
        pull_request: {},
        created_at: time,
      },
    ]),
    feedback: [['Dark mode', 'rejected', 4, 0]],
    merged: 0,
    links: 0,
  },
  {
    format: 'csv',
    content: `title;created_at;status;tags;vote_count\nDark mode;2024-01-02;shipped;UI;3\n`,
    feedback: [['Dark mode', 'completed', 3, 0]],
    merged: 0,
    links: 0,
  },
])('A file of the format $format', ({ format, content, feedback, merged, links }) => {
  it('is imported with every record, changes nothing when it is repeated, and is complete in an export', async () => {
    const project = await newProject(service);
    const { file, notes } = await convert(format, content);
    expect(notes.failed).toBe(0);
    const first = await imported(project, file);
    expect(first).toMatchObject({ state: 'completed', source: sourceOf(format), progress: { failed: 0 } });
    const { body } = await service.admin.get(`${project}/feedback?sort=most_upvoted`);
    expect(body.map((each: any) => [each.title, each.status, each.upvotes, each.comment_count])).toEqual(
      feedback,
    );

    const records = await exported(project);
    expect(records.filter(({ kind, merged_into }) => kind === 'feedback' && merged_into !== '')).toHaveLength(
      merged,
    );
    expect(records.filter(({ kind }) => kind === 'link')).toHaveLength(links);
    // What has a place of its own is not in the metadata.
    const misplaced = records.flatMap(({ metadata = {}, ...record }) =>
      Object.keys(metadata as object).filter((name) => name in record),
    );
    expect(misplaced).toEqual([]);

    const second = await imported(project, file);
    expect(second).toMatchObject({ state: 'completed', progress: { created: 0, updated: 0, failed: 0 } });
    expect(await exported(project)).toEqual(records);

    const miscounts: unknown[] = [];
    await service.app.get(CountService).check((miscount) => miscounts.push(miscount));
    expect(miscounts).toEqual([]);
  });
});

it('What Canny and Fider have has its place: boards, fields, owners, replies, internal comments, pictures', async () => {
  const project = await newProject(service);
  const internal = { ...comment, id: 'm2', internal: true, imageURLs: [], value: 'Two weeks' };
  const reply = { ...comment, id: 'm3', parentID: 'm1', imageURLs: [], value: 'When?' };
  const nested = { ...reply, id: 'm4', parentID: 'm3', value: 'Soon' };
  const board = { ...cannySample.board, isPrivate: true };
  const objects = [nested, reply, internal, comment, { ...post, owner: vote.voter }, vote, board];
  const { file } = await convert('canny', lines(objects), { hasMembers: true });
  expect((await imported(project, file)).progress).toMatchObject({ failed: 0 });
  const { body: boards } = await service.admin.get(`${project}/boards`);
  expect(boards).toMatchObject([{ slug: 'feature-requests', visibility: 'editors' }]);
  const query = 'include=board,fields,assignee,estimated_date,status_changed_at,metadata,source';
  const { body } = await service.admin.get(`${project}/feedback?${query}`);
  expect(body).toMatchObject([
    {
      board: 'feature-requests',
      fields: { category: 'Design', team: 'core' },
      assignee: { full_name: 'Grace' },
      estimated_date: '2024-06-30',
      status_changed_at: '2024-01-03T10:00:00.000Z',
      source: { name: 'canny', external_id: 'p1' },
      metadata: { imported_status: 'under review', imported_url: post.url },
    },
  ]);
  const { body: comments } = await service.admin.get(`${project}/feedback/${body[0].id}/comments`);
  const byContent = new Map<string, any>(comments.map((each: any) => [each.content.slice(0, 4), each]));
  expect(byContent.get('Two ').kind).toBe('internal');
  const { id } = byContent.get('Yes!');
  expect([byContent.get('When').parent_id, byContent.get('Soon').parent_id]).toEqual([id, id]);
  const { body: people } = await service.admin.get(`${project}/people`);
  expect(people).toMatchObject([{ external_id: '42', user: { full_name: 'Ada Lovelace' } }]);

  const picture = { name: 'blobs/attachments/x.png', data: png };
  const tables = Object.entries(fiderSample).map(([name, rows]) => ({
    name: `${name}.json`,
    data: JSON.stringify(rows),
  }));
  const fider = await convert('fider-zip', zipOf([...tables, picture]));
  expect((await imported(project, fider.file)).progress).toMatchObject({ failed: 0 });
  const found = await service.admin.get(`${project}/feedback?q=fast&include=attachments`);
  expect(found.body[0].attachments).toMatchObject([{ filename: 'x.png', media_type: 'image/png' }]);
});

it('A newer backup withdraws the last votes and approves, and a later file puts feedback on boards', async () => {
  const project = await newProject(service);
  const [first] = fiderSample.posts.filter(({ id }) => id === 11);
  const tables = { ...fiderSample, posts: [{ ...first, is_approved: false }], attachments: [], comments: [] };
  const newer = { ...tables, posts: [{ ...first, is_approved: true }], post_votes: [] };
  for (const [content, upvotes, approval] of [
    [tables, 1, 'pending'],
    [newer, 0, 'approved'],
  ] as const) {
    const { file } = await convert('fider-zip', zipOfTables(content));
    expect((await imported(project, file)).progress).toMatchObject({ failed: 0 });
    const feedback = (await exported(project)).find(({ kind }) => kind === 'feedback');
    expect(feedback).toMatchObject({ vote_count: upvotes, approval });
  }

  const row = `1,Dark mode,${time}`;
  for (const [content, board] of [
    [`id,title,created_at\n${row}\n`, ''],
    [`id,title,created_at,board\n${row},Ideas\n`, 'ideas'],
    [`id,title,created_at\n${row}\n`, 'ideas'],
    [`id,title,created_at,board_id\n${row},7\n`, 'ideas'],
    [`id,title,created_at,board\n${row},\n`, ''],
  ] as const) {
    const { file } = await convert('csv', content);
    expect((await imported(project, file)).progress).toMatchObject({ failed: 0 });
    const records = await exported(project);
    expect(records.find(({ title }) => title === 'Dark mode')).toMatchObject({ board });
  }
});

it("Fider's CSV file, followed by its backup, doubles nothing", async () => {
  const project = await newProject(service);
  const csv = `number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags
3,Go is fast,,${time},Jon Snow,2,2,planned,Jon Snow,${time},We plan this,,,Easy`;
  for (const [format, content] of [
    ['fider-csv', csv],
    ['fider-zip', zipOfTables(fiderSample)],
  ] as const) {
    expect((await imported(project, (await convert(format, content)).file)).progress).toMatchObject({
      failed: 0,
    });
  }
  const { body } = await service.admin.get(`${project}/feedback`);
  expect(body).toMatchObject([{ title: 'Go is fast', upvotes: 2, comment_count: 2 }]);
});
