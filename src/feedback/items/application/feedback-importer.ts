import { Injectable } from '@nestjs/common';
import {
  BoardQueries,
  type CustomFieldRecord,
  CustomFieldService,
  compareRecords,
  type FoundTags,
  type ImportRun,
  keysOf,
  type Known,
  maxTags,
  type ReadRecord,
  type RecordImporter,
  readFieldValues,
  StatusQueries,
  TagImporter,
} from '../../../project/index.js';
import { completeCopied, copiedRules } from '../../../shared/copied-fields.js';
import { Ids } from '../../../shared/ids.js';
import {
  type ImportFailure,
  type ImportMode,
  type ImportResult,
  keyText,
  maxImportedText,
  originsOf,
  ownSource,
} from '../../../shared/imports.js';
import { importedMetadata, readMetadata } from '../../../shared/metadata.js';
import type { PortableFeedback } from '../../../shared/portable-records.js';
import {
  firstError,
  integer,
  normalizedFields,
  parseTimestamp,
  text,
  timestamp,
} from '../../../shared/rules.js';
import {
  FeedbackImportRepository,
  type ImportedFeedback,
  type StoredFeedback,
  type UnattributedVotes,
} from '../domain/feedback-import.repository.js';
import { copiedFields, feedbackRules } from '../domain/feedback.js';
import { FeedbackImportEvents } from './feedback-import-events.js';
import { permissions } from './permissions.js';

const rules = {
  title: feedbackRules.title,
  description: text({ max: maxImportedText }),
  board: feedbackRules.board,
  approval: feedbackRules.approval,
  fields: feedbackRules.fields,
  ...copiedRules(copiedFields, feedbackRules),
  external_id: text({ max: 200, required: true }),
  created_at: timestamp,
  status_changed_at: timestamp,
  vote_count: integer({ min: 0, max: 10_000_000 }),
};

/** A file without these values violates the rules about them. */
const required = { external_id: '', title: '', created_at: '' };

/** What feedback of a file can refer to. */
interface References {
  readonly tags: FoundTags;
  readonly statuses: ReadonlySet<string>;
  /** The key of the status of new feedback. */
  readonly firstStatus: string;
  readonly boards: ReadonlySet<string>;
  readonly fields: readonly CustomFieldRecord[];
}

/** Imports feedback. */
@Injectable()
export class FeedbackImporter implements RecordImporter<PortableFeedback> {
  constructor(
    private readonly repository: FeedbackImportRepository,
    private readonly tags: TagImporter,
    private readonly statuses: StatusQueries,
    private readonly boards: BoardQueries,
    private readonly fields: CustomFieldService,
    private readonly importEvents: FeedbackImportEvents,
    private readonly ids: Ids,
  ) {}

