import { Injectable } from '@nestjs/common';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { TypeormUnitOfWork } from '../../platform/database/typeorm-unit-of-work.js';
import { ProjectNotFound } from '../../project/index.js';
import { isUuid } from '../../shared/rules.js';
import { type Counts, FeedbackRepository } from '../domain/feedback.repository.js';
import { Feedback } from '../domain/feedback.js';
import { indexFeedback } from './feedback-search.js';

/** SQL for what there is to count for feedback `f` and what is merged into it: a row named `counted`. */
const counted = `lateral (
  with one_and_merged as (select f.id union all select m.id from feedback m where m.merged_into = f.id)
  select (select count(distinct v.user_id)::int from one_and_merged g join votes v on v.feedback_id = g.id) as upvotes,
         (select count(*)::int from one_and_merged g join comments c on c.feedback_id = g.id) as comment_count
) counted`;

@Injectable()
export class TypeormFeedbackRepository extends FeedbackRepository {
  constructor(private readonly unitOfWork: TypeormUnitOfWork) {
    super();
  }

  override async add(feedback: Feedback): Promise<void> {
    const { tagIds: _, ...columns } = feedback;
    try {
      await this.manager.insert(Feedback, columns);
    } catch (error) {
      throw brokenConstraint(error) === 'feedback_project_id_fkey' ? new ProjectNotFound() : error;
    }
    await this.saveTags(feedback);
    await this.index(feedback);
  }

  override async load(projectId: string, id: string): Promise<Feedback | null> {
    if (!isUuid(id)) return null;
    const feedback = await this.manager.findOne(Feedback, {
      where: { projectId, id },
      lock: { mode: 'pessimistic_write' },
    });
    if (!feedback) return null;
    const rows: { tag_id: string }[] = await this.manager.query(
      'select tag_id from feedback_tags where feedback_id = $1',
      [feedback.id],
    );
    feedback.tagWith(rows.map(({ tag_id }) => tag_id));
    return feedback;
  }

  override async save(feedback: Feedback): Promise<void> {
    const { title, description, status, mergedInto } = feedback;
    await this.manager.update(Feedback, feedback.id, { title, description, status, mergedInto });
    await this.saveTags(feedback);
    await this.index(feedback);
  }

  override async hasMerged({ id }: Feedback): Promise<boolean> {
    return this.manager.existsBy(Feedback, { mergedInto: id });
  }

  override async recount({ id }: Feedback): Promise<{ was: Counts; is: Counts }> {
    const [counts]: [{ was: Counts; is: Counts }] = await this.manager.query(
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
    return counts;
  }

  override async checkCounts(
    after: string | null,
    limit: number,
  ): Promise<{ id: string; projectId: string; isRight: boolean }[]> {
    return this.manager.query(
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
    await this.manager.query(
      `with removed as (delete from feedback_tags where feedback_id = $1 and tag_id <> all ($2::uuid[]))
       insert into feedback_tags (feedback_id, tag_id) select $1, unnest($2::uuid[]) on conflict do nothing`,
      [id, tagIds],
    );
  }

  private async index(feedback: Feedback): Promise<void> {
    await indexFeedback((text, values) => this.manager.query(text, [...values]), feedback);
  }

  private get manager() {
    return this.unitOfWork.manager;
  }
}
