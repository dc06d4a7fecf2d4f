import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { keyPattern } from '../../../shared/keys.js';
import { Versioned } from '../../../shared/records.js';
import type { StatusRecord } from '../domain/status.js';
import { oneStatus, statusFields } from './status-columns.js';
import { StatusQueries } from '../application/status.queries.js';

@Injectable()
export class SqlStatusQueries extends StatusQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(projectId: string): Promise<StatusRecord[]> {
    return this.sql.read<StatusRecord & { key: string }>(
      `select ${statusFields} from statuses s where s.project_id = $1 order by s.position, s.key`,
      [projectId],
    );
  }

  override async find(projectId: string, key: string): Promise<Versioned<StatusRecord> | null> {
    return keyPattern.test(key) ? this.sql.versioned(oneStatus, [projectId, key]) : null;
  }
}
