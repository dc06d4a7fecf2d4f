import { Injectable } from '@nestjs/common';
import { Any, type Repository } from 'typeorm';
import { Sql, translateConstraints, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { CompanyRepository } from '../domain/company.repository.js';
import type { Company, CompanyRecord } from '../domain/company.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { oneCompany, CompanyEntity, companyValues, toCompany } from './company.entity.js';

const lockId = `select pg_advisory_xact_lock(hashtextextended('company ' || $1::text || ' ' || $2::text, 0))`;

@Injectable()
export class TypeormCompanyRepository extends CompanyRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async load(projectId: string, externalId: string): Promise<Locked<Company, CompanyRecord> | null> {
    await this.unitOfWork.manager.query(lockId, [projectId, externalId]);
    // Conflicts with the lock that the foreign key of people takes.
    const entity = await this.companies.findOne({
      where: { projectId, externalId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!entity) return null;
    return { aggregate: toCompany(entity), before: await this.recordOf(projectId, externalId) };
  }

  override async known(projectId: string, externalIds: readonly string[]): Promise<string[]> {
    const companies = await this.companies.findBy({ projectId, externalId: Any(externalIds) });
    return companies.map(({ externalId }) => externalId);
  }

  override async add(company: Company, now: Date): Promise<Versioned<CompanyRecord>> {
    const { projectId, externalId } = company;
    const times = { createdAt: now, updatedAt: now };
    await this.companies
      .insert({ projectId, externalId, ...companyValues(company), ...times })
      .catch(translateConstraints({ companies_project_id_fkey: ProjectNotFound }));
    return this.recordOf(projectId, externalId);
  }

  override async save(company: Company, now: Date): Promise<Versioned<CompanyRecord>> {
    const { projectId, externalId } = company;
    await this.companies.update({ projectId, externalId }, { ...companyValues(company), updatedAt: now });
    return this.recordOf(projectId, externalId);
  }

  override async remove({ projectId, externalId }: Company): Promise<void> {
    await this.companies.delete({ projectId, externalId });
  }

  private async recordOf(projectId: string, externalId: string): Promise<Versioned<CompanyRecord>> {
    return (await this.sql.record<CompanyRecord>(oneCompany, [projectId, externalId]))!;
  }

  private get companies(): Repository<CompanyEntity> {
    return this.unitOfWork.manager.getRepository(CompanyEntity);
  }
}
