import type { CustomFieldRecord, CustomFields } from './custom-field.js';

/** Stores the definitions of the fields of projects. */
export abstract class CustomFieldRepository {
  /** Loads the fields of a project, and locks them against other changes, but not against use by feedback. */
  abstract load(projectId: string): Promise<CustomFields>;

  /** Returns the fields of a project, which stay as they are until the unit of work ends. */
  abstract share(projectId: string): Promise<CustomFieldRecord[]>;

  /** Locks a field until the unit of work ends, so that feedback gets no values of it. */
  abstract lockValues(projectId: string, key: string): Promise<void>;

  /** Stores a field, new or changed. */
  abstract save(projectId: string, field: CustomFieldRecord): Promise<void>;

  /**
   * Stores, in the current unit of work, the fields that all projects have.
   *
   * @throws Error when a project has a field of its own with the key of one, or one that was declared with another type
   */
  abstract declare(fields: readonly CustomFieldRecord[]): Promise<void>;

  /**
   * Removes a field.
   *
   * @throws FieldHasValues when feedback has values of it
   */
  abstract remove(projectId: string, key: string): Promise<void>;
}
