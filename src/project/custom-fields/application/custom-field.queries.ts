import type { Versioned } from '../../../shared/records.js';
import type { CustomFieldRecord } from '../domain/custom-field.js';
import type { ProjectReader } from '../../access/application/project-access.js';

/** Reads the definitions of fields as records that are ready to be sent. */
export abstract class CustomFieldQueries {
  /** Returns the fields that the reader can see, in their order. */
  abstract list(reader: ProjectReader): Promise<CustomFieldRecord[]>;

  /** Returns null when the key is unknown, or the reader cannot see the field. */
  abstract find(reader: ProjectReader, key: string): Promise<Versioned<CustomFieldRecord> | null>;
}
