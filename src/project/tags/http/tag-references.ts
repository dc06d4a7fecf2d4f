import { Injectable } from '@nestjs/common';
import type { FieldError } from '../../../shared/domain-error.js';
import { firstViolation } from '../../../shared/rules.js';
import { TagQueries } from '../application/tag.queries.js';
import { UnknownTags } from '../domain/tag.errors.js';
import { tagKey, tagRules } from '../domain/tag.js';
import { nameOf } from './tag.dto.js';

/** Finds the unknown tags of a body that has other errors. */
@Injectable()
export class TagReferences {
  constructor(private readonly queries: TagQueries) {}

  /**
   * @param references tags of the body as they were sent, valid or not
   * @param pointer JSON Pointer to them
   */
  async errorsIn(references: unknown, projectId: string, pointer = '/tags'): Promise<readonly FieldError[]> {
    if (!Array.isArray(references)) return [];
    const names = (references as unknown[]).map(nameOf);
    // The rules of the field report every other value.
    const valid = names.filter((name): name is string => firstViolation(tagRules.name, name) === undefined);
    const known = new Set(await this.queries.knownKeys(projectId, valid.map(tagKey)));
    const unknown = names.flatMap((name, index) =>
      valid.includes(name as string) && !known.has(tagKey(name as string)) ? index : [],
    );
    return new UnknownTags(unknown, pointer).fieldErrors;
  }
}
