import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { RequirePermission } from '../../../identity/index.js';
import {
  CallsExternalService,
  Created,
  Links,
  Operation,
  Operations,
  PagedList,
} from '../../../platform/http/index.js';
import { FileBody, QueryParams, UploadedFile } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import type { Versioned } from '../../../shared/records.js';
import { permissions } from '../application/permissions.js';
import { ImportQueries, type ImportRecord } from '../application/import.queries.js';
import { ImportService } from '../application/import.service.js';
import type { ImportNote } from '../domain/import-note.js';
import { ImportNotFound, TooManyImports } from '../domain/project-import.errors.js';
import {
  importParameter,
  ImportListQuery,
  ImportReportQuery,
  StartImportQuery,
  ImportNoteResponse,
  ImportResponse,
} from './import.dto.js';

@Controller('projects/:projectSlug/imports')
@InProject()
@Operations({ tag: 'Imports', parameters: { importId: importParameter } })
export class ImportsController {
  constructor(
    private readonly imports: ImportService,
    private readonly queries: ImportQueries,
    private readonly links: Links,
  ) {}

  @Post()
  @Operation({
    id: 'startImport',
    summary: 'Import a file in the format of exports',
    description:
      'The body is the file itself: an export, or what the importer has made of the files of another tool. The import runs in the background: `Location` leads to its progress, and `import.completed` is its event. Records that were imported from the same source before are updated where the source has changed, and keep what was changed here, so a file can be imported again.',
    answer: ImportResponse,
    statuses: { 202: 'Queued.' },
    problems: [new TooManyImports(), new ImportNotFound()],
  })
  @RequirePermission(permissions.startImport)
  // An upload takes too long for a transaction.
  @CallsExternalService(true)
  @HttpCode(202)
  async start(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: StartImportQuery,
    @UploadedFile() file: FileBody,
    @Req() request: Request,
  ): Promise<Created<ImportRecord>> {
    const { record } = await this.imports.start(access, query.options(this.links.stored(request, '')), file);
    return new Created(record, record.id);
  }

  @Get()
  @Operation({
    id: 'listImports',
    summary: 'List imports',
    description: 'Returns the newest import first. The last 100 that have ended are kept.',
    list: ImportResponse,
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: ImportListQuery,
  ): Promise<PagedList<ImportRecord>> {
    return new PagedList(query, (page) => this.queries.list(access.projectId, page));
  }

  @Get(':importId')
  @Operation({ id: 'getImport', summary: 'Get an import', answer: ImportResponse })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('importId') id: string,
  ): Promise<Versioned<ImportRecord>> {
    return this.imports.read(access, id);
  }

  @Get(':importId/report')
  @Operation({
    id: 'listImportNotes',
    summary: 'List the report of an import',
    description:
      'Returns what could not be imported, or not completely, in the order of the file. A report has at most 10,000 lines; `report_truncated` is the code of a last one that says that there were more.',
    list: ImportNoteResponse,
  })
  @RequirePermission(permissions.read)
  async report(
    @CurrentAccess() access: ProjectAccess,
    @Param('importId') id: string,
    @QueryParams() query: ImportReportQuery,
  ): Promise<PagedList<ImportNote>> {
    return new PagedList(query, (page) => this.imports.report(access, id, page));
  }

  @Delete(':importId')
  @Operation({
    id: 'deleteImport',
    summary: 'Delete an import',
    description:
      'Deletes the import with its report. One that is running stops, and what it has imported stays.',
  })
  @RequirePermission(permissions.deleteImport)
  @HttpCode(204)
  async remove(@CurrentAccess() access: ProjectAccess, @Param('importId') id: string): Promise<void> {
    await this.imports.remove(access, id);
  }
}
