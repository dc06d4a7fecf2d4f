import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import {
  type ComparedKind,
  ImportedDigestsRepository,
  type RecordSource,
} from '../domain/imported-digests.repository.js';
import type { ImportedDigests } from '../domain/imported-values.js';

@Injectable()
export class SqlImportedDigestsRepository extends ImportedDigestsRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async find(
    { projectId, source }: RecordSource,
    kind: ComparedKind,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, ImportedDigests>> {
    const rows = await this.sql.rows<{ key: string; digests: ImportedDigests }>(
      `select external_id as key, digests from imported_digests
       where project_id = $1 and kind = $2 and source = $3 and external_id = any($4)`,
      [projectId, kind, source, externalIds],
    );
    return new Map(rows.map(({ key, digests }) => [key, digests]));
  }

  override async save(
    { projectId, source }: RecordSource,
    kind: ComparedKind,
    digests: ReadonlyMap<string, ImportedDigests>,
  ): Promise<void> {
    if (digests.size === 0) return;
    await this.sql.rows(
      `insert into imported_digests (project_id, kind, source, external_id, digests)
       select $1, $2, $3, key, digests from jsonb_each($4::jsonb) as given (key, digests)
       on conflict (project_id, kind, source, external_id) do update set digests = excluded.digests`,
      [projectId, kind, source, JSON.stringify(Object.fromEntries(digests))],
    );
  }
}
