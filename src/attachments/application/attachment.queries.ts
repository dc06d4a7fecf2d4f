import { Injectable } from '@nestjs/common';
import { allSatisfy, recordColumns, Sql } from '../../platform/persistence/index.js';
import type { Hideable, VisibilityConditions } from '../../project/index.js';
import type { AttachmentRecord, Page, PageRequest, Versioned } from '../../shared/records.js';
import { isStorable, isUuid } from '../../shared/rules.js';

/** A file as everyone can read it who knows its URL. */
export interface PublicAttachment extends Pick<AttachmentRecord, 'filename' | 'media_type' | 'size'> {
  readonly id: string;
  /** Id of its content in the storage of a host; null if it is in the database. */
  readonly storageId: string | null;
}

const fields = 'r.id, r.url, r.filename, r.media_type, r.size, r.created_at';

// The record changes only if the file loses its name.
const version = "concat_ws('-', a.id, to_hex(hashtextextended(a.filename, 0)))";

const findAttachment = `
  select ${recordColumns(fields, version)} from attachments a join attachment_records r on r.id = a.id
  where a.project_id = $1 and a.id = $2 and ($3::uuid is null or a.user_id = $3)`;

/** SQL of the ids of the records that a host must not hide from who reads file `a`. */
const ownersOf: Readonly<Record<Hideable, string>> = {
  feedback: `select unnest(array[f.id, f.merged_into]) from feedback_records_v1 f where f.id in (
    select a.attached_to union all select c.feedback_id from referenced_comments c where c.id = a.attached_to)`,
  changelog: 'a.attached_to',
  comment: 'select unnest(array[c.id, c.parent_id]) from comment_records_v1 c where c.id = a.attached_to',
};

/** Reads attachments as records that are ready to be sent. */
@Injectable()
export class AttachmentQueries {
  constructor(private readonly sql: Sql) {}

  /**
   * Returns null when the project has no such file, or the id is not a UUID.
   *
   * @param userId with it, files of other users are not found
   * @param conditions what a host requires of the records that the file is attached to
   */
  async find(
    projectId: string,
    id: string,
    userId?: string,
    conditions: VisibilityConditions = {},
  ): Promise<Versioned<AttachmentRecord> | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [projectId, id, userId ?? null];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const shown = Object.entries(conditions).map(([name, condition]) =>
      allSatisfy(name, ownersOf[name as Hideable], condition, parameter),
    );
    return this.sql.record([findAttachment, ...shown].join(' and '), values);
  }

  /** Returns the file with this key; null when it does not exist, or has another name. */
  async byKey(key: string, filename: string): Promise<PublicAttachment | null> {
    if (!isStorable(key) || !isStorable(filename)) return null;
    return this.sql.readRow<PublicAttachment>(
      'select id, filename, media_type, size, storage_id as "storageId" from attachments where key = $1 and filename = $2',
      [key, filename],
    );
  }

  /** Returns a page of the files of a user in all projects, with the id of the project, in the order of ids. */
  async byUser(userId: string, page: PageRequest): Promise<Page<AttachmentRecord & { project_id: string }>> {
    return this.sql.page<AttachmentRecord & { project_id: string }>(
      {
        select: `a.project_id, ${fields}`,
        from: 'attachments a join attachment_records r on r.id = a.id',
        where: ['a.user_id = $1'],
        values: [userId],
        order: [{ sql: 'a.id', type: 'uuid', of: (record) => record.id }],
        descending: false,
      },
      page,
    );
  }
}
