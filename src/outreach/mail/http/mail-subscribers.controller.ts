import { Controller, HttpCode, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PublicChangelogGuard } from '../../../changelog/index.js';
import { Operation, Operations, Public } from '../../../platform/http/index.js';
import { JsonBody } from '../../../platform/input/index.js';
import { RateLimiter } from '../../../platform/rate-limit/index.js';
import { CurrentPublicProject, publicProjectParameter } from '../../../project/index.js';
import { MailSubscriptionService } from '../application/mail-subscription.service.js';
import { MailNotConfigured } from '../domain/mail.errors.js';
import { SubscribeByMailDto } from './mail.dto.js';

/** How many subscriptions an IP address may request in a minute: each can send a mail to somebody who did not ask for it. */
export const requestedPerMinute = 10;

/** Subscriptions to public changelogs by e-mail, which need no token. */
@Controller('public/v1/projects/:projectSlug/changelogs/subscribers')
@UseGuards(PublicChangelogGuard)
@Operations({ tag: 'Public reading', parameters: publicProjectParameter })
@Public(true)
export class MailSubscribersController {
  constructor(
    private readonly subscriptions: MailSubscriptionService,
    private readonly limiter: RateLimiter,
  ) {}

  @Post()
  @Operation({
    id: 'subscribeToChangelogByMail',
    summary: 'Subscribe an e-mail address to a public changelog',
    description:
      'Sends a mail to the address with a link that confirms the subscription, which works for 7 days. At most one such mail per hour is sent to an address, and none if the address is subscribed. An IP address may send 10 such requests per minute. The response is the same in all cases.',
    statuses: { 202: 'Accepted.' },
    body: { email: 'ada@example.com' },
    problems: [new MailNotConfigured()],
  })
  @HttpCode(202)
  async subscribe(
    @CurrentPublicProject() { id }: { readonly id: string },
    @JsonBody() { email }: SubscribeByMailDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.limiter.admitRarely('subscriptions by mail', requestedPerMinute, request, response);
    await this.subscriptions.request(id, email);
  }
}
