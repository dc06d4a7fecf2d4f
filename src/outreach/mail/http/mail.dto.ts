import { ApiProperty } from '@nestjs/swagger';
import { Field } from '../../../platform/input/index.js';
import { mailSubscriberRules } from '../domain/mail-subscriber.js';
import { ApiRecord, choice, instant } from '../../../platform/http/index.js';
import { type SuppressionRecord, suppressionReasons } from '../domain/suppression.repository.js';

export class SubscribeByMailDto {
  @Field(mailSubscriberRules.email, { description: 'E-mail address of the subscriber.' }) email!: string;
}

@ApiRecord('MailSuppression', 'An e-mail address that no mail is sent to.')
export class SuppressionResponse implements SuppressionRecord {
  static readonly example: SuppressionRecord = {
    email: 'ada@example.com',
    reason: 'refused',
    created_at: '2026-11-20T15:41:04.250Z',
  };

  @ApiProperty({ description: 'The address as it was added.' }) email!: string;
  @ApiProperty(
    choice(suppressionReasons, '`refused`: by its mail server. `manual`: an instance admin added it.'),
  )
  reason!: SuppressionRecord['reason'];
  @ApiProperty(instant('When it was added.')) created_at!: string;
}
