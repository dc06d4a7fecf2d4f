/*
 * The subpath `feedback-changelog-service/typeorm`: entities for the `DataSource` of a host. Relate your own entities to them, and
 * join them. They are for reading: use cases write. The subpath follows semantic versioning.
 */
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A table in the schema `feedback`, the default of `database.schema`, which `synchronize` and generated migrations of the host leave as it is. */
const table = (name: string) => Entity({ name, schema: 'feedback', synchronize: false });

/** A project. */
@table('projects')
export class ProjectEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  slug!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** A user of the service. With `users.view`, relate to the entity of your own users instead. */
@table('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string;

  /** Empty for an anonymized user, and for one without an address. */
  @Column('text')
  email!: string;

  @Column('text', { name: 'full_name' })
  fullName!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}

/** Feedback, including merged, pending, rejected and hidden feedback. */
@table('feedback')
export class FeedbackEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  /** The author. */
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  /** Key of a status of the project. */
  @Column('text')
  status!: string;

  /** Slug of a board of the project; null if it is on none. */
  @Column('text', { nullable: true })
  board!: string | null;

  @Column('integer')
  upvotes!: number;

  @Column('integer', { name: 'comment_count' })
  commentCount!: number;

  @Column('uuid', { name: 'assignee_id', nullable: true })
  assigneeId!: string | null;

  /** `YYYY-MM-DD`. */
  @Column('date', { name: 'estimated_date', nullable: true })
  estimatedDate!: string | null;

  /** `approved`, `pending` or `rejected`. */
  @Column('text')
  approval!: string;

  @Column('boolean')
  pinned!: boolean;

  /** Id of the feedback that it has been merged into. */
  @Column('uuid', { name: 'merged_into', nullable: true })
  mergedInto!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

/** A comment on feedback. */
@table('comments')
export class CommentEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'feedback_id' })
  feedbackId!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  /** The author. */
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** Id of the comment that it replies to. */
  @Column('uuid', { name: 'parent_id', nullable: true })
  parentId!: string | null;

  /** Internal ones are for editors. */
  @Column('text')
  kind!: string;

  /** `approved`, `pending` or `rejected`. */
  @Column('text')
  approval!: string;

  @Column('text')
  content!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}

/** An entry of a changelog, also a draft. */
@table('changelogs')
export class ChangelogEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('uuid', { name: 'author_id' })
  authorId!: string;

  @Column('text')
  title!: string;

  @Column('text')
  slug!: string;

  @Column('text')
  summary!: string;

  @Column('text')
  content!: string;

  @Column('boolean')
  published!: boolean;

  @Column('timestamptz', { name: 'publish_date' })
  publishDate!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
