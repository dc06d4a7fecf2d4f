import { Injectable } from '@nestjs/common';
import { brokenConstraint, isoTimestamp, recordColumns, Sql } from '../../../platform/persistence/index.js';
import type { Loaded, Versioned } from '../../../shared/records.js';
import { CompanyRepository } from '../domain/company.repository.js';
import { Company, type CompanyRecord } from '../domain/company.js';
import { ProjectNotFound } from '../../projects/domain/project.errors.js';

/** The fields of the record of company `c`. */
export const companyFields = `c.external_id, c.name, c.revenue, c.metadata, ${isoTimestamp('c.created_at')} as created_at,
  ${isoTimestamp('c.updated_at')} as updated_at`;

/** The record of company `c`. A company that is deleted and created again has the same path. */
export const companyRecord = recordColumns(
  companyFields,
  `concat_ws('-', c.project_id, extract(epoch from c.created_at), c.version)`,
);

const lockId = `select pg_advisory_xact_lock(hashtextextended('company ' || $1::text || ' ' || $2::text, 0))`;

/** Conflicts with the lock that the foreign key of people takes. */
const readCompany = `
  select ${companyRecord} from companies c where c.project_id = $1 and c.external_id = $2 for update`;

const addCompany = `
  insert into companies as c (project_id, external_id, name, name_key, revenue, metadata, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7) returning ${companyRecord}`;

const saveCompany = `
  update companies c set (name, name_key, revenue, metadata, updated_at) = row($3, $4, $5::bigint, $6::jsonb, $7::timestamptz)
  where c.project_id = $1 and c.external_id = $2 returning ${companyRecord}`;

@Injectable()
export class SqlCompanyRepository extends CompanyRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async load(projectId: string, externalId: string): Promise<Loaded<Company, CompanyRecord> | null> {
    // Two statements: the one that waits for the lock does not see what others have stored in the meantime.
    await this.sql.rows(lockId, [projectId, externalId]);
    const before = await this.sql.record<CompanyRecord>(readCompany, [projectId, externalId]);
    return before && { aggregate: Company.restore(projectId, before.record), before };
  }

  override async known(projectId: string, externalIds: readonly string[]): Promise<string[]> {
    const rows = await this.sql.rows<{ external_id: string }>(
      'select external_id from companies where project_id = $1 and external_id = any($2)',
      [projectId, externalIds],
    );
    return rows.map(({ external_id: id }) => id);
  }

  override async add(company: Company, now: Date): Promise<Versioned<CompanyRecord>> {
    try {
      return (await this.sql.record<CompanyRecord>(addCompany, valuesOf(company, now)))!;
    } catch (error) {
      throw brokenConstraint(error) === 'companies_project_id_fkey' ? new ProjectNotFound() : error;
    }
  }

  override async save(company: Company, now: Date): Promise<Versioned<CompanyRecord>> {
    return (await this.sql.record<CompanyRecord>(saveCompany, valuesOf(company, now)))!;
  }

  override async remove({ projectId, externalId }: Company): Promise<void> {
    await this.sql.rows('delete from companies where project_id = $1 and external_id = $2', [
      projectId,
      externalId,
    ]);
  }
}

function valuesOf(company: Company, now: Date): unknown[] {
  const { projectId, externalId, name, nameKey, revenue, metadata } = company;
  return [projectId, externalId, name, nameKey, revenue, JSON.stringify(metadata), now.toISOString()];
}
