// Generated from openapi.json by `npm run client`. Do not edit.

import type {
  ReadOptions,
  RequestOptions,
  RevalidationOptions,
  UploadBody,
  UploadOptions,
} from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type {
  Import,
  ImportNote,
  StartImportQuery,
  ListImportsQuery,
  ListImportNotesQuery,
} from './types.js';

/** The methods of `client.imports.report`. */
export class ImportsReportResource extends Resource {
  /**
   * List the report of an import.
   *
   * Returns what could not be imported, or not completely, in the order of the file. A report has at most 10,000 lines; `report_truncated` is the code of a last one that says that there were more.
   *
   * Requires the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param importId Id of the import.
   * @throws ApiError also with `import_not_found`
   */
  listNotes(
    projectSlug: string,
    importId: string,
    query?: ListImportNotesQuery,
    options?: ReadOptions,
  ): PagePromise<ImportNote>;
  /** Returns undefined if the record still has the given ETag. */
  listNotes(
    projectSlug: string,
    importId: string,
    query: ListImportNotesQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<ImportNote> | undefined>;
  listNotes(
    projectSlug: string,
    importId: string,
    query?: ListImportNotesQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listImportNotes',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/imports/{importId}/report',
      pathParams: { projectSlug, importId },
      query,
      options,
    });
  }
}

/** The methods of `client.imports`. */
export class ImportsResource extends Resource {
  readonly report = new ImportsReportResource(this.transport);

  /**
   * Import a file in the format of exports.
   *
   * The body is the file itself: an export, or what the importer has made of the files of another tool. The import runs in the background: `Location` leads to its progress, and `import.completed` is its event. Records that were imported from the same source before are updated where the source has changed, and keep what was changed here, so a file can be imported again.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `import_not_found`, `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `too_many_imports`
   */
  start(
    projectSlug: string,
    body: UploadBody,
    query?: StartImportQuery,
    options?: UploadOptions,
  ): ApiPromise<Import> {
    return this.transport.request({
      operation: 'startImport',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/imports',
      pathParams: { projectSlug },
      body,
      contentType: 'application/octet-stream',
      query,
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * List imports.
   *
   * Returns the newest import first. The last 100 that have ended are kept.
   *
   * Requires the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list(projectSlug: string, query?: ListImportsQuery, options?: ReadOptions): PagePromise<Import>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    query: ListImportsQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Import> | undefined>;
  list(
    projectSlug: string,
    query?: ListImportsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listImports',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/imports',
      pathParams: { projectSlug },
      query,
      options,
    });
  }

  /**
   * Get an import.
   *
   * Requires the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param importId Id of the import.
   * @throws ApiError also with `import_not_found`
   */
  get(projectSlug: string, importId: string, options?: ReadOptions): ApiPromise<Import>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, importId: string, options: RevalidationOptions): ApiPromise<Import | undefined>;
  get(
    projectSlug: string,
    importId: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getImport',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/imports/{importId}',
      pathParams: { projectSlug, importId },
      options,
    });
  }

  /**
   * Delete an import.
   *
   * Deletes the import with its report. One that is running stops, and what it has imported stays.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param importId Id of the import.
   * @throws ApiError also with `import_not_found`
   */
  delete(projectSlug: string, importId: string, options?: RequestOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteImport',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/imports/{importId}',
      pathParams: { projectSlug, importId },
      options,
      notFoundCode: 'import_not_found',
    });
  }
}
