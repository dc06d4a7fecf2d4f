import type { NextFunction, Request, Response } from 'express';
import type { ComponentChildren, VNode } from 'preact';
import type { Catalogue } from './locales/en.js';
import type { Body } from './session.js';
import { Form } from './views/form.js';
import { SignInLink } from './views/layout.js';
import type { Visit } from './visit.js';

/** Path that sends what was kept, after the sign-in. */
export const resumePath = '/sign-in/send';

/** The largest form that is kept, in characters. Sessions are in memory, and anyone can send forms. */
const maxKept = 150_000;

/** Keeps a form for after the sign-in. */
export function keep(request: Request): void {
  const fields = fieldsOf(request);
  if (JSON.stringify(fields).length > maxKept) return;
  request.session.pending = { action: request.originalUrl, fields };
}

/** Turns the request for {@link resumePath} into the one that was kept. It comes after the check of tokens. */
export function resume(request: Request, response: Response, next: NextFunction): void {
  const { pending, person } = request.session;
  if (request.path !== resumePath || !person) return next();
  delete request.session.pending;
  if (!pending) return response.redirect(303, '/');
  request.method = 'POST';
  request.url = request.originalUrl = pending.action;
  request.body = pending.fields;
  next();
}

function fieldsOf(request: Request): NonNullable<Body> {
  const { csrf: _, ...fields } = { ...(request.body as Body) };
  return fields;
}

const written: Readonly<Record<string, keyof Catalogue>> = {
  title: 'title',
  summary: 'summary',
  description: 'description',
  content: 'comment',
  comment: 'status_comment',
  email: 'email',
};

/** What somebody has written, to be sent after the sign-in. */
export function SignInToSend({ visit, request }: { visit: Visit; request: Request }): VNode {
  const { t } = visit;
  return (
    <Message heading={t('sign_in_to_send')} text={t('sign_in_to_send_hint')}>
      {Object.keys(written).map((name) => {
        const value = fieldsOf(request)[name];
        return typeof value === 'string' && value !== '' ? (
          <blockquote class="quote" dir="auto">
            {value}
          </blockquote>
        ) : null;
      })}
      {request.file && <p>{t('picture_not_kept')}</p>}
      <p>
        <SignInLink visit={visit} back={resumePath}>
          {t('sign_in')}
        </SignInLink>
      </p>
    </Message>
  );
}

/** What somebody has written, to be corrected and sent again after an error. */
export function SendAgain({ visit, request }: { visit: Visit; request: Request }): VNode {
  const { t } = visit;
  return (
    <Form visit={visit} action={request.originalUrl} class="stack">
      {Object.entries(fieldsOf(request)).flatMap(([name, values]) =>
        [values ?? []].flat().map((value) => {
          const label = written[name];
          return label === undefined ? (
            <input type="hidden" name={name} value={value} />
          ) : (
            <label class="field">
              <span class="field__label">{t(label)}</span>
              <textarea name={name} rows={4} dir="auto">
                {value}
              </textarea>
            </label>
          );
        }),
      )}
      {request.file && <p>{t('picture_not_kept')}</p>}
      <div>
        <button class="button">{t('send_again')}</button>
      </div>
    </Form>
  );
}

/** A page that says one thing. */
export function Message({
  heading,
  text,
  children,
}: {
  heading: string;
  text: string;
  children?: ComponentChildren;
}): VNode {
  return (
    <div class="message stack">
      <h1>{heading}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
