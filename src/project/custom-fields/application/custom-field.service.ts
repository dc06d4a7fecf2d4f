import { Injectable } from '@nestjs/common';
import { Events, previousOf } from '../../../shared/events.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { FieldHasValues, FieldInUse, FieldNotFound } from '../domain/custom-field.errors.js';
import { CustomFieldRepository } from '../domain/custom-field.repository.js';
import { type CustomFieldChanges, type CustomFieldRecord, CustomFields } from '../domain/custom-field.js';
import { DeclaredFields } from './declared-fields.js';
import type { FieldUse } from './field-use.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectGrant } from '../../access/application/project-grant.js';
import { CustomFieldQueries } from './custom-field.queries.js';

/** Reads and changes the fields that a project adds to its feedback. */
@Injectable()
export class CustomFieldService {
  private use: FieldUse = { isUsed: () => Promise.resolve(false), clear: () => Promise.resolve() };

  constructor(
    private readonly fields: CustomFieldRepository,
    private readonly queries: CustomFieldQueries,
    private readonly declared: DeclaredFields,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  registerUse(use: FieldUse): void {
    this.use = use;
  }

  /** Returns the fields that the caller can see, in their order. */
  async list(grant: ProjectGrant): Promise<CustomFieldRecord[]> {
    grant.authorize(permissions.read);
    return this.queries.list(grant.reader);
  }

  /** @throws FieldNotFound, also when the caller cannot see it */
  async read(grant: ProjectGrant, key: string): Promise<Versioned<CustomFieldRecord>> {
    grant.authorize(permissions.read);
    const field = await this.queries.find(grant.reader, key);
    if (!field) throw new FieldNotFound();
    return field;
  }

  /**
   * Returns the fields that the caller can see. They stay as they are until the current unit of work ends, which stores
   * values.
   */
  async share(grant: ProjectGrant): Promise<CustomFieldRecord[]> {
    grant.authorize(permissions.read);
    const fields = await this.fields.share(grant.projectId);
    return fields.filter(({ key }) => !grant.fields.hidden.includes(key));
  }

  /**
   * Creates or changes a field.
   *
   * @throws PreconditionFailed, TooManyFields, FieldManagedElsewhere; FieldInUse when feedback has values that would not be valid any more;
   * InvalidInput when a value violates a rule
   */
  async put(
    grant: ProjectGrant,
    key: string,
    changes: CustomFieldChanges,
    precondition: Precondition = null,
  ): Promise<{ field: CustomFieldRecord; created: boolean }> {
    grant.authorize(permissions.putField);
    this.declared.expectOwn(key);
    return this.unitOfWork.run(async () => {
      const fields = await this.fields.load(grant.projectId);
      if (precondition) expectVersion(precondition, await this.queries.find(grant.reader, key));
      const before = fields.has(key) ? fields.get(key) : null;
      const field = fields.put(key, changes);
      if (before) await this.expectValidValues(grant, before, field);
      await this.fields.save(grant.projectId, field);
      const previous = before ? previousOf(before, field) : {};
      if (previous) {
        await this.events.record(grant.event(before ? 'field.updated' : 'field.created', field, previous));
      }
      return { field, created: before === null };
    });
  }

  /**
   * Deletes a field. Its values are removed first, in several units of work, so that others are not held up; whoever is
   * interrupted calls this again.
   *
   * @throws FieldNotFound, PreconditionFailed, FieldManagedElsewhere
   */
  async remove(grant: ProjectGrant, key: string, precondition: Precondition = null): Promise<void> {
    grant.authorize(permissions.deleteField);
    this.declared.expectOwn(key);
    const { projectId } = grant;
    if (precondition) expectVersion(precondition, await this.queries.find(grant.reader, key));
    CustomFields.restore(projectId, await this.queries.list(grant.reader)).get(key);
    for (;;) {
      await this.use.clear(grant, key);
      try {
        return await this.removeUnused(grant, key);
      } catch (error) {
        // Feedback has got a value in the meantime.
        if (!(error instanceof FieldHasValues)) throw error;
      }
    }
  }

  private async removeUnused(grant: ProjectGrant, key: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const removed = (await this.fields.load(grant.projectId)).remove(key);
      await this.fields.remove(grant.projectId, key);
      await this.events.record(grant.event('field.deleted', removed));
    });
  }

  /**
   * Checks, in the current unit of work, that all values of a field are valid after a change of its definition.
   *
   * @throws FieldInUse
   */
  async expectValidValues(
    grant: ProjectGrant,
    before: CustomFieldRecord,
    after: CustomFieldRecord,
  ): Promise<void> {
    grant.authorize(permissions.putField);
    const { projectId } = grant;
    const isRetyped = before.type !== after.type;
    const removed = before.options.filter((option) => !after.options.includes(option));
    if (!isRetyped && removed.length === 0) return;
    await this.fields.lockValues(projectId, before.key);
    if (isRetyped && (await this.use.isUsed(projectId, before.key))) throw new FieldInUse('/type');
    if (!isRetyped && (await this.use.isUsed(projectId, before.key, removed)))
      throw new FieldInUse('/options');
  }
}
