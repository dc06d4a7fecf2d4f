import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn, versionColumn } from '../../../platform/persistence/index.js';
import type { JsonObject } from '../../../shared/rules.js';
import { Changelog } from '../domain/changelog.js';

/** A row of `changelogs`. */
@Entity('changelogs')
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

  @Column('text')
  image!: string;

  @Column('jsonb')
  metadata!: object;

  /** Values of declared fields, by their keys. */
  @Column('jsonb')
  fields!: object;

  @Column(timestampColumn('publish_date'))
  publishDate!: Date;

  @Column('boolean')
  published!: boolean;

  /** Whether the event `changelog.published` was recorded. */
  @Column('boolean')
  announced!: boolean;

  /** The user who published or scheduled the entry: the actor of that event. */
  @Column('uuid', { name: 'publisher_id' })
  publisherId!: string;

  @Column(timestampColumn('updated_at'))
  updatedAt!: Date;

  /** The system that the entry was imported from, and its id there; null if it was not imported. */
  @Column('text', { nullable: true })
  source!: string | null;

  @Column('text', { name: 'external_id', nullable: true })
  externalId!: string | null;

  /** Also incremented by the repository: tags and attachments are stored elsewhere. */
  @Column({ ...versionColumn, update: true })
  version!: string;
}

/** @param others what is stored in other tables */
export function toChangelog(
  { updatedAt: _, source: __, externalId: ___, version: ____, ...values }: ChangelogEntity,
  others: Pick<Changelog, 'tagIds' | 'attachmentIds'>,
): Changelog {
  const objects = { metadata: values.metadata as JsonObject, fields: values.fields as JsonObject };
  return Changelog.restore({ ...values, ...others, ...objects });
}

/** The columns that no change of an entry sets to a value of the entry. */
type Unchanging =
  'id' | 'projectId' | 'authorId' | 'slug' | 'updatedAt' | 'source' | 'externalId' | 'version';

/** Returns the columns of an entry that change. */
export function changelogValues(changelog: Changelog): Omit<ChangelogEntity, Unchanging> {
  return {
    title: changelog.title,
    summary: changelog.summary,
    content: changelog.content,
    image: changelog.image,
    metadata: changelog.metadata,
    fields: changelog.fields,
    publishDate: changelog.publishDate,
    published: changelog.published,
    announced: changelog.announced,
    publisherId: changelog.publisherId,
  };
}
