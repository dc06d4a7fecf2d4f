import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord, choice, count, id, instant, instantOrNull } from '../../../platform/http/index.js';
import type { DescribedEvent } from '../../../platform/openapi/index.js';
import { type PortableKind, portableKinds } from '../../../shared/portable-records.js';
import type { ImportNoteRecord, ImportRecord } from '../application/import.queries.js';
import type { projectImportEventTypes } from '../domain/project-import.events.js';
import { type ImportCounts, importStates, type ImportState } from '../domain/project-import.js';

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
export class ImportNoteResponse implements ImportNoteRecord {
  static readonly example: ImportNoteRecord = {
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
export const projectImportEvents: Readonly<Record<(typeof projectImportEventTypes)[number], DescribedEvent>> =
  {
    'import.completed': {
      when: 'An import has ended: `state` is `completed` or `failed`.',
      data: ImportResponse,
    },
  };
