import { Module, type OnModuleInit } from '@nestjs/common';
import { AttachmentsModule } from '../attachments/index.js';
import { ChangelogModule } from '../changelog/index.js';
import { ChangelogFeedbackModule } from '../changelog-feedback/index.js';
import { FeedbackModule } from '../feedback/index.js';
import { IdentityModule, UserErasure, UserExport } from '../identity/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { Background } from '../platform/jobs/index.js';
import { ProjectModule } from '../project/index.js';
import { AttachmentImporter } from './application/attachment-importer.js';
import { FeedbackImporter } from './application/feedback-importer.js';
import { ImportFiles } from './application/import-files.js';
import { ImportQueries } from './application/import.queries.js';
import { ImportQueue } from './application/import-queue.js';
import { ImportReferences } from './application/import-references.js';
import { ImportRunner } from './application/import-runner.js';
import { ImportService } from './application/import.service.js';
import { CompanyImporter } from './application/company-importer.js';
import { PeopleImporter } from './application/people-importer.js';
import { ProjectImporter } from './application/project-importer.js';
import { RecordImporter } from './application/record-importer.js';
import { StatusChangeImporter } from './application/status-change-importer.js';
import { TagImporter } from './application/tag-importer.js';
import { ImportedPeopleRepository, ProjectImportRepository } from './domain/project-import.repository.js';
import { ImportsController } from './http/imports.controller.js';
import { ImportJobHandler, ImportJobs } from './jobs/import-jobs.js';
import { ProjectImport1763700022000 } from './persistence/migrations/project-import-1763700022000.js';
import { SqlImportedPeopleRepository } from './persistence/sql-imported-people.repository.js';
import { SqlImportFiles } from './persistence/sql-import-files.js';
import { SqlImportQueries } from './persistence/sql-import.queries.js';
import { SqlProjectImportRepository } from './persistence/sql-project-import.repository.js';

/** How often parts of interrupted uploads are removed, in milliseconds. */
const removalInterval = 300_000;

/** Imports of files in the format of exports. */
@Module({
  imports: [
    IdentityModule,
    ProjectModule,
    AttachmentsModule,
    FeedbackModule,
    ChangelogModule,
    ChangelogFeedbackModule,
  ],
  controllers: [ImportsController],
  providers: [
    ImportService,
    ImportRunner,
    ImportReferences,
    AttachmentImporter,
    FeedbackImporter,
    CompanyImporter,
    PeopleImporter,
    ProjectImporter,
    RecordImporter,
    StatusChangeImporter,
    TagImporter,
    ImportJobHandler,
    { provide: ImportFiles, useClass: SqlImportFiles },
    { provide: ImportQueries, useClass: SqlImportQueries },
    { provide: ImportQueue, useClass: ImportJobs },
    { provide: ProjectImportRepository, useClass: SqlProjectImportRepository },
    { provide: ImportedPeopleRepository, useClass: SqlImportedPeopleRepository },
  ],
  exports: [RecordImporter],
})
export class ProjectImportModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    migrations: [ProjectImport1763700022000],
  };

  constructor(
    private readonly background: Background,
    private readonly imports: ImportService,
    private readonly repository: ProjectImportRepository,
    private readonly queries: ImportQueries,
    private readonly userErasure: UserErasure,
    private readonly userExport: UserExport,
  ) {}

  onModuleInit(): void {
    this.userErasure.register(({ userId }) => this.repository.eraseDetails(userId));
    this.userExport.register('import', (userId, page) => this.queries.byUser(userId, page));
    this.background.every(removalInterval, 'removing interrupted uploads', () =>
      this.imports.removeInterrupted(),
    );
  }
}
