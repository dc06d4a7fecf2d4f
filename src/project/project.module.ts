import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { IdentityModule, ProjectDirectory, UserExport, UserService } from '../identity/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { StoredSecrets } from '../platform/secrets/index.js';
import { MemberService } from './application/member.service.js';
import { ProjectAccess } from './application/project-access.js';
import { ProjectMetadataService } from './application/project-metadata.service.js';
import { ProjectImportService } from './application/project-import.service.js';
import { ProjectQueries } from './application/project.queries.js';
import { ProjectService } from './application/project.service.js';
import { projectEventTypes } from './domain/project.events.js';
import { ProjectRepository } from './domain/project.repository.js';
import { TargetUrls } from './domain/target-urls.js';
import { TxtRecords } from './domain/txt-records.js';
import { MembersController } from './http/members.controller.js';
import { ProjectMetadataController } from './http/project-metadata.controller.js';
import { ProjectController } from './http/project.controller.js';
import { ProjectsController } from './http/projects.controller.js';
import { Project1763600002000 } from './persistence/migrations/project-1763600002000.js';
import { ProjectMetadata1763700006000 } from './persistence/migrations/project-metadata-1763700006000.js';
import { DnsTxtRecords } from './network/dns-txt-records.js';
import { PublicTargetUrls } from './network/public-target-urls.js';
import { memberSchema, projectConfigSchema, projectSchema } from './persistence/project.schema.js';
import { SqlProjectDirectory } from './persistence/sql-project-directory.js';
import { SqlProjectQueries } from './persistence/sql-project.queries.js';
import { TypeormProjectRepository } from './persistence/typeorm-project.repository.js';

/**
 * Projects, their configurations and members, and the guard of all routes under a project. Global, because identity
 * uses its `ProjectDirectory` without depending on this module.
 */
@Global()
@Module({
  imports: [IdentityModule],
  controllers: [ProjectsController, ProjectController, ProjectMetadataController, MembersController],
  providers: [
    ProjectService,
    ProjectMetadataService,
    MemberService,
    ProjectImportService,
    ProjectAccess,
    { provide: ProjectRepository, useClass: TypeormProjectRepository },
    { provide: TxtRecords, useClass: DnsTxtRecords },
    { provide: TargetUrls, useClass: PublicTargetUrls },
    { provide: ProjectQueries, useClass: SqlProjectQueries },
    { provide: ProjectDirectory, useClass: SqlProjectDirectory },
  ],
  exports: [
    MemberService,
    ProjectService,
    ProjectAccess,
    ProjectImportService,
    ProjectDirectory,
    ProjectMetadataService,
    ProjectQueries,
    TargetUrls,
  ],
})
export class ProjectModule implements OnModuleInit {
  static readonly eventTypes = projectEventTypes;

  static readonly persistence: Persistence = {
    schemas: [projectSchema, projectConfigSchema, memberSchema],
    migrations: [Project1763600002000, ProjectMetadata1763700006000],
  };

  constructor(
    private readonly users: UserService,
    private readonly members: MemberService,
    private readonly userExport: UserExport,
    private readonly queries: ProjectQueries,
    private readonly storedSecrets: StoredSecrets,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.storedSecrets.add('project_configs', 'integration_chat_webhook');
    this.userExport.register('membership', (userId, page) => this.queries.memberships(userId, page));
    this.users.beforeAnonymize((userId, actorId) => this.members.removeEverywhere(userId, actorId));
  }
}
