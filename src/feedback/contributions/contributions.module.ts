import { Module, type OnModuleInit } from '@nestjs/common';
import { AttachedRecords, AttachmentsModule } from '../../attachments/index.js';
import { IdentityModule } from '../../identity/index.js';
import { PeopleService, ProjectModule } from '../../project/index.js';
import { CommentsModule } from '../comments/comments.module.js';
import { ItemsModule } from '../items/items.module.js';
import { MergingModule } from '../merging/merging.module.js';
import { VotesModule } from '../votes/votes.module.js';
import { ContributionQueries } from './application/contribution.queries.js';
import { Contributions } from './application/contributions.js';
import { SqlContributionQueries } from './persistence/sql-contribution.queries.js';

/** What a user contributed to all projects: feedback, comments and votes. */
@Module({
  imports: [
    IdentityModule,
    ProjectModule,
    AttachmentsModule,
    ItemsModule,
    MergingModule,
    CommentsModule,
    VotesModule,
  ],
  providers: [Contributions, { provide: ContributionQueries, useClass: SqlContributionQueries }],
})
export class ContributionsModule implements OnModuleInit {
  constructor(
    private readonly attachedRecords: AttachedRecords,
    private readonly contributions: ContributionQueries,
    private readonly people: PeopleService,
  ) {}

  onModuleInit(): void {
    this.attachedRecords.register((ids) => this.contributions.authorsOf(ids));
    this.people.registerContributions((userIds, projectIds) =>
      this.contributions.findPresence(userIds, projectIds),
    );
  }
}
