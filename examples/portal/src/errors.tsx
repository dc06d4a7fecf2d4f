import { STATUS_CODES } from 'node:http';
import type { NextFunction, Request, Response } from 'express';
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'feedback-changelog-client';
import { MulterError } from 'multer';
import { ProviderUnavailable } from './access-tokens.js';
import type { Catalogue } from './locales/en.js';
import { keep, Message, SendAgain, SignInToSend } from './pending.js';
import { FormOutdated, SignInRequired } from './session.js';
import { SignInFailed } from './sign-in.js';
import { sendPage, SignInLink } from './views/layout.js';
import { type Visit, visitOf } from './visit.js';

/** A page that does not exist. */
export class PageNotFound extends Error {}

/** Shows a page for an error. Forms keep what was typed: it can be sent after a sign-in, or once more. */
export function showError(error: unknown, request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) return next(error);
  if (error instanceof SignInRequired || error instanceof AuthenticationError) {
    return requireSignIn(request, response);
  }
  const [status, message] = describe(error, request);
  if (status === 500 || error instanceof SignInFailed) console.error(error);
  if (isScript(request)) return void response.status(status).json({ error: message });
  const visit = visitOf(response) as Visit | undefined;
  // Nothing is known about the visitor yet, for example without the session.
  if (!visit) return void response.status(status).type('text').send(STATUS_CODES[status]);
  const { t, person } = visit;
  const reference = error instanceof ApiError ? error.requestId : '';
  const heading = t(status === 404 ? 'not_found_heading' : 'error_heading');
  const content = (
    <Message heading={heading} text={t(message)}>
      {reference !== '' && status >= 500 && <p class="meta">{t('error_reference', { id: reference })}</p>}
      {request.method === 'POST' && <SendAgain visit={visit} request={request} />}
      <p class="buttons">
        {!person && [404, 403].includes(status) && <SignInLink visit={visit}>{t('sign_in')}</SignInLink>}
        <a href="/">{t('back_to_board')}</a>
      </p>
    </Message>
  );
  sendPage(response, { title: heading, content }, status);
}

/** A form does not lead to the identity provider itself: the policy of the page allows only its own site as a target. */
function requireSignIn(request: Request, response: Response): void {
  delete request.session.person;
  if (isScript(request)) return void response.status(403).json({ error: 'error_sign_in' });
  if (request.method !== 'POST')
    return response.redirect(303, `/sign-in?back=${encodeURIComponent(request.originalUrl)}`);
  keep(request);
  // The session of the page has ended.
  const visit = { ...visitOf(response), person: undefined, isEditor: false, csrf: '' };
  response.locals['visit'] = visit;
  const title = visit.t('sign_in_to_send');
  sendPage(response, { title, content: <SignInToSend visit={visit} request={request} /> }, 403);
}

/** Whether the script of the pages has sent the request. */
function isScript(request: Request): boolean {
  return request.get('Sec-Fetch-Dest') === 'empty' || request.accepts(['html', 'json']) === 'json';
}

function describe(error: unknown, request: Request): [status: number, message: keyof Catalogue] {
  if (error instanceof PageNotFound || error instanceof NotFoundError) return [404, 'error_not_found'];
  // An id, a cursor or a filter in the URL that cannot be, or a form.
  if (error instanceof BadRequestError)
    return request.method === 'GET' ? [404, 'error_not_found'] : [400, 'error_input'];
  if (error instanceof PermissionDeniedError) return [403, 'error_forbidden'];
  if (error instanceof ConflictError)
    return [409, error.code === 'mail_not_configured' ? 'error_no_mail' : 'error_conflict'];
  if (error instanceof RateLimitError) return [503, 'error_busy'];
  if (error instanceof MulterError) return [413, 'error_input'];
  if (error instanceof FormOutdated) return [403, 'error_form'];
  if (error instanceof SignInFailed) return [400, 'error_sign_in'];
  if (error instanceof ProviderUnavailable) return [503, 'error_unavailable'];
  // The service cannot be reached, does not answer in time, or is not well.
  if (error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500))
    return [503, 'error_unavailable'];
  // Of Express and its parsers: a form that is too large, a malformed path.
  const { status } = error as { status?: unknown };
  if (typeof status === 'number' && status >= 400 && status < 500) return [status, 'error_input'];
  return [500, 'error_other'];
}
