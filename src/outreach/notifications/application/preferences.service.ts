import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../identity/index.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import type { PreferenceChanges, Preferences, PreferencesRecord } from '../domain/preferences.js';
import { PreferencesRepository } from '../domain/preferences.repository.js';

type ChangedCallback = (userId: string, preferences: PreferencesRecord) => Promise<void>;

/** Reads and changes the caller's own preferences. */
@Injectable()
export class PreferencesService {
  private readonly callbacks: ChangedCallback[] = [];

  constructor(
    private readonly preferences: PreferencesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Registers a callback that runs in the unit of work that changes preferences. */
  onChanged(callback: ChangedCallback): void {
    this.callbacks.push(callback);
  }

  async read({ userId }: Caller): Promise<Versioned<PreferencesRecord>> {
    return this.preferences.read(userId);
  }

  /** Turns off e-mail to a user: for links in messages to the user. */
  async turnOffMail(userId: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const { aggregate: preferences } = await this.preferences.load(userId);
      if (preferences.update({ mail: 'off' })) await this.save(preferences);
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
      return preferences.update(changes) ? this.save(preferences) : before;
    });
  }

  private async save(preferences: Preferences): Promise<Versioned<PreferencesRecord>> {
    const saved = await this.preferences.save(preferences);
    for (const callback of this.callbacks) await callback(preferences.userId, saved.record);
    return saved;
  }
}
