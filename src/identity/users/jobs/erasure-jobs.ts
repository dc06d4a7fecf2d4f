import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../platform/jobs/index.js';
import { IdempotencyKeys } from '../../../platform/http/index.js';
import { Clock } from '../../../shared/clock.js';
import { type Erasure, PersonalData, PersonalDataOfModules } from '../application/personal-data.js';

const task = 'erase-user';

/** The time between the two jobs, in milliseconds: longer than any request, and any attempt to deliver an event. */
const secondRunDelay = 5 * 60_000;

/**
 * Adds two jobs in the transaction that anonymizes a user, which remove the personal data of all modules. The first starts
 * immediately. The second removes what was stored by requests and deliveries that had read the user's data before, and ended
 * after the first.
 */
@Injectable()
export class ErasureJobs extends PersonalData {
  override readonly order = 0;

  constructor(
    private readonly jobs: Jobs,
    private readonly keys: IdempotencyKeys,
    private readonly clock: Clock,
    personalData: PersonalDataOfModules,
  ) {
    super();
    jobs.handle(task, 'slow', async (payload, signal) => {
      for (const each of personalData.all()) await each.erase(payload as Erasure, signal);
    });
  }

  override async beforeAnonymize(erasure: Erasure): Promise<void> {
    await this.jobs.add(task, erasure);
    await this.jobs.add(task, erasure, { runAt: new Date(this.clock.now().getTime() + secondRunDelay) });
  }

  override async erase({ userId }: Erasure): Promise<void> {
    await this.keys.removeOfUser(userId);
  }
}
