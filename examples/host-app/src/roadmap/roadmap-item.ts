import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Something that the company intends to build, and the feedback in which users vote for it. */
@Entity('roadmap_items')
@Index('roadmap_items_dearest', { synchronize: false })
export class RoadmapItem {
  /** Id of the feedback, which belongs to the Feedback & Changelog Service. */
  @PrimaryColumn('uuid', { name: 'feedback_id' }) feedbackId!: string;
  @Column('text') quarter!: string;
  /** In whole euros. */
  @Column('integer') budget!: number;
  /** Whether only editors and owners of the project see the feedback. */
  @Column('boolean') confidential!: boolean;
  @Column('text', { default: 'planned' }) state!: 'planned' | 'shipped';
}
