import { Injectable } from '@nestjs/common';
import { externalIdRules } from '../../../identity/index.js';
import type { ImportOutcome, ImportResult } from '../../../shared/imports.js';
import type { PortableCompany } from '../../../shared/portable-records.js';
import { firstError, parseTimestamp, timestamp } from '../../../shared/rules.js';
import { CompanyRepository } from '../domain/company.repository.js';
import { Company, type CompanyChanges } from '../domain/company.js';
import { CompanyService } from './company.service.js';
import { importOutcome } from '../../importing/application/import-outcome.js';
import { permissions } from '../../access/application/permissions.js';
import {
  importEach,
  type ImportRun,
  type Known,
  type RecordImporter,
} from '../../importing/application/record-importer.js';

const rules = { id: externalIdRules, created_at: timestamp };

/** Imports the companies of a project. */
@Injectable()
export class CompanyImporter implements RecordImporter<PortableCompany> {
  constructor(
    private readonly companies: CompanyRepository,
    private readonly companyService: CompanyService,
  ) {}

  async import(
    run: ImportRun,
    records: readonly PortableCompany[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    return importEach(records, (record, index) => this.importCompany(run, record, known[index]));
  }

  /** Creates or changes a company. */
  private async importCompany(
    { access, mode }: ImportRun,
    record: PortableCompany,
    known: Known,
  ): Promise<ImportOutcome | ImportResult> {
    const { id = '', name, revenue, created_at = '' } = record;
    const { metadata = mode.isComplete ? {} : undefined } = record;
    access.authorize(permissions.importCompany);
    const error = firstError({ id, created_at }, rules);
    if (error) return error;
    const changes = { name, revenue, metadata };
    const loaded = await this.companies.load(access.projectId, id);
    const company = loaded?.aggregate ?? Company.create(access.projectId, id, {});
    return importOutcome(mode, known, record, loaded && valuesOf(company), {
      change: () => {
        company.update(changes);
        return valuesOf(company);
      },
      save: () =>
        loaded
          ? this.companyService.store(company, loaded.before.record)
          : this.companies.add(company, parseTimestamp(created_at)!),
      notify: () => this.companyService.put(access, id, changes),
    });
  }

  /** Returns the given external ids that companies of the project have. */
  async idsOf({ access }: ImportRun, ids: readonly string[]): Promise<string[]> {
    const valid = ids.filter((id) => !firstError({ id }, rules));
    return this.companies.known(access.projectId, valid);
  }
}

function valuesOf({ name, revenue, metadata }: Company): Required<CompanyChanges> {
  return { name, revenue, metadata };
}
