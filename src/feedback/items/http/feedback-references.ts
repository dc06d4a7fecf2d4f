import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { ReferenceCheck } from '../../../platform/input/index.js';
import {
  BoardQueries,
  CustomFieldQueries,
  type ProjectAccess,
  statusKeyRules,
  StatusQueries,
  TagReferences,
  UnknownBoard,
  UnknownStatus,
  valueErrors,
} from '../../../project/index.js';
import type { FieldError } from '../../../shared/domain-error.js';
import { firstViolation, type JsonObject } from '../../../shared/rules.js';
import { feedbackRules } from '../domain/feedback.js';

/** Finds the unknown tags, statuses and boards of a body that has other errors. In a body without other errors, the use cases do. */
@Injectable()
export class FeedbackReferences implements ReferenceCheck {
  constructor(
    private readonly statuses: StatusQueries,
    private readonly boards: BoardQueries,
    private readonly fields: CustomFieldQueries,
    private readonly tags: TagReferences,
  ) {}

  async errorsIn(body: object, { access }: Request & { access?: ProjectAccess }): Promise<FieldError[]> {
    if (!access) return [];
    const { tags, status, board, fields, set } = body as {
      tags?: unknown;
      status?: unknown;
      board?: unknown;
      fields?: unknown;
      set?: Record<string, unknown> | null;
    };
    const { tags_add: added, tags_remove: removed, status: replaced, board: target } = set ?? {};
    const places = Object.entries({ '/tags': tags, '/set/tags_add': added, '/set/tags_remove': removed });
    const { projectId } = access;
    const errors = await Promise.all([
      ...places.map(([pointer, references]) => this.tags.errorsIn(references, projectId, pointer)),
      this.unknownStatus('/status', status, projectId),
      this.unknownStatus('/set/status', replaced, projectId),
      this.unknownBoard('/board', board, access),
      this.unknownBoard('/set/board', target, access),
      this.invalidFields('/fields', fields, access),
      this.invalidFields('/set/fields', set?.['fields'], access),
    ]);
    return errors.flat();
  }

  private async unknownStatus(
    pointer: string,
    key: unknown,
    projectId: string,
  ): Promise<readonly FieldError[]> {
    // The rules of the field report every other value.
    if (key === undefined || firstViolation(statusKeyRules, key)) return [];
    const isKnown = (await this.statuses.list(projectId)).some((status) => status.key === key);
    return isKnown ? [] : new UnknownStatus(pointer).fieldErrors;
  }

  private async invalidFields(
    pointer: string,
    values: unknown,
    { reader }: ProjectAccess,
  ): Promise<readonly FieldError[]> {
    if (values === undefined || firstViolation(feedbackRules.fields, values)) return [];
    return valueErrors(await this.fields.list(reader), values as JsonObject, pointer);
  }

  private async unknownBoard(
    pointer: string,
    slug: unknown,
    { reader }: ProjectAccess,
  ): Promise<readonly FieldError[]> {
    if (slug === undefined || slug === '' || firstViolation(feedbackRules.board, slug)) return [];
    const isKnown = (await this.boards.list(reader)).some((board) => board.slug === slug);
    return isKnown ? [] : new UnknownBoard(pointer).fieldErrors;
  }
}
