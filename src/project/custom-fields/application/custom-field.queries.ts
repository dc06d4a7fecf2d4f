import { Injectable } from '@nestjs/common';
import { Sql, versionedRecord } from '../../../platform/persistence/index.js';
import { keyPattern } from '../../../shared/keys.js';
import { versionOf } from '../../persistence/ordered-versions.js';
import type { Versioned } from '../../../shared/records.js';
import type { CustomFieldRecord } from '../domain/custom-field.js';
import type { ProjectReader } from '../../access/application/project-access.js';

/** The fields of the record of custom field `c`. */
const fieldFields = 'c.key, c.name, c.type, c.options, c.required, c.set_by, c.visible_to, c.position';

/** The record of custom field `$2` of project `$1`, unless its key is one of `$3`. */
const oneField = versionedRecord(
  fieldFields,
  versionOf('c', fieldFields),
  'custom_fields c where c.project_id = $1 and c.key = $2 and c.key <> all ($3::text[])',
);

/** Reads the definitions of fields as records that are ready to be sent. */
@Injectable()
export class CustomFieldQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /** Returns the fields that the reader can see, in their order. */
  async list(reader: ProjectReader): Promise<CustomFieldRecord[]> {
    return this.sql.read<CustomFieldRecord>(
      `select ${fieldFields} from custom_fields c where c.project_id = $1 and c.key <> all ($2::text[])
       order by c.position, c.key`,
      [reader.projectId, reader.hiddenFields],
    );
  }

  /** Returns null when the key is unknown, or the reader cannot see the field. */
  async find(reader: ProjectReader, key: string): Promise<Versioned<CustomFieldRecord> | null> {
    if (!keyPattern.test(key)) return null;
    return this.sql.record(oneField, [reader.projectId, key, reader.hiddenFields]);
  }
}
