import { Module } from '@nestjs/common';
import { ProjectModule } from '../../project/index.js';
import { ItemsModule } from '../items/items.module.js';
import { VoteImporter } from './application/vote-importer.js';
import { VoteQueries } from './application/vote.queries.js';
import { VoteService } from './application/vote.service.js';
import { VoteRepository } from './domain/vote.repository.js';
import { UpvotesController } from './http/upvotes.controller.js';
import { SqlVoteRepository } from './persistence/sql-vote.repository.js';

/** The votes for feedback. */
@Module({
  imports: [ProjectModule, ItemsModule],
  controllers: [UpvotesController],
  providers: [
    VoteService,
    VoteImporter,
    { provide: VoteRepository, useClass: SqlVoteRepository },
    VoteQueries,
  ],
  exports: [VoteService, VoteImporter, VoteQueries],
})
export class VotesModule {}
