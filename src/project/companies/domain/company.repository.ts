import type { Locked, Versioned } from '../../../shared/records.js';
import type { Company, CompanyRecord } from './company.js';

/** The stored companies of projects. */
export abstract class CompanyRepository {
  /**
   * Returns a company; null when the id is unknown. Until the unit of work ends, concurrent calls for the same id wait, also
   * when the id is unknown, and nobody can begin to belong to the company.
   */
  abstract load(projectId: string, externalId: string): Promise<Locked<Company, CompanyRecord> | null>;

  /** Returns the given external ids that companies of the project have. Does not lock. */
  abstract known(projectId: string, externalIds: readonly string[]): Promise<string[]>;

  /** @throws ProjectNotFound */
  abstract add(company: Company, now: Date): Promise<Versioned<CompanyRecord>>;

  /** Stores the changes, and returns the company as it is then. */
  abstract save(company: Company, now: Date): Promise<Versioned<CompanyRecord>>;

  /** Removes the company. Its people belong to none then. */
  abstract remove(company: Company): Promise<void>;
}
