import { Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Operation, Operations } from '../../../platform/http/index.js';
import { Field, JsonBody, QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import { uuid } from '../../../shared/rules.js';
import { type ViewedFeedback, viewOf } from '../../items/application/feedback-view.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import { permissions } from '../../items/application/permissions.js';
import { FeedbackNotMerged, MergeRefused, NotApproved } from '../../items/domain/feedback.errors.js';
import { FeedbackQuery } from '../../items/http/feedback-list.dto.js';
import { feedbackParameter } from '../../items/http/feedback.problems.js';
import { FeedbackResponse } from '../../items/http/feedback.responses.js';
import { ReplayedIfFeedbackIsVisible } from '../../items/http/replayed-if-visible.js';
import { MergeService } from '../application/merge.service.js';

export class MergeFeedbackDto {
  @Field(uuid, { description: 'Id of the target, which must belong to the same project.' }) into!: string;
}

@Controller('projects/:projectSlug/feedback/:feedbackId/merge')
@InProject()
@Operations({ tag: 'Feedback', parameters: { feedbackId: feedbackParameter } })
export class MergesController {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly merges: MergeService,
  ) {}

  @Post()
  @Operation({
    id: 'mergeFeedback',
    summary: 'Merge feedback',
    description:
      'Merges the feedback into another one, and returns that target. The target then includes the votes (one per user) and comments of both. A merge moves no data and can be undone.',
    answer: FeedbackResponse,
    body: { into: '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33' },
    problems: [new MergeRefused('The target is itself merged into other feedback.'), new NotApproved()],
  })
  @RequirePermission(permissions.mergeFeedback)
  @ReplayedIfFeedbackIsVisible()
  @HttpCode(200)
  async merge(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') id: string,
    @JsonBody() { into }: MergeFeedbackDto,
    @QueryParams() { include }: FeedbackQuery,
  ): Promise<ViewedFeedback> {
    const view = viewOf(access, include);
    const target = await this.merges.merge(access, id, into);
    return (await this.feedback.withMembers(access, target, view)).record;
  }

  @Delete()
  @Operation({
    id: 'unmergeFeedback',
    summary: 'Undo a merge',
    description: 'Returns the feedback, which is listed separately again with its votes and comments.',
    answer: FeedbackResponse,
    problems: [new FeedbackNotMerged()],
  })
  @RequirePermission(permissions.unmergeFeedback)
  async unmerge(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') id: string,
    @QueryParams() { include }: FeedbackQuery,
  ): Promise<ViewedFeedback> {
    const view = viewOf(access, include);
    const source = await this.merges.unmerge(access, id);
    return (await this.feedback.withMembers(access, source, view)).record;
  }
}
