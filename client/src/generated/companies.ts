// Generated from openapi.json by `npm run client`. Do not edit.

import type { ConditionalOptions, ReadOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { Company, PutCompanyRequest, ListCompaniesQuery } from './types.js';

/** The methods of `client.companies`. */
export class CompaniesResource extends Resource {
  /**
   * List companies.
   *
   * Returns the companies by name, unless `sort` is set.
   *
   * Requires the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, query?: ListCompaniesQuery, options?: ReadOptions): PagePromise<Company>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    query: ListCompaniesQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Company> | undefined>;
  list(
    projectSlug: string,
    query?: ListCompaniesQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listCompanies',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/companies',
      pathParams: { projectSlug },
      query,
      options,
    });
  }

  /**
   * Get a company.
   *
   * Requires the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param companyId Id of the company in your own system, of 1 to 200 characters, percent-encoded. It is unique within the project.
   * @throws ApiError also with `company_not_found`
   */
  get(projectSlug: string, companyId: string, options?: ReadOptions): ApiPromise<Company>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, companyId: string, options: RevalidationOptions): ApiPromise<Company | undefined>;
  get(
    projectSlug: string,
    companyId: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getCompany',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/companies/{companyId}',
      pathParams: { projectSlug, companyId },
      options,
    });
  }

  /**
   * Create or update a company.
   *
   * Omitted fields of an existing company stay unchanged. A person belongs to the company that is the `company` of the person.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param companyId Id of the company in your own system, of 1 to 200 characters, percent-encoded. It is unique within the project.
   */
  put(
    projectSlug: string,
    companyId: string,
    body: PutCompanyRequest,
    options?: ConditionalOptions,
  ): ApiPromise<Company> {
    return this.transport.request({
      operation: 'putCompany',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/companies/{companyId}',
      pathParams: { projectSlug, companyId },
      body,
      options,
    });
  }

  /**
   * Delete a company.
   *
   * Its people are kept, and belong to no company then.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param companyId Id of the company in your own system, of 1 to 200 characters, percent-encoded. It is unique within the project.
   * @throws ApiError also with `company_not_found`
   */
  delete(projectSlug: string, companyId: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteCompany',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/companies/{companyId}',
      pathParams: { projectSlug, companyId },
      options,
      notFoundCode: 'company_not_found',
    });
  }
}
