import { Injectable } from '@nestjs/common';
import {
  Conditions,
  type KeysetColumn,
  Sql,
  isoTimestamp,
  versionedRecord,
} from '../../../platform/persistence/index.js';
import { caseFold } from '../../../shared/case-fold.js';
import { normalizeName } from '../../../shared/names.js';
import { type Page, type PageRequest, Versioned } from '../../../shared/records.js';
import type { CompanyRecord, CompanySort } from '../domain/company.js';
import { CompanyQueries } from '../application/company.queries.js';

/** The fields of the record of company `c`. */
const companyFields = `c.external_id, c.name, c.revenue, c.metadata, ${isoTimestamp('c.created_at')} as created_at,
  ${isoTimestamp('c.updated_at')} as updated_at`;

/** The record of company `$2` of project `$1`. A company that is deleted and created again has the same path. */
export const oneCompany = versionedRecord(
  companyFields,
  `concat_ws('-', c.project_id, extract(epoch from c.created_at), c.version)`,
  'companies c where c.project_id = $1 and c.external_id = $2',
);

/** The pattern of texts that contain a text. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

const companyOrders: Readonly<Record<CompanySort, KeysetColumn<CompanyRecord>>> = {
  name: { sql: 'c.name_key', type: 'text' },
  revenue: { sql: 'c.revenue', type: 'bigint', of: (record) => String(record.revenue) },
};

@Injectable()
export class SqlCompanyQueries extends CompanyQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    projectId: string,
    { name }: { readonly name?: string | undefined },
    sort: CompanySort,
    page: PageRequest,
  ): Promise<Page<CompanyRecord>> {
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

  override async find(projectId: string, externalId: string): Promise<Versioned<CompanyRecord> | null> {
    return this.sql.versioned(oneCompany, [projectId, externalId]);
  }
}
