import { type DynamicModule, Module, type OnModuleInit } from '@nestjs/common';
import { AttachmentsModule } from '../../attachments/index.js';
import { ChangelogModule, LinkedFeedbackModule } from '../../changelog/index.js';
import { FeedbackModule } from '../../feedback/index.js';
import { IdentityModule } from '../../identity/index.js';
import type { Persistence } from '../../platform/persistence/index.js';
import { Background } from '../../platform/jobs/index.js';
import { NotificationsModule, SubscriptionImporter } from '../../outreach/index.js';
import { ProjectModule } from '../../project/index.js';
import { ImportPersonalData } from './application/import-personal-data.js';
import { ImportQueries } from './application/import.queries.js';
import { ImportQueue } from './application/import-queue.js';
import { ImportRunner } from './application/import-runner.js';
import { ImportService } from './application/import.service.js';
import { PersonImporter } from './application/person-importer.js';
import { noSubscriptions, RecordImporters } from './application/record-importers.js';
import { ImportedRecordRepository } from './domain/imported-record.repository.js';
import { ProjectImportRepository } from './domain/project-import.repository.js';
import { ImportsController } from './http/imports.controller.js';
import { ImportJobHandler, ImportJobs } from './jobs/import-jobs.js';
import { ProjectImport1764300003000 } from './persistence/migrations/project-import-1764300003000.js';
import { ProjectImport1764300000000 } from './persistence/migrations/project-import-1764300000000.js';
import { ProjectImport1763700022000 } from './persistence/migrations/project-import-1763700022000.js';
import { SqlImportedRecordRepository } from './persistence/sql-imported-record.repository.js';
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
    LinkedFeedbackModule,
  ],
  controllers: [ImportsController],
  providers: [
    ImportService,
    ImportPersonalData,
    ImportRunner,
    PersonImporter,
    RecordImporters,
    ImportJobHandler,
    ImportQueries,
    { provide: ImportQueue, useClass: ImportJobs },
    { provide: ImportedRecordRepository, useClass: SqlImportedRecordRepository },
    { provide: ProjectImportRepository, useClass: SqlProjectImportRepository },
  ],
})
export class ProjectImportModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    migrations: [ProjectImport1763700022000, ProjectImport1764300000000, ProjectImport1764300003000],
  };

  /** @param withSubscriptions whether the service has subscriptions, and so imports them */
  static of(withSubscriptions: boolean): DynamicModule {
    return withSubscriptions
      ? { module: ProjectImportModule, imports: [NotificationsModule] }
      : {
          module: ProjectImportModule,
          providers: [{ provide: SubscriptionImporter, useValue: noSubscriptions }],
        };
  }

  constructor(
    private readonly background: Background,
    private readonly imports: ImportService,
  ) {}

  onModuleInit(): void {
    this.background.every(removalInterval, 'removing interrupted uploads', () =>
      this.imports.removeInterrupted(),
    );
  }
}
