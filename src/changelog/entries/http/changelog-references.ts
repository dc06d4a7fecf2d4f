import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ReferenceCheck } from '../../../platform/input/index.js';
import { type ProjectAccess, TagReferences, valueErrors } from '../../../project/index.js';
import type { FieldError } from '../../../shared/domain-error.js';
import { fieldValuesRules } from '../../../shared/field-values.js';
import { firstViolation, type JsonObject } from '../../../shared/rules.js';
import { ChangelogFields } from '../application/changelog-fields.js';

/** Finds the unknown tags and invalid fields of a body that has other errors. In a body without other errors, the use cases find them. */
@Injectable()
export class ChangelogReferences implements ReferenceCheck {
  constructor(
    private readonly tags: TagReferences,
    private readonly fields: ChangelogFields,
  ) {}

  async errorsIn(body: object, { access }: Request & { access?: ProjectAccess }): Promise<FieldError[]> {
    if (!access) return [];
    const { tags, fields } = body as { tags?: unknown; fields?: unknown };
    const errors = [...(await this.tags.errorsIn(tags, access.projectId))];
    // The rules of the field report every other value.
    if (fields === undefined || firstViolation(fieldValuesRules, fields)) return errors;
    return [...errors, ...valueErrors(this.fields.visibleTo(access.has('editor')), fields as JsonObject)];
  }
}
