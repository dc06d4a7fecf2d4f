import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { IdentityModule, ProjectDirectory, UserExport, UserService } from '../identity/index.js';
import { Settings } from '../platform/config/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { StoredSecrets } from '../platform/secrets/index.js';
import { UnitOfWork } from '../shared/unit-of-work.js';
import { BoardService } from './application/board.service.js';
import { CompanyService } from './application/company.service.js';
import { CustomFieldImporter } from './application/custom-field-importer.js';
import { CustomFieldService } from './application/custom-field.service.js';
import { DeclaredFields } from './application/declared-fields.js';
import {
  FeedbackVisibility,
  FullVisibility,
  HostFeedbackVisibility,
} from './application/feedback-visibility.js';
import { MemberService } from './application/member.service.js';
import { CompanyImporter } from './application/company-importer.js';
import { ExternalIdImporter } from './application/external-id-importer.js';
import { PeopleService } from './application/people.service.js';
import { ProjectAccess } from './application/project-access.js';
import { ProjectSettingsService } from './application/project-settings.service.js';
import { ProjectMetadataService } from './application/project-metadata.service.js';
import { SettingsImporter } from './application/settings-importer.js';
import { ProjectQueries } from './application/project.queries.js';
import { ProjectService } from './application/project.service.js';
import { SourceComparisons } from './application/source-comparisons.js';
import { StatusService } from './application/status.service.js';
import { TagImporter } from './application/tag-importer.js';
import { TagQueries } from './application/tag.queries.js';
import { TagService } from './application/tag.service.js';
import { BoardRepository } from './domain/board.repository.js';
import { CompanyRepository } from './domain/company.repository.js';
import { CustomFieldRepository } from './domain/custom-field.repository.js';
import { FormerSlugRepository } from './domain/former-slug.repository.js';
import { ImportedDigestsRepository } from './domain/imported-digests.repository.js';
import { MemberRepository } from './domain/member.repository.js';
import { PersonRepository } from './domain/person.repository.js';
import { ProjectConfigRepository } from './domain/project-config.repository.js';
import { ProjectSettingsRepository } from './domain/project-settings.repository.js';
import { ProjectMetadataRepository } from './domain/project-metadata.repository.js';
import { ProjectRepository } from './domain/project.repository.js';
import { StatusRepository } from './domain/status.repository.js';
import { TagRepository } from './domain/tag.repository.js';
import { TxtRecords } from './domain/txt-records.js';
import { BoardsController } from './http/boards.controller.js';
import { CompaniesController } from './http/companies.controller.js';
import { CustomFieldsController } from './http/custom-fields.controller.js';
import { MembersController } from './http/members.controller.js';
import { ProjectSettingsController } from './http/project-settings.controller.js';
import { PeopleController } from './http/people.controller.js';
import { ProjectMetadataController } from './http/project-metadata.controller.js';
import { ProjectController } from './http/project.controller.js';
import { ProjectsController } from './http/projects.controller.js';
import { PublicProjectController } from './http/public-project.controller.js';
import { StatusesController } from './http/statuses.controller.js';
import { TagReferences } from './http/tag-references.js';
import { TagsController } from './http/tags.controller.js';
import { Project1763600002000 } from './persistence/migrations/project-1763600002000.js';
import { DnsTxtRecords } from './network/dns-txt-records.js';
import { SqlBoardRepository } from './persistence/sql-board.repository.js';
import { SqlCompanyRepository } from './persistence/sql-company.repository.js';
import { SqlCustomFieldRepository } from './persistence/sql-custom-field.repository.js';
import { SqlFormerSlugRepository } from './persistence/sql-former-slug.repository.js';
import { SqlImportedDigestsRepository } from './persistence/sql-imported-digests.repository.js';
import { SqlMemberRepository } from './persistence/sql-member.repository.js';
import { SqlPersonRepository } from './persistence/sql-person.repository.js';
import { SqlProjectConfigRepository } from './persistence/sql-project-config.repository.js';
import { SqlProjectDirectory } from './persistence/sql-project-directory.js';
import { SqlProjectSettingsRepository } from './persistence/sql-project-settings.repository.js';
import { SqlProjectMetadataRepository } from './persistence/sql-project-metadata.repository.js';
import { SqlProjectQueries } from './persistence/sql-project.queries.js';
import { SqlProjectRepository } from './persistence/sql-project.repository.js';
import { SqlStatusRepository } from './persistence/sql-status.repository.js';
import { SqlTagQueries } from './persistence/sql-tag.queries.js';
import { SqlTagRepository } from './persistence/sql-tag.repository.js';

