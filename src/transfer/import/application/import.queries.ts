import { Injectable } from '@nestjs/common';
import { isoTimestamp, Sql, versionedRecord } from '../../../platform/persistence/index.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { ImportNote } from '../domain/import-note.js';
import type { ImportCounts, ImportState } from '../domain/project-import.js';

export interface ImportRecord {
  id: string;
  source: string;
  state: ImportState;
  dry_run: boolean;
  progress: ImportCounts;
  created_at: string;
  finished_at: string | null;
}

const importFields = `i.id, i.source, i.state, i.dry_run,
  json_strip_nulls(json_build_object('read', i.read_count, 'created', i.created_count, 'updated', i.updated_count,
    'skipped', i.skipped_count, 'failed', i.failed_count)) as progress,
  ${isoTimestamp('i.created_at')} as created_at, ${isoTimestamp('i.finished_at')} as finished_at`;

const isUploaded = `i.state <> 'uploading'`;

const oneImport = versionedRecord(
  importFields,
  'i.version',
  `imports i where i.project_id = $1 and i.id = $2 and ${isUploaded}`,
);

/** Reads imports as records that are ready to be sent. Imports are listed once their file has been uploaded. */
@Injectable()
export class ImportQueries {
  constructor(private readonly sql: Sql) {}

  /** Returns a page of the imports of a project, newest first. */
  async list(projectId: string, page: PageRequest): Promise<Page<ImportRecord>> {
    return this.sql.page<ImportRecord>(
      {
        select: importFields,
        from: 'imports i',
        where: ['i.project_id = $1', isUploaded],
        values: [projectId],
        order: [
          { sql: 'i.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'i.id', type: 'uuid', of: (record) => record.id },
        ],
        descending: true,
      },
      page,
    );
  }

  /** Returns null when the import does not exist in the project, or the id is not a UUID. */
  async find(projectId: string, id: string): Promise<Versioned<ImportRecord> | null> {
    return isUuid(id) ? this.sql.record(oneImport, [projectId, id]) : null;
  }

  /** Returns a page of the report of an import, in the order of the file. */
  async report(importId: string, page: PageRequest): Promise<Page<ImportNote>> {
    const notes = await this.sql.page<ImportNote & { number: number }>(
      {
        select: 'n.line, n.kind, n.external_id, n.title, n.code, n.detail, n.number',
        from: 'import_notes n',
        where: ['n.import_id = $1'],
        values: [importId],
        // Notes about the whole file have line 0, and are the last ones.
        order: [
          {
            sql: 'coalesce(nullif(n.line, 0), 2147483647)',
            type: 'integer',
            of: ({ line }) => String(line || 2147483647),
          },
          { sql: 'n.number', type: 'integer', of: ({ number }) => String(number) },
        ],
        descending: false,
      },
      page,
    );
    const records = notes.records.map(({ number: _, ...note }) => note);
    // Without the JSON text, which contains the numbers.
    return { ...notes, records };
  }

  /** Returns a page of the imports that a user has started in all projects, in the order of ids. */
  async byUser(userId: string, page: PageRequest): Promise<Page<ImportRecord & { project_id: string }>> {
    return this.sql.page<ImportRecord & { project_id: string }>(
      {
        select: `i.project_id, ${importFields}`,
        from: 'imports i',
        where: ['i.user_id = $1', isUploaded],
        values: [userId],
        order: [{ sql: 'i.id', type: 'uuid', of: (record) => record.id }],
        descending: false,
      },
      page,
    );
  }
}
