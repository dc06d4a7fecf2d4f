import { Injectable } from '@nestjs/common';
import { type Erasure, PersonalData } from '../../identity/index.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { EventRepository } from '../domain/event.repository.js';
import { EventRelay } from './event-relay.js';

/** Events changed in one transaction. */
const batchSize = 500;

/** Removes the personal data of anonymized users from events. */
@Injectable()
export class EventErasure extends PersonalData {
  override readonly order = 600;

  constructor(
    private readonly events: EventRepository,
    private readonly relay: EventRelay,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  /** Shows a user in all events as they are now, and lets handlers remove what they store of these events. */
  override async erase({ userId }: Erasure, signal: AbortSignal): Promise<void> {
    let last: string | undefined;
    do {
      signal.throwIfAborted();
      last = await this.unitOfWork.run(async () => {
        const ids = await this.events.updateUser(userId, batchSize, last);
        await this.relay.erase(ids);
        return ids.at(-1);
      });
    } while (last !== undefined);
  }
}
