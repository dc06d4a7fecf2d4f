import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { IdentityModule, ProjectDirectory, UserExport, UserService } from '../identity/index.js';
import { Settings } from '../platform/config/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { StoredSecrets } from '../platform/secrets/index.js';
import { UnitOfWork } from '../shared/unit-of-work.js';
import { BoardService } from './boards/application/board.service.js';
import { CompanyService } from './companies/application/company.service.js';
import { CustomFieldImporter } from './custom-fields/application/custom-field-importer.js';
import { CustomFieldService } from './custom-fields/application/custom-field.service.js';
import { DeclaredFields } from './custom-fields/application/declared-fields.js';
import {
  FeedbackVisibility,
  FullVisibility,
  HostFeedbackVisibility,
} from './projects/application/feedback-visibility.js';
import { MemberService } from './members/application/member.service.js';
import { CompanyImporter } from './companies/application/company-importer.js';
import { ExternalIdImporter } from './people/application/external-id-importer.js';
import { PeopleService } from './people/application/people.service.js';
import { ProjectAccess } from './projects/application/project-access.js';
import { ProjectSettingsService } from './projects/application/project-settings.service.js';
import { ProjectMetadataService } from './projects/application/project-metadata.service.js';
import { SettingsImporter } from './projects/application/settings-importer.js';
import { ProjectQueries } from './projects/application/project.queries.js';
import { ProjectService } from './projects/application/project.service.js';
import { SourceComparisons } from './importing/application/source-comparisons.js';
import { StatusService } from './statuses/application/status.service.js';
import { TagImporter } from './tags/application/tag-importer.js';
import { TagQueries } from './tags/application/tag.queries.js';
import { TagService } from './tags/application/tag.service.js';
import { BoardRepository } from './boards/domain/board.repository.js';
import { CompanyRepository } from './companies/domain/company.repository.js';
import { CustomFieldRepository } from './custom-fields/domain/custom-field.repository.js';
import { FormerSlugRepository } from './projects/domain/former-slug.repository.js';
import { ImportedDigestsRepository } from './importing/domain/imported-digests.repository.js';
import { MemberRepository } from './members/domain/member.repository.js';
import { PersonRepository } from './people/domain/person.repository.js';
import { ProjectConfigRepository } from './projects/domain/project-config.repository.js';
import { ProjectSettingsRepository } from './projects/domain/project-settings.repository.js';
import { ProjectMetadataRepository } from './projects/domain/project-metadata.repository.js';
import { ProjectRepository } from './projects/domain/project.repository.js';
import { StatusRepository } from './statuses/domain/status.repository.js';
import { TagRepository } from './tags/domain/tag.repository.js';
import { TxtRecords } from './projects/domain/txt-records.js';
import { BoardsController } from './boards/http/boards.controller.js';
import { CompaniesController } from './companies/http/companies.controller.js';
import { CustomFieldsController } from './custom-fields/http/custom-fields.controller.js';
import { MembersController } from './members/http/members.controller.js';
import { ProjectSettingsController } from './projects/http/project-settings.controller.js';
import { PeopleController } from './people/http/people.controller.js';
import { ProjectMetadataController } from './projects/http/project-metadata.controller.js';
import { ProjectController } from './projects/http/project.controller.js';
import { ProjectsController } from './projects/http/projects.controller.js';
import { PublicProjectController } from './projects/http/public-project.controller.js';
import { StatusesController } from './statuses/http/statuses.controller.js';
import { TagReferences } from './tags/http/tag-references.js';
import { TagsController } from './tags/http/tags.controller.js';
import { Project1763600002000 } from './persistence/migrations/project-1763600002000.js';
import { DnsTxtRecords } from './projects/network/dns-txt-records.js';
import { SqlBoardRepository } from './boards/persistence/sql-board.repository.js';
import { SqlCompanyRepository } from './companies/persistence/sql-company.repository.js';
import { SqlCustomFieldRepository } from './custom-fields/persistence/sql-custom-field.repository.js';
import { SqlFormerSlugRepository } from './projects/persistence/sql-former-slug.repository.js';
import { SqlImportedDigestsRepository } from './importing/persistence/sql-imported-digests.repository.js';
import { SqlMemberRepository } from './members/persistence/sql-member.repository.js';
import { SqlPersonRepository } from './people/persistence/sql-person.repository.js';
import { SqlProjectConfigRepository } from './projects/persistence/sql-project-config.repository.js';
import { SqlProjectDirectory } from './projects/persistence/sql-project-directory.js';
import { SqlProjectSettingsRepository } from './projects/persistence/sql-project-settings.repository.js';
import { SqlProjectMetadataRepository } from './projects/persistence/sql-project-metadata.repository.js';
import { SqlProjectQueries } from './projects/persistence/sql-project.queries.js';
import { SqlProjectRepository } from './projects/persistence/sql-project.repository.js';
import { SqlStatusRepository } from './statuses/persistence/sql-status.repository.js';
import { SqlTagQueries } from './tags/persistence/sql-tag.queries.js';
import { SqlTagRepository } from './tags/persistence/sql-tag.repository.js';

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