  /**
   * Creates feedback, or updates what was imported from the same source under the same id. What was changed here since then stays
   * as it is, and what was deleted here is not created again.
   */
  async import(
    run: ImportRun,
    records: readonly PortableFeedback[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    const { access, mode } = run;
    access.authorize(permissions.importFeedback);
    const references = await this.findReferences(run, records);
    const read = records.map((record) => readFeedback(record, references));
    const keys = keysOf(records);
    const { results, created, updated } = compareRecords(mode, this.ids, read, {
      known,
      stored: await this.repository.find(access.projectId, mode.source, keys),
      taken: {
        ids: await this.repository.takenIds(mode.source === ownSource ? keys : []),
        origins: await this.repository.takenOrigins(access.projectId, 'feedback', originsOf(mode, records)),
      },
      complete: (given, stored) => complete(given, stored, references, mode),
    });
    const added = created.map(({ record, identity, values }) => ({
      ...values,
      ...identity,
      person: record.person,
      ...statusChangeOf(record),
    }));
    const changed = updated.map(({ record, before: { id }, values }) => ({
      ...values,
      id,
      ...statusChangeOf(record),
    }));
    const changedIds = changed.map(({ id }) => id);
    const former = mode.notify ? await this.importEvents.recordsOf(access, changedIds) : [];
    if (added.length > 0) await this.repository.add(access.projectId, added);
    if (changed.length > 0) await this.repository.save(access.projectId, changed);
    const addedIds = added.map(({ id }) => id);
    if (mode.notify) await this.importEvents.recordFeedback(access, addedIds, updated, former);
    return results;
  }

  /** Returns the ids of imported feedback by the ids in the source. */
  async idsOf(
    { access, mode }: ImportRun,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return this.repository.idsOf(access.projectId, mode.source, externalIds);
  }

  /** Returns the votes of feedback from the source that were imported as a number only. */
  async unattributedVotes({ access, mode }: ImportRun): Promise<UnattributedVotes> {
    return this.repository.unattributedVotes(access.projectId, mode.source);
  }

  private async findReferences(run: ImportRun, records: readonly PortableFeedback[]): Promise<References> {
    const { access } = run;
    const haveFields = records.some(({ fields }) => Object.keys(fields ?? {}).length > 0);
    const statuses = await this.statuses.list(access.projectId);
    const boards = await this.boards.list(access.reader);
    return {
      tags: await this.tags.find(run, records),
      statuses: new Set(statuses.map(({ key }) => key)),
      firstStatus: statuses.find(({ kind }) => kind === 'open')?.key ?? '',
      boards: new Set(boards.map(({ slug }) => slug)),
      fields: haveFields ? await this.fields.share(access) : [],
    };
  }
}

/**
 * Feedback of a file, with what is left out of it. What it omits stays unchanged, and so does a status that is `''`, because it is
 * unknown.
 */
type GivenFeedback = Omit<PortableFeedback, 'tags' | 'description'> & {
  readonly description?: string;
  /** The unique forms of the names. */
  readonly tags?: readonly string[];
};

/** Reads feedback, and returns why it cannot be stored, or not as it is. */
function readFeedback(record: PortableFeedback, references: References): ReadRecord<GivenFeedback> {
  const { tags, statuses, firstStatus, boards } = references;
  const remarks = tags.remarksOf(record);
  const isKnown = statuses.has(keyText(record.status));
  if (!isKnown) remarks.push(unknownStatus(record.status, firstStatus));
  const keys = tags.keysOf(record);
  const { tags: names, fields: _, metadata: __, ...others } = normalizedFields(record, rules);
  const metadata = readMetadata(record, remarks);
  const values = readFieldValues(references.fields, record.fields, remarks);
  const given: GivenFeedback = {
    ...required,
    ...others,
    status: isKnown ? record.status : '',
    ...(names !== undefined && { tags: keys }),
    ...(values && { fields: values }),
    ...metadata,
  };
  // It would be visible to more people than on its board.
  if (record.board && !boards.has(record.board)) return { record: given, failure: unknownBoard, remarks };
  const failure = tags.hasTooMany(record) ? tooManyTags : firstError({ ...given }, rules);
  return { record: given, failure, remarks };
}

/** Returns the time of the last change of the status, if the file has it. */
function statusChangeOf({ status_changed_at: time }: GivenFeedback): { status_changed_at?: string } {
  return time === undefined ? {} : { status_changed_at: parseTimestamp(time)!.toISOString() };
}

/** Returns all values, with those that the file omits as they are stored. */
function complete(
  given: GivenFeedback,
  stored: StoredFeedback | undefined,
  { tags, firstStatus }: References,
  { source, isComplete }: ImportMode,
): ImportedFeedback {
  const initial = { description: '', board: '', assignee: '', approval: 'approved', fields: {} };
  const all = { ...initial, ...stored?.values, ...given };
  const tagIds = given.tags ? tags.idsOf(given.tags) : (stored?.values.tag_ids ?? []);
  const { metadata, fields } = stored?.values ?? {};
  return {
    title: all.title,
    description: all.description,
    status: given.status || (stored?.values.status ?? firstStatus),
    board: all.board,
    assignee: all.assignee,
    // Merged feedback, and what it is merged into, stays approved.
    approval: (stored?.isMerged ? stored.values.approval : all.approval) as ImportedFeedback['approval'],
    created_at: parseTimestamp(given.created_at)!.toISOString(),
    tag_ids: [...new Set(tagIds)].sort(),
    fields: isComplete ? all.fields : { ...fields, ...all.fields },
    vote_count: votesOf(given.vote_count ?? null, stored, source),
    metadata: importedMetadata(given.metadata, metadata, isComplete),
    ...completeCopied(copiedFields, { ...all }),
  };
}

/** Returns the number of votes that the source counted, as it is to be stored. */
function votesOf(given: number | null, stored: StoredFeedback | undefined, source: string): number | null {
  if (!stored) return given;
  // All votes of feedback that was created here are known. An export counts them all, whether or not the source had counted them.
  const areKnown = !stored.isImported || (source === ownSource && given === stored.votes);
  return (areKnown ? null : given) ?? stored.values.vote_count;
}

function unknownStatus(given: unknown, status: string): ImportFailure {
  const name = typeof given === 'string' ? given.slice(0, 100) : '';
  const detail = `The project has no status with the key ${name}. New feedback gets the status ${status}.`;
  return { code: 'unknown_status', detail };
}

const unknownBoard: ImportFailure = {
  code: 'unknown_board',
  detail: 'The project has no board with the slug of the feedback.',
};

const tooManyTags: ImportFailure = {
  code: 'too_many',
  detail: `Feedback can have at most ${maxTags} tags.`,
};
