import type { UserRecord } from '../../../shared/records.js';

/** A person as a record. */
export interface PersonRecord {
  external_id: string;
  user: UserRecord;
  /** External id of the company that they belong to; `''`: none. */
  company: string;
  created_at: string;
  updated_at: string;
}

/** An id that a user has in the own system of a project's team. */
export interface ExternalIdRecord {
  project_id: string;
  /** Slug of the project. */
  project: string;
  external_id: string;
  /** External id of the company that they belong to; `''`: none. */
  company: string;
  created_at: string;
  updated_at: string;
}

/** A change of a person: without a company, theirs stays. */
export type ChangedPerson = Pick<Person, 'projectId' | 'externalId'> & Partial<Pick<Person, 'company'>>;

/** A user of a project by the id that they have in the team's own system. */
export interface Person {
  readonly projectId: string;
  readonly externalId: string;
  readonly userId: string;
  /** External id of the company that they belong to; `''`: none. */
  readonly company: string;
}
