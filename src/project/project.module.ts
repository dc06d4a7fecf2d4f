import { Module, type OnModuleInit, type Type } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { StoredSecrets } from '../platform/secrets/index.js';
import { UnitOfWork } from '../shared/unit-of-work.js';
import { ProjectPersonalData } from './application/project-personal-data.js';
import { DeclaredFields } from './custom-fields/application/declared-fields.js';
import { CustomFieldRepository } from './custom-fields/domain/custom-field.repository.js';
import { BoardEntity } from './boards/persistence/board.entity.js';
import { CompanyEntity } from './companies/persistence/company.entity.js';
import { CustomFieldEntity } from './custom-fields/persistence/custom-field.entity.js';
import { FormerSlugEntity } from './projects/persistence/former-slug.entity.js';
import { MemberEntity } from './members/persistence/member.entity.js';
import { PersonEntity } from './people/persistence/person.entity.js';
import { ProjectConfigEntity } from './projects/persistence/project-config.entity.js';
import { ProjectEntity } from './projects/persistence/project.entity.js';
import { ProjectMetadataEntity } from './metadata/persistence/project-metadata.entity.js';
import { ProjectSettingsEntity } from './projects/persistence/project-settings.entity.js';
import { StatusEntity } from './statuses/persistence/status.entity.js';
import { TagEntity } from './tags/persistence/tag.entity.js';
import { Project1763600002000 } from './persistence/migrations/project-1763600002000.js';
import { Project1764200000000 } from './persistence/migrations/project-1764200000000.js';
import { Project1764300001000 } from './persistence/migrations/project-1764300001000.js';
import { Project1764500000000 } from './persistence/migrations/project-1764500000000.js';
import { PublicProjectController } from './projects/http/public-project.controller.js';
import { AccessModule } from './access/access.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { StatusesModule } from './statuses/statuses.module.js';
import { BoardsModule } from './boards/boards.module.js';
import { TagsModule } from './tags/tags.module.js';
import { CustomFieldsModule } from './custom-fields/custom-fields.module.js';
import { MetadataModule } from './metadata/metadata.module.js';
import { MembersModule } from './members/members.module.js';
import { PeopleModule } from './people/people.module.js';
import { CompaniesModule } from './companies/companies.module.js';

const aggregates = [
  AccessModule,
  ProjectsModule,
  StatusesModule,
  BoardsModule,
  TagsModule,
  CustomFieldsModule,
  MetadataModule,
  MembersModule,
  PeopleModule,
  CompaniesModule,
];

/** Projects with what they consist of. */
@Module({
  imports: [IdentityModule, ...aggregates],
  providers: [ProjectPersonalData],
  exports: aggregates,
})
export class ProjectModule implements OnModuleInit {
  /** The modules of the aggregates, which have the controllers. */
  static readonly aggregates: readonly Type[] = aggregates;

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
    migrations: [Project1763600002000, Project1764200000000, Project1764300001000, Project1764500000000],
  };

  constructor(
    private readonly storedSecrets: StoredSecrets,
    private readonly fields: CustomFieldRepository,
    private readonly declared: DeclaredFields,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.unitOfWork.run(() => this.fields.declare(this.declared.records));
    await this.storedSecrets.add('project_configs', 'integration_chat_webhook');
  }
}

/** What everyone can read of projects. Its route is outside of `/v1`. */
@Module({ imports: [ProjectModule], controllers: [PublicProjectController] })
export class PublicProjectModule {}
