import { describe, expect, it } from '@jest/globals';
import { failureOf, notesOf, readItems, recordsOf } from './reading.js';
import { quackbackSample as files } from './samples.js';
import { zipOfFiles } from './zip-file.js';

describe('Quackback, ZIP', () => {
  it('returns people, tags, feedback, votes, comments and changelog entries', async () => {
    const items = await readItems('quackback-zip', zipOfFiles(files));
    expect(recordsOf(items)).toEqual([
      {
        kind: 'person',
        external_id: 'ada@example.com',
        email: 'ada@example.com',
        full_name: 'Ada Lovelace',
        avatar_url: '',
      },
      {
        kind: 'person',
        external_id: 'grace@example.com',
        email: 'grace@example.com',
        full_name: 'Grace',
        avatar_url: '',
      },
      { kind: 'person', external_id: 'name:Anonymous', email: '', full_name: 'Anonymous', avatar_url: '' },
      { kind: 'person', external_id: 'name:Eve', email: '', full_name: 'Eve', avatar_url: '' },
      { kind: 'tag', name: 'UI', color: '#0ea5e9' },
      { kind: 'tag', name: 'Bug', color: '' },
      {
        kind: 'feedback',
        external_id: 'p1',
        title: 'Dark mode',
        description: 'Please,\n"soon"',
        status: 'Open',
        person: 'ada@example.com',
        tags: ['UI', 'Bug'],
        created_at: '2024-01-02T00:00:00.000Z',
        merged_into: '',
        vote_count: 5,
        metadata: { board: 'features' },
      },
      {
        kind: 'feedback',
        external_id: 'p2',
        // Protected from being run as a formula.
        title: '=1+1',
        description: '-',
        status: '',
        person: 'name:Anonymous',
        tags: [],
        created_at: '2024-01-03T00:00:00.000Z',
        merged_into: '',
        vote_count: 0,
        metadata: { board: 'features' },
      },
      { kind: 'vote', feedback: 'p1', person: 'grace@example.com', created_at: '2024-01-04T00:00:00.000Z' },
      {
        kind: 'comment',
        external_id: 'c1',
        feedback: 'p1',
        person: 'grace@example.com',
        content: 'Soon',
        created_at: '2024-01-05T00:00:00.000Z',
        updated_at: '2024-01-06T00:00:00.000Z',
      },
      {
        kind: 'changelog',
        external_id: 'l1',
        title: 'Released',
        summary: '',
        content: '# Now',
        image: '',
        published: true,
        publish_date: '2024-02-02T00:00:00.000Z',
        created_at: '2024-01-31T00:00:00.000Z',
        person: '',
        metadata: { view_count: 17 },
      },
      {
        kind: 'changelog',
        external_id: 'l2',
        title: 'Draft',
        summary: '',
        content: 'Later',
        image: '',
        published: false,
        publish_date: '2024-01-30T00:00:00.000Z',
        created_at: '2024-01-30T00:00:00.000Z',
        person: '',
      },
    ]);
    expect(notesOf(items)).toEqual(['3 private_comment', '4 not_published']);
  });

  it('names the file in notes and errors', async () => {
    const broken = { ...files, 'posts.csv': files['posts.csv'].replace(',5,', ',five,') };
    const items = await readItems('quackback-zip', zipOfFiles(broken));
    expect(items).toContainEqual({
      line: 2,
      failed: true,
      code: 'invalid_count',
      detail: 'posts.csv: "five" is not a number of votes.',
    });
    const { 'posts.csv': posts } = files;
    const error = await failureOf(
      'quackback-zip',
      zipOfFiles({ ...files, 'posts.csv': posts.replace(',title,', ',name,') }),
    );
    expect(error).toEqual({ code: 'missing_columns', message: 'posts.csv: The header lacks: title.' });
  });

  it('refuses an archive with neither posts nor changelog entries', async () => {
    expect(await failureOf('quackback-zip', zipOfFiles({ 'tags.csv': files['tags.csv'] }))).toMatchObject({
      code: 'missing_entry',
    });
  });
});
