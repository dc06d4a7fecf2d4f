import { Field } from '../../../platform/input/index.js';
import { mailSubscriberRules } from '../domain/mail-subscriber.js';

export class SubscribeByMailDto {
  @Field(mailSubscriberRules.email, { description: 'E-mail address of the subscriber.' }) email!: string;
}
