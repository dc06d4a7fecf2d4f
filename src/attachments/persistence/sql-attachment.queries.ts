import { Injectable } from '@nestjs/common';
import { bindCondition, recordColumns, Sql } from '../../platform/persistence/index.js';
import type { FeedbackCondition } from '../../project/index.js';
import type { AttachmentRecord, Page, PageRequest, Versioned } from '../../shared/records.js';
import { isStorable, isUuid } from '../../shared/rules.js';
import { AttachmentQueries, type PublicAttachment } from '../application/attachment.queries.js';

const fields = 'r.id, r.url, r.filename, r.media_type, r.size, r.created_at';

// The record never changes.
const findAttachment = `
  select ${recordColumns(fields, 'a.id')} from attachments a join attachment_records r on r.id = a.id
  where a.project_id = $1 and a.id = $2 and ($3::uuid is null or a.user_id = $3)`;

/**
 * Returns the condition that file `a` is attached to nothing that belongs to feedback which a host hides, or whose target it hides.
 *
 * @param condition the condition of the host on `feedback`
 */
const isOnVisible = (condition: string) => `not exists (
  select from feedback_records_v1 named
  where named.id in (
    select a.attached_to union all select c.feedback_id from referenced_comments c where c.id = a.attached_to
  ) and exists (
    select from feedback_records_v1 feedback
    where feedback.id in (named.id, named.merged_into) and (${condition}) is not true))`;

@Injectable()
export class SqlAttachmentQueries extends AttachmentQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async find(
    projectId: string,
    id: string,
    userId?: string,
    condition?: FeedbackCondition,
  ): Promise<Versioned<AttachmentRecord> | null> {
    if (!isUuid(id)) return null;
    const values: unknown[] = [projectId, id, userId ?? null];
    if (!condition) return this.sql.versioned(findAttachment, values);
    const isVisible = bindCondition(condition, (value) => `$${values.push(value)}`);
    return this.sql.versioned(`${findAttachment} and ${isOnVisible(isVisible)}`, values);
  }

  override async byKey(key: string, filename: string): Promise<PublicAttachment | null> {
    if (!isStorable(key) || !isStorable(filename)) return null;
    return this.sql.readRow<PublicAttachment & Record<string, unknown>>(
      'select id, filename, media_type, size, storage_id as "storageId" from attachments where key = $1 and filename = $2',
      [key, filename],
    );
  }

  override async byUser(
    userId: string,
    page: PageRequest,
  ): Promise<Page<AttachmentRecord & { project_id: string }>> {
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
