import { Module, type Type } from '@nestjs/common';
import type { Persistence } from '../platform/persistence/index.js';
import { EntriesModule } from './entries/entries.module.js';
import { PublicChangelogsController } from './entries/http/public-changelogs.controller.js';
import { ChangelogEntity } from './entries/persistence/changelog.entity.js';
import { ChangelogFeeds } from './feeds/http/changelog-feeds.js';
import { ChangelogFeedsController } from './feeds/http/changelog-feeds.controller.js';
import { Changelog1763600004000 } from './persistence/migrations/changelog-1763600004000.js';
import { Changelog1764200002000 } from './persistence/migrations/changelog-1764200002000.js';
import { Changelog1764500002000 } from './persistence/migrations/changelog-1764500002000.js';
import { Changelog1764600000000 } from './persistence/migrations/changelog-1764600000000.js';
import { ChangelogRecords1764300061000 } from './persistence/migrations/changelog-records-1764300061000.js';
import { ChangelogData1764400001000 } from './persistence/migrations/changelog-data-1764400001000.js';
import { ChangelogVersions1764200003000 } from './persistence/migrations/changelog-versions-1764200003000.js';

/** The changelogs of projects. */
@Module({ imports: [EntriesModule], exports: [EntriesModule] })
export class ChangelogModule {
  /** The modules of the aggregates, which have the controllers. */
  static readonly aggregates: readonly Type[] = [EntriesModule];

  static readonly persistence: Persistence = {
    entities: [ChangelogEntity],
    migrations: [
      Changelog1763600004000,
      Changelog1764200002000,
      ChangelogVersions1764200003000,
      ChangelogRecords1764300061000,
      ChangelogData1764400001000,
      Changelog1764500002000,
      Changelog1764600000000,
      // New ones come last. Released ones never change.
    ],
  };
}

/** What everyone can read of public changelogs, which is outside of the path of the other operations. */
@Module({
  imports: [ChangelogModule],
  controllers: [ChangelogFeedsController, PublicChangelogsController],
  providers: [ChangelogFeeds],
})
export class PublicChangelogsModule {}
