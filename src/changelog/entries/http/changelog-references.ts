import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ReferenceCheck } from '../../../platform/input/index.js';
import { type ProjectAccess, TagReferences } from '../../../project/index.js';
import type { FieldError } from '../../../shared/domain-error.js';

/** Finds the unknown tags of a body that has other errors. In a body without other errors, the use cases find them. */
@Injectable()
export class ChangelogReferences implements ReferenceCheck {
  constructor(private readonly tags: TagReferences) {}

  async errorsIn(body: object, { access }: Request & { access?: ProjectAccess }): Promise<FieldError[]> {
    const { tags } = body as { tags?: unknown };
    return access ? [...(await this.tags.errorsIn(tags, access.projectId))] : [];
  }
}
