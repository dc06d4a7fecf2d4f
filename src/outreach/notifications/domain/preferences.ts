import { boolean, check, oneOf, type Rules, text } from '../../../shared/rules.js';

/** How often a user receives e-mail about what they are subscribed to. */
export const mailFrequencies = ['each', 'daily', 'weekly', 'off'] as const;

export type MailFrequency = (typeof mailFrequencies)[number];

/** A name of the time zone database, such as `Europe/Berlin`. Offsets are none: they know no daylight saving. */
const timeZoneName = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

const timeZone: Rules = [
  ...text({ max: 64 }),
  {
    code: 'invalid_time_zone',
    detail: 'must be the name of a time zone, such as Europe/Berlin or UTC.',
    isSatisfiedBy: (value) => typeof value !== 'string' || isTimeZone(value),
  },
];

function isTimeZone(name: string): boolean {
  if (!timeZoneName.test(name)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const locale: Rules = [
  ...text({ max: 35 }),
  {
    code: 'invalid_locale',
    detail: 'must be a language tag (BCP 47), such as de or pt-BR, or "".',
    isSatisfiedBy: (value) => typeof value !== 'string' || value === '' || isLanguageTag(value),
  },
];

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

export const preferenceRules = { autoSubscribe: boolean, mail: oneOf(mailFrequencies), timeZone, locale };

/** Preferences as a record. */
export interface PreferencesRecord {
  auto_subscribe: boolean;
  mail: MailFrequency;
  time_zone: string;
  locale: string;
}

/** The values of preferences. */
export interface PreferenceValues {
  /** Whether the user is subscribed to feedback that they submit, vote for or comment on, or that is assigned to them. */
  autoSubscribe: boolean;
  mail: MailFrequency;
  /** The time zone of the user, for the time at which summaries are sent, and for dates in e-mail. */
  timeZone: string;
  /** The language and region of the user, as a language tag (BCP 47), for e-mail; `''` if they have not chosen one. */
  locale: string;
}

/** Changes to preferences. Omitted fields stay unchanged. */
export type PreferenceChanges = {
  readonly [Name in keyof PreferenceValues]?: PreferenceValues[Name] | undefined;
};

/** How a user wants to be notified, in all projects. */
export class Preferences implements PreferenceValues {
  autoSubscribe = true;
  mail: MailFrequency = 'each';
  timeZone = 'UTC';
  locale = '';

  constructor(readonly userId: string) {}

  /** Returns preferences that have been stored. */
  static restore({ userId, ...values }: PreferenceValues & { userId: string }): Preferences {
    return Object.assign(new Preferences(userId), values);
  }

  /**
   * Returns whether any value changed.
   *
   * @throws InvalidInput when a value violates a rule
   */
  update(changes: PreferenceChanges): boolean {
    check({ ...changes }, preferenceRules);
    const changed = Object.entries(changes).filter(
      ([name, value]) => value !== undefined && value !== this[name as keyof PreferenceValues],
    );
    Object.assign(this, Object.fromEntries(changed));
    return changed.length > 0;
  }
}
