import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { recognize } from '../../importer/src/sources/index.js';
import { convert } from '../support/converted.js';
import { withFile } from './reading.js';
import { cannySample, fiderSample, gitHubSample, quackbackSample } from './samples.js';
import { zipOf, zipOfFiles, zipOfTables } from './zip-file.js';

const { post, vote, comment, entry } = cannySample;
const lines = (objects: readonly object[]): string => objects.map((each) => JSON.stringify(each)).join('\n');

/** Returns the records of a file, without its first and last line. */
function recordsIn(file: string): any[] {
  return file
    .trim()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line) as unknown);
}

const ofKind = (file: string, kind: string) => recordsIn(file).filter((record) => record.kind === kind);

describe('The file', () => {
  it('has a manifest with the source and the numbers of records, sorted records, and a checksum', async () => {
    const { file } = await convert('canny', lines([entry, comment, vote, post]));
    const all = file.trim().split('\n');
    const [manifest, end] = [JSON.parse(all[0]!), JSON.parse(all.at(-1)!)];
    expect(manifest).toMatchObject({ format: 'fcs', version: 1, source: 'canny', project: 'acme' });
    const kinds = recordsIn(file).map(({ kind }) => kind as string);
    expect([...new Set(kinds)]).toEqual([
      ...['board', 'field', 'person', 'external_id'],
      ...['feedback', 'vote', 'comment', 'changelog', 'link'],
    ]);
    expect(manifest.counts).toMatchObject({ feedback: 2, comment: 1, field: 2, person: 2, status: 0 });
    expect(end.counts).toEqual(manifest.counts);
    const body = `${all.slice(0, -1).join('\n')}\n`;
    expect(end.sha256).toBe(createHash('sha256').update(body).digest('hex'));
  });

  it.each([
    ['fider-zip', zipOfTables({ ...fiderSample, post_votes: [] }), true],
    [
      'quackback-zip',
      zipOfFiles({ ...quackbackSample, 'post_votes.csv': 'post_id,voter_email,created_at\n' }),
      true,
    ],
    [
      'uservoice-csv',
      'ideaId,ideaTitle,createdTimestamp,userEmailAddress,votersCount\n1,Dark mode,2024-01-02,,0\n',
      true,
    ],
    ['uservoice-csv', 'ideaId,ideaTitle,createdTimestamp,userEmailAddress\n1,Dark mode,2024-01-02,\n', false],
    ['uservoice-csv', 'ideaId,ideaTitle,createdTimestamp\n1,Dark mode,2024-01-02\n', false],
    // The voters have been removed from the file.
    [
      'uservoice-csv',
      'ideaId,ideaTitle,createdTimestamp,userEmailAddress,votersCount\n1,Dark mode,2024-01-02,,3\n',
      false,
    ],
    ['canny', lines([post]), false],
    ['canny', lines([post, vote]), true],
    ['csv', 'title,created_at\nDark mode,2024-01-02\n', false],
  ] as const)(
    'of the format %s is complete if its source lists votes, even if there are none',
    async (format, content, complete) => {
      const { file } = await convert(format, content);
      expect(JSON.parse(file.split('\n')[0]!)).toMatchObject({ complete });
    },
  );

  it('says that a source no longer has fields, an estimated date or a lock, which an earlier file had', async () => {
    const { file } = await convert(
      'canny',
      lines([{ ...post, eta: null, customFields: [], category: null }]),
    );
    expect(ofKind(file, 'feedback')[0]).toMatchObject({ fields: {}, estimated_date: '' });
    const issue = { ...gitHubSample.issue, locked: false, milestone: null };
    const [unlocked] = ofKind((await convert('github', lines([issue]))).file, 'feedback');
    expect(unlocked).toMatchObject({ fields: {}, estimated_date: '', comments_locked: false });
    const csv = await convert('csv', 'title,created_at,field.Team\nDark mode,2024-01-02,\n');
    expect(ofKind(csv.file, 'feedback')[0]).toMatchObject({ fields: {} });
  });

  it('says nothing about fields that its columns do not have', async () => {
    const { file } = await convert('csv', 'title,created_at\nDark mode,2024-01-02\n');
    expect(ofKind(file, 'feedback')[0]).not.toHaveProperty('fields');
  });

  it('names the records whose texts were cut', async () => {
    const long = { ...post, details: 'x'.repeat(65_537), mergeHistory: [] };
    const { notes } = await convert('canny', lines([long]));
    expect(notes.groups[0]!.examples).toEqual([
      '1: The description of the feedback p1 has 65537 characters, and was cut to 65536.',
    ]);
  });

  it('has replies after all comments, at the top of their threads, and without parents that are missing', async () => {
    const reply = (id: string, parentID: string) => ({ ...comment, id, parentID });
    const { file, notes } = await convert(
      'canny',
      lines([post, reply('c', 'b'), reply('b', 'a'), reply('x', 'gone'), { ...comment, id: 'a' }]),
    );
    expect(ofKind(file, 'comment').map(({ external_id, parent }) => [external_id, parent])).toEqual([
      ['a', ''],
      ['c', 'a'],
      ['b', 'a'],
      ['x', ''],
    ]);
    expect(notes.groups).toMatchObject([{ code: 'parent_missing', count: 1, failed: 0 }]);
  });

  it('lacks comments without text, but not the replies to them', async () => {
    const { file, notes } = await convert(
      'canny',
      lines([
        post,
        { ...comment, id: 'a' },
        { ...comment, id: 'b', parentID: 'a', value: ' ', imageURLs: [] },
        { ...comment, id: 'c', parentID: 'b' },
      ]),
    );
    expect(ofKind(file, 'comment').map(({ external_id, parent }) => [external_id, parent])).toEqual([
      ['a', ''],
      ['c', 'a'],
    ]);
    expect([...notes.leftOut]).toContainEqual(['comments without text', 1]);
  });

  it('has types of custom fields from their values, and long values cut, in both cases without losing the rest', async () => {
    const custom = (values: object) => Object.entries(values).map(([name, value]) => ({ name, value }));
    const posts = [
      { Effort: 3, Paid: true, Teams: ['core', 'web'], Notes: 'x'.repeat(3_100), Mixed: 1 },
      { Effort: 1.5, Paid: false, Teams: ['core'], Notes: 'short', Mixed: 'two' },
    ].map((values, n) => ({ ...post, id: `p${n}`, mergeHistory: [], customFields: custom(values) }));
    const { file, notes } = await convert('canny', lines(posts));
    expect(ofKind(file, 'field').map(({ key, type }) => `${key} ${type}`)).toEqual([
      'category text',
      'effort number',
      'paid boolean',
      'teams choices',
      'notes text',
      'mixed text',
    ]);
    const [first] = ofKind(file, 'feedback');
    expect(first.fields).toMatchObject({ effort: 3, paid: true, teams: ['core', 'web'], mixed: '1' });
    expect(first.fields.notes).toHaveLength(2_000);
    expect(first.metadata).toMatchObject({ jira: [{ id: 1, key: 'FCS-1' }], imported_url: post.url });
    expect(notes.groups).toMatchObject([{ code: 'text_cut', count: 1 }]);
  });

  it('keeps fields beyond the limit of the service in the metadata', async () => {
    const customFields = Array.from({ length: 40 }, (_, n) => ({ name: `Field ${n}`, value: `v${n}` }));
    const { file } = await convert('canny', lines([{ ...post, customFields, mergeHistory: [] }]));
    expect(ofKind(file, 'field')).toHaveLength(30);
    const [{ fields, metadata }] = ofKind(file, 'feedback');
    expect(Object.keys(fields).length + Object.keys(metadata.fields).length).toBe(41);
  });

  it('has texts that the service can store, instead of losing feedback with its votes and comments', async () => {
    const long = { ...post, title: '', details: `First${'x'.repeat(70_000)}`, mergeHistory: [] };
    const { file, notes } = await convert('canny', lines([long, { ...comment, value: 'y'.repeat(65_537) }]));
    const [feedback] = ofKind(file, 'feedback');
    expect([feedback.title.length, feedback.description.length]).toEqual([100, 65_536]);
    expect(ofKind(file, 'comment')[0].content).toHaveLength(65_536);
    expect(notes.groups).toMatchObject([{ code: 'text_cut', count: 2, failed: 0 }]);
  });

  it('has no half characters where texts are cut', async () => {
    const beyond = (length: number) => `${'x'.repeat(length - 1)}😀 and more`;
    const customFields = [{ name: beyond(100), value: beyond(2_000) }];
    const status = `${'x'.repeat(99)}😀${beyond(99)}`;
    const details = { ...post, details: beyond(100), title: '', status, url: beyond(2_048) };
    const { file } = await convert('canny', lines([{ ...details, customFields, mergeHistory: [] }]));
    // JSON has half characters in this form only.
    expect(file).not.toContain('\\ud83d');
    const [{ title, fields, metadata }] = ofKind(file, 'feedback');
    const field = ofKind(file, 'field').find(({ key }) => key.startsWith('xxx'));
    const cut = [title, field.name, ofKind(file, 'status')[0].name, fields[field.key]];
    expect(cut.map(({ length }) => length)).toEqual([99, 99, 99, 1_999]);
    expect([metadata.imported_status.length, metadata.imported_url.length]).toEqual([199, 2_047]);
  });

  it('has boards with long names and descriptions, which are cut', async () => {
    const name = `Requests ${'😀'.repeat(100)}`;
    const csv = `title,created_at,board\nDark mode,2026-01-31,${name}\nLight mode,2026-01-31,${name}\n`;
    const { file, notes } = await convert('csv', csv);
    expect(ofKind(file, 'board')).toMatchObject([{ name: `Requests ${'😀'.repeat(91)}` }]);
    expect(notes.groups).toMatchObject([{ code: 'text_cut', count: 1, failed: 0 }]);

    const boards = `id,name,slug,description\n1,Ideas,ideas,${'d'.repeat(2_001)}\n`;
    const other = await convert('quackback-zip', zipOfFiles({ ...quackbackSample, 'boards.csv': boards }));
    const cut = ofKind(other.file, 'board').find(({ slug }) => slug === 'ideas');
    expect(cut.description).toBe('d'.repeat(2_000));
  });

  it('has original statuses and addresses in the metadata before everything that may be too large', async () => {
    const url = `https://acme.canny.io/${'u'.repeat(2_000)}`;
    const jira = { linkedIssues: Array.from({ length: 90 }, (_, id) => ({ id, key: `FCS-${id}` })) };
    const { file } = await convert('canny', lines([{ ...post, url, jira, mergeHistory: [] }]));
    const [{ metadata }] = ofKind(file, 'feedback');
    expect(metadata).toMatchObject({ imported_status: 'under review', imported_url: url, truncated: true });
    expect(Buffer.byteLength(JSON.stringify(metadata))).toBeLessThanOrEqual(4_096);
  });

  it('has no members unless they are asked for', async () => {
    const zip = zipOfFiles(quackbackSample);
    expect(ofKind((await convert('quackback-zip', zip)).file, 'member')).toEqual([]);
    const { file } = await convert('quackback-zip', zip, { hasMembers: true });
    expect(ofKind(file, 'member')).toMatchObject([{ person: 'grace@example.com', role: 'editor' }]);
  });

  it('has pictures in parts', async () => {
    const tables = Object.entries(fiderSample).map(([name, rows]) => ({
      name: `${name}.json`,
      data: JSON.stringify(rows),
    }));
    const data = Buffer.alloc(600_000, 'p');
    const { file } = await convert(
      'fider-zip',
      zipOf([...tables, { name: 'blobs/attachments/x.png', data: data.toString() }]),
    );
    const parts = ofKind(file, 'attachment');
    expect(parts.map(({ part, size, feedback }) => [part, size, feedback])).toEqual([
      [0, 600_000, '3'],
      [1, 600_000, '3'],
      [2, 600_000, '3'],
    ]);
    const joined = Buffer.concat(parts.map(({ content }) => Buffer.from(content as string, 'base64')));
    expect(joined.equals(data)).toBe(true);
  });
});

