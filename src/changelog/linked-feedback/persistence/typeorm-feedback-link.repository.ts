import { Injectable } from '@nestjs/common';
import { Any, type Repository } from 'typeorm';
import { Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { FeedbackLinkRepository } from '../domain/feedback-link.repository.js';
import { FeedbackLinkEntity } from './feedback-link.entity.js';

/** Reads are SQL, because they also run outside of units of work, where `Sql` prepares statements. */
@Injectable()
export class TypeormFeedbackLinkRepository extends FeedbackLinkRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async add(changelogId: string, feedbackId: string): Promise<void> {
    await this.links.createQueryBuilder().insert().values({ changelogId, feedbackId }).orIgnore().execute();
  }

  override async remove(changelogId: string, feedbackIds: readonly string[]): Promise<boolean> {
    const { affected } = await this.links.delete({ changelogId, feedbackId: Any([...feedbackIds]) });
    return affected !== 0;
  }

  override async feedbackOf(changelogId: string): Promise<string[]> {
    const rows = await this.sql.read<{ feedback_id: string }>(
      'select feedback_id from changelog_feedback where changelog_id = $1',
      [changelogId],
    );
    return rows.map(({ feedback_id: id }) => id);
  }

  override async changelogsOf(feedbackIds: readonly string[]): Promise<string[]> {
    const rows = await this.sql.read<{ changelog_id: string }>(
      'select distinct changelog_id from changelog_feedback where feedback_id = any($1::uuid[])',
      [feedbackIds],
    );
    return rows.map(({ changelog_id: id }) => id);
  }

  private get links(): Repository<FeedbackLinkEntity> {
    return this.unitOfWork.manager.getRepository(FeedbackLinkEntity);
  }
}
