import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../../attachments/index.js';
import { IdentityModule } from '../../identity/index.js';
import { ProjectModule } from '../../project/index.js';
import { CommentsModule } from '../comments/comments.module.js';
import { ItemsModule } from '../items/items.module.js';
import { MergingModule } from '../merging/merging.module.js';
import { VotesModule } from '../votes/votes.module.js';
import { ContributionContents, Contributions } from './application/contributions.js';
import { ContributionQueries } from './application/contribution.queries.js';

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
  providers: [Contributions, ContributionContents, ContributionQueries],
})
export class ContributionsModule {}
