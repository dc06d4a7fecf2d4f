import { Controller, Get, Param, Res, StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { Operation, Operations } from '../../platform/http/index.js';
import { QueryParams } from '../../platform/input/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { ProjectExportService } from '../application/project-export.service.js';
import { ExportsInProgress, tooManyExports } from './exports-in-progress.js';
import { FileBuffer, type FileBufferLimits } from './file-buffer.js';
import { ProjectExportQuery } from './project-export.requests.js';

const limits: FileBufferLimits = { maxBytes: 1024 ** 3, timeoutMs: 15 * 60_000 };

@Controller('projects/:projectSlug/export')
@InProject()
@Operations({ tag: 'Projects' })
export class ProjectExportController {
  constructor(
    private readonly exports: ProjectExportService,
    private readonly inProgress: ExportsInProgress,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    id: 'exportProject',
    summary: 'Export a project',
    description:
      'Returns everything in the project except secrets, as it is at one moment: one JSON record per line, a manifest first. The last line contains the number of records and the SHA-256 of all bytes before it; a file without it is incomplete. In CSV, cells that spreadsheets would take for formulas begin with an apostrophe.',
    files: ['application/x-ndjson', 'text/csv'],
    problems: [tooManyExports],
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  async export(
    @Granted() grant: ProjectGrant,
    @Param('projectSlug') slug: string,
    @QueryParams() query: ProjectExportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const kind = query.table();
    this.inProgress.add(grant.caller.userId, response);
    const content = kind ? this.exports.table(grant, kind) : this.exports.records(grant, slug);
    const date = this.clock.now().toISOString().slice(0, 10);
    const name = kind ? `${slug}-${kind}-${date}.csv` : `${slug}-${date}.ndjson`;
    return new StreamableFile(await FileBuffer.start(content, limits), {
      type: kind ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      disposition: `attachment; filename="${name}"`,
    }).setErrorHandler((error) => {
      response.err = error;
      response.destroy();
    });
  }
}