describe('Statuses', () => {
  const named = (status: string, n: number) => ({ ...post, id: `p${n}`, status, mergeHistory: [] });
  const planned = async (names: string[], statusMap: Record<string, string> = {}) => {
    const { file, conversion } = await convert('canny', lines(names.map(named)), { statusMap });
    return { file, plan: conversion.planStatuses() };
  };

  it('that are known become statuses of the project, and others become new statuses with a suggested kind', async () => {
    const { file, plan } = await planned(['complete', 'Next up', 'Next up', 'Außer Betrieb', '検討中', '']);
    expect(plan.map(({ name, count, key, isGuess }) => [name, count, key, isGuess])).toEqual([
      ['complete', 1, 'completed', false],
      ['Next up', 2, 'next_up', true],
      ['Außer Betrieb', 1, 'auer_betrieb', true],
      ['検討中', 1, expect.stringMatching(/^x_[0-9a-f]{12}$/), true],
      ['', 1, 'in_review', false],
    ]);
    expect(ofKind(file, 'status')).toMatchObject([
      { key: 'next_up', name: 'Next up', status_kind: 'planned' },
      { status_kind: 'open' },
      { name: '検討中', status_kind: 'open' },
    ]);
    expect(ofKind(file, 'feedback')[1]).toMatchObject({
      status: 'next_up',
      metadata: { imported_status: 'Next up' },
    });
  });

  it('look as in the source, in its order, and have a suggested kind if it does not say it', async () => {
    const posts =
      'id,title,created_at,status\n1,a,2024-01-02,Next quarter\n2,b,2024-01-02,Icebox\n3,c,2024-01-02,Done\n';
    const statuses =
      'id,name,color,order,show_in_roadmap\n1,Next quarter,ff0000,2,f\n2,Icebox,00ff00,1,t\n3,Done,0000ff,0,t\n';
    const { file, conversion } = await withFile(statuses, (path) =>
      convert('csv', posts, {}, { tables: { statuses: path } }),
    );
    expect(ofKind(file, 'status')).toMatchObject([
      { key: 'icebox', color: '#00ff00', status_kind: 'open', on_roadmap: true, position: 6 },
      { key: 'next_quarter', color: '#ff0000', status_kind: 'planned', on_roadmap: false, position: 7 },
    ]);
    expect(conversion.planStatuses().map(({ key, isGuess }) => [key, isGuess])).toEqual([
      ['completed', false],
      ['icebox', true],
      ['next_quarter', true],
    ]);
  });

  it('have no changes between those that are one status here', async () => {
    const changer = { id: 'u1', name: 'Ada' };
    const change = (id: string, status: string) => {
      return { id, post: { id: post.id }, changer, status, created: `2024-02-0${id}T00:00:00.000Z` };
    };
    const { file } = await convert(
      'canny',
      lines([post, change('1', 'under review'), change('2', 'planned')]),
    );
    expect(ofKind(file, 'status_change')).toMatchObject([{ from: 'in_review', to: 'planned' }]);
    const all = file.trim().split('\n');
    for (const line of [all[0]!, all.at(-1)!]) {
      expect(JSON.parse(line)).toMatchObject({ counts: { status_change: 1 } });
    }
  });

  it('are those that the user names', async () => {
    const { file, plan } = await planned(['Next up', 'Doing'], { 'next UP': 'planned', Doing: 'on_it' });
    expect(plan.map(({ key }) => key)).toEqual(['planned', 'on_it']);
    expect(ofKind(file, 'status')).toMatchObject([{ key: 'on_it' }]);
  });
});

