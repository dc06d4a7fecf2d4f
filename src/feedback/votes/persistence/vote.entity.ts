import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../../platform/persistence/index.js';

/** A row of `votes`. */
@Entity('votes')
export class VoteEntity {
  @PrimaryColumn('uuid', { name: 'feedback_id' })
  feedbackId!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column('boolean')
  imported!: boolean;
}
