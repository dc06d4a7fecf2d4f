import { Readable } from 'node:stream';
import { Controller, Get, Param, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { permissions } from '../application/permissions.js';
import { ProjectExportService } from '../application/project-export.service.js';
import { ExportFiles, tooManyExports } from './export-files.js';
import { ProjectExportQuery } from './project-export.dto.js';

@Controller('projects/:projectSlug/export')
@InProject()
@Operations({ tag: 'Projects' })
export class ProjectExportController {
  constructor(
    private readonly exports: ProjectExportService,
    private readonly files: ExportFiles,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    id: 'exportProject',
    summary: 'Export a project',
    description:
      'Returns everything in the project except secrets, at one moment: one JSON record per line, a manifest first. The last line contains the number of records and the SHA-256 of all bytes before it; a file without it is incomplete. In CSV, cells that spreadsheets would take for formulas begin with an apostrophe.',
    files: ['application/x-ndjson', 'text/csv'],
    problems: [tooManyExports],
  })
  @RequirePermission(permissions.exportProject)
  async export(
    @CurrentAccess() access: ProjectAccess,
    @Param('projectSlug') slug: string,
    @QueryParams() query: ProjectExportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const kind = query.table();
    const date = this.clock.now().toISOString().slice(0, 10);
    const name = kind ? `${slug}-${kind}-${date}.csv` : `${slug}-${date}.ndjson`;
    const content = kind ? this.exports.table(access, kind) : this.exports.records(access, slug);
    // Nothing is read for a HEAD.
    const isHead = response.req.method === 'HEAD';
    const file = isHead ? Readable.from([]) : await this.files.write(access.caller.userId, content);
    return new StreamableFile(file, {
      type: kind ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      disposition: `attachment; filename="${name}"`,
    }).setErrorHandler((error) => {
      response.err = error;
      response.destroy();
    });
  }
}
