import { Module, type OnModuleInit } from '@nestjs/common';
import { Background } from '../platform/jobs/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { AttachmentsModule } from '../attachments/index.js';
import { UserExport } from '../identity/index.js';
import { ProjectModule } from '../project/index.js';
import { ChangelogImportService } from './application/changelog-import.service.js';
import { ChangelogQueries } from './application/changelog.queries.js';
import { ChangelogService } from './application/changelog.service.js';
import { PublicChangelogQueries } from './application/public-changelog.queries.js';
import { PublicChangelogService } from './application/public-changelog.service.js';
import { ChangelogRepository } from './domain/changelog.repository.js';
import { ChangelogFeeds } from './http/changelog-feeds.js';
import { ChangelogsController } from './http/changelogs.controller.js';
import { ChangelogFeedsController } from './http/changelog-feeds.controller.js';
import { PublicChangelogsController } from './http/public-changelogs.controller.js';
import { Changelog1763600004000 } from './persistence/migrations/changelog-1763600004000.js';
import { ChangelogImport1763700021000 } from './persistence/migrations/changelog-import-1763700021000.js';
import { ChangelogUpdates1763700041000 } from './persistence/migrations/changelog-updates-1763700041000.js';
import { ChangelogAttachments1763700102000 } from './persistence/migrations/changelog-attachments-1763700102000.js';
import { ChangelogLinks1763700072000 } from './persistence/migrations/changelog-links-1763700072000.js';
import { ChangelogSearch1763700030000 } from './persistence/migrations/changelog-search-1763700030000.js';
import { ChangelogWords1763600009000 } from './persistence/migrations/changelog-words-1763600009000.js';
import { PublicChangelogSettings1763700032000 } from './persistence/migrations/public-changelog-settings-1763700032000.js';
import { PublicChangelogs1763700004000 } from './persistence/migrations/public-changelogs-1763700004000.js';
import { SqlChangelogRepository } from './persistence/sql-changelog.repository.js';
import { SqlChangelogQueries } from './persistence/sql-changelog.queries.js';
import { SqlPublicChangelogQueries } from './persistence/sql-public-changelog.queries.js';
import { UnusedChangelogWords } from './persistence/unused-changelog-words.js';

/** How often unused words are removed, in milliseconds. */
const removalInterval = 600_000;

/** The changelogs of projects. */
@Module({
  imports: [ProjectModule, AttachmentsModule],
  controllers: [ChangelogsController],
  providers: [
    ChangelogService,
    ChangelogImportService,
    { provide: ChangelogRepository, useClass: SqlChangelogRepository },
    { provide: ChangelogQueries, useClass: SqlChangelogQueries },
    PublicChangelogService,
    { provide: PublicChangelogQueries, useClass: SqlPublicChangelogQueries },
    UnusedChangelogWords,
  ],
  exports: [ChangelogImportService, ChangelogService, PublicChangelogService],
})
export class ChangelogModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    migrations: [
      Changelog1763600004000,
      ChangelogWords1763600009000,
      PublicChangelogs1763700004000,
      ChangelogImport1763700021000,
      ChangelogSearch1763700030000,
      ChangelogUpdates1763700041000,
      PublicChangelogSettings1763700032000,
      ChangelogLinks1763700072000,
      ChangelogAttachments1763700102000,
    ],
  };

  constructor(
    private readonly background: Background,
    private readonly changelogs: ChangelogService,
    private readonly unusedWords: UnusedChangelogWords,
    private readonly queries: ChangelogQueries,
    private readonly userExport: UserExport,
  ) {}

  onModuleInit(): void {
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
