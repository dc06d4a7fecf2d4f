import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CountService } from '../../src/feedback/index.js';
import { cannySample, fiderSample, quackbackSample } from '../project-import/formats/samples.js';
import { zipOfFiles, zipOfTables } from '../project-import/formats/zip-file.js';
import { startApp, type TestApp } from '../support/app.js';
import { newProject } from '../support/feedback.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ background: true });
});

afterAll(() => service.close());

/** Imports a file, and returns the import when it has ended. */
async function imported(project: string, query: string, body: string | Uint8Array): Promise<any> {
  const headers = {
    authorization: `Bearer ${service.admin.token}`,
    'content-type': 'application/octet-stream',
  };
  const answer = await service.send('POST', `/v1${project}/imports?${query}`, { body, headers });
  expect(answer.status).toBe(202);
  for (;;) {
    const { body: found } = await service.admin.get(`${project}/imports/${answer.body.id}`);
    if (found.state === 'completed' || found.state === 'failed') return found;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function reportOf(project: string, id: string): Promise<string[]> {
  const { body } = await service.admin.get(`${project}/imports/${id}/report`);
  return body.map(({ line, code }: { line: number; code: string }) => `${line} ${code}`);
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

describe.each([
  {
    source: 'canny',
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
    report: ['0 votes_without_voters'],
  },
  {
    source: 'fider-zip',
    content: zipOfTables(fiderSample),
    // Votes on a duplicate are among those of the original.
    feedback: [['Go is fast', 'planned', 2, 2]],
    merged: 2,
    links: 0,
    report: ['4 deleted', '2 deleted', '1 attachments_left_out'],
  },
  {
    source: 'fider-csv',
    content: `number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags
20,Go is easy,,${time},Faceless,4,2,duplicate,,,,10,Go is fast,
10,Go is fast,,${time},Faceless,5,2,started,John Snow,${time},We are at it,,,"easy, ignored"`,
    feedback: [['Go is fast', 'in_progress', 5, 1]],
    merged: 1,
    links: 0,
    report: ['0 votes_without_voters'],
  },
  {
    source: 'feedbase-csv',
    content: `ID,Link,Title,Content,Status,Upvotes,Comment Count,User ID,User Name,User Email,User Avatar,Tags,Created At
f1,https://x/f1,"Dark ""mode""","<p>a,\nb</p>",In Progress,12,3,u1,"Ada","ada@feedbase.example",,UI,Design,say ""hi"",${time}
f2,https://x/f2,"Other","",Planned,0,0,u1,"Ada","ada@feedbase.example",,,${time}`,
    feedback: [
      ['Dark "mode"', 'in_progress', 12, 0],
      ['Other', 'planned', 0, 0],
    ],
    merged: 0,
    links: 0,
    report: ['0 votes_without_voters'],
  },
  {
    source: 'uservoice-csv',
    content: `ideaId,ideaTitle,ideaDescription,ideaCreatorEmailAddress,ideaCreatorName,publicStatusName,labels,votersCount,createdTimestamp,userEmailAddress,userName
1,Dark mode,,ada@uservoice.example,Ada,Under Review,"[""UI, dark""]",3,2023-04-05 06:07:08,ada@uservoice.example,Ada
1,Dark mode,,ada@uservoice.example,Ada,Under Review,"[""UI, dark""]",3,2023-04-05 06:07:08,grace@uservoice.example,Grace`,
    feedback: [['Dark mode', 'in_review', 3, 0]],
    merged: 0,
    links: 0,
    report: ['0 votes_without_voters'],
  },
  {
    source: 'quackback-zip',
    content: zipOfFiles(quackbackSample),
    feedback: [
      ['Dark mode', 'in_review', 5, 1],
      ['=1+1', 'in_review', 0, 0],
    ],
    merged: 0,
    links: 0,
    report: ['3 private_comment', '4 not_published', '0 votes_without_voters'],
  },
  {
    source: 'github',
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
    report: ['2 pull_request', '0 votes_without_voters'],
  },
  {
    source: 'csv',
    content: `title;created_at;status;tags;vote_count\nDark mode;2024-01-02;shipped;UI;3\n`,
    feedback: [['Dark mode', 'completed', 3, 0]],
    merged: 0,
    links: 0,
    report: ['0 votes_without_voters'],
  },
])('An import from $source', ({ source, content, feedback, merged, links, report }) => {
  it('stores every record, changes nothing when it is repeated, and is complete in an export', async () => {
    const project = await newProject(service);
    const first = await imported(project, `source=${source}`, content);
    expect(first).toMatchObject({ state: 'completed', progress: { failed: 0 } });
    expect(await reportOf(project, first.id as string)).toEqual(expect.arrayContaining(report));
    const { body } = await service.admin.get(`${project}/feedback?sort=most_upvoted`);
    expect(body.map((each: any) => [each.title, each.status, each.upvotes, each.comment_count])).toEqual(
      feedback,
    );

    const records = await exported(project);
    expect(records.filter(({ kind, merged_into }) => kind === 'feedback' && merged_into !== '')).toHaveLength(
      merged,
    );
    expect(records.filter(({ kind }) => kind === 'link')).toHaveLength(links);

    const second = await imported(project, `source=${source}`, content);
    expect(second).toMatchObject({ state: 'completed', progress: { created: 0, updated: 0, failed: 0 } });
    expect(await exported(project)).toEqual(records);

    const miscounts: unknown[] = [];
    await service.app.get(CountService).check((miscount) => miscounts.push(miscount));
    expect(miscounts).toEqual([]);
  });
});

describe('An import', () => {
  it('fails with the reason when the file cannot be read', async () => {
    const project = await newProject(service);
    const { id, state } = await imported(project, 'source=feedbase-csv', 'id,title\n1,x\n');
    expect(state).toBe('failed');
    expect(await reportOf(project, id as string)).toEqual(['0 missing_columns']);
  });
});
