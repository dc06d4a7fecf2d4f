import { Injectable } from '@nestjs/common';
import { externalIdRules, UserService } from '../../../identity/index.js';
import type { ImportFailure, ImportOutcome, ImportResult } from '../../../shared/imports.js';
import type { PortableExternalId } from '../../../shared/portable-records.js';
import { firstError, parseTimestamp, text, timestamp } from '../../../shared/rules.js';
import { PersonRepository } from '../domain/person.repository.js';
import { CompanyService } from '../../companies/application/company.service.js';
import { permissions } from '../../access/application/permissions.js';
import {
  importEach,
  type ImportRun,
  type Known,
  type RecordImporter,
  unchanged,
  userDeleted,
} from '../../importing/application/record-importer.js';

const rules = { id: externalIdRules, company: text({ max: 200 }), created_at: timestamp };

/** Imports the external ids of the people of a project. */
@Injectable()
export class ExternalIdImporter implements RecordImporter<PortableExternalId> {
  constructor(
    private readonly people: PersonRepository,
    private readonly companies: CompanyService,
    private readonly users: UserService,
  ) {}

  async import(
    run: ImportRun,
    records: readonly PortableExternalId[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    return importEach(records, (record, index) => this.importExternalId(run, record, known[index]));
  }

  /** Adds an external id of a user, who stays unchanged. An external id of another user is never transferred. */
  private async importExternalId(
    { access }: ImportRun,
    record: PortableExternalId,
    imported: Known,
  ): Promise<ImportOutcome | ImportResult> {
    const { id = '', person: userId, company, created_at = '' } = record;
    access.authorize(permissions.importExternalId);
    const error = firstError({ id, company, created_at }, rules);
    if (error) return error;
    const { projectId } = access;
    const known = (await this.people.load(projectId, id))?.record;
    if (known && known.user.id !== userId) return externalIdTaken;
    const kept = unchanged(imported, record, known ? { company: known.company } : null);
    if (kept) return kept;
    const stored = { company: company ?? known?.company ?? '' };
    const isMoved = stored.company !== (known?.company ?? '');
    if (known && !isMoved) return { outcome: 'skipped', stored };
    if (!(await this.users.isKnown(userId))) return userDeleted;
    const person = { projectId, externalId: id, userId, ...stored };
    if (known) await this.people.save(person, new Date(known.updated_at));
    else await this.people.add(person, parseTimestamp(created_at)!);
    if (isMoved) await this.companies.userMoved(userId);
    return { outcome: known ? 'updated' : 'created', stored };
  }
}

/** An external id in a file that another user has. */
const externalIdTaken: ImportFailure = {
  code: 'external_id_taken',
  detail: 'The external id belongs to another user.',
};