describe('A file', () => {
  it.each([
    ['canny', lines([post])],
    ['canny', JSON.stringify({ posts: [post] }, null, 2)],
    ['github', JSON.stringify([{ html_url: 'https://github.com/a/b/issues/1', number: 1, title: 'x' }])],
    ['fider-zip', zipOfTables(fiderSample)],
    ['fider-csv', 'number,title,description,created_at,created_by,votes_count,original_number\n'],
    ['quackback-zip', zipOfFiles(quackbackSample)],
    ['feedbase-csv', 'ID,Link,Title,Content,Status,Upvotes,User ID,User Avatar,Tags,Created At\n'],
    ['uservoice-csv', 'ideaId,ideaTitle\n'],
    ['uservoice-csv', 'Idea ID;Idea Title\n'],
    ['csv', 'title,created_at\n'],
    ['logchimp-csv', 'postId,title,slug,slugId,contentMarkdown,userId,createdAt\n'],
    ['astuto-csv', 'id,title,board_id,user_id,post_status_id,tenant_id\n'],
  ])('of the format %s is recognized', async (format, content) => {
    const signal = new AbortController().signal;
    expect(await withFile(content, (path) => recognize(path, signal))).toBe(format);
  });

  it.each([
    ['an export of the service', '{"kind":"manifest","format":"fcs"}\n', 'feedback-changelog-client import'],
    ['another archive', zipOfFiles({ 'a.txt': 'x' }), 'neither the tables of Fider'],
    ['other JSON', '{"a": 1}', 'no objects of Canny or GitHub'],
    ['an empty file', '', 'empty'],
  ])('that is %s is refused with the reason', async (_, content, reason) => {
    const signal = new AbortController().signal;
    await expect(withFile(content, (path) => recognize(path, signal))).rejects.toThrow(reason);
  });

  it.each([
    ['of Canny as one of GitHub', 'github', lines([post, comment])],
    ['without records', 'canny', '{"posts":[]}'],
    ['with unreadable records only', 'canny', lines([{ ...post, created: 'never', mergeHistory: [] }])],
  ] as const)('%s is an error', async (_, format, content) => {
    await expect(convert(format, content)).rejects.toMatchObject({ code: 'no_records' });
  });
});
