import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/clock.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { Ids, SecureRandom } from '../../../shared/ids.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import { AccessTokenRepository } from '../domain/access-token.repository.js';
import { AccessToken, maxTokens } from '../domain/access-token.js';
import { type Caller, includesScope, type Scope } from '../../authentication/domain/caller.js';
import { TokenNotFound, TokenTooPowerful, TooManyTokens } from '../../users/domain/identity.errors.js';
import { ProjectDirectory } from '../../users/domain/project-directory.js';
import { generateToken, tokenDigest } from '../domain/token-text.js';
import { UserRepository } from '../../users/domain/user.repository.js';
import { IdentityQueries, type TokenRecord } from '../../users/application/identity.queries.js';

/** The properties of a new token. */
export interface TokenOrder {
  name: string;
  scope: Scope;
  /** Slug or id of the project that it is bound to. */
  project?: string | undefined;
  expiresAt?: Date | undefined;
  /** Id of the user that it authenticates; defaults to the caller. */
  userId?: string | undefined;
}

/** Creates and revokes access tokens. */
@Injectable()
export class TokenService {
  constructor(
    private readonly tokens: AccessTokenRepository,
    private readonly users: UserRepository,
    private readonly projects: ProjectDirectory,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly random: SecureRandom,
    private readonly clock: Clock,
    private readonly queries: IdentityQueries,
  ) {}

  /**
   * Creates a token. Its secret value is returned only here.
   *
   * @throws TokenTooPowerful when it would grant more than the caller's token; InvalidInput when a value violates a
   * rule, or the user or the project does not exist; TooManyTokens
   */
  async issue(caller: Caller, order: TokenOrder): Promise<{ token: Versioned<TokenRecord>; text: string }> {
    const userId = order.userId?.toLowerCase() ?? caller.userId;
    refuseMorePower(caller, order, userId);
    const text = generateToken(this.random);
    return this.unitOfWork.run(async () => {
      const projectId = order.project === undefined ? null : await this.projects.idOf(order.project, caller);
      if (order.project !== undefined && projectId === null) throw unknown('project');
      if (caller.projectId !== null && caller.projectId !== projectId) {
        throw new TokenTooPowerful('project', 'The token must be bound to the same project.');
      }
      // Waits until a concurrent anonymization of the user has finished, so that no token is created after it.
      if (!(await this.users.load(userId))) throw unknown('user_id');
      const now = this.clock.now();
      const token = AccessToken.issue(
        { ...order, id: this.ids.next(), userId, projectId, digest: tokenDigest(text) },
        now,
      );
      if ((await this.tokens.countOf(userId, now)) >= maxTokens) throw new TooManyTokens(maxTokens);
      await this.tokens.add(token);
      await this.users.recordSignIn(userId);
      return { token: await this.read(token.id), text };
    });
  }

  /** @throws TokenNotFound */
  async read(tokenId: string): Promise<Versioned<TokenRecord>> {
    const token = await this.queries.token(tokenId);
    if (!token) throw new TokenNotFound();
    return token;
  }

  /**
   * @throws PreconditionFailed; TokenNotFound when the token belongs to another user, unless the caller is an instance
   * admin with the scope `admin`
   */
  async revoke(caller: Caller, tokenId: string, precondition: Precondition = null): Promise<void> {
    await this.unitOfWork.run(async () => {
      const token = await this.tokens.load(tokenId);
      if (!token || !(token.userId === caller.userId || (caller.instanceAdmin && caller.scope === 'admin'))) {
        throw new TokenNotFound();
      }
      expectVersion(precondition, await this.queries.token(tokenId));
      await this.tokens.remove(token);
    });
  }
}

function refuseMorePower(caller: Caller, order: TokenOrder, userId: string): void {
  if (!includesScope(caller.scope, order.scope)) {
    throw new TokenTooPowerful('scope', `The scope can be at most ${caller.scope}.`);
  }
  if (caller.tokenExpiresAt && (!order.expiresAt || order.expiresAt > caller.tokenExpiresAt)) {
    const latest = caller.tokenExpiresAt.toISOString();
    throw new TokenTooPowerful('expires_at', `The token must expire by ${latest}.`);
  }
  if (userId !== caller.userId && !(caller.instanceAdmin && caller.scope === 'admin')) {
    throw new TokenTooPowerful(
      'user_id',
      'Only an instance admin with the scope admin can set another user.',
    );
  }
}

function unknown(field: 'project' | 'user_id'): InvalidInput {
  return new InvalidInput([
    { pointer: `/${field}`, code: 'not_found', detail: `The ${field} does not exist.` },
  ]);
}
