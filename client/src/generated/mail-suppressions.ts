// Generated from openapi.json by `npm run client`. Do not edit.

import type { ReadOptions, RequestOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { MailSuppression } from './types.js';

/** The methods of `client.mailSuppressions`. */
export class MailSuppressionsResource extends Resource {
  /**
   * Find out whether mails to an address are suppressed.
   *
   * Requires the scope `read`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @param email E-mail address (case-insensitive), percent-encoded.
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`, `suppression_not_found`
   */
  get(email: string, options?: ReadOptions): ApiPromise<MailSuppression>;
  /** Returns undefined if the record still has the given ETag. */
  get(email: string, options: RevalidationOptions): ApiPromise<MailSuppression | undefined>;
  get(email: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getMailSuppression',
      method: 'GET',
      path: '/v1/mail-suppressions/{email}',
      pathParams: { email },
      options,
    });
  }

  /**
   * Suppress mails to an address.
   *
   * An address that is suppressed already stays as it is.
   *
   * Requires the scope `admin`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @param email E-mail address (case-insensitive), percent-encoded.
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`
   */
  put(email: string, options?: RequestOptions): ApiPromise<MailSuppression> {
    return this.transport.request({
      operation: 'putMailSuppression',
      method: 'PUT',
      path: '/v1/mail-suppressions/{email}',
      pathParams: { email },
      options,
    });
  }

  /**
   * Send mails to an address again.
   *
   * Requires the scope `admin`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @param email E-mail address (case-insensitive), percent-encoded.
   * @throws ApiError also with `token_bound_to_project`, `instance_admin_required`, `suppression_not_found`
   */
  delete(email: string, options?: RequestOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteMailSuppression',
      method: 'DELETE',
      path: '/v1/mail-suppressions/{email}',
      pathParams: { email },
      options,
    });
  }
}
