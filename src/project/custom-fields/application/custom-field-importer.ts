import { Injectable } from '@nestjs/common';
import { type ImportOutcome, type ImportResult, keyText, ownSource } from '../../../shared/imports.js';
import type { PortableField } from '../../../shared/portable-records.js';
import { CustomFieldRepository } from '../domain/custom-field.repository.js';
import { CustomFieldService } from './custom-field.service.js';
import { DeclaredFields } from './declared-fields.js';
import { importOutcome } from '../../importing/application/import-outcome.js';
import { permissions } from '../../access/application/permissions.js';
import {
  importEach,
  type ImportRun,
  type Known,
  type RecordImporter,
} from '../../importing/application/record-importer.js';

/** Imports the definitions of fields. */
@Injectable()
export class CustomFieldImporter implements RecordImporter<PortableField> {
  constructor(
    private readonly fields: CustomFieldRepository,
    private readonly service: CustomFieldService,
    private readonly declared: DeclaredFields,
  ) {}

  async import(
    run: ImportRun,
    records: readonly PortableField[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    return importEach(records, (record, index) => this.importField(run, record, known[index]));
  }

  /**
   * Creates or changes a field. A change that stored values would not fit is a failure. Fields that the application around the
   * service declares are skipped. A file of another tool changes the type and options of a field that the project has, so that
   * its values fit, and nothing else: who sees and sets it is decided here.
   */
  private async importField(
    { access, mode }: ImportRun,
    record: PortableField,
    known: Known,
  ): Promise<ImportOutcome | ImportResult> {
    access.authorize(permissions.importSettings);
    const { name, type, options, required, set_by: setBy, visible_to: visibleTo, position } = record;
    const key = keyText(record.key);
    if (this.declared.has(key)) return 'skipped';
    const fields = await this.fields.load(access.projectId);
    const before = fields.find(key);
    const values = { name, type, options, required, setBy, visibleTo, position };
    const isOwn = mode.source === ownSource;
    const changes = before && !isOwn ? { type, options } : values;
    return importOutcome(
      mode,
      known,
      isOwn ? record : { type, options },
      before,
      {
        change: () => fields.put(key, changes),
        check: async (field) => {
          if (before) await this.service.expectValidValues(access, before, field);
        },
        save: (field) => this.fields.save(access.projectId, field),
        notify: () => this.service.put(access, key, changes),
      },
      (field) => (isOwn ? field : { type: field.type, options: field.options }),
    );
  }
}
