// Generated from openapi.json by `npm run client`. Do not edit.

import type { ConditionalOptions, ReadOptions, RequestOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { CreateTokenRequest, NewToken, Token, ListTokensQuery } from './types.js';

/** The methods of `client.tokens`. */
export class TokensResource extends Resource {
  /**
   * Create a token.
   *
   * Returns the secret value of the token, which is not returned again. The new token cannot grant more than the token in use. Only instance admins can set `user_id`. A user has at most 100 tokens that have not expired.
   *
   * Requires the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @throws ApiError also with `token_bound_to_project`, `token_too_powerful`, `too_many_tokens`
   */
  create(body: CreateTokenRequest, options?: RequestOptions): ApiPromise<NewToken> {
    return this.transport.request({
      operation: 'createToken',
      method: 'POST',
      path: '/v1/tokens',
      body,
      options,
    });
  }

  /**
   * List tokens.
   *
   * Returns the tokens of the caller, oldest first. Instance admins can list the tokens of any user.
   *
   * Requires the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`
   */
  list(query?: ListTokensQuery, options?: ReadOptions): PagePromise<Token>;
  /** Returns undefined if the record still has the given ETag. */
  list(query: ListTokensQuery | undefined, options: RevalidationOptions): ApiPromise<Page<Token> | undefined>;
  list(query?: ListTokensQuery, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listTokens',
      method: 'GET',
      path: '/v1/tokens',
      query,
      options,
    });
  }

  /**
   * Get a token.
   *
   * Requires the scope `read`. Tokens that are bound to a project can access only their own record.
   *
   * @param tokenId Id of the token.
   * @throws ApiError also with `token_bound_to_project`, `token_not_found`
   */
  get(tokenId: string, options?: ReadOptions): ApiPromise<Token>;
  /** Returns undefined if the record still has the given ETag. */
  get(tokenId: string, options: RevalidationOptions): ApiPromise<Token | undefined>;
  get(tokenId: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getToken',
      method: 'GET',
      path: '/v1/tokens/{tokenId}',
      pathParams: { tokenId },
      options,
    });
  }

  /**
   * Revoke a token.
   *
   * The token becomes invalid immediately. Every token, including one with the scope `read`, can revoke itself.
   *
   * Requires the scope `read`. Tokens that are bound to a project can access only their own record.
   *
   * @param tokenId Id of the token.
   * @throws ApiError also with `token_bound_to_project`, `token_not_found`
   */
  revoke(tokenId: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'revokeToken',
      method: 'DELETE',
      path: '/v1/tokens/{tokenId}',
      pathParams: { tokenId },
      options,
      notFoundCode: 'token_not_found',
    });
  }
}
