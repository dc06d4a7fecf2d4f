import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord, choice } from '../../../platform/http/index.js';
import { mailFrequencies, type PreferencesRecord } from '../domain/preferences.js';

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
