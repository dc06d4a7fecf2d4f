import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { QueryRunner } from 'typeorm';
import { Project1764200000000 } from '../../../src/project/persistence/migrations/project-1764200000000.js';
import { tagKey } from '../../../src/project/tags/domain/tag.js';
import { caseFold } from '../../../src/shared/case-fold.js';
import { createTestDatabase, type TestDatabase } from '../../support/database.js';

let database: TestDatabase;
let runner: QueryRunner;

beforeAll(async () => {
  database = await createTestDatabase();
  runner = database.database.dataSource.createQueryRunner();
});

afterAll(async () => {
  await runner.release();
  await database.drop();
});

/** Creates a project with tags as they were stored before the migration. The ids have the order of the names. */
async function createProject(slug: string, names: readonly string[]): Promise<string> {
  const id = randomUUID();
  await runner.query(
    `insert into projects (id, name, slug, icon, icon_radius, og_image, created_at) values ($1, 'P', $2, '', '', '', now())`,
    [id, slug],
  );
  for (const [index, name] of names.entries()) {
    const tagId = `00000000-0000-4000-8000-${String(index).padStart(4, '0')}${id.slice(0, 8)}`;
    await runner.query(
      `insert into tags (id, project_id, name, name_key, color) values ($1, $2, $3, $4, '#000')`,
      [tagId, id, name, caseFold(name)],
    );
  }
  return id;
}

const tagsOf = (projectId: string): Promise<{ name: string; name_key: string }[]> =>
  runner.query('select name, name_key from tags where project_id = $1 order by id', [projectId]);

it('tags get normalized names, and a number where another tag of the project has the name', async () => {
  const long = 'x'.repeat(199);
  const project = await createProject('first', [
    ...['a  b', 'A b', ' a b ', 'a\nb (2)', 'Cafe\u0301  now', 'bug'],
    ...[`${long} `, long, '\u0085', '\u200b'],
  ]);
  const other = await createProject('second', ['a b', 'c  d']);
  const migration = new Project1764200000000();
  await migration.up(runner);
  const tags = await tagsOf(project);
  const expected = [
    // The name that was normal before stays.
    ...['a b (2)', 'A b', 'a b (3)', 'a b (2) (2)', 'Café now', 'bug'],
    ...[`${'x'.repeat(190)} (2)`, long, 'unnamed', 'unnamed (2)'],
  ];
  expect(tags.map(({ name }) => name)).toEqual(expected);
  for (const { name, name_key } of tags) expect(name_key).toBe(tagKey(name));
  expect((await tagsOf(other)).map(({ name }) => name)).toEqual(['a b', 'c d']);

  await migration.up(runner);
  expect(await tagsOf(project)).toEqual(tags);
});