/**
 * Projects, their configurations and members, and the guard of all routes under a project. Global, because identity
 * uses its `ProjectDirectory` without depending on this module.
 */
@Global()
@Module({
  imports: [IdentityModule],
  controllers: [
    ProjectsController,
    ProjectController,
    ProjectSettingsController,
    StatusesController,
    BoardsController,
    TagsController,
    CustomFieldsController,
    ProjectMetadataController,
    MembersController,
    PeopleController,
    CompaniesController,
  ],
  providers: [
    ProjectService,
    ProjectSettingsService,
    StatusService,
    BoardService,
    TagService,
    TagImporter,
    TagReferences,
    CustomFieldService,
    CustomFieldImporter,
    ProjectMetadataService,
    MemberService,
    PeopleService,
    CompanyService,
    CompanyImporter,
    ExternalIdImporter,
    SettingsImporter,
    SourceComparisons,
    ProjectAccess,
    {
      provide: DeclaredFields,
      inject: [Settings],
      useFactory: ({ fields }: Settings) => DeclaredFields.of(fields),
    },
    {
      provide: FeedbackVisibility,
      inject: [{ token: HostFeedbackVisibility, optional: true }],
      useFactory: (ofHost?: FeedbackVisibility) => ofHost ?? new FullVisibility(),
    },
    { provide: ProjectRepository, useClass: SqlProjectRepository },
    { provide: ProjectConfigRepository, useClass: SqlProjectConfigRepository },
    { provide: ProjectSettingsRepository, useClass: SqlProjectSettingsRepository },
    { provide: ProjectMetadataRepository, useClass: SqlProjectMetadataRepository },
    { provide: FormerSlugRepository, useClass: SqlFormerSlugRepository },
    { provide: PersonRepository, useClass: SqlPersonRepository },
    { provide: CompanyRepository, useClass: SqlCompanyRepository },
    { provide: MemberRepository, useClass: SqlMemberRepository },
    { provide: StatusRepository, useClass: SqlStatusRepository },
    { provide: BoardRepository, useClass: SqlBoardRepository },
    { provide: TagRepository, useClass: SqlTagRepository },
    { provide: TagQueries, useClass: SqlTagQueries },
    { provide: CustomFieldRepository, useClass: SqlCustomFieldRepository },
    { provide: ImportedDigestsRepository, useClass: SqlImportedDigestsRepository },
    { provide: TxtRecords, useClass: DnsTxtRecords },
    { provide: ProjectQueries, useClass: SqlProjectQueries },
    { provide: ProjectDirectory, useClass: SqlProjectDirectory },
  ],
  exports: [
    MemberService,
    PeopleService,
    CompanyService,
    CompanyImporter,
    ExternalIdImporter,
    ProjectService,
    ProjectAccess,
    FeedbackVisibility,
    SettingsImporter,
    SourceComparisons,
    ProjectDirectory,
    ProjectSettingsService,
    StatusService,
    BoardService,
    TagService,
    TagImporter,
    TagQueries,
    TagReferences,
    CustomFieldService,
    CustomFieldImporter,
    ProjectMetadataService,
    ProjectQueries,
  ],
})
export class ProjectModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    migrations: [Project1763600002000],
  };

  constructor(
    private readonly users: UserService,
    private readonly members: MemberService,
    private readonly people: PeopleService,
    private readonly userExport: UserExport,
    private readonly queries: ProjectQueries,
    private readonly storedSecrets: StoredSecrets,
    private readonly fields: CustomFieldRepository,
    private readonly declared: DeclaredFields,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.unitOfWork.run(() => this.fields.declare(this.declared.records));
    await this.storedSecrets.add('project_configs', 'integration_chat_webhook');
    this.userExport.register('membership', (userId, page, filter) =>
      this.queries.memberships(userId, filter, page),
    );
    this.userExport.register('person', (userId, page, filter) =>
      this.queries.externalIds(userId, filter, page),
    );
    this.users.beforeAnonymize((userId) => this.people.removeEverywhere(userId));
    this.users.beforeAnonymize((userId, actorId) => this.members.removeEverywhere(userId, actorId));
  }
}

/** What everyone can read of projects. Its route is outside of `/v1`. */
@Module({ imports: [ProjectModule], controllers: [PublicProjectController] })
export class PublicProjectModule {}
