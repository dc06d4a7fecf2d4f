import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import type { ImportedRecord } from '../../../shared/imports.js';
import { ImportedRecordRepository, type RecordSource } from '../domain/imported-record.repository.js';

/** Uses SQL, because one statement reads or stores many records. */
@Injectable()
export class SqlImportedRecordRepository extends ImportedRecordRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async find(
    { projectId, source }: RecordSource,
    kind: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, ImportedRecord>> {
    if (keys.length === 0) return new Map();
    const byDigest = new Map(keys.map((key) => [keyDigest(key), key]));
    const rows = await this.sql.rows<ImportedRecord & { key: string }>(
      `select key, id, given, stored from imported_records
       where project_id = $1 and source = $2 and kind = $3 and key = any($4)
         and (kind <> 'person' or exists (select from user_records u where u.id = imported_records.id))`,
      [projectId, source, kind, [...byDigest.keys()]],
    );
    return new Map(rows.map(({ key, ...record }) => [byDigest.get(key)!, record]));
  }

  override async save(
    { projectId, source }: RecordSource,
    kind: string,
    records: ReadonlyMap<string, ImportedRecord>,
  ): Promise<void> {
    if (records.size === 0) return;
    const all = [...records.values()];
    await this.sql.rows(
      `insert into imported_records (project_id, source, kind, key, id, given, stored)
       select $1, $2, $3, * from unnest($4::text[], $5::uuid[], $6::text[], $7::text[])
       on conflict (project_id, source, kind, key)
         do update set id = excluded.id, given = excluded.given, stored = excluded.stored`,
      [
        ...[projectId, source, kind, [...records.keys()].map(keyDigest)],
        ...[all.map(({ id }) => id), all.map(({ given }) => given), all.map(({ stored }) => stored)],
      ],
    );
  }

  override async remove(
    { projectId, source }: RecordSource,
    kind: string,
    keys: readonly string[],
  ): Promise<void> {
    await this.sql.rows(
      'delete from imported_records where project_id = $1 and source = $2 and kind = $3 and key = any($4)',
      [projectId, source, kind, keys.map(keyDigest)],
    );
  }
}

/** Keys of records are hashed: they may identify people. */
function keyDigest(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 32);
}
