import { Injectable } from '@nestjs/common';
import { Conditions, containing, type KeysetColumn, Sql } from '../../../platform/persistence/index.js';
import { caseFold } from '../../../shared/case-fold.js';
import { normalizeName } from '../../../shared/names.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { CompanyRecord, CompanySort } from '../domain/company.js';
import { oneCompany, companyFields } from '../persistence/company.entity.js';

const companyOrders: Readonly<Record<CompanySort, KeysetColumn<CompanyRecord>>> = {
  name: { sql: 'c.name_key', type: 'text' },
  revenue: { sql: 'c.revenue', type: 'bigint', of: (record) => String(record.revenue) },
};

/** Reads companies as records that are ready to be sent. */
@Injectable()
export class CompanyQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /**
   * Returns a page of the companies.
   *
   * @param filter `name` selects those whose name contains it (case-insensitive)
   */
  async list(
    projectId: string,
    filter: { readonly name?: string | undefined },
    sort: CompanySort,
    page: PageRequest,
  ): Promise<Page<CompanyRecord>> {
    const { name } = filter;
    const { where, values } = new Conditions()
      .and('c.project_id = ?', projectId)
      .and('c.name_key like ?', name && containing(caseFold(normalizeName(name))));
    return this.sql.page<CompanyRecord>(
      {
        select: companyFields,
        from: 'companies c',
        where,
        values,
        order: [
          companyOrders[sort],
          { sql: 'c.external_id', type: 'text', of: (record) => record.external_id },
        ],
        descending: sort === 'revenue',
        isUnprepared: name !== undefined,
      },
      page,
    );
  }

  /** Returns null when the external id is unknown. */
  async find(projectId: string, externalId: string): Promise<Versioned<CompanyRecord> | null> {
    return this.sql.record(oneCompany, [projectId, externalId]);
  }
}
