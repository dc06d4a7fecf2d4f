import { Injectable } from '@nestjs/common';
import {
  type CustomFieldRecord,
  CustomFieldService,
  isRequired,
  isSetByContributors,
  type ProjectAccess,
  storedValues,
  valueErrors,
} from '../../../project/index.js';
import { InvalidInput, pointerTo } from '../../../shared/domain-error.js';
import type { JsonObject } from '../../../shared/rules.js';
import type { Feedback } from '../domain/feedback.js';

/** Sets the values that feedback has of the fields of its project. */
@Injectable()
export class FieldValues {
  constructor(private readonly definitions: CustomFieldService) {}

  /**
   * Sets the values of new feedback. Contributors must set the required ones.
   *
   * @throws InvalidInput when a value violates a rule or is missing; InsufficientRole
   */
  async setFirst(access: ProjectAccess, feedback: Feedback, values: JsonObject = {}): Promise<void> {
    if (!access.fields.required && Object.keys(values).length === 0) return;
    const fields = await this.definitions.share(access);
    const missing = access.fields.required ? fields.filter(isRequired) : [];
    this.set(
      access,
      feedback,
      { ...Object.fromEntries(missing.map(({ key }) => [key, null])), ...values },
      fields,
    );
  }

  /**
   * Changes values: omitted ones stay unchanged, and `null` removes one. Contributors cannot remove required ones. Returns
   * the feedback that has other values now.
   *
   * @throws InvalidInput when a value violates a rule; InsufficientRole
   */
  async change(
    access: ProjectAccess,
    feedback: readonly Feedback[],
    values: JsonObject = {},
  ): Promise<ReadonlySet<Feedback>> {
    if (Object.keys(values).length === 0) return new Set();
    const fields = await this.definitions.share(access);
    return new Set(feedback.filter((each) => this.set(access, each, values, fields)));
  }

  /** Returns whether any value changed. */
  private set(
    access: ProjectAccess,
    feedback: Feedback,
    values: JsonObject,
    fields: readonly CustomFieldRecord[],
  ): boolean {
    const errors = valueErrors(fields, values);
    if (!access.has('editor')) {
      const missing = fields.filter((field) => isRequired(field) && values[field.key] === null);
      errors.push(...missing.map(({ key }) => isMissing(key)));
    }
    if (errors.length > 0) throw new InvalidInput(errors);
    const changed = feedback.changeFields(storedValues(fields, values));
    for (const field of fields.filter(({ key }) => changed.includes(key))) {
      if (isSetByContributors(field)) continue;
      access.require('editor', `Setting the field ${field.key}`, `/fields${pointerTo(field.key)}`);
    }
    return changed.length > 0;
  }
}

function isMissing(key: string) {
  return { pointer: `/fields${pointerTo(key)}`, code: 'required', detail: 'The field is required.' };
}
