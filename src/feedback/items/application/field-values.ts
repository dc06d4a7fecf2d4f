import { Injectable } from '@nestjs/common';
import {
  CustomFieldService,
  type ProjectAccess,
  setFieldValues,
  setFirstFieldValues,
} from '../../../project/index.js';
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
    setFirstFieldValues(access, (given) => feedback.changeFields(given), fields, values);
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
    return new Set(
      feedback.filter((each) => setFieldValues(access, (given) => each.changeFields(given), fields, values)),
    );
  }
}
