import { Injectable } from '@nestjs/common';
import { recordColumns, Sql } from '../../platform/persistence/index.js';
import type { AttachmentRecord, Page, PageRequest, Versioned } from '../../shared/records.js';
import { isUuid } from '../../shared/rules.js';
import { AttachmentQueries, type PublicAttachment } from '../application/attachment.queries.js';

const fields = 'r.id, r.url, r.filename, r.media_type, r.size, r.created_at';

// The record never changes.
const findAttachment = `
  select ${recordColumns(fields, 'a.id')} from attachments a join attachment_records r on r.id = a.id
  where a.project_id = $1 and a.id = $2 and ($3::uuid is null or a.user_id = $3)`;

@Injectable()
export class SqlAttachmentQueries extends AttachmentQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async find(
    projectId: string,
    id: string,
    userId?: string,
  ): Promise<Versioned<AttachmentRecord> | null> {
    if (!isUuid(id)) return null;
    return this.sql.versioned(findAttachment, [projectId, id, userId ?? null]);
  }

  override async byKey(key: string, filename: string): Promise<PublicAttachment | null> {
    return this.sql.readRow<PublicAttachment & Record<string, unknown>>(
      'select id, filename, media_type, size from attachments where key = $1 and filename = $2',
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
