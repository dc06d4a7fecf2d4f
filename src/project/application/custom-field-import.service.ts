import { Injectable } from '@nestjs/common';
import { type ImportMode, type ImportOutcome, ownSource } from '../../shared/imports.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { CustomFieldRepository } from '../domain/custom-field.repository.js';
import type { CustomFieldChanges } from '../domain/custom-field.js';
import { CustomFieldService } from './custom-field.service.js';
import { DeclaredFields } from './declared-fields.js';
import { importOutcome } from './import-outcome.js';
import { permissions } from './permissions.js';
import type { ProjectGrant } from './project-grant.js';

/** Stores the definitions of fields of a project that was exported elsewhere. */
@Injectable()
export class CustomFieldImportService {
  constructor(
    private readonly fields: CustomFieldRepository,
    private readonly service: CustomFieldService,
    private readonly declared: DeclaredFields,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Creates or changes a field. A change that stored values would not fit is a failure. Fields that the application around the
   * service declares are skipped. A file of another tool changes the type and options of a field that the project has, so that
   * its values fit, and nothing else: who sees and sets it is decided here.
   */
  async import(
    grant: ProjectGrant,
    key: string,
    values: CustomFieldChanges,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize(permissions.importSettings);
    if (this.declared.has(key)) return 'skipped';
    return this.unitOfWork.run(async () => {
      const fields = await this.fields.load(grant.projectId);
      const before = fields.has(key) ? fields.get(key) : null;
      const { type, options } = values;
      const changes = before && mode.source !== ownSource ? { type, options } : values;
      return importOutcome(mode, before, {
        change: () => fields.put(key, changes),
        save: async (field) => {
          if (before) await this.service.expectValidValues(grant, before, field);
          await this.fields.save(grant.projectId, field);
        },
        notify: () => this.service.put(grant, key, changes),
      });
    });
  }
}
