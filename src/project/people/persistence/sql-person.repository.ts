import { Injectable } from '@nestjs/common';
import { UserNotFound } from '../../../identity/index.js';
import { brokenConstraint, isoTimestamp, recordColumns, Sql } from '../../../platform/persistence/index.js';
import type { Versioned } from '../../../shared/records.js';
import { UnknownCompany } from '../../companies/domain/company.errors.js';
import { PersonRepository, type UserPresence } from '../domain/person.repository.js';
import type { Person, PersonRecord } from '../domain/person.js';
import { ProjectNotFound } from '../../projects/domain/project.errors.js';

/** The fields of the record of person `p`. */
export const personFields = `p.external_id, (select row_to_json(u) from user_record(p.user_id) u) as "user",
  coalesce(p.company, '') as company,
  ${isoTimestamp('p.created_at')} as created_at, ${isoTimestamp('p.updated_at')} as updated_at`;

/** The record of person `p`. A person who is removed and added again has the same path. */
export const personRecord = recordColumns(
  personFields,
  `concat_ws('-', p.project_id, extract(epoch from p.created_at), p.version, p.user_id,
    (select version from user_versions where id = p.user_id))`,
);

const lockId = `select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2::text, 0))`;

const readPerson = `select ${personRecord} from people p where p.project_id = $1 and p.external_id = $2`;

const addPerson = `
  insert into people as p (project_id, external_id, user_id, company, created_at, updated_at)
  values ($1, $2, $3, nullif($4, ''), $5, $5)
  returning ${personRecord}`;

const savePerson = `
  update people p set company = nullif($3, ''), updated_at = $4 where p.project_id = $1 and p.external_id = $2
  returning ${personRecord}`;

@Injectable()
export class SqlPersonRepository extends PersonRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async load(projectId: string, externalId: string): Promise<Versioned<PersonRecord> | null> {
    // Two statements: the one that waits for the lock does not see what others have stored in the meantime.
    await this.sql.rows(lockId, [projectId, externalId]);
    return this.sql.record<PersonRecord>(readPerson, [projectId, externalId]);
  }

  override async findUserId(projectId: string, externalId: string): Promise<string | null> {
    const row = await this.sql.row<{ user_id: string }>(
      'select user_id from people where project_id = $1 and external_id = $2',
      [projectId, externalId],
    );
    return row?.user_id ?? null;
  }

  override async add(person: Person, now: Date): Promise<Versioned<PersonRecord>> {
    const { projectId, externalId, userId, company } = person;
    return this.write(addPerson, [projectId, externalId, userId, company, now.toISOString()]);
  }

  override async save(person: Person, now: Date): Promise<Versioned<PersonRecord>> {
    const { projectId, externalId, company } = person;
    return this.write(savePerson, [projectId, externalId, company, now.toISOString()]);
  }

  override async remove(projectId: string, externalId: string): Promise<void> {
    await this.sql.rows('delete from people where project_id = $1 and external_id = $2', [
      projectId,
      externalId,
    ]);
  }

  override async removeAllOf(userId: string): Promise<void> {
    await this.sql.rows('delete from people where user_id = $1', [userId]);
  }

  override async isKnownElsewhere(userId: string, projectId: string): Promise<boolean> {
    const found = await this.sql.row(
      `select 1 as found where exists (select from members where user_id = $1)
         or exists (select from people where user_id = $1 and project_id <> $2)`,
      [userId, projectId],
    );
    return found !== null;
  }

  private async write(statement: string, values: readonly unknown[]): Promise<Versioned<PersonRecord>> {
    try {
      return (await this.sql.record<PersonRecord>(statement, values))!;
    } catch (error) {
      const constraint = brokenConstraint(error);
      if (constraint === 'people_user_id_fkey') throw new UserNotFound();
      if (constraint === 'people_project_id_fkey') throw new ProjectNotFound();
      if (constraint === 'people_company_fkey') throw new UnknownCompany();
      throw error;
    }
  }

  override async findPresence(
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<readonly UserPresence[]> {
    return this.sql.rows<UserPresence>(
      `select u.id as "userId",
         exists (select from members m where m.user_id = u.id and m.project_id = any($2::uuid[]))
           or exists (select from people p where p.user_id = u.id and p.project_id = any($2::uuid[])) as "isHere",
         exists (select from members m where m.user_id = u.id and m.project_id <> all($2::uuid[]))
           or exists (select from people p where p.user_id = u.id and p.project_id <> all($2::uuid[])) as "isElsewhere"
       from unnest($1::uuid[]) u (id)`,
      [userIds, projectIds],
    );
  }
}
