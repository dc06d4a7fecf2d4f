import { Module } from '@nestjs/common';
import { StatusesModule } from '../statuses/statuses.module.js';
import { BoardsModule } from '../boards/boards.module.js';
import { CustomFieldsModule } from '../custom-fields/custom-fields.module.js';
import { MetadataModule } from '../metadata/metadata.module.js';
import { MembersModule } from '../members/members.module.js';
import { ProjectSettingsService } from './application/project-settings.service.js';
import { ProjectQueries } from './application/project.queries.js';
import { ProjectService } from './application/project.service.js';
import { SettingsImporter } from './application/settings-importer.js';
import { ProjectConfigRepository } from './domain/project-config.repository.js';
import { ProjectSettingsRepository } from './domain/project-settings.repository.js';
import { ProjectRepository } from './domain/project.repository.js';
import { TxtRecords } from './domain/txt-records.js';
import { ProjectSettingsController } from './http/project-settings.controller.js';
import { ProjectController } from './http/project.controller.js';
import { ProjectsController } from './http/projects.controller.js';
import { DnsTxtRecords } from './network/dns-txt-records.js';
import { TypeormProjectConfigRepository } from './persistence/typeorm-project-config.repository.js';
import { TypeormProjectSettingsRepository } from './persistence/typeorm-project-settings.repository.js';
import { TypeormProjectRepository } from './persistence/typeorm-project.repository.js';

/** Projects with their configuration and settings. */
@Module({
  imports: [StatusesModule, BoardsModule, CustomFieldsModule, MetadataModule, MembersModule],
  controllers: [ProjectsController, ProjectController, ProjectSettingsController],
  providers: [
    ProjectService,
    ProjectSettingsService,
    SettingsImporter,
    { provide: ProjectRepository, useClass: TypeormProjectRepository },
    { provide: ProjectConfigRepository, useClass: TypeormProjectConfigRepository },
    { provide: ProjectSettingsRepository, useClass: TypeormProjectSettingsRepository },
    { provide: TxtRecords, useClass: DnsTxtRecords },
    ProjectQueries,
  ],
  exports: [ProjectService, ProjectSettingsService, SettingsImporter, ProjectQueries],
})
export class ProjectsModule {}
