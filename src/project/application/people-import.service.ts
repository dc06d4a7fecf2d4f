import { Injectable } from '@nestjs/common';
import { externalIdRules, UserService } from '../../identity/index.js';
import type { ImportFailure, ImportMode, ImportOutcome } from '../../shared/imports.js';
import { firstError, type JsonObject, parseTimestamp, text, timestamp } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { CompanyRepository } from '../domain/company.repository.js';
import { Company, type CompanyChanges } from '../domain/company.js';
import { PersonRepository } from '../domain/person.repository.js';
import { CompanyService } from './company.service.js';
import { importOutcome } from './import-outcome.js';
import type { ProjectGrant } from './project-grant.js';
import { userNotFound } from './project-import.service.js';
import { permissions } from './permissions.js';

/** A company of a project elsewhere. It is invalid if a value is missing. */
export interface CompanyToImport {
  readonly id: string | undefined;
  readonly name: string;
  readonly revenue: number;
  readonly metadata: JsonObject;
  readonly createdAt: string | undefined;
}

/** An external id of a project elsewhere. It is invalid if a value is missing. */
export interface ExternalIdToImport {
  readonly id: string | undefined;
  /** Null if the user is not stored yet, in a dry run. */
  readonly userId: string | null;
  /** External id of the company that the user belongs to, which is known; unchanged if omitted. */
  readonly company?: string | undefined;
  readonly createdAt: string | undefined;
}

/** Stores the companies and the external ids of people of a project that was exported elsewhere. */
@Injectable()
export class PeopleImportService {
  constructor(
    private readonly companies: CompanyRepository,
    private readonly people: PersonRepository,
    private readonly companyService: CompanyService,
    private readonly users: UserService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Creates or changes a company. */
  async importCompany(
    grant: ProjectGrant,
    { id = '', createdAt = '', ...changes }: CompanyToImport,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize(permissions.importCompany);
    const error = firstError({ id, createdAt }, { id: externalIdRules, createdAt: timestamp });
    if (error) return error;
    return this.unitOfWork.run(async () => {
      const loaded = await this.companies.load(grant.projectId, id);
      const company = loaded?.aggregate ?? Company.create(grant.projectId, id, {});
      return importOutcome(mode, loaded && valuesOf(company), {
        change: () => {
          company.update(changes);
          return valuesOf(company);
        },
        save: () =>
          loaded
            ? this.companyService.store(company, loaded.before.record)
            : this.companies.add(company, parseTimestamp(createdAt)!),
        notify: () => this.companyService.put(grant, id, changes),
      });
    });
  }

  /** Returns those of the external ids that companies of the project have. */
  async knownCompanies(projectId: string, ids: readonly string[]): Promise<string[]> {
    return this.companies.known(
      projectId,
      ids.filter((id) => !firstError({ id }, { id: externalIdRules })),
    );
  }

  /** Adds an external id of a user, who stays unchanged. An external id of another user is never transferred. */
  async importExternalId(
    grant: ProjectGrant,
    { id = '', userId, company, createdAt = '' }: ExternalIdToImport,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize(permissions.importExternalId);
    const error = firstError({ id, company, createdAt }, externalIdToImportRules);
    if (error) return error;
    const { projectId } = grant;
    return this.unitOfWork.run(async () => {
      const known = (await this.people.load(projectId, id))?.record;
      if (known && known.user.id !== userId) return externalIdTaken;
      const isMoved = company !== undefined && company !== (known?.company ?? '');
      if (known && !isMoved) return 'skipped';
      if (userId !== null && !(await this.users.isKnown(userId))) return userNotFound;
      if (userId !== null && !mode.dryRun) {
        const person = { projectId, externalId: id, userId, company: company ?? '' };
        if (known) await this.people.save(person, new Date(known.updated_at));
        else await this.people.add(person, parseTimestamp(createdAt)!);
        if (isMoved) await this.companyService.userMoved(userId);
      }
      return known ? 'updated' : 'created';
    });
  }
}

const externalIdToImportRules = {
  id: externalIdRules,
  company: text({ max: 200 }),
  createdAt: timestamp,
};

function valuesOf({ name, revenue, metadata }: Company): Required<CompanyChanges> {
  return { name, revenue, metadata };
}

/** An external id in a file that another user has. */
export const externalIdTaken: ImportFailure = {
  code: 'external_id_taken',
  detail: 'The external id belongs to another user.',
};

/** The company of an external id in a file. */
export const unknownCompany: ImportFailure = {
  code: 'unknown_company',
  detail: 'The company of the external id was not imported.',
};
