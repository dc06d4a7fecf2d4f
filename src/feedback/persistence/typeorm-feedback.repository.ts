import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { Words } from '../../platform/search/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { isUuid } from '../../shared/rules.js';
import { type Counts, FeedbackRepository } from '../domain/feedback.repository.js';
import { Feedback } from '../domain/feedback.js';
import { feedbackLexemes, feedbackWords, indexFeedback, projectLexeme } from './feedback-search.js';

/** SQL for the counters of feedback `f`, including feedback merged into it: a row named `counted`. */
const counted = `lateral (
  with one_and_merged as (select f.id union all select m.id from feedback m where m.merged_into = f.id)
  select (select count(distinct v.user_id)::int from one_and_merged g join votes v on v.feedback_id = g.id) as upvotes,
         (select count(*)::int from one_and_merged g join comments c on c.feedback_id = g.id) as comment_count
) counted`;

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
    try {
      await this.manager.insert(Feedback, columns(feedback));
    } catch (error) {
      throw brokenConstraint(error) === 'feedback_project_id_fkey' ? new ProjectNotFound() : error;
    }
    if (feedback.tagIds.length > 0) await this.saveTags(feedback);
    await this.index(feedback);
    this.stored.set(feedback, { ...feedback });
  }

  override async load(projectId: string, id: string): Promise<Feedback | null> {
    if (!isUuid(id)) return null;
    const feedback = await this.manager.findOne(Feedback, {
      where: { id, projectId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!feedback) return null;
    // A separate statement: the one that waited for the lock does not see tags that were committed in the meantime.
    const tags = await this.sql.rows<{ tag_id: string }>(
      'select tag_id from feedback_tags where feedback_id = $1',
      [feedback.id],
    );
    feedback.tagWith(tags.map(({ tag_id }) => tag_id));
    this.stored.set(feedback, { ...feedback });
    return feedback;
  }

  override async save(feedback: Feedback): Promise<void> {
    const { title, description, tagIds } = this.stored.get(feedback) ?? {};
    await this.manager.update(Feedback, feedback.id, columns(feedback));
    if (!tagIds || !feedback.hasTags(tagIds)) await this.saveTags(feedback);
    if (title !== feedback.title || description !== feedback.description) await this.index(feedback);
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

  override async remove(feedback: Feedback): Promise<void> {
    await this.manager.delete(Feedback, feedback.id);
  }

  private async saveTags({ id, tagIds }: Feedback): Promise<void> {
    await this.sql.rows(
      `with removed as (delete from feedback_tags where feedback_id = $1 and tag_id <> all ($2::uuid[]))
       insert into feedback_tags (feedback_id, tag_id, created_at)
       select f.id, unnest($2::uuid[]), f.created_at from feedback f where f.id = $1 on conflict do nothing`,
      [id, tagIds],
    );
  }

  private async index(feedback: Feedback): Promise<void> {
    const lexemes = feedbackLexemes(feedback);
    await this.sql.rows(indexFeedback, [feedback.id, [projectLexeme(feedback.projectId), ...lexemes]]);
    await this.words.learn(lexemes);
  }

  private get manager() {
    return this.unitOfWork.manager;
  }
}

/** The tags are in a separate table. */
function columns({ tagIds: _, ...columns }: Feedback): Partial<Feedback> {
  return { ...columns };
}
