import { Entity, PrimaryColumn } from 'typeorm';

/** A row of `changelog_feedback`: a link between an entry and feedback. */
@Entity('changelog_feedback')
export class FeedbackLinkEntity {
  @PrimaryColumn('uuid', { name: 'changelog_id' })
  changelogId!: string;

  @PrimaryColumn('uuid', { name: 'feedback_id' })
  feedbackId!: string;
}
