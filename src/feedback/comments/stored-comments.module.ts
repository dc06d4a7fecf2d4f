import { Module } from '@nestjs/common';
import { Settings } from '../../platform/config/index.js';
import { CommentFields } from './application/comment-fields.js';
import { CommentQueries } from './application/comment.queries.js';
import { CommentRepository } from './domain/comment.repository.js';
import { TypeormCommentRepository } from './persistence/typeorm-comment.repository.js';

/** Where comments are stored. Feedback needs it, too: a comment can explain a change of its status. */
@Module({
  providers: [
    {
      provide: CommentFields,
      inject: [Settings],
      useFactory: ({ commentFields }: Settings) => CommentFields.of(commentFields),
    },
    { provide: CommentRepository, useClass: TypeormCommentRepository },
    CommentQueries,
  ],
  exports: [CommentFields, CommentRepository, CommentQueries],
})
export class StoredCommentsModule {}
