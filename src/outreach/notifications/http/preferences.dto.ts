import { OptionalField } from '../../../platform/input/index.js';
import { type PreferenceChanges, preferenceRules } from '../domain/preferences.js';

export class UpdatePreferencesDto {
  @OptionalField(preferenceRules.autoSubscribe, {
    description: 'Whether taking part in feedback subscribes to it. Existing subscriptions stay unchanged.',
  })
  auto_subscribe?: boolean;
  @OptionalField(preferenceRules.mail, {
    description: 'How often e-mail is sent: for each event, once a day or a week, or never.',
  })
  mail?: PreferenceChanges['mail'];
  @OptionalField(preferenceRules.timeZone, {
    description: 'Name of a time zone of the IANA database, such as `Europe/Berlin`, or `UTC`.',
  })
  time_zone?: string;
  @OptionalField(preferenceRules.locale, {
    description:
      'Language tag (BCP 47) of the user, such as `de` or `pt-BR`, for the texts, dates and numbers of e-mail. `""`: the language of the service.',
  })
  locale?: string;

  changes(): PreferenceChanges {
    return {
      autoSubscribe: this.auto_subscribe,
      mail: this.mail,
      timeZone: this.time_zone,
      locale: this.locale,
    };
  }
}
