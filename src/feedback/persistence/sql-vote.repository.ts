import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/database/sql.js';
import { isUuid } from '../../shared/rules.js';
import type { Feedback } from '../domain/feedback.js';
import { VoteRepository } from '../domain/vote.repository.js';

/** A vote is a row and a number elsewhere: both are written in one statement. */
@Injectable()
export class SqlVoteRepository extends VoteRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async cast({ id }: Feedback, userId: string, at: Date): Promise<boolean> {
    const counted = await this.sql.rows(
      `with earlier as (
         select 1 from votes v join feedback f on f.id = v.feedback_id
         where v.user_id = $2 and (f.id = $1 or f.merged_into = $1)
       ), vote as (
         insert into votes (feedback_id, user_id, created_at) values ($1, $2, $3) on conflict do nothing
       )
       update feedback set upvotes = upvotes + 1 where id = $1 and not exists (select from earlier)
       returning id`,
      [id, userId, at.toISOString()],
    );
    return counted.length > 0;
  }

  override async withdraw({ id }: Feedback, userId: string): Promise<boolean> {
    if (!isUuid(userId)) return false;
    const changed = await this.sql.rows(
      `with withdrawn as (
         delete from votes v using feedback f
         where f.id = v.feedback_id and v.user_id = $2 and (f.id = $1 or f.merged_into = $1)
         returning v.feedback_id
       )
       update feedback set upvotes = upvotes - 1
       where id in (select feedback_id from withdrawn union select $1 where exists (select from withdrawn))
       returning id`,
      [id, userId],
    );
    return changed.length > 0;
  }
}
