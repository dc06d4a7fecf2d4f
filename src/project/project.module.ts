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
import { BoardEntity } from './boards/persistence/board.entity.js';
import { CompanyEntity } from './companies/persistence/company.entity.js';
import { CustomFieldEntity } from './custom-fields/persistence/custom-field.entity.js';
import { FormerSlugEntity } from './projects/persistence/former-slug.entity.js';
import { MemberEntity } from './members/persistence/member.entity.js';
import { PersonEntity } from './people/persistence/person.entity.js';
import { ProjectConfigEntity } from './projects/persistence/project-config.entity.js';
import { ProjectEntity } from './projects/persistence/project.entity.js';
import { ProjectMetadataEntity } from './projects/persistence/project-metadata.entity.js';
import { ProjectSettingsEntity } from './projects/persistence/project-settings.entity.js';
import { StatusEntity } from './statuses/persistence/status.entity.js';
import { TagEntity } from './tags/persistence/tag.entity.js';
import { TypeormBoardRepository } from './boards/persistence/typeorm-board.repository.js';
import { TypeormCompanyRepository } from './companies/persistence/typeorm-company.repository.js';
import { TypeormCustomFieldRepository } from './custom-fields/persistence/typeorm-custom-field.repository.js';
import { TypeormFormerSlugRepository } from './projects/persistence/typeorm-former-slug.repository.js';
import { SqlImportedDigestsRepository } from './importing/persistence/sql-imported-digests.repository.js';
import { TypeormMemberRepository } from './members/persistence/typeorm-member.repository.js';
import { TypeormPersonRepository } from './people/persistence/typeorm-person.repository.js';
import { TypeormProjectConfigRepository } from './projects/persistence/typeorm-project-config.repository.js';
import { SqlProjectDirectory } from './projects/persistence/sql-project-directory.js';
import { TypeormProjectSettingsRepository } from './projects/persistence/typeorm-project-settings.repository.js';
import { TypeormProjectMetadataRepository } from './projects/persistence/typeorm-project-metadata.repository.js';
import { SqlProjectQueries } from './projects/persistence/sql-project.queries.js';
import { TypeormProjectRepository } from './projects/persistence/typeorm-project.repository.js';
import { TypeormStatusRepository } from './statuses/persistence/typeorm-status.repository.js';
import { SqlTagQueries } from './tags/persistence/sql-tag.queries.js';
import { TypeormTagRepository } from './tags/persistence/typeorm-tag.repository.js';

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
    { provide: ProjectRepository, useClass: TypeormProjectRepository },
    { provide: ProjectConfigRepository, useClass: TypeormProjectConfigRepository },
    { provide: ProjectSettingsRepository, useClass: TypeormProjectSettingsRepository },
    { provide: ProjectMetadataRepository, useClass: TypeormProjectMetadataRepository },
    { provide: FormerSlugRepository, useClass: TypeormFormerSlugRepository },
    { provide: PersonRepository, useClass: TypeormPersonRepository },
    { provide: CompanyRepository, useClass: TypeormCompanyRepository },
    { provide: MemberRepository, useClass: TypeormMemberRepository },
    { provide: StatusRepository, useClass: TypeormStatusRepository },
    { provide: BoardRepository, useClass: TypeormBoardRepository },
    { provide: TagRepository, useClass: TypeormTagRepository },
    { provide: TagQueries, useClass: SqlTagQueries },
    { provide: CustomFieldRepository, useClass: TypeormCustomFieldRepository },
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
    entities: [
      BoardEntity,
      CompanyEntity,
      CustomFieldEntity,
      FormerSlugEntity,
      MemberEntity,
      PersonEntity,
      ProjectConfigEntity,
      ProjectEntity,
      ProjectMetadataEntity,
      ProjectSettingsEntity,
      StatusEntity,
      TagEntity,
    ],
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
