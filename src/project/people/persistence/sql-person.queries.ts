import { Injectable } from '@nestjs/common';
import { containing } from '../../companies/persistence/sql-company.queries.js';
import { Conditions, isoTimestamp, Sql, versionedRecord } from '../../../platform/persistence/index.js';
import { normalizeName } from '../../../shared/names.js';
import { type Page, type PageRequest, Versioned } from '../../../shared/records.js';
import type { ExternalIdRecord, PersonRecord } from '../domain/person.js';
import { hasBlocked } from '../../access/persistence/accessible-projects.js';
import { PersonQueries } from '../application/person.queries.js';

/** The fields of the record of person `p`. */
const personFields = `p.external_id, (select row_to_json(u) from user_record(p.user_id) u) as "user",
  coalesce(p.company, '') as company,
  ${isoTimestamp('p.created_at')} as created_at, ${isoTimestamp('p.updated_at')} as updated_at`;

/** The record of person `$2` of project `$1`. A person who is removed and added again has the same path. */
export const onePerson = versionedRecord(
  personFields,
  `concat_ws('-', p.project_id, extract(epoch from p.created_at), p.version, p.user_id,
    (select version from user_versions where id = p.user_id))`,
  'people p where p.project_id = $1 and p.external_id = $2',
);

@Injectable()
export class SqlPersonQueries extends PersonQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list(
    projectId: string,
    {
      userId,
      name,
      company,
    }: { userId?: string | undefined; name?: string | undefined; company?: string | undefined },
    page: PageRequest,
  ): Promise<Page<PersonRecord>> {
    const { where, values } = new Conditions()
      .and('p.project_id = ?', projectId)
      .and('p.user_id = ?', userId)
      .and('p.company = ?', company)
      .and(
        'exists (select from user_records u where u.id = p.user_id and u.full_name ilike ?)',
        name && containing(normalizeName(name)),
      );
    return this.sql.page<PersonRecord>(
      {
        select: personFields,
        from: 'people p',
        where,
        values,
        order: [
          { sql: 'p.created_at', type: 'timestamptz', of: (record) => record.created_at },
          { sql: 'p.external_id', type: 'text', of: (record) => record.external_id },
        ],
        descending: false,
        isUnprepared: name !== undefined,
      },
      page,
    );
  }

  override async find(projectId: string, externalId: string): Promise<Versioned<PersonRecord> | null> {
    return this.sql.versioned(onePerson, [projectId, externalId]);
  }

  override async externalIds(
    userId: string,
    { withBlocks }: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<ExternalIdRecord>> {
    return this.sql.page<ExternalIdRecord>(
      {
        select: `e.project_id, p.slug as project, e.external_id, coalesce(e.company, '') as company,
          ${isoTimestamp('e.created_at')} as created_at,
          ${isoTimestamp('e.updated_at')} as updated_at`,
        from: 'people e',
        joins: 'join projects p on p.id = e.project_id',
        where: ['e.user_id = $1', ...(withBlocks ? [] : [`not ${hasBlocked('e.project_id', '$1')}`])],
        values: [userId],
        order: [
          { sql: 'e.project_id', type: 'uuid', of: (record) => record.project_id },
          { sql: 'e.external_id', type: 'text', of: (record) => record.external_id },
        ],
        descending: false,
      },
      page,
    );
  }
}
