import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { CompanyRecord, CompanySort } from '../domain/company.js';

/** Reads companies as records that are ready to be sent. */
export abstract class CompanyQueries {
  /**
   * Returns a page of the companies.
   *
   * @param filter `name` selects those whose name contains it (case-insensitive)
   */
  abstract list(
    projectId: string,
    filter: { readonly name?: string | undefined },
    sort: CompanySort,
    page: PageRequest,
  ): Promise<Page<CompanyRecord>>;

  /** Returns null when the external id is unknown. */
  abstract find(projectId: string, externalId: string): Promise<Versioned<CompanyRecord> | null>;
}
