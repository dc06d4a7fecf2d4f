import { Injectable } from '@nestjs/common';
import type { Caller } from '../../identity/index.js';
import { expectVersion, type Precondition, type Versioned } from '../../shared/records.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import type { PreferenceChanges, PreferencesRecord } from '../domain/preferences.js';
import { PreferencesRepository } from '../domain/preferences.repository.js';

/** Reads and changes the caller's own preferences. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly preferences: PreferencesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  async read({ userId }: Caller): Promise<Versioned<PreferencesRecord>> {
    return this.preferences.read(userId);
  }

  /** Turns off e-mail to a user: for links in messages to the user. */
  async turnOffMail(userId: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const { aggregate: preferences } = await this.preferences.load(userId);
      if (preferences.update({ mail: 'off' })) await this.preferences.save(preferences);
    });
  }

  /** @throws PreconditionFailed; InvalidInput when a value violates a rule */
  async update(
    { userId }: Caller,
    changes: PreferenceChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<PreferencesRecord>> {
    return this.unitOfWork.run(async () => {
      const { aggregate: preferences, before } = await this.preferences.load(userId);
      expectVersion(precondition, before);
      return preferences.update(changes) ? this.preferences.save(preferences) : before;
    });
  }
}
