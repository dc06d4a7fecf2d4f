import { ApiProperty } from '@nestjs/swagger';
import { OptionalField } from '../../../platform/input/index.js';
import {
  type PreferenceChanges,
  preferenceRules,
  mailFrequencies,
  type PreferencesRecord,
} from '../domain/preferences.js';
import { ApiRecord, choice } from '../../../platform/http/index.js';

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

@ApiRecord('Preferences', 'How a user wants to be notified, in all projects.')
export class PreferencesResponse implements PreferencesRecord {
  static readonly example: PreferencesRecord = {
    auto_subscribe: true,
    mail: 'daily',
    time_zone: 'Europe/Berlin',
    locale: 'de',
  };

  @ApiProperty({
    description:
      'Whether the user is subscribed to feedback that they submit, vote for or comment on, or that is assigned to them.',
  })
  auto_subscribe!: boolean;
  @ApiProperty(
    choice(mailFrequencies, 'How often the user receives e-mail, where the service sends any: `off`, never.'),
  )
  mail!: PreferencesRecord['mail'];
  @ApiProperty({ description: 'Time zone of the user: a name such as `Europe/Berlin`, or `UTC`.' })
  time_zone!: string;
  @ApiProperty({
    description:
      'Language tag of the user, such as `de` or `pt-BR`, for the texts, dates and numbers of e-mail; `""` if none was chosen. Languages that the service does not have are replaced by English.',
  })
  locale!: string;
}
