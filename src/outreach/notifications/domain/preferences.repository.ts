import type { Locked, Versioned } from '../../../shared/records.js';
import type { Preferences, PreferencesRecord } from './preferences.js';

/** Stores the preferences of users. */
export abstract class PreferencesRepository {
  /** Returns the preferences of a user, those by default if none are stored, without locking them. */
  abstract read(userId: string): Promise<Versioned<PreferencesRecord>>;

  /** Loads the preferences of a user and locks them until the current unit of work ends. */
  abstract load(userId: string): Promise<Locked<Preferences, PreferencesRecord>>;

  abstract save(preferences: Preferences): Promise<Versioned<PreferencesRecord>>;

  /** Removes the preferences of a user. */
  abstract remove(userId: string): Promise<void>;
}
