import { Injectable } from '@nestjs/common';
import { Conditions, containing, isoTimestamp, Sql } from '../../../platform/persistence/index.js';
import { normalizeName } from '../../../shared/names.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { ExternalIdRecord, PersonRecord } from '../domain/person.js';
import { hasBlocked } from '../../access/persistence/accessible-projects.js';
import { onePerson, personFields } from '../persistence/person.entity.js';

/** Reads people as records that are ready to be sent. */
@Injectable()
export class PersonQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /**
   * Returns a page of the people, oldest first.
   *
   * @param filter `userId` selects the external ids of a user, `name` external ids of users whose name contains it, `company`
   * external ids of the people of a company
   */
  async list(
    projectId: string,
    filter: { userId?: string | undefined; name?: string | undefined; company?: string | undefined },
    page: PageRequest,
  ): Promise<Page<PersonRecord>> {
    const { name } = filter;
    const { where, values } = new Conditions()
      .and('p.project_id = ?', projectId)
      .and('p.user_id = ?', filter.userId)
      .and('p.company = ?', filter.company)
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

  /** Returns null when the external id is unknown. */
  async find(projectId: string, externalId: string): Promise<Versioned<PersonRecord> | null> {
    return this.sql.record(onePerson, [projectId, externalId]);
  }

  /**
   * Returns a page of the external ids of a user in all projects.
   *
   * @param filter `withBlocks`: also those in projects that blocked the user
   */
  async externalIds(
    userId: string,
    filter: { readonly withBlocks: boolean },
    page: PageRequest,
  ): Promise<Page<ExternalIdRecord>> {
    return this.sql.page<ExternalIdRecord>(
      {
        select: `e.project_id, p.slug as project, e.external_id, coalesce(e.company, '') as company,
          ${isoTimestamp('e.created_at')} as created_at,
          ${isoTimestamp('e.updated_at')} as updated_at`,
        from: 'people e',
        joins: 'join projects p on p.id = e.project_id',
        where: ['e.user_id = $1', ...(filter.withBlocks ? [] : [`not ${hasBlocked('e.project_id', '$1')}`])],
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
