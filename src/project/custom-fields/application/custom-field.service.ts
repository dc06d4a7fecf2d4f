import { Injectable } from '@nestjs/common';
import { Events, previousOf } from '../../../shared/events.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { FieldHasValues, FieldInUse, FieldNotFound } from '../domain/custom-field.errors.js';
import { CustomFieldRepository } from '../domain/custom-field.repository.js';
import { type CustomFieldChanges, type CustomFieldRecord, CustomFields } from '../domain/custom-field.js';
import { DeclaredFields } from './declared-fields.js';
import { ProjectContentsOfModules } from '../../application/project-contents.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { CustomFieldQueries } from './custom-field.queries.js';

/** Reads and changes the fields that a project adds to its feedback. */
@Injectable()
export class CustomFieldService {
  constructor(
    private readonly fields: CustomFieldRepository,
    private readonly queries: CustomFieldQueries,
    private readonly declared: DeclaredFields,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly contents: ProjectContentsOfModules,
  ) {}

  /** Returns the fields that the caller can see, in their order. */
  async list(access: ProjectAccess): Promise<CustomFieldRecord[]> {
    access.authorize(permissions.read);
    return this.queries.list(access.reader);
  }

  /** @throws FieldNotFound, also when the caller cannot see it */
  async read(access: ProjectAccess, key: string): Promise<Versioned<CustomFieldRecord>> {
    access.authorize(permissions.read);
    const field = await this.queries.find(access.reader, key);
    if (!field) throw new FieldNotFound();
    return field;
  }

  /**
   * Returns the fields that the caller can see. They stay as they are until the current unit of work ends, which stores
   * values.
   */
  async share(access: ProjectAccess): Promise<CustomFieldRecord[]> {
    access.authorize(permissions.read);
    const fields = await this.fields.share(access.projectId);
    return fields.filter(({ key }) => !access.fields.hidden.includes(key));
  }

  /**
   * Creates or changes a field.
   *
   * @throws PreconditionFailed, TooManyFields, FieldManagedElsewhere; FieldInUse when feedback has values that would not be valid any more;
   * InvalidInput when a value violates a rule
   */
  async put(
    access: ProjectAccess,
    key: string,
    changes: CustomFieldChanges,
    precondition: Precondition = null,
  ): Promise<{ field: CustomFieldRecord; created: boolean }> {
    access.authorize(permissions.putField);
    this.declared.expectOwn(key);
    return this.unitOfWork.run(async () => {
      const fields = await this.fields.load(access.projectId);
      if (precondition) expectVersion(precondition, await this.queries.find(access.reader, key));
      const before = fields.find(key);
      const field = fields.put(key, changes);
      if (before) await this.expectValidValues(access, before, field);
      await this.fields.save(access.projectId, field);
      const previous = before ? previousOf(before, field) : {};
      if (previous) {
        await this.events.record(access.event(before ? 'field.updated' : 'field.created', field, previous));
      }
      return { field, created: before === null };
    });
  }

  /**
   * Deletes a field. Its values are removed first, in several short units of work. Safe to repeat after an interruption.
   *
   * @throws FieldNotFound, PreconditionFailed, FieldManagedElsewhere
   */
  async remove(access: ProjectAccess, key: string, precondition: Precondition = null): Promise<void> {
    access.authorize(permissions.deleteField);
    this.declared.expectOwn(key);
    if (precondition) expectVersion(precondition, await this.queries.find(access.reader, key));
    new CustomFields(await this.queries.list(access.reader)).get(key);
    for (;;) {
      for (const contents of this.contents.all()) await contents.clearField(access, key);
      try {
        return await this.removeUnused(access, key, precondition);
      } catch (error) {
        // Feedback has got a value in the meantime.
        if (!(error instanceof FieldHasValues)) throw error;
      }
    }
  }

  private async removeUnused(access: ProjectAccess, key: string, precondition: Precondition): Promise<void> {
    await this.unitOfWork.run(async () => {
      const fields = await this.fields.load(access.projectId);
      if (precondition) expectVersion(precondition, await this.queries.find(access.reader, key));
      const removed = fields.remove(key);
      await this.fields.remove(access.projectId, key);
      await this.events.record(access.event('field.deleted', removed));
    });
  }

  /**
   * Checks, in the current unit of work, that all values of a field are valid after a change of its definition.
   *
   * @throws FieldInUse
   */
  async expectValidValues(
    access: ProjectAccess,
    before: CustomFieldRecord,
    after: CustomFieldRecord,
  ): Promise<void> {
    access.authorize(permissions.putField);
    const { projectId } = access;
    const isRetyped = before.type !== after.type;
    const removed = before.options.filter((option) => !after.options.includes(option));
    if (!isRetyped && removed.length === 0) return;
    await this.fields.lockValues(projectId, before.key);
    const options = isRetyped ? undefined : removed;
    const isUsed = await this.contents.some((each) => each.hasField(projectId, before.key, options));
    if (isUsed) throw new FieldInUse(isRetyped ? '/type' : '/options');
  }
}
