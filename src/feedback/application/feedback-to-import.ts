import { type ImportedValues, maxTags, tagKey } from '../../project/index.js';
import type { ImportOutcome, RecordOrigin } from '../../shared/imports.js';
import { firstError, type JsonObject, parseTimestamp } from '../../shared/rules.js';
import type { Approval } from '../domain/approval.js';
import type { FoundFeedback, ImportedFields } from '../domain/feedback-import.repository.js';
import {
  completePlainValues,
  plainValueNames,
  type PlainValues,
  type SomePlainValues,
} from '../domain/plain-values.js';
import { feedbackToImportRules } from './import-rules.js';

/** Feedback of another system. Its values are not checked yet. Omitted plain values stay unchanged. */
export interface FeedbackToImport extends SomePlainValues {
  readonly externalId: string;
  /** Where the record was from before it came to the source. It is stored in place of the source. */
  readonly origin?: RecordOrigin | undefined;
  /** Id of the author; null if that is not stored yet, in a dry run. */
  readonly userId: string | null;
  readonly title: string;
  readonly description: string;
  /** Key of a status of the project. */
  readonly status: string;
  /** Slug of a board of the project, `''` for none; absent if it is unknown. */
  readonly board?: string | undefined;
  /** Id of the user who takes care of it; null if that is not stored yet, in a dry run. Unchanged if omitted. */
  readonly assigneeId?: string | null | undefined;
  /** Values of fields, which replace those that it has. They fit the definitions. Unchanged if omitted. */
  readonly fields?: JsonObject | undefined;
  /** Initially `approved`. Merged feedback, and what it is merged into, stays approved. */
  readonly approval?: Approval | undefined;
  /** Names of tags. */
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly voteCount?: number | undefined;
  /** Fields to add to the metadata. */
  readonly metadata?: JsonObject | undefined;
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** Returns why feedback of another system cannot be stored; null if it can. */
export function reasonOf(record: FeedbackToImport): ImportOutcome | null {
  if (record.tags.length > maxTags) {
    return { code: 'too_many', detail: `Feedback can have at most ${maxTags} tags.` };
  }
  const { origin, userId, assigneeId, status, tags, ...checked } = record;
  return firstError(checked, feedbackToImportRules);
}

/** Returns the fields of valid feedback of another system. What it omits is as in the stored feedback. */
export function fieldsOf(
  record: FeedbackToImport,
  tagIds: ReadonlyMap<string, string>,
  stored: FoundFeedback | undefined,
): Mutable<ImportedFields> {
  const { title, description, status, board, assigneeId } = record;
  const { approval, createdAt, tags, voteCount, metadata } = record;
  const isMerged = stored !== undefined && (stored.mergedInto !== null || stored.hasMerged);
  const ids = new Set(tags.flatMap((name) => tagIds.get(tagKey(name)) ?? []));
  return {
    title,
    description,
    status,
    board: board ?? null,
    assigneeId: (assigneeId === undefined ? stored?.assigneeId : assigneeId) || null,
    ...completePlainValues(record, stored),
    approval: (isMerged ? stored?.approval : (approval ?? stored?.approval)) ?? 'approved',
    createdAt: parseTimestamp(createdAt)!,
    tagIds: [...ids],
    fields: record.fields ?? stored?.fields ?? {},
    voteCount: voteCount ?? null,
    metadata: metadata ?? {},
  };
}

/** Merges the fields of the source with those that are stored, if there are any. */
export function mergeFields(
  values: ImportedValues,
  stored: FoundFeedback | undefined,
  given: ImportedFields,
): Mutable<ImportedFields> {
  const here: ImportedFields = stored ?? given;
  const merge = <K extends keyof ImportedFields>(field: K): ImportedFields[K] =>
    values.merge(field, here[field], given[field]);
  return {
    title: merge('title'),
    description: merge('description'),
    status: merge('status'),
    board: given.board === null ? here.board : merge('board'),
    assigneeId: merge('assigneeId'),
    ...(Object.fromEntries(plainValueNames.map((name) => [name, merge(name)])) as PlainValues),
    approval: merge('approval'),
    createdAt: given.createdAt,
    tagIds: values.mergeSet('tags', here.tagIds, given.tagIds),
    fields: values.mergeKeys('fields', here.fields, given.fields),
    voteCount: given.voteCount,
    metadata: values.mergeKeys('metadata', here.metadata, given.metadata),
  };
}
