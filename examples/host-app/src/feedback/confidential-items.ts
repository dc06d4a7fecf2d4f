import { Injectable } from '@nestjs/common';
import { HostFeedbackVisibility, type VisibilityReader } from 'feedback-changelog-service';

/** Only editors and owners see the feedback of confidential items of the roadmap. */
@Injectable()
export class ConfidentialItems extends HostFeedbackVisibility {
  override conditionFor({ role }: VisibilityReader): { sql: string } | undefined {
    if (role === 'editor' || role === 'owner') return undefined;
    const items = 'select 1 from public.roadmap_items i where i.feedback_id = feedback.id and i.confidential';
    return { sql: `not exists (${items})` };
  }
}
