import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { serverUrl } from '../support/server-url.js';
import { readSampleData } from './sample-data.js';
import {
  bootstrapToken,
  cleanUp,
  emptyDatabase,
  emptyFolder,
  onCleanUp,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';

const onServer = serverUrl ? describe : describe.skip;

afterEach(cleanUp);

async function connect(settings: Record<string, string>): Promise<pg.Client> {
  const client = new pg.Client(settings['DATABASE_DIRECT_URL'] ?? settings['DATABASE_URL']);
  await client.connect();
  onCleanUp(() => client.end());
  return client;
}

/** Returns settings for a database of release 0.1, which contains the sample data. */
async function databaseOfRelease(): Promise<Record<string, string>> {
  const settings = await emptyDatabase();
  const client = await connect(settings);
  await client.query(await readFile(join(import.meta.dirname, 'fixtures/release-0.1.sql'), 'utf8'));
  return settings;
}

/** Returns the columns, constraints and indexes of all tables. */
async function schemaOf(settings: Record<string, string>): Promise<unknown[]> {
  const { rows } = await (
    await connect(settings)
  ).query(
    `select table_name as table, column_name as name,
       concat_ws(' ', data_type, is_nullable, column_default, generation_expression) as definition
     from information_schema.columns where table_schema = 'feedback'
     union all
     select conrelid::regclass::text, conname, pg_get_constraintdef(oid)
     from pg_constraint where connamespace = 'feedback'::regnamespace
     union all
     select tablename, indexname, indexdef from pg_indexes where schemaname = 'feedback'
     order by 1, 2, 3`,
  );
  return rows;
}

onServer('an upgrade from release 0.1 (needs TEST_DATABASE_URL)', () => {
  it('keeps all records', async () => {
    const service = await ServiceProcess.start(await emptyFolder(), await databaseOfRelease());
    const answers = await readSampleData(service);
    const body = (path: string): any => answers[path]?.body;
    const project = '/projects/acme';

    expect(body('/projects')).toMatchObject([{ name: 'Acme', slug: 'acme' }]);
    // The former slug.
    expect(body('/projects/acme-old')).toEqual(body(project));
    expect(body(`${project}/config`)).toMatchObject({ custom_domain: 'feedback.example.com' });
    expect(body(`${project}/members`)).toMatchObject([
      { role: 'owner' },
      { user: { email: 'ada@example.com', full_name: 'Ada Lovelace' }, role: 'editor' },
    ]);
    expect(body(`${project}/feedback`)).toMatchObject([
      { title: 'Export to CSV', status: 'in_review', upvotes: 0, comment_count: 0 },
      { title: 'Größere Schrift', description: 'About: Größere Schrift', comment_count: 1 },
      { title: 'Dark mode', status: 'planned', upvotes: 1, comment_count: 1 },
    ]);
    expect(body(`${project}/feedback?q=dark`)).toMatchObject([{ title: 'Dark mode' }]);
    expect(body(`${project}/changelogs`)).toMatchObject([
      { title: 'A draft', published: false },
      { title: 'CSV export', slug: 'csv-export', content: 'Done.', published: true },
    ]);
    expect(body(`${project}/tags`)).toMatchObject([{ name: 'data' }, { name: 'ui' }]);
    expect(body(`${project}/webhooks`)).toMatchObject([{ url: 'https://example.com/hook', enabled: true }]);
    expect(
      body(`${project}/events`)
        .map(({ type }: { type: string }) => type)
        .join(' '),
    ).toBe(
      'project.created project.updated project.config_updated member.added tag.created tag.created ' +
        'feedback.created feedback.created feedback.created feedback.created feedback.status_changed ' +
        'feedback.upvoted comment.created comment.created feedback.merged ' +
        'changelog.created changelog.published changelog.created',
    );
    const feedback = { title: 'After the upgrade', tags: ['ui'] };
    expect((await service.call('POST', `${project}/feedback`, bootstrapToken, feedback)).status).toBe(201);
  });

  it('results in the schema of a new database', async () => {
    const upgraded = await databaseOfRelease();
    await (await ServiceProcess.start(await emptyFolder(), upgraded)).kill();
    const created = await preparedFolder();
    await (await ServiceProcess.start(created.folder, created.settings)).kill();
    expect(await schemaOf(upgraded)).toEqual(await schemaOf(created.settings));
  });
});
