import { Module, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../../platform/config/index.js';
import { Background } from '../../platform/jobs/index.js';
import { AttachmentsModule } from '../../attachments/index.js';
import { PolicyOfHost, ProjectModule } from '../../project/index.js';
import { ChangelogContents, ChangelogPersonalData } from './application/changelog-contents.js';
import { ChangelogFields } from './application/changelog-fields.js';
import { ChangelogImporter } from './application/changelog-importer.js';
import { ChangelogPolicy, HostChangelogPolicy } from './application/changelog-policy.js';
import { ChangelogQueries } from './application/changelog.queries.js';
import { ChangelogService } from './application/changelog.service.js';
import { PublicChangelogQueries } from './application/public-changelog.queries.js';
import { PublicChangelogService } from './application/public-changelog.service.js';
import { ChangelogRepository } from './domain/changelog.repository.js';
import { ChangelogReferences } from './http/changelog-references.js';
import { ChangelogsController } from './http/changelogs.controller.js';
import { TypeormChangelogRepository } from './persistence/typeorm-changelog.repository.js';
import { UnusedChangelogWords } from './persistence/changelog-search.js';

/** How often unused words are removed, in milliseconds. */
const removalInterval = 600_000;

/** The entries of changelogs. */
@Module({
  imports: [ProjectModule, AttachmentsModule],
  controllers: [ChangelogsController],
  providers: [
    ChangelogService,
    ChangelogImporter,
    ChangelogContents,
    ChangelogPersonalData,
    ChangelogReferences,
    {
      provide: ChangelogFields,
      inject: [Settings],
      useFactory: ({ changelogFields }: Settings) => ChangelogFields.of(changelogFields),
    },
    {
      provide: ChangelogPolicy,
      inject: [{ token: HostChangelogPolicy, optional: true }],
      useFactory: (ofHost?: ChangelogPolicy) => new PolicyOfHost(ofHost),
    },
    { provide: ChangelogRepository, useClass: TypeormChangelogRepository },
    ChangelogQueries,
    PublicChangelogService,
    PublicChangelogQueries,
    UnusedChangelogWords,
  ],
  exports: [ChangelogImporter, ChangelogQueries, ChangelogService, PublicChangelogService],
})
export class EntriesModule implements OnModuleInit {
  constructor(
    private readonly background: Background,
    private readonly changelogs: ChangelogService,
    private readonly unusedWords: UnusedChangelogWords,
  ) {}

  onModuleInit(): void {
    this.background.every(1_000, 'publishing what was scheduled', () => this.changelogs.announceDue());
    this.background.every(removalInterval, 'removing unused words of changelogs', () =>
      this.unusedWords.remove(),
    );
  }
}
