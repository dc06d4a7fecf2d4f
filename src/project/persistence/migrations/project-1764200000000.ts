import type { MigrationInterface, QueryRunner } from 'typeorm';
import { tagKey } from '../../tags/domain/tag.js';
import { normalizeName } from '../../../shared/names.js';
import { isVisible } from '../../../shared/rules.js';

interface StoredTag {
  readonly id: string;
  readonly project_id: string;
  readonly name: string;
  readonly name_key: string;
}

/**
 * Normalizes the names of tags, by which they are found. A name that another tag of the project has gets a number,
 * and one without a visible character becomes `unnamed`.
 */
export class Project1764200000000 implements MigrationInterface {
  readonly name = 'Project1764200000000';

  async up(runner: QueryRunner): Promise<void> {
    const stored = (await runner.query(
      'select id, project_id, name, name_key from tags order by id',
    )) as StoredTag[];
    const taken = new Set(stored.map(({ project_id, name_key }) => `${project_id} ${name_key}`));
    for (const tag of stored) {
      const line = normalizeName(tag.name);
      const name = isVisible(line) ? line : 'unnamed';
      if (name === tag.name && tagKey(name) === tag.name_key) continue;
      taken.delete(`${tag.project_id} ${tag.name_key}`);
      let free = name;
      for (let number = 2; taken.has(`${tag.project_id} ${tagKey(free)}`); number++) {
        free = `${[...name].slice(0, 190).join('')} (${number})`;
      }
      taken.add(`${tag.project_id} ${tagKey(free)}`);
      await runner.query('update tags set name = $2, name_key = $3 where id = $1', [
        tag.id,
        free,
        tagKey(free),
      ]);
    }
  }

  /** The names stay normalized. */
  async down(): Promise<void> {
    return Promise.resolve();
  }
}
