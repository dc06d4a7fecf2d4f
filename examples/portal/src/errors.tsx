import type { NextFunction, Request, Response } from 'express';
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'feedback-changelog-client';
import { MulterError } from 'multer';
import type { Catalogue } from './locales/en.js';
import { FormOutdated, SignInRequired } from './session.js';
import { SignInFailed } from './sign-in.js';
import { sendPage, SignInLink } from './views/layout.js';
import { visitOf } from './visit.js';

/** A page that does not exist. */
export class PageNotFound extends Error {}

/** Shows a page for an error. Who has to sign in again does so first. */
export function showError(error: unknown, request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) return next(error);
  if (error instanceof SignInRequired || error instanceof AuthenticationError) {
    delete request.session.person;
    const back = request.method === 'GET' ? request.originalUrl : '/';
    return response.redirect(303, `/sign-in?back=${encodeURIComponent(back)}`);
  }
  const [status, message] = describe(error, request);
  if (status === 500 || error instanceof SignInFailed) console.error(error);
  const visit = visitOf(response);
  // Without the project, no page can be shown.
  if (!visit)
    return void response.status(status).type('text').send('The service is unavailable. Try again later.');
  const { t, person } = visit;
  const reference = error instanceof ApiError ? error.requestId : '';
  const content = (
    <div class="empty">
      <h1>{t('error_heading')}</h1>
      <p>{t(message)}</p>
      {reference !== '' && status >= 500 && <p class="meta">{t('error_reference', { id: reference })}</p>}
      {!person && [404, 403].includes(status) && <SignInLink visit={visit}>{t('sign_in')}</SignInLink>}
      <p>
        <a href="/">{t('back_to_board')}</a>
      </p>
    </div>
  );
  sendPage(response, { title: t('error_heading'), content }, status);
}

function describe(error: unknown, request: Request): [status: number, message: keyof Catalogue] {
  if (error instanceof PageNotFound || error instanceof NotFoundError) return [404, 'error_not_found'];
  // An id, a cursor or a filter in the URL that cannot be, or a form.
  if (error instanceof BadRequestError)
    return request.method === 'GET' ? [404, 'error_not_found'] : [400, 'error_input'];
  if (error instanceof PermissionDeniedError) return [403, 'error_forbidden'];
  if (error instanceof ConflictError) return [409, 'error_conflict'];
  if (error instanceof RateLimitError) return [503, 'error_busy'];
  if (error instanceof MulterError) return [413, 'error_input'];
  if (error instanceof FormOutdated) return [403, 'error_form'];
  if (error instanceof SignInFailed) return [400, 'error_sign_in'];
  // Of Express and its parsers: a form that is too large, a malformed path.
  const { status } = error as { status?: unknown };
  if (typeof status === 'number' && status >= 400 && status < 500) return [status, 'error_input'];
  return [500, 'error_other'];
}
