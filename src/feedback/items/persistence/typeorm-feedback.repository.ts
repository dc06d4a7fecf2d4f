import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { Any, type FindOptionsWhere, type Repository } from 'typeorm';
import { Sql, translateConstraints, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { Words } from '../../../platform/search/index.js';
import { ProjectNotFound, UnknownBoard, UnknownStatus } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { type Locked, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import type { Feedback } from '../domain/feedback.js';
import type { FeedbackSnapshot } from '../domain/feedback-snapshot.js';
import { type Counts, FeedbackRepository } from '../domain/feedback.repository.js';
import { counted, deleteSome, findBeyondBatch } from './feedback-statements.js';
import { addedSnapshot, feedbackSnapshot, type RecordRow } from './feedback-columns.js';
import {
  byColumn,
  changingColumns,
  changingParameters,
  FeedbackEntity,
  feedbackValues,
  toFeedback,
} from './feedback.entity.js';
import { saveFieldValues } from './field-values.js';
import { feedbackLexemes, feedbackWords, projectLexeme } from './feedback-search.js';

const readRecords = (ids: string) => `
  select f.id, ${feedbackSnapshot}, array(select ft.tag_id from feedback_tags ft where ft.feedback_id = f.id) as "tagIds"
  from feedback f where f.id = ${ids}`;

// One by itself, because PostgreSQL would plan the statement for several on each call.
const [readOne, readSeveral] = [readRecords('$1'), readRecords('any($1::uuid[])')];

interface ReadRow extends RecordRow {
  id: string;
  tagIds: string[];
}

/**
 * SQL of the values of the changing columns of new feedback, whose status is the first open one if it is empty. A project
 * that does not exist has none.
 */
const addedValues = changingColumns.map((column, index) =>
  column === 'status'
    ? `coalesce(nullif($${index + 9}, ''), (select s.key from project_statuses s where s.project_id = $2 and s.kind = 'open'
        order by s.position, s.key limit 1), '')`
    : `$${index + 9}`,
);

/** Stores feedback with its tags, its search document and, unless `$8` is null, its metadata. */
const addFeedback = `
  with added as (
    insert into feedback (id, project_id, user_id, created_at, updated_at, ${changingColumns.join(', ')})
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
  update feedback f set (version, updated_at, ${changingColumns.join(', ')})
    = row(case when given.is_changed then f.version + 1 else f.version end, coalesce(given.changed_at, f.updated_at),
      ${changingColumns.map((column) => `given.${column}`).join(', ')})
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

/**
 * Locks feedback by TypeORM. Several records are saved by one statement together with their search documents and changes of the
 * status, so adding and saving are SQL, whose columns come from the entity.
 */
@Injectable()
export class TypeormFeedbackRepository extends FeedbackRepository {
  private readonly words: Words;

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeormUnitOfWork,
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
    const [row] = await Promise.all([
      this.sql.row<RecordRow>(addFeedback, [
        ...unchanging,
        updatedAt,
        stored,
        ...changingParameters(feedback),
      ]),
      this.words.learn(lexemes, projectId),
      saveFieldValues(this.sql, [{ id, fields }], []),
    ]).catch(translate);
    const added = Versioned.fromJson<FeedbackSnapshot>(row!.json, row!.version);
    feedback.status = added.record.status;
    feedback.markStored();
    return added;
  }

  override async load(projectId: string, id: string): Promise<Locked<Feedback, FeedbackSnapshot> | null> {
    if (!isUuid(id)) return null;
    const entity = await this.feedback.findOne({
      where: { id, projectId },
      lock: { mode: 'for_no_key_update' },
    });
    if (!entity) return null;
    const [loaded] = await this.loaded([entity]);
    return loaded!;
  }

  override async loadAll(
    projectId: string,
    ids: readonly string[],
  ): Promise<Locked<Feedback, FeedbackSnapshot>[]> {
    const entities = await this.feedback.find({
      where: { id: Any([...ids]), projectId },
      order: { id: 'asc' },
      lock: { mode: 'for_no_key_update' },
    });
    return this.loaded(entities);
  }

  override async idsWithStatus(projectId: string, status: string, limit: number): Promise<string[]> {
    return this.idsWhere({ projectId, status }, limit);
  }

  override async idsOnBoard(projectId: string, board: string, limit: number): Promise<string[]> {
    return this.idsWhere({ projectId, board }, limit);
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
      metadata.length === 0
        ? null
        : this.sql.rows(saveMetadata, [
            metadata.map(({ feedbackId }) => feedbackId),
            metadata.map(({ metadata }) => JSON.stringify(metadata)),
          ]),
      this.sql.rows<RecordRow & { id: string }>(statement, [JSON.stringify(given)]).catch(translate),
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
      each.markStored();
      const { json, version } = saved.get(each.id)!;
      return Versioned.fromJson(json, version);
    });
  }

  override async unassign(userId: string): Promise<void> {
    await this.feedback.update({ assigneeId: userId }, { assigneeId: null, updatedAt: this.clock.now() });
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

  override async remove({ id }: Feedback): Promise<void> {
    // What is merged into it is updated, since it is shown again.
    await this.feedback.update({ mergedInto: id }, { mergedInto: null, updatedAt: this.clock.now() });
    await this.feedback.delete({ id });
  }

  override async isLarge(projectId: string): Promise<boolean> {
    return (await this.sql.row(findBeyondBatch, [projectId])) !== null;
  }

  override async removeSome(projectId: string): Promise<void> {
    await this.sql.rows(deleteSome, [projectId]);
  }

  /** Returns what of stored feedback has changed since it was loaded. What has not is null. */
  private changesOf(feedback: Feedback) {
    const { id, projectId, title, description, tagIds, attachmentIds, fields, metadata } = feedback;
    const stored = feedback.stored!;
    const hasStoredTexts = title === stored.title && description === stored.description;
    const lexemes = hasStoredTexts ? [] : feedbackLexemes(feedback);
    const hasStoredTags = feedback.hasTags(stored.tagIds);
    const hasStoredMetadata = metadata === stored.metadata;
    const isChanged =
      !hasStoredTags ||
      !isDeepStrictEqual(stored.attachmentIds, attachmentIds) ||
      !isDeepStrictEqual(feedbackValues(stored), feedbackValues(feedback));
    return {
      lexemes,
      tags: hasStoredTags ? null : [id, tagIds],
      metadata: hasStoredMetadata ? null : { feedbackId: id, metadata },
      fielded: fields === stored.fields ? null : { id, fields },
      columns: {
        columns: { id, ...byColumn(feedbackValues(feedback)) },
        is_changed: isChanged || !hasStoredMetadata,
        changed_at: isChanged ? this.clock.now().toISOString() : null,
        status_change: feedback.statusChange,
        document: hasStoredTexts ? null : [projectLexeme(projectId), ...lexemes],
      },
    };
  }

  private async idsWhere(where: FindOptionsWhere<FeedbackEntity>, take: number): Promise<string[]> {
    const found = await this.feedback.find({ select: { id: true }, where, take });
    return found.map(({ id }) => id);
  }

  /**
   * Reads the records of locked feedback by a statement of its own: the one that waits for the locks does not see tags that
   * were committed in the meantime.
   */
  private async loaded(entities: readonly FeedbackEntity[]): Promise<Locked<Feedback, FeedbackSnapshot>[]> {
    if (entities.length === 0) return [];
    const ids = entities.map(({ id }) => id);
    const rows = await (ids.length === 1
      ? this.sql.rows<ReadRow>(readOne, ids)
      : this.sql.rows<ReadRow>(readSeveral, [ids]));
    const read = new Map(rows.map((row) => [row.id, row]));
    return entities.map((entity) => {
      const { json, version, tagIds } = read.get(entity.id)!;
      const before = Versioned.fromJson<FeedbackSnapshot>(json, version);
      return { aggregate: toFeedback(entity, before.record, tagIds), before };
    });
  }

  private get feedback(): Repository<FeedbackEntity> {
    return this.unitOfWork.manager.getRepository(FeedbackEntity);
  }
}

const translate = translateConstraints({
  feedback_project_id_fkey: ProjectNotFound,
  feedback_status_fkey: UnknownStatus,
  feedback_board_fkey: UnknownBoard,
});
