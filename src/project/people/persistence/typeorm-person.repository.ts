import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { UserNotFound } from '../../../identity/index.js';
import { Sql, translateConstraints, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import type { Versioned } from '../../../shared/records.js';
import { UnknownCompany } from '../../companies/domain/company.errors.js';
import { PersonRepository, type UserPresence } from '../domain/person.repository.js';
import type { ChangedPerson, Person, PersonRecord } from '../domain/person.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { onePerson, PersonEntity } from './person.entity.js';

const lockId = `select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2::text, 0))`;

@Injectable()
export class TypeormPersonRepository extends PersonRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async load(projectId: string, externalId: string): Promise<Versioned<PersonRecord> | null> {
    await this.unitOfWork.manager.query(lockId, [projectId, externalId]);
    return this.sql.record<PersonRecord>(onePerson, [projectId, externalId]);
  }

  override async findUserId(projectId: string, externalId: string): Promise<string | null> {
    const person = await this.people.findOneBy({ projectId, externalId });
    return person?.userId ?? null;
  }

  override async add(person: Person, now: Date): Promise<Versioned<PersonRecord>> {
    const { projectId, externalId, userId, company } = person;
    const times = { createdAt: now, updatedAt: now };
    await this.people
      .insert({ projectId, externalId, userId, company: company || null, ...times })
      .catch(translate);
    return this.recordOf(person);
  }

  override async save(person: ChangedPerson, now: Date): Promise<Versioned<PersonRecord>> {
    const { projectId, externalId, company } = person;
    const moved = company === undefined ? {} : { company: company || null };
    await this.people.update({ projectId, externalId }, { ...moved, updatedAt: now }).catch(translate);
    return this.recordOf(person);
  }

  override async remove(projectId: string, externalId: string): Promise<void> {
    await this.people.delete({ projectId, externalId });
  }

  override async removeAllOf(userId: string): Promise<void> {
    await this.people.delete({ userId });
  }

  override async isKnownElsewhere(userId: string, projectId: string): Promise<boolean> {
    const found = await this.sql.row(
      `select 1 as found where exists (select from members where user_id = $1)
         or exists (select from people where user_id = $1 and project_id <> $2)`,
      [userId, projectId],
    );
    return found !== null;
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

  private async recordOf({ projectId, externalId }: ChangedPerson): Promise<Versioned<PersonRecord>> {
    return (await this.sql.record<PersonRecord>(onePerson, [projectId, externalId]))!;
  }

  private get people(): Repository<PersonEntity> {
    return this.unitOfWork.manager.getRepository(PersonEntity);
  }
}

const translate = translateConstraints({
  people_user_id_fkey: UserNotFound,
  people_project_id_fkey: ProjectNotFound,
  people_company_fkey: UnknownCompany,
});
