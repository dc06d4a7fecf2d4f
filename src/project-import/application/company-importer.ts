import { Injectable } from '@nestjs/common';
import { PeopleImportService } from '../../project/index.js';
import type { ImportOutcome } from '../../shared/imports.js';
import { keyText } from './feedback-reader.js';
import type { ImportBatch } from './import-batch.js';
import type { ImportContext } from './import-context.js';
import { ImportReferences } from './import-references.js';

/** Imports the companies of the people of a project. */
@Injectable()
export class CompanyImporter {
  constructor(
    private readonly people: PeopleImportService,
    private readonly references: ImportReferences,
  ) {}

  async import(context: ImportContext, batch: ImportBatch): Promise<void> {
    const companies = batch.of('company');
    const outcomes: ImportOutcome[] = [];
    for (const { record } of companies) {
      const { id, name, revenue, metadata = {}, created_at: createdAt } = record;
      const values = { id, name, revenue, metadata, createdAt };
      outcomes.push(await this.people.importCompany(context.grant, values, context.mode));
    }
    const ids = companies.map(({ record }) => keyText(record.id));
    batch.countAll(companies, await this.references.plan(context, 'company', ids, outcomes));
  }
}
