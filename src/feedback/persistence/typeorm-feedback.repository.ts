import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  brokenConstraint,
  MappedTable,
  NeedsTransaction,
  Sql,
  TypeormUnitOfWork,
} from '../../platform/persistence/index.js';
import { Words } from '../../platform/search/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { isUuid } from '../../shared/rules.js';
import { type Counts, FeedbackRepository } from '../domain/feedback.repository.js';
import { Feedback } from '../domain/feedback.js';
import { feedbackLexemes, feedbackWords, indexFeedback, projectLexeme } from './feedback-search.js';

/** SQL for what there is to count for feedback `f` and what is merged into it: a row named `counted`. */
const counted = `lateral (
  with one_and_merged as (select f.id union all select m.id from feedback m where m.merged_into = f.id)
  select (select count(distinct v.user_id)::int from one_and_merged g join votes v on v.feedback_id = g.id) as upvotes,
         (select count(*)::int from one_and_merged g join comments c on c.feedback_id = g.id) as comment_count
) counted`;

@Injectable()
export class TypeormFeedbackRepository extends FeedbackRepository {
  private readonly feedback: MappedTable<Feedback>;
  private readonly words: Words;

  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    dataSource: DataSource,
  ) {
    super();
    this.feedback = new MappedTable<Feedback>(sql, dataSource, Feedback, {
      tagIds: 'array(select ft.tag_id from feedback_tags ft where ft.feedback_id = t.id)',
    });
    this.words = new Words(sql, unitOfWork, feedbackWords);
  }

  override async add(feedback: Feedback): Promise<void> {
    const lexemes = feedbackLexemes(feedback);
    // What is known of them is read, which comes before all that is written.
    await this.words.learn(lexemes);
    await this.feedback.insert(feedback, explainRefusal, {
      // In one statement, with what belongs to it in other tables.
      write: (tagIds, document) => ({
        with: {
          tagged: `insert into feedback_tags (feedback_id, tag_id, created_at)
            select id, unnest(${tagIds}::uuid[]), created_at from inserted`,
        },
        text: `insert into feedback_search (feedback_id, project_id, created_at, document)
          select id, project_id, created_at, array_to_tsvector(${document}::text[]) from inserted`,
      }),
      values: [feedback.tagIds, [projectLexeme(feedback.projectId), ...lexemes]],
    });
  }

  override async load(projectId: string, id: string): Promise<Feedback | null> {
    if (!isUuid(id)) return null;
    return this.feedback.load('t.project_id = $1 and t.id = $2', [projectId, id]);
  }

  override async save(feedback: Feedback): Promise<void> {
    const hadTags = this.feedback.stored(feedback, 'tagIds');
    const isIndexed = (['title', 'description'] as const).every(
      (text) => this.feedback.stored(feedback, text) === feedback[text],
    );
    await this.feedback.update(feedback);
    if (!hadTags || !feedback.hasTags(hadTags)) await this.saveTags(feedback);
    if (!isIndexed) await this.index(feedback);
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
         update feedback set upvotes = upvotes_now, comment_count = comment_count_now, merges = merges + 1
         from counts where id = $1
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
    await this.sql.send(
      `with removed as (delete from feedback_tags where feedback_id = $1 and tag_id <> all ($2::uuid[]))
       insert into feedback_tags (feedback_id, tag_id, created_at)
       select f.id, unnest($2::uuid[]), f.created_at from feedback f where f.id = $1 on conflict do nothing`,
      [id, tagIds],
    );
  }

  private async index(feedback: Feedback): Promise<void> {
    const lexemes = feedbackLexemes(feedback);
    await this.sql.send(indexFeedback, [feedback.id, [projectLexeme(feedback.projectId), ...lexemes]]);
    await this.words.learn(lexemes);
  }

  private get manager() {
    return this.unitOfWork.manager;
  }
}

function explainRefusal(error: unknown): unknown {
  const constraint = brokenConstraint(error);
  if (constraint === 'feedback_project_id_fkey') return new ProjectNotFound();
  // A tag was removed since it was found: in a transaction it is kept.
  return constraint === 'feedback_tags_tag_id_fkey' ? new NeedsTransaction() : error;
}
