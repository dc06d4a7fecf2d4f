import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { startApp, type TestApp } from '../support/app.js';
import { insertFeedback, newProject } from '../support/feedback.js';

const page = readFileSync('docs/embedding-data.md', 'utf8');
const section = page.slice(page.indexOf('## A view for queries'));

let service: TestApp;
let projectId: string;
const role = `reports_${process.pid}`;

const query = <Row>(sql: string): Promise<Row[]> => service.database.database.dataSource.query<Row[]>(sql);

beforeAll(async () => {
  service = await startApp();
  const project = await newProject(service);
  ({ id: projectId } = (await service.admin.get(project)).body);
  await insertFeedback(service, project, 3_000);
  await query(`create schema crm`);
  await query('create table crm.accounts (person_id uuid primary key, budget integer)');
  await query('insert into crm.accounts select id, 100 from users');
  await query('create table crm.ideas (feedback_id uuid primary key, priority integer)');
  await query('insert into crm.ideas select id, upvotes from feedback');
  await query('analyze');
  await query(`create role ${role} login password 'reports'`);
  await query(`grant usage on schema crm to ${role}`);
  await query(`grant select on all tables in schema crm to ${role}`);
});

afterAll(async () => {
  await query(`drop owned by ${role}`);
  await query(`drop role ${role}`);
  await service.close();
});

/** Returns the statements of the page that begin with a text. */
function statements(start: string): string[] {
  const blocks = [...section.matchAll(/```sql\n(.*?)```/gs)].flatMap(([, block = '']) => block.split(';'));
  return blocks.map((each) => each.trim()).filter((each) => each.startsWith(start));
}

it('the columns of the view are those of the page', async () => {
  const documented = [...section.matchAll(/^\| `(\w+)` +\| `([\w[\]]+)` /gm)].map(([, name, type]) => ({
    name,
    type,
  }));
  const columns = await query(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = 'feedback_records_v1'::regclass and attnum > 0 order by attnum`,
  );
  const short: Record<string, string> = { 'timestamp with time zone': 'timestamptz' };
  expect(columns.map(({ name, type }: any) => ({ name, type: short[type] ?? type }))).toEqual(documented);
});

it('a role with the privileges of the page can run its queries, and cannot read the tables', async () => {
  for (const grant of statements('grant')) await query(grant.replace(/ reports$/, ` ${role}`));
  for (const index of statements('create index')) await query(index);
  const url = new URL(service.database.url!);
  [url.username, url.password] = [role, 'reports'];
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    const queries = statements('select');
    expect(queries).toHaveLength(2);
    for (const text of queries) {
      expect((await client.query(text, [projectId])).rows).toHaveLength(20);
      const plan = await client.query(`explain ${text}`, [projectId]);
      const lines = plan.rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
      expect(lines).toMatch(
        /Index (Only )?Scan using (feedback_most_upvoted|ideas_priority_feedback_id_idx)/,
      );
      expect(lines).not.toContain('Seq Scan on feedback');
    }
    await expect(client.query('select from feedback.feedback')).rejects.toThrow('permission denied');
    await expect(client.query('delete from feedback.feedback_records_v1')).rejects.toThrow(
      'permission denied',
    );
  } finally {
    await client.end();
  }
});
