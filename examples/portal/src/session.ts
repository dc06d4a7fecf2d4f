import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Role } from 'feedback-changelog-client';
import { AccessTokens, type Access } from './access-tokens.js';

/** Who has signed in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Their role in the project at the time of the sign-in. */
  readonly role: Role;
}

declare module 'express-session' {
  interface SessionData {
    person: Person;
    access: Access;
    csrf: string;
    /** What the callback of the identity provider needs. */
    signIn: {
      readonly verifier: string;
      readonly state: string;
      readonly nonce: string;
      readonly back: string;
    };
  }
}

/** A form without the token of the session: it is too old, or comes from another site. */
export class FormOutdated extends Error {}

/** Returns the token that the forms of the session contain (synchronizer token). */
export function csrfTokenOf(request: Request): string {
  if (!request.session.person) return '';
  return (request.session.csrf ??= randomBytes(16).toString('base64url'));
}

/** Rejects forms that do not come from a page of the session. Parses no body: that comes before it. */
export function requireCsrfToken(request: Request, _response: Response, next: NextFunction): void {
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  const expected = Buffer.from(request.session.csrf ?? '');
  const given = Buffer.from(text(request.body as Body, 'csrf'));
  if (expected.length === 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new FormOutdated();
  }
  next();
}

/** Begins a session with a new id, so that nobody can have chosen it before. */
export async function startSession(request: Request, person: Person, access: Access): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    request.session.regenerate((error) => (error ? reject(error as Error) : resolve())),
  );
  Object.assign(request.session, { person, access });
}

/** The fields of a form. */
export type Body = Readonly<Record<string, string | string[] | undefined>> | undefined;

/** Returns a field of a form or of the query, without white space around it; `''` if it is missing. */
export function text(fields: Body, name: string): string {
  const value = fields?.[name];
  return (typeof value === 'string' ? value : '').trim();
}

/** Returns the values of a field that can occur several times. */
export function texts(fields: Body, name: string): string[] {
  const value = fields?.[name] ?? [];
  return typeof value === 'string' ? [value] : [...value];
}

/** Returns a path of this site to go back to; that of the board for anything else. */
export function localPath(path: string): string {
  return /^\/(?![/\\])[^\\\s]*$/.test(path) ? path : '/';
}

/** Returns the access token of the session, renewed if it is about to expire. */
export function accessTokenOf(request: Request, tokens: AccessTokens): () => Promise<string> {
  return async () => {
    const { access } = request.session;
    if (!access) throw new SignInRequired();
    const current = await tokens.renew(access);
    if (!current) throw new SignInRequired();
    request.session.access = current;
    return current.token;
  };
}

/** The person has to sign in, or to sign in again. */
export class SignInRequired extends Error {}
