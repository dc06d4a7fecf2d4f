import { Module } from '@nestjs/common';
import { AttachmentsModule } from '../../attachments/index.js';
import { ProjectModule } from '../../project/index.js';
import { ItemsModule } from '../items/items.module.js';
import { CommentImporter } from './application/comment-importer.js';
import { CommentService } from './application/comment.service.js';
import { CommentsController } from './http/comments.controller.js';
import { ProjectCommentsController } from './http/project-comments.controller.js';
import { StoredCommentsModule } from './stored-comments.module.js';

/** The comments on feedback. */
@Module({
  imports: [ProjectModule, AttachmentsModule, StoredCommentsModule, ItemsModule],
  controllers: [CommentsController, ProjectCommentsController],
  providers: [CommentService, CommentImporter],
  exports: [StoredCommentsModule, CommentService, CommentImporter],
})
export class CommentsModule {}
