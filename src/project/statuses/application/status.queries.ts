import { Injectable } from '@nestjs/common';
import { Sql, versionedRecord } from '../../../platform/persistence/index.js';
import { keyPattern } from '../../../shared/keys.js';
import { versionOf } from '../../persistence/ordered-versions.js';
import type { Versioned } from '../../../shared/records.js';
import type { StatusRecord } from '../domain/status.js';

/** The fields of the record of status `s`. */
const statusFields = 's.key, s.name, s.color, s.kind, s.position, s.on_roadmap';

/** The record of status `$2` of project `$1`. */
const oneStatus = versionedRecord(
  statusFields,
  versionOf('s', statusFields),
  'statuses s where s.project_id = $1 and s.key = $2',
);

/** Reads statuses as records that are ready to be sent. */
@Injectable()
export class StatusQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /** Returns all statuses of a project, in their order. */
  async list(projectId: string): Promise<StatusRecord[]> {
    return this.sql.read<StatusRecord>(
      `select ${statusFields} from statuses s where s.project_id = $1 order by s.position, s.key`,
      [projectId],
    );
  }

  /** Returns null when the key is unknown. */
  async find(projectId: string, key: string): Promise<Versioned<StatusRecord> | null> {
    return keyPattern.test(key) ? this.sql.record(oneStatus, [projectId, key]) : null;
  }
}
