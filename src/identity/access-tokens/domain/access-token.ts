import { InvalidInput } from '../../../shared/domain-error.js';
import { name } from '../../../shared/names.js';
import { check, oneOf, timestamp } from '../../../shared/rules.js';
import { slugRules } from '../../../shared/slug.js';
import { type Scope, scopes } from '../../authentication/domain/caller.js';

/** The maximum number of tokens of a user that have not expired. */
export const maxTokens = 100;

export const accessTokenRules = {
  name: name({ max: 200, required: true }),
  scope: oneOf(scopes),
  project: slugRules,
  expiresAt: timestamp,
};

/** Authenticates a program as a user. The secret value is shown once; only its digest is stored. */
export class AccessToken {
  private constructor(
    readonly id: string,
    readonly userId: string,
    readonly name: string,
    readonly scope: Scope,
    /** Id of the project that it is bound to; null if it is not bound. */
    readonly projectId: string | null,
    /** SHA-256 of its value. */
    readonly digest: Buffer,
    readonly createdAt: Date,
    readonly expiresAt: Date | null,
    /** Whether it was set by the settings of the instance. */
    readonly bootstrap: boolean,
  ) {}

  /** Returns the stored token with these values. */
  static restore(token: AccessToken): AccessToken {
    const { id, userId, name, scope, projectId, digest, createdAt, expiresAt, bootstrap } = token;
    return new AccessToken(id, userId, name, scope, projectId, digest, createdAt, expiresAt, bootstrap);
  }

  /** @throws InvalidInput when a value violates a rule, or the expiry is not in the future */
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
    const { name } = check({ name: token.name, scope: token.scope }, accessTokenRules);
    if (token.expiresAt && token.expiresAt <= now) {
      throw new InvalidInput([
        { pointer: '/expires_at', code: 'in_the_past', detail: 'The field must be in the future.' },
      ]);
    }
    return new AccessToken(
      token.id,
      token.userId,
      name,
      token.scope,
      token.projectId ?? null,
      token.digest,
      now,
      token.expiresAt ?? null,
      token.bootstrap ?? false,
    );
  }
}
