import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { Words } from '../../../platform/search/index.js';
import { ProjectNotFound, UnknownBoard, UnknownStatus } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { type Loaded, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { Feedback, type FeedbackState } from '../domain/feedback.js';
import type { FeedbackSnapshot } from '../domain/feedback-snapshot.js';
import { type Counts, type FeedbackMetadata, FeedbackRepository } from '../domain/feedback.repository.js';
import { counted } from './feedback-counts.js';
import {
  addedSnapshot,
  changingColumns,
  feedbackSnapshot,
  loadedColumns,
  type LoadedRow,
  type RecordRow,
  toLoaded,
} from './feedback-columns.js';
import { deleteFeedback, deleteSome, findBeyondBatch } from './feedback-deletion.js';
import { saveFieldValues } from './field-values.js';
import { feedbackLexemes, feedbackWords, projectLexeme } from './feedback-search.js';

const changing = Object.keys(changingColumns);

/** SQL of the parameters of the changing columns, of which `first` is the number of the first. */
const parameters = (first: number) => changing.map((_, index) => `$${first + index}`);

const changingValues = (feedback: FeedbackState) =>
  Object.values(changingColumns).map((valueOf) => valueOf(feedback));

const lockFeedback = (ids: string) =>
  `select from feedback where project_id = $1 and ${ids} order by id for no key update`;

const readFeedback = (ids: string) => `
  select ${loadedColumns} from feedback f where f.project_id = $1 and ${ids}`;

// One by itself, because PostgreSQL would plan the statement for several on each call.
const one = { lock: lockFeedback('id = $2'), read: readFeedback('f.id = $2') };
const several = {
  lock: lockFeedback('id = any($2::uuid[])'),
  read: readFeedback('f.id = any($2::uuid[]) order by f.id'),
};

/**
 * SQL of the values of the changing columns of new feedback, whose status is the first open one if it is null. A project
 * that does not exist has none.
 */
const addedValues = parameters(9).map((parameter, index) =>
  changing[index] === 'status'
    ? `coalesce(${parameter}, (select s.key from project_statuses s where s.project_id = $2 and s.kind = 'open'
        order by s.position, s.key limit 1), '')`
    : parameter,
);

/** Stores feedback with its tags, its search document and, unless `$8` is null, its metadata. */
const addFeedback = `
  with added as (
    insert into feedback (id, project_id, user_id, created_at, updated_at, ${changing.join(', ')})
    values ($1, $2, $3, $4, $7, ${addedValues.join(', ')})
    returning *
  ), tagged as (
    insert into feedback_tags (feedback_id, tag_id, created_at) select id, unnest($5::uuid[]), created_at from added
  ), indexed as (
    insert into feedback_search (feedback_id, project_id, created_at, document)
    select id, project_id, created_at, array_to_tsvector($6::text[]) from added
  ), described as (
    insert into feedback_metadata (feedback_id, metadata) select id, $8::jsonb from added where $8::jsonb is not null
  )
  select ${addedSnapshot('$5::uuid[]', '$8::jsonb')} from added f`;

/**
 * Stores changes of feedback, given as JSON, with their time, the changes of the status and the search document, unless they
 * are null. With `is_changed`, the version changes also if no column does: because of tags, attachments or metadata.
 *
 * @param records the function of PostgreSQL that reads the JSON, of one record or of several
 */
const saveFeedback = (records: 'jsonb_to_record' | 'jsonb_to_recordset') => `
  with given as (
    select v.*, g.is_changed, g.changed_at, g.status_change, g.document
    from ${records}($1::jsonb) as g (columns jsonb, is_changed boolean, changed_at timestamptz, status_change jsonb,
      document text[])
    cross join lateral jsonb_populate_record(null::feedback, g.columns) v
  ), indexed as (
    update feedback_search s set document = array_to_tsvector(given.document) from given
    where s.feedback_id = given.id and given.document is not null
  ), recorded as (
    insert into status_changes (id, feedback_id, from_status, to_status, user_id, comment_id, created_at)
    select c.id, given.id, c."from", c."to", c."userId", c."commentId", c."createdAt"
    from given cross join lateral jsonb_to_record(given.status_change) as c (id uuid, "from" text, "to" text, "userId" uuid,
      "commentId" uuid, "createdAt" timestamptz)
    where given.status_change is not null
  )
  update feedback f set (version, updated_at, ${changing.join(', ')})
    = row(case when given.is_changed then f.version + 1 else f.version end, coalesce(given.changed_at, f.updated_at),
      ${changing.map((column) => `given.${column}`).join(', ')})
  from given where f.id = given.id
  returning f.id, ${feedbackSnapshot}`;

// One by itself, because PostgreSQL expects a hundred from the function for several.
const [saveOne, saveSeveral] = [saveFeedback('jsonb_to_record'), saveFeedback('jsonb_to_recordset')];

const saveTags = `
  with removed as (delete from feedback_tags where feedback_id = $1 and tag_id <> all ($2::uuid[]))
  insert into feedback_tags (feedback_id, tag_id, created_at)
  select f.id, unnest($2::uuid[]), f.created_at from feedback f where f.id = $1 on conflict do nothing`;

const saveMetadata = `
  insert into feedback_metadata (feedback_id, metadata)
  select id, metadata::jsonb from unnest($1::uuid[], $2::text[]) as entry (id, metadata)
  on conflict (feedback_id) do update set metadata = excluded.metadata`;

@Injectable()
export class SqlFeedbackRepository extends FeedbackRepository {
  private readonly words: Words;
  /** The values that are stored, so that tags, search documents and times are saved only when they have changed. */
  private readonly stored = new WeakMap<Feedback, FeedbackState>();

  constructor(
    private readonly sql: Sql,
    unitOfWork: TypeormUnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
    this.words = new Words(sql, unitOfWork, feedbackWords);
  }

  override async add(feedback: Feedback): Promise<Versioned<FeedbackSnapshot>> {
    const { id, projectId, userId, createdAt, tagIds, fields, metadata } = feedback;
    const lexemes = feedbackLexemes(feedback);
    const document = [projectLexeme(projectId), ...lexemes];
    const unchanging = [id, projectId, userId, createdAt.toISOString(), tagIds, document];
    const updatedAt = this.clock.now().toISOString();
    const stored = isDeepStrictEqual(metadata, {}) ? null : JSON.stringify(metadata);
    try {
      const [row] = await Promise.all([
        this.sql.row<RecordRow>(addFeedback, [...unchanging, updatedAt, stored, ...changingValues(feedback)]),
        this.words.learn(lexemes, projectId),
        saveFieldValues(this.sql, [{ id, fields }], []),
      ]);
      const added = Versioned.fromJson<FeedbackSnapshot>(row!.json, row!.version);
      feedback.status = added.record.status;
      return added;
    } catch (error) {
      throw brokenConstraint(error) === 'feedback_project_id_fkey'
        ? new ProjectNotFound()
        : translated(error);
    }
  }

  override async load(projectId: string, id: string): Promise<Loaded<Feedback, FeedbackSnapshot> | null> {
    if (!isUuid(id)) return null;
    const [loaded] = await this.lockAndRead(one, projectId, id);
    return loaded ?? null;
  }

  override async loadAll(
    projectId: string,
    ids: readonly string[],
  ): Promise<Loaded<Feedback, FeedbackSnapshot>[]> {
    return this.lockAndRead(several, projectId, ids);
  }

  override async idsWithStatus(projectId: string, status: string, limit: number): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'select id from feedback where project_id = $1 and status = $2 limit $3',
      [projectId, status, limit],
    );
    return rows.map(({ id }) => id);
  }

  override async idsOnBoard(projectId: string, board: string, limit: number): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'select id from feedback where project_id = $1 and board = $2 limit $3',
      [projectId, board, limit],
    );
    return rows.map(({ id }) => id);
  }

  override async idsWithField(
    projectId: string,
    key: string,
    limit: number,
    options?: readonly string[],
  ): Promise<string[]> {
    const rows = await this.sql.rows<{ feedback_id: string }>(
      `select distinct feedback_id from feedback_field_values
       where project_id = $1 and key = $2 and ($4::text[] is null or value = any($4)) limit $3`,
      [projectId, key, limit, options ?? null],
    );
    return rows.map(({ feedback_id }) => feedback_id);
  }

  override async save(feedback: Feedback): Promise<Versioned<FeedbackSnapshot>> {
    const [saved] = await this.saveAll([feedback]);
    return saved!;
  }

  override async saveAll(feedback: readonly Feedback[]): Promise<Versioned<FeedbackSnapshot>[]> {
    if (feedback.length === 0) return [];
    const changes = feedback.map((each) => this.changesOf(each));
    const metadata = changes.flatMap(({ metadata }) => metadata ?? []);
    const fielded = changes.flatMap(({ fielded }) => fielded ?? []);
    const columns = changes.map(({ columns }) => columns);
    const [statement, given] = columns.length === 1 ? [saveOne, columns[0]] : [saveSeveral, columns];
    const lexemes = [...new Set(changes.flatMap(({ lexemes }) => lexemes))];
    const [, , rows] = await Promise.all([
      // Before the statement that returns the records with their tags and metadata.
      Promise.all(changes.flatMap(({ tags }) => (tags ? this.sql.rows(saveTags, tags) : []))),
      metadata.length === 0 ? null : this.saveMetadata(metadata),
      this.sql.rows<RecordRow & { id: string }>(statement, [JSON.stringify(given)]).catch((error) => {
        throw translated(error);
      }),
      this.words.learn(lexemes, feedback[0]!.projectId),
      fielded.length === 0
        ? null
        : saveFieldValues(
            this.sql,
            fielded,
            fielded.map(({ id }) => id),
          ),
    ]);
    const saved = new Map(rows.map(({ id, json, version }) => [id, { json, version }]));
    return feedback.map((each) => {
      each.statusChange = null;
      this.stored.set(each, { ...each });
      const { json, version } = saved.get(each.id)!;
      return Versioned.fromJson(json, version);
    });
  }

  override async unassign(userId: string): Promise<void> {
    await this.sql.rows('update feedback set assignee_id = null where assignee_id = $1', [userId]);
  }

  override async recount({ id }: Feedback): Promise<{ was: Counts; is: Counts }> {
    const counts = await this.sql.row<{ was: Counts; is: Counts }>(
      `with counts as (
         select f.upvotes, f.comment_count, counted.upvotes as upvotes_now, counted.comment_count as comment_count_now
         from feedback f cross join ${counted} where f.id = $1
       ), stored as (
         update feedback set upvotes = upvotes_now, comment_count = comment_count_now from counts where id = $1
       )
       select json_build_object('upvotes', upvotes, 'commentCount', comment_count) as was,
              json_build_object('upvotes', upvotes_now, 'commentCount', comment_count_now) as is
       from counts`,
      [id],
    );
    return counts!;
  }

  override async checkCounts(
    after: string | null,
    limit: number,
  ): Promise<{ id: string; projectId: string; isRight: boolean }[]> {
    return this.sql.rows(
      `select f.id, f.project_id as "projectId",
              (f.upvotes, f.comment_count) = (counted.upvotes, counted.comment_count) as "isRight"
       from (select * from feedback where $1::uuid is null or id > $1 order by id limit $2) f
       cross join ${counted} order by f.id`,
      [after, limit],
    );
  }

  override async saveMetadata(entries: readonly FeedbackMetadata[]): Promise<void> {
    const ids = entries.map(({ feedbackId }) => feedbackId);
    await this.sql.rows(saveMetadata, [ids, entries.map(({ metadata }) => JSON.stringify(metadata))]);
  }

  override async remove({ id }: Feedback): Promise<void> {
    await this.sql.rows(deleteFeedback, [id, this.clock.now().toISOString()]);
  }

  override async isLarge(projectId: string): Promise<boolean> {
    return (await this.sql.row(findBeyondBatch, [projectId])) !== null;
  }

  override async removeSome(projectId: string): Promise<void> {
    await this.sql.rows(deleteSome, [projectId]);
  }

  /** Returns what of feedback has changed since it was loaded. What has not is null. */
  private changesOf(feedback: Feedback) {
    const { id, projectId, title, description, tagIds, attachmentIds, fields, metadata } = feedback;
    const stored = this.stored.get(feedback);
    const isIndexed = title === stored?.title && description === stored.description;
    const lexemes = isIndexed ? [] : feedbackLexemes(feedback);
    const hasStoredTags = stored !== undefined && feedback.hasTags(stored.tagIds);
    const hasStoredMetadata = metadata === stored?.metadata;
    const isChanged =
      !hasStoredTags ||
      !isDeepStrictEqual(stored.attachmentIds, attachmentIds) ||
      !isDeepStrictEqual(changingValues(stored), changingValues(feedback));
    return {
      lexemes,
      tags: hasStoredTags ? null : [id, tagIds],
      metadata: hasStoredMetadata ? null : { feedbackId: id, metadata },
      fielded: fields === stored?.fields ? null : { id, fields },
      columns: {
        columns: {
          id,
          ...Object.fromEntries(changing.map((column) => [column, changingColumns[column]!(feedback)])),
        },
        is_changed: isChanged || !hasStoredMetadata,
        changed_at: isChanged ? this.clock.now().toISOString() : null,
        status_change: feedback.statusChange,
        document: isIndexed ? null : [projectLexeme(projectId), ...lexemes],
      },
    };
  }

  /**
   * Locks feedback, and reads it by a statement of its own: the one that waits for the locks does not see tags that were
   * committed in the meantime.
   */
  private async lockAndRead(
    { lock, read }: typeof one,
    projectId: string,
    ids: unknown,
  ): Promise<Loaded<Feedback, FeedbackSnapshot>[]> {
    const [, rows] = await Promise.all([
      this.sql.rows(lock, [projectId, ids]),
      this.sql.rows<LoadedRow>(read, [projectId, ids]),
    ]);
    return rows.map((row) => {
      const loaded = toLoaded(row);
      this.stored.set(loaded.aggregate, { ...loaded.aggregate });
      return loaded;
    });
  }
}

function translated(error: unknown): unknown {
  const constraint = brokenConstraint(error);
  if (constraint === 'feedback_status_fkey') return new UnknownStatus();
  return constraint === 'feedback_board_fkey' ? new UnknownBoard() : error;
}
