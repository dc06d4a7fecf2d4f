import { ApiProperty } from '@nestjs/swagger';
import {
  PageQuery,
  ApiRecord,
  choice,
  count,
  id,
  instant,
  instantOrNull,
  type PathParameter,
} from '../../../platform/http/index.js';
import { QueryFlag, QueryParam } from '../../../platform/input/index.js';
import { oneOf } from '../../../shared/rules.js';
import {
  type ImportOptions,
  type ImportCounts,
  importStates,
  type ImportState,
} from '../domain/project-import.js';
import type { DescribedEvent } from '../../../platform/openapi/index.js';
import { type PortableKind, portableKinds } from '../../../shared/portable-records.js';
import type { ImportRecord } from '../application/import.queries.js';
import type { ImportNote } from '../domain/import-note.js';
import { ImportNotFound } from '../domain/project-import.errors.js';

export class ImportListQuery extends PageQuery {}

export class ImportReportQuery extends PageQuery {}

export class StartImportQuery {
  @QueryFlag('Whether to report what would be imported, and store nothing.')
  dry_run?: boolean;
  @QueryFlag(
    'Whether to record the events of the created and updated records, as if people had made the changes: webhooks, chat, notifications and mails are sent, and people are subscribed.',
  )
  notify?: boolean;
  @QueryParam(oneOf(['create', 'skip']), {
    description:
      'Whether tags that neither the project nor a `tag` record of the file has are created or left out.',
    default: 'create',
  })
  unknown_tags?: 'create' | 'skip';

  /** @param serviceRoot the URL of the service, or its path on the host */
  options(serviceRoot: string): ImportOptions {
    return {
      serviceRoot,
      dryRun: this.dry_run ?? false,
      notify: this.notify ?? false,
      unknownTags: this.unknown_tags ?? 'create',
    };
  }
}

@ApiRecord('ImportProgress', 'Numbers of records of the file.')
class ImportProgressResponse implements ImportCounts {
  static readonly example: ImportCounts = { read: 120, created: 110, updated: 0, skipped: 8, failed: 2 };

  @ApiProperty(count('Records that have been read.')) read!: number;
  @ApiProperty(count('Records that were created.')) created!: number;
  @ApiProperty(count('Records that existed and have changed.')) updated!: number;
  @ApiProperty(count('Records that existed and have not changed.')) skipped!: number;
  @ApiProperty(count('Records that could not be imported.')) failed!: number;
}

@ApiRecord('Import', 'An import of a file into a project.')
export class ImportResponse implements ImportRecord {
  static readonly example: ImportRecord = {
    id: '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2d41',
    source: 'canny',
    state: 'completed',
    dry_run: false,
    progress: ImportProgressResponse.example,
    created_at: '2026-01-31T12:00:00.000Z',
    finished_at: '2026-01-31T12:00:04.000Z',
  };

  @ApiProperty(id('Id of the import.')) id!: string;
  @ApiProperty({ type: 'string', description: 'The tool that the records are from; `fcs` is this service.' })
  source!: string;
  @ApiProperty(choice(importStates, 'The state. `completed` and `failed` are final.')) state!: ImportState;
  @ApiProperty({ type: 'boolean', description: 'Whether nothing is stored.' }) dry_run!: boolean;
  @ApiProperty({ type: ImportProgressResponse, description: 'The progress.' })
  progress!: ImportProgressResponse;
  @ApiProperty(instant('Time of the upload.')) created_at!: string;
  @ApiProperty(instantOrNull('Time of the end, or `null`.')) finished_at!: string | null;
}

@ApiRecord('ImportNote', 'A line of the report of an import.')
export class ImportNoteResponse implements ImportNote {
  static readonly example: ImportNote = {
    line: 17,
    kind: 'comment',
    external_id: 'c-204',
    title: '',
    code: 'unknown_feedback',
    detail: 'The feedback that the record belongs to was not imported.',
  };

  @ApiProperty(count('Line of the file; 0 for the whole file.')) line!: number;
  @ApiProperty(
    choice(['', ...portableKinds], "The kind of the record, or `''` if the note is not about one."),
  )
  kind!: PortableKind | '';
  @ApiProperty({
    type: 'string',
    description:
      "The id, key or slug of the record in its source, or the id of its feedback; `''` if it has none, and for people.",
  })
  external_id!: string;
  @ApiProperty({
    type: 'string',
    description: "The title or the name of the record; `''` if it has neither, and for people.",
  })
  title!: string;
  @ApiProperty({ type: 'string', description: 'A stable code.' }) code!: string;
  @ApiProperty({ type: 'string', description: 'An explanation.' }) detail!: string;
}

/** The events of this module by type. */
export const projectImportEvents: Readonly<Record<string, DescribedEvent>> = {
  'import.completed': {
    when: 'An import has ended: `state` is `completed` or `failed`.',
    data: ImportResponse,
  },
};

/** `{importId}`. */
export const importParameter: PathParameter = {
  schema: { ...id('Id of the import.'), example: ImportResponse.example.id },
  problems: [new ImportNotFound()],
};
