import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { Words } from '../../platform/search/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { isUuid } from '../../shared/rules.js';
import { type Counts, type FeedbackMetadata, FeedbackRepository } from '../domain/feedback.repository.js';
import { Feedback } from '../domain/feedback.js';
import { counted } from './feedback-counts.js';
import { feedbackLexemes, feedbackWords, projectLexeme } from './feedback-search.js';

const lockedFeedback = (ids: string) => `
  select id, project_id as "projectId", user_id as "userId", title, description, status, created_at as "createdAt",
         merged_into as "mergedInto"
  from feedback where project_id = $1 and ${ids} order by id for no key update`;

// One by itself, because PostgreSQL would plan the statement for several on each call.
const [loadFeedback, loadAllFeedback] = [lockedFeedback('id = $2'), lockedFeedback('id = any($2::uuid[])')];

const loadTags = `
  select feedback_id, array_agg(tag_id) as tag_ids from feedback_tags where feedback_id = any($1::uuid[])
  group by feedback_id`;

/** Stores feedback with its tags and its search document in one statement. */
const addFeedback = `
  with added as (
    insert into feedback (id, project_id, user_id, title, description, status, created_at, merged_into)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    returning id, project_id, created_at
  ), tagged as (
    insert into feedback_tags (feedback_id, tag_id, created_at) select id, unnest($9::uuid[]), created_at from added
  )
  insert into feedback_search (feedback_id, project_id, created_at, document)
  select id, project_id, created_at, array_to_tsvector($10::text[]) from added`;

/** Stores changes and, unless `$6` is null, the search document in one statement. */
const saveFeedback = `
  with indexed as (
    update feedback_search set document = array_to_tsvector($6::text[])
    where feedback_id = $1 and $6::text[] is not null
  )
  update feedback set title = $2, description = $3, status = $4, merged_into = $5 where id = $1`;

const saveMetadata = `
  insert into feedback_metadata (feedback_id, metadata)
  select id, metadata::jsonb from unnest($1::uuid[], $2::text[]) as entry (id, metadata)
  on conflict (feedback_id) do update set metadata = excluded.metadata`;

@Injectable()
export class TypeormFeedbackRepository extends FeedbackRepository {
  private readonly words: Words;
  /** The stored fields, so that tags and search documents are saved only when they have changed. */
  private readonly stored = new WeakMap<Feedback, Pick<Feedback, 'title' | 'description' | 'tagIds'>>();

  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
    this.words = new Words(sql, unitOfWork, feedbackWords);
  }

  override async add(feedback: Feedback): Promise<void> {
    const { id, projectId, userId, title, description, status, createdAt, mergedInto, tagIds } = feedback;
    const lexemes = feedbackLexemes(feedback);
    const document = [projectLexeme(projectId), ...lexemes];
    const fields = [id, projectId, userId, title, description, status, createdAt.toISOString(), mergedInto];
    try {
      await this.sql.rows(addFeedback, [...fields, tagIds, document]);
    } catch (error) {
      throw brokenConstraint(error) === 'feedback_project_id_fkey' ? new ProjectNotFound() : error;
    }
    await this.words.learn(lexemes, projectId);
    this.stored.set(feedback, { ...feedback });
  }

  override async load(projectId: string, id: string): Promise<Feedback | null> {
    if (!isUuid(id)) return null;
    const [feedback] = await this.withTags(this.sql.rows(loadFeedback, [projectId, id]), [id]);
    return feedback ?? null;
  }

  override async loadAll(projectId: string, ids: readonly string[]): Promise<Feedback[]> {
    return this.withTags(this.sql.rows(loadAllFeedback, [projectId, ids]), ids);
  }

  override async save(feedback: Feedback): Promise<void> {
    const { id, projectId, title, description, status, mergedInto } = feedback;
    const stored = this.stored.get(feedback);
    const isIndexed = title === stored?.title && description === stored.description;
    const lexemes = isIndexed ? [] : feedbackLexemes(feedback);
    const document = isIndexed ? null : [projectLexeme(projectId), ...lexemes];
    await Promise.all([
      this.sql.rows(saveFeedback, [id, title, description, status, mergedInto, document]),
      (stored && feedback.hasTags(stored.tagIds)) || this.saveTags(feedback),
      this.words.learn(lexemes, projectId),
    ]);
    this.stored.set(feedback, { ...feedback });
  }

  override async hasMerged({ id }: Feedback): Promise<boolean> {
    return this.manager.existsBy(Feedback, { mergedInto: id });
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

  override async remove(feedback: Feedback): Promise<void> {
    await this.manager.delete(Feedback, feedback.id);
  }

  /** Completes the rows of locked feedback. */
  private async withTags(loading: Promise<Feedback[]>, ids: readonly string[]): Promise<Feedback[]> {
    const [rows, tags] = await Promise.all([
      loading,
      // A separate statement: the one that waited for the locks does not see tags that were committed in the meantime.
      this.sql.rows<{ feedback_id: string; tag_ids: string[] }>(loadTags, [ids]),
    ]);
    const tagIds = new Map(tags.map((row) => [row.feedback_id, row.tag_ids]));
    return rows.map((row) => {
      const feedback = this.manager.create(Feedback, row);
      feedback.tagWith(tagIds.get(feedback.id) ?? []);
      this.stored.set(feedback, { ...feedback });
      return feedback;
    });
  }

  private async saveTags({ id, tagIds }: Feedback): Promise<void> {
    await this.sql.rows(
      `with removed as (delete from feedback_tags where feedback_id = $1 and tag_id <> all ($2::uuid[]))
       insert into feedback_tags (feedback_id, tag_id, created_at)
       select f.id, unnest($2::uuid[]), f.created_at from feedback f where f.id = $1 on conflict do nothing`,
      [id, tagIds],
    );
  }

  private get manager() {
    return this.unitOfWork.manager;
  }
}
