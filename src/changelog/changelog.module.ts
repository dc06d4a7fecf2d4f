import { Module, type OnModuleInit } from '@nestjs/common';
import { Background } from '../platform/jobs/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { AttachedRecords, AttachmentsModule } from '../attachments/index.js';
import { UserExport } from '../identity/index.js';
import { PeopleService, ProjectModule } from '../project/index.js';
import { ChangelogImporter } from './entries/application/changelog-importer.js';
import { ChangelogQueries } from './entries/application/changelog.queries.js';
import { ChangelogService } from './entries/application/changelog.service.js';
import { PublicChangelogQueries } from './entries/application/public-changelog.queries.js';
import { PublicChangelogService } from './entries/application/public-changelog.service.js';
import { ChangelogRepository } from './entries/domain/changelog.repository.js';
import { ChangelogFeeds } from './feeds/http/changelog-feeds.js';
import { ChangelogReferences } from './entries/http/changelog-references.js';
import { ChangelogsController } from './entries/http/changelogs.controller.js';
import { ChangelogFeedsController } from './feeds/http/changelog-feeds.controller.js';
import { PublicChangelogsController } from './entries/http/public-changelogs.controller.js';
import { Changelog1763600004000 } from './persistence/migrations/changelog-1763600004000.js';
import { Changelog1764200002000 } from './persistence/migrations/changelog-1764200002000.js';
import { TypeormChangelogRepository } from './entries/persistence/typeorm-changelog.repository.js';
import { ChangelogEntity } from './entries/persistence/changelog.entity.js';
import { SqlChangelogQueries } from './entries/persistence/sql-changelog.queries.js';
import { SqlPublicChangelogQueries } from './entries/persistence/sql-public-changelog.queries.js';
import { UnusedChangelogWords } from './entries/persistence/unused-changelog-words.js';

/** How often unused words are removed, in milliseconds. */
const removalInterval = 600_000;

/** The changelogs of projects. */
@Module({
  imports: [ProjectModule, AttachmentsModule],
  controllers: [ChangelogsController],
  providers: [
    ChangelogService,
    ChangelogImporter,
    ChangelogReferences,
    { provide: ChangelogRepository, useClass: TypeormChangelogRepository },
    { provide: ChangelogQueries, useClass: SqlChangelogQueries },
    PublicChangelogService,
    { provide: PublicChangelogQueries, useClass: SqlPublicChangelogQueries },
    UnusedChangelogWords,
  ],
  exports: [ChangelogImporter, ChangelogQueries, ChangelogService, PublicChangelogService],
})
export class ChangelogModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    entities: [ChangelogEntity],
    migrations: [Changelog1763600004000, Changelog1764200002000],
  };

  constructor(
    private readonly attachedRecords: AttachedRecords,
    private readonly background: Background,
    private readonly changelogs: ChangelogService,
    private readonly unusedWords: UnusedChangelogWords,
    private readonly queries: ChangelogQueries,
    private readonly people: PeopleService,
    private readonly userExport: UserExport,
  ) {}

  onModuleInit(): void {
    this.attachedRecords.register((ids) => this.queries.authorsOf(ids));
    this.people.registerContributions((userIds, projectIds) =>
      this.queries.findPresence(userIds, projectIds),
    );
    this.userExport.register('changelog', (userId, page) => this.queries.byAuthor(userId, page));
    this.background.every(1_000, 'publishing what was scheduled', () => this.changelogs.announceDue());
    this.background.every(removalInterval, 'removing unused words of changelogs', () =>
      this.unusedWords.remove(),
    );
  }
}

/** What everyone can read of public changelogs, which is outside of the path of the other operations. */
@Module({
  imports: [ChangelogModule],
  controllers: [ChangelogFeedsController, PublicChangelogsController],
  providers: [ChangelogFeeds],
})
export class PublicChangelogsModule {}
