import { type DynamicModule, Module } from '@nestjs/common';
import { AttachmentsModule } from '../../attachments/index.js';
import { ProjectModule } from '../../project/index.js';
import { ProjectExportService, ServiceVersion } from './application/project-export.service.js';
import { ProjectSnapshots } from './application/project-snapshots.js';
import { ExportFiles } from './http/export-files.js';
import { ProjectExportController } from './http/project-export.controller.js';
import { SqlProjectSnapshots } from './persistence/sql-project-snapshots.js';

/** Exports of projects. */
@Module({})
export class ProjectExportModule {
  /** @param version the version of the service, which files contain */
  static of(version: string): DynamicModule {
    return {
      module: ProjectExportModule,
      imports: [ProjectModule, AttachmentsModule],
      controllers: [ProjectExportController],
      providers: [
        ProjectExportService,
        ExportFiles,
        { provide: ServiceVersion, useValue: { text: version } },
        { provide: ProjectSnapshots, useClass: SqlProjectSnapshots },
      ],
    };
  }
}
