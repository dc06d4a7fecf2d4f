import { Injectable } from '@nestjs/common';
import { externalIdRules } from '../../../identity/index.js';
import { Clock } from '../../../shared/clock.js';
import { Events, previousOf } from '../../../shared/events.js';
import {
  expectVersion,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../../shared/records.js';
import { check, firstViolation } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { CompanyNotFound } from '../domain/company.errors.js';
import { CompanyRepository } from '../domain/company.repository.js';
import {
  Company,
  type CompanyChanges,
  type CompanyRecord,
  type CompanySort,
  notInPrevious,
} from '../domain/company.js';
import { ProjectContentsOfModules } from '../../application/project-contents.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { CompanyQueries } from './company.queries.js';

/** Manages the companies of a project by the ids that they have in the team's own system. */
@Injectable()
export class CompanyService {
  constructor(
    private readonly companies: CompanyRepository,
    private readonly queries: CompanyQueries,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly contents: ProjectContentsOfModules,
  ) {}

  /**
   * Creates or updates a company.
   *
   * @throws PreconditionFailed; InvalidInput when a value violates a rule
   */
  async put(
    access: ProjectAccess,
    externalId: string,
    changes: CompanyChanges,
    precondition: Precondition = null,
  ): Promise<{ company: Versioned<CompanyRecord>; created: boolean }> {
    access.authorize(permissions.putCompany);
    check({ externalId }, { externalId: externalIdRules });
    return this.unitOfWork.run(async () => {
      const loaded = await this.companies.load(access.projectId, externalId);
      expectVersion(precondition, loaded?.before ?? null);
      if (loaded) {
        loaded.aggregate.update(changes);
        return { company: await this.save(access, loaded.aggregate, loaded.before), created: false };
      }
      const added = Company.create(access.projectId, externalId, changes);
      const company = await this.companies.add(added, this.clock.now());
      await this.events.record(access.event('company.created', company.record));
      return { company, created: true };
    });
  }

  /**
   * Returns a page of the companies.
   *
   * @param filter `name` selects those whose name contains it
   */
  async list(
    access: ProjectAccess,
    filter: { readonly name?: string | undefined },
    sort: CompanySort,
    page: PageRequest,
  ): Promise<Page<CompanyRecord>> {
    access.authorize(permissions.readCompanies);
    return this.queries.list(access.projectId, filter, sort, page);
  }

  /** @throws CompanyNotFound */
  async read(access: ProjectAccess, externalId: string): Promise<Versioned<CompanyRecord>> {
    access.authorize(permissions.readCompanies);
    const company = isExternalId(externalId) && (await this.queries.find(access.projectId, externalId));
    if (!company) throw new CompanyNotFound();
    return company;
  }

  /**
   * Deletes a company. Its people belong to none then.
   *
   * @throws CompanyNotFound, PreconditionFailed
   */
  async remove(access: ProjectAccess, externalId: string, precondition: Precondition = null): Promise<void> {
    access.authorize(permissions.deleteCompany);
    if (!isExternalId(externalId)) throw new CompanyNotFound();
    await this.unitOfWork.run(async () => {
      const loaded = await this.companies.load(access.projectId, externalId);
      if (!loaded) throw new CompanyNotFound();
      const { aggregate, before } = loaded;
      expectVersion(precondition, before);
      await this.notifyChanged(aggregate);
      await this.companies.remove(aggregate);
      await this.events.record(access.event('company.deleted', before.record));
    });
  }

  /** Notifies what is computed from companies that a user begins or ceases to belong to one, in the current unit of work. */
  async userMoved(userId: string): Promise<void> {
    for (const contents of this.contents.all()) await contents.userMoved(userId);
  }

  /**
   * Stores the changes of a company without events, in the current unit of work.
   */
  async store(company: Company, before: CompanyRecord): Promise<Versioned<CompanyRecord>> {
    const after = await this.companies.save(company, this.clock.now());
    if (company.revenue !== before.revenue) await this.notifyChanged(company);
    return after;
  }

  private async notifyChanged({ projectId, externalId }: Company): Promise<void> {
    for (const contents of this.contents.all()) await contents.companyChanged(projectId, externalId);
  }

  private async save(
    access: ProjectAccess,
    company: Company,
    before: Versioned<CompanyRecord>,
  ): Promise<Versioned<CompanyRecord>> {
    if (!company.differsFrom(before.record)) return before;
    const after = await this.store(company, before.record);
    const previous = previousOf(before.record, after.record, notInPrevious);
    if (previous) await this.events.record(access.event('company.updated', after.record, previous));
    return after;
  }
}

/** PostgreSQL cannot store other texts. */
function isExternalId(text: string): boolean {
  return firstViolation(externalIdRules, text) === undefined;
}
