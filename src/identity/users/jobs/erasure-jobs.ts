import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../platform/jobs/index.js';
import { IdempotencyKeys } from '../../../platform/http/index.js';
import { Clock } from '../../../shared/clock.js';
import { type Erasure, UserErasure } from '../application/user-erasure.js';
import { UserService } from '../application/user.service.js';

const task = 'erase-user';

/** The time between the two jobs, in milliseconds: longer than any request, and any attempt to deliver an event. */
const secondRunDelay = 5 * 60_000;

/**
 * Adds two jobs in the transaction that anonymizes a user. The first starts immediately. The second removes what was stored
 * by requests and deliveries that had read the user's data before, and ended after the first.
 */
@Injectable()
export class ErasureJobs {
  constructor(jobs: Jobs, users: UserService, erasure: UserErasure, keys: IdempotencyKeys, clock: Clock) {
    erasure.register(({ userId }) => keys.removeOfUser(userId));
    jobs.handle(task, 'slow', (payload, signal) => erasure.run(payload as Erasure, signal));
    users.beforeAnonymize(async (userId, actorId, content) => {
      const payload: Erasure = { userId, actorId, content };
      await jobs.add(task, payload);
      await jobs.add(task, payload, { runAt: new Date(clock.now().getTime() + secondRunDelay) });
    });
  }
}
