import { Injectable } from '@nestjs/common';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { TypeormUnitOfWork } from '../../platform/database/typeorm-unit-of-work.js';
import { ProjectNotFound } from '../../project/index.js';
import { isUuid } from '../../shared/rules.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { Feedback } from '../domain/feedback.js';

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
    const { title, description, status } = feedback;
    await this.manager.update(Feedback, feedback.id, { title, description, status });
    await this.saveTags(feedback);
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

  private get manager() {
    return this.unitOfWork.manager;
  }
}
