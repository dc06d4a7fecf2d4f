import { All, applyDecorators, Get, Header, HttpCode, Param, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { serviceTarget } from '../../../platform/http/index.js';
import { UndocumentedController } from '../../../platform/openapi/index.js';
import { httpProblems } from '../../../platform/problems/index.js';
import { IpAddressGuard } from '../../../platform/rate-limit/index.js';
import { MailSubscriptionService } from '../application/mail-subscription.service.js';
import { MailTexts } from '../domain/mail-texts.js';

/** The pages load and run nothing. Their form posts to the page itself. */
const contentSecurityPolicy =
  "default-src 'none';style-src 'unsafe-inline';form-action 'self';base-uri 'none';frame-ancestors 'none'";

/** Sets the headers of a page. The token in the URL is a secret, and must not reach other sites. */
function Page(): MethodDecorator {
  return applyDecorators(
    Header('Content-Security-Policy', contentSecurityPolicy),
    Header('Content-Type', 'text/html; charset=utf-8'),
    Header('Cache-Control', 'no-store'),
    Header('Referrer-Policy', 'no-referrer'),
  );
}

/**
 * The pages that mails link to. GET shows a button and changes nothing, because mail servers follow links; POST acts, also
 * for the one-click unsubscription of mail programs (RFC 8058). The pages are the same for unknown tokens, which the limit of
 * requests makes hard to guess.
 */
@UndocumentedController('mail')
@UseGuards(IpAddressGuard)
export class MailPagesController {
  constructor(
    private readonly subscriptions: MailSubscriptionService,
    private readonly texts: MailTexts,
  ) {}

  @Get('confirm/:token')
  @Page()
  showConfirmation(): string {
    return this.texts.page('confirm');
  }

  @Post('confirm/:token')
  @HttpCode(200)
  @Page()
  async confirm(@Param('token') token: string): Promise<string> {
    await this.subscriptions.confirm(token);
    return this.texts.page('confirmed');
  }

  @Get('unsubscribe/:token')
  @Page()
  showUnsubscription(): string {
    return this.texts.page('unsubscribe');
  }

  @Post('unsubscribe/:token')
  @HttpCode(200)
  @Page()
  async unsubscribe(@Param('token') token: string): Promise<string> {
    await this.subscriptions.unsubscribe(token);
    return this.texts.page('unsubscribed');
  }

  @All(['confirm/:token', 'unsubscribe/:token'])
  rejectMethod(@Req() request: Request): never {
    throw httpProblems.methodNotAllowed(serviceTarget(request), 'GET, HEAD, POST');
  }
}
