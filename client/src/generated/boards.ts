// Generated from openapi.json by `npm run client`. Do not edit.

import type { ConditionalOptions, ReadOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { Board, PutBoardRequest, DeleteBoardQuery } from './types.js';

/** The methods of `client.boards`. */
export class BoardsResource extends Resource {
  /**
   * List boards.
   *
   * Returns the boards that the caller can see, at most 100, in their order. Boards with the visibility `editors` are for editors only.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, options?: ReadOptions): ApiPromise<Board[]>;
  /** Returns undefined if the record still has the given ETag. */
  list(projectSlug: string, options: RevalidationOptions): ApiPromise<Board[] | undefined>;
  list(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'listBoards',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/boards',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Get a board.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param boardSlug Slug of the board: what feedback has as its `board`.
   * @throws ApiError also with `board_not_found`
   */
  get(projectSlug: string, boardSlug: string, options?: ReadOptions): ApiPromise<Board>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, boardSlug: string, options: RevalidationOptions): ApiPromise<Board | undefined>;
  get(
    projectSlug: string,
    boardSlug: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getBoard',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/boards/{boardSlug}',
      pathParams: { projectSlug, boardSlug },
      options,
    });
  }

  /**
   * Create or update a board.
   *
   * Omitted fields of an existing board stay unchanged. A change of `visibility` applies to all feedback on the board.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param boardSlug Slug of the board: what feedback has as its `board`.
   * @throws ApiError also with `too_many_boards`
   */
  put(
    projectSlug: string,
    boardSlug: string,
    body: PutBoardRequest,
    options?: ConditionalOptions,
  ): ApiPromise<Board> {
    return this.transport.request({
      operation: 'putBoard',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/boards/{boardSlug}',
      pathParams: { projectSlug, boardSlug },
      body,
      options,
    });
  }

  /**
   * Delete a board.
   *
   * Feedback on the board is moved to `move_to` first, with an event for each record. If that takes more than 20 seconds, or is interrupted, repeat the request: it continues. Then everyone who can see the other board can see the feedback; on no board, everyone who can read the project can see it.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param boardSlug Slug of the board: what feedback has as its `board`.
   * @throws ApiError also with `board_not_found`, `board_in_use`, `changes_unfinished`
   */
  delete(
    projectSlug: string,
    boardSlug: string,
    query?: DeleteBoardQuery,
    options?: ConditionalOptions,
  ): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteBoard',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/boards/{boardSlug}',
      pathParams: { projectSlug, boardSlug },
      query,
      options,
      notFoundCode: 'board_not_found',
    });
  }

  /**
   * List public boards.
   *
   * Returns the boards with the visibility `public`, in their order.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  listPublic(projectSlug: string, options?: ReadOptions): ApiPromise<Board[]>;
  /** Returns undefined if the record still has the given ETag. */
  listPublic(projectSlug: string, options: RevalidationOptions): ApiPromise<Board[] | undefined>;
  listPublic(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'listPublicBoards',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/boards',
      pathParams: { projectSlug },
      options,
      isPublic: true,
    });
  }
}
