import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Role } from 'feedback-changelog-client';
import { AccessTokens, type Access } from './access-tokens.js';

/** Who has signed in. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Their role in the project. */
  readonly role: Role;
  /** When the role was read, in milliseconds since 1970. */
  readonly readAt: number;
}

/** What somebody has sent without being signed in. It is sent again after the sign-in. */
export interface Pending {
  /** Path of the form. */
  readonly action: string;
  readonly fields: NonNullable<Body>;
}

declare module 'express-session' {
  interface SessionData {
    person: Person;
    access: Access;
    csrf: string;
    pending: Pending;
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

/** The person has to sign in, or to sign in again. */
export class SignInRequired extends Error {}

const tokenBytes = 16;

/**
 * Returns the token that the forms of a page contain (synchronizer token). It is masked, so that its bytes differ in each
 * page: pages are compressed, and their length would reveal it (BREACH).
 */
export function csrfTokenOf(request: Request): string {
  if (!request.session.person) return '';
  request.session.csrf ??= randomBytes(tokenBytes).toString('hex');
  const mask = randomBytes(tokenBytes);
  return Buffer.concat([mask, xor(mask, Buffer.from(request.session.csrf, 'hex'))]).toString('base64url');
}

function xor(one: Buffer, other: Buffer): Buffer {
  return Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)));
}

function hasToken(request: Request): boolean {
  const expected = Buffer.from(request.session.csrf ?? '', 'hex');
  const masked = Buffer.from(text(request.body as Body, 'csrf'), 'base64url');
  if (expected.length !== tokenBytes || masked.length !== 2 * tokenBytes) return false;
  const given = xor(masked.subarray(0, tokenBytes), masked.subarray(tokenBytes));
  return timingSafeEqual(given, expected);
}

/**
 * Rejects forms that do not come from a page of the session. Parses no body: that comes before it.
 *
 * @param origin of the portal. Its own forms, if the session has ended since, are kept for after a sign-in.
 */
export function requireCsrfToken(origin: string) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (request.method === 'GET' || request.method === 'HEAD' || hasToken(request)) return next();
    if (request.get('Origin') === origin && !request.session.person) throw new SignInRequired();
    throw new FormOutdated();
  };
}

/** Begins a session with a new id, so that nobody can have chosen it before. What was sent before the sign-in stays. */
export async function startSession(request: Request, person: Person, access: Access): Promise<void> {
  const { pending } = request.session;
  await new Promise<void>((resolve, reject) =>
    request.session.regenerate((error) => (error ? reject(error as Error) : resolve())),
  );
  Object.assign(request.session, { person, access, ...(pending && { pending }) });
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

/** Returns a path of this site to go back to: the given one, or the board's if it does not lead to a page of this site. */
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
