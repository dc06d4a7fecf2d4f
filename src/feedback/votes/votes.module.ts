import { Module } from '@nestjs/common';
import { ProjectModule } from '../../project/index.js';
import { ItemsModule } from '../items/items.module.js';
import { VoteImporter } from './application/vote-importer.js';
import { VoteQueries } from './application/vote.queries.js';
import { VoteService } from './application/vote.service.js';
import { VoteRepository } from './domain/vote.repository.js';
import { UpvotesController } from './http/upvotes.controller.js';
import { SqlVoteRepository } from './persistence/sql-vote.repository.js';

/**
 * The votes for feedback. `PUT …/feedback/{feedbackId}/upvotes/{userId}` takes this path:
 *
 * 1. `AccessGuard`, which `@Operations` applies, lets the `BearerAuthGuard` of `identity` verify the token and its scope. Then
 *    `ProjectGuard`, which `@InProject` applies, compares the caller's role with `permissions.castVote`, and provides the caller in
 *    the project as a `ProjectAccess`. `UserIdParam` is the user, or the caller if the path says `me`.
 * 2. `UpvotesController.put`, the operation `castVote`, calls `VoteService.create`.
 * 3. `VoteService` checks the rights again, because a host can call it, too. In one transaction it checks that the caller may
 *    name the user and can see the feedback, calls the `FeedbackPolicy` of the host, and then the repository.
 * 4. `SqlVoteRepository` locks the feedback, stores the vote, updates the counter and returns the feedback, which is the
 *    response; with `?include`, the feedback is read again after the commit.
 * 5. If the number of votes has changed, `Events` stores `feedback.upvoted` in the same transaction, and other modules handle
 *    it after the commit.
 *
 * Imported votes are stored by `VoteImporter`, many at once.
 */
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
