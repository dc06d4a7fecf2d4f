import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import { ImportedPeopleRepository } from '../domain/project-import.repository.js';

/** Stores hashes of the ids of people: some tools use e-mail addresses. */
@Injectable()
export class SqlImportedPeopleRepository extends ImportedPeopleRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async find(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const keys = new Map(externalIds.map((id) => [digest(id), id]));
    const rows = await this.sql.rows<{ digest: string; user_id: string }>(
      // A host application may have deleted users.
      `select encode(digest, 'hex') as digest, user_id from imported_people p
       where project_id = $1 and source = $2 and digest = any(array(select decode(d, 'hex') from unnest($3::text[]) d))
         and exists (select from user_records u where u.id = p.user_id)`,
      [projectId, source, [...keys.keys()]],
    );
    return new Map(rows.map((row) => [keys.get(row.digest)!, row.user_id]));
  }

  override async add(
    projectId: string,
    source: string,
    people: readonly { readonly externalId: string; readonly userId: string }[],
  ): Promise<void> {
    await this.sql.rows(
      `insert into imported_people (project_id, source, digest, user_id)
       select $1, $2, decode(digest, 'hex'), user_id from unnest($3::text[], $4::uuid[]) as p (digest, user_id)
       on conflict (project_id, source, digest) do update set user_id = excluded.user_id`,
      [
        projectId,
        source,
        people.map(({ externalId }) => digest(externalId)),
        people.map(({ userId }) => userId),
      ],
    );
  }
}

function digest(externalId: string): string {
  return hash('sha256', externalId, 'hex');
}
