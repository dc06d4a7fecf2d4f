import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ReferenceCheck } from '../../platform/input/index.js';
import type { ProjectGrant } from '../../project/index.js';
import type { FieldError } from '../../shared/domain-error.js';
import { firstViolation } from '../../shared/rules.js';
import { FeedbackQueries } from '../application/feedback.queries.js';
import { UnknownTags } from '../domain/feedback.errors.js';
import { tagKey, tagRules } from '../domain/tag.js';

/** Finds the unknown tags of a body that has other errors. The use cases find those of a body without any. */
@Injectable()
export class TagReferences implements ReferenceCheck {
  constructor(private readonly queries: FeedbackQueries) {}

  async errorsIn(body: object, { grant }: Request & { grant?: ProjectGrant }): Promise<FieldError[]> {
    if (!grant) return [];
    const { tags, set } = body as { tags?: unknown; set?: Record<string, unknown> | null };
    const { tags_add: added, tags_remove: removed } = set ?? {};
    const places = Object.entries({ '/tags': tags, '/set/tags_add': added, '/set/tags_remove': removed });
    const errors = places.map(([pointer, references]) => this.errorsAt(pointer, references, grant.projectId));
    return (await Promise.all(errors)).flat();
  }

  private async errorsAt(
    pointer: string,
    references: unknown,
    projectId: string,
  ): Promise<readonly FieldError[]> {
    if (!Array.isArray(references)) return [];
    const names = (references as unknown[]).map((tag) =>
      typeof tag === 'object' && tag !== null ? (tag as { name?: unknown }).name : tag,
    );
    const valid = names.filter((name): name is string => firstViolation(tagRules.name, name) === undefined);
    const known = new Set(await this.queries.knownTagKeys(projectId, valid.map(tagKey)));
    const unknown = names.flatMap((name, index) =>
      valid.includes(name as string) && !known.has(tagKey(name as string)) ? index : [],
    );
    return new UnknownTags(unknown, pointer).fieldErrors;
  }
}
