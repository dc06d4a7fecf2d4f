import { InvalidInput } from '../../shared/domain-error.js';
import { check, oneOf, text, timestamp } from '../../shared/rules.js';
import { slugRules } from '../../shared/slug.js';
import { type Scope, scopes } from './caller.js';

export const accessTokenRules = {
  name: text({ max: 200, required: true }),
  scope: oneOf(scopes),
  project: slugRules,
  expiresAt: timestamp,
};

/** Lets a program act for a user. Its text is shown once; only its digest is kept. */
export class AccessToken {
  private constructor(
    readonly id: string,
    readonly userId: string,
    readonly name: string,
    readonly scope: Scope,
    /** The only project that it reaches; null where it is not bound to one. */
    readonly projectId: string | null,
    /** SHA-256 of its text. */
    readonly digest: Buffer,
    readonly createdAt: Date,
    readonly expiresAt: Date | null,
    /** Whether it is the one that the instance's settings name. */
    readonly bootstrap: boolean,
  ) {}

  /** @throws InvalidInput where a value breaks a rule, or the token would have expired already */
  static issue(
    token: {
      id: string;
      userId: string;
      name: string;
      scope: Scope;
      projectId?: string | null | undefined;
      digest: Buffer;
      expiresAt?: Date | null | undefined;
      bootstrap?: boolean | undefined;
    },
    now: Date,
  ): AccessToken {
    check({ name: token.name, scope: token.scope }, accessTokenRules);
    if (token.expiresAt && token.expiresAt <= now) {
      throw new InvalidInput([
        { pointer: '/expires_at', code: 'in_the_past', detail: 'The field must be in the future.' },
      ]);
    }
    return new AccessToken(
      token.id,
      token.userId,
      token.name,
      token.scope,
      token.projectId ?? null,
      token.digest,
      now,
      token.expiresAt ?? null,
      token.bootstrap ?? false,
    );
  }
}
