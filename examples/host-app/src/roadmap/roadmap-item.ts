import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** Something that the company intends to build, and the feedback in which users vote for it. */
@Entity('roadmap_items')
export class RoadmapItem {
  /** Id of the feedback, which belongs to the Feedback & Changelog Service. */
  @PrimaryColumn('uuid', { name: 'feedback_id' }) feedbackId!: string;

  @Column('text') quarter!: string;

  @Column('text', { default: 'planned' }) state!: 'planned' | 'shipped';

  @CreateDateColumn({ type: 'timestamptz' }) created!: Date;

  static plan(feedbackId: string, quarter: string): RoadmapItem {
    return Object.assign(new RoadmapItem(), { feedbackId, quarter, state: 'planned' });
  }

  /** Has no effect on an item that has shipped already. */
  ship(): void {
    this.state = 'shipped';
  }
}

/** A field of the host on feedback: what it may cost. */
@Entity('feedback_budgets')
export class FeedbackBudget {
  @PrimaryColumn('uuid', { name: 'feedback_id' }) feedbackId!: string;

  /** In whole euros. */
  @Column('integer') budget!: number;
}
