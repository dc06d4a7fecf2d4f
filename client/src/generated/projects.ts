// Generated from openapi.json by `npm run client`. Do not edit.

import type { JsonFeed } from '../json-feed.js';
import type {
  ConditionalOptions,
  IdempotentOptions,
  ReadOptions,
  RequestOptions,
  RevalidationOptions,
} from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type {
  CreateProjectRequest,
  Metadata,
  Project,
  ProjectConfig,
  ProjectSettings,
  PublicRoadmapColumn,
  ReplaceMetadataRequest,
  RoadmapColumn,
  UpdateProjectConfigRequest,
  UpdateProjectRequest,
  UpdateProjectSettingsRequest,
  ListProjectsQuery,
  GetRoadmapQuery,
  ExportProjectQuery,
  GetPublicRoadmapQuery,
} from './types.js';

/** The methods of `client.projects`. */
export class ProjectsResource extends Resource {
  /**
   * Create a project.
   *
   * The caller becomes its owner.
   *
   * Requires the scope `admin`. Tokens that are bound to a project are rejected.
   *
   * @throws ApiError also with `token_bound_to_project`, `user_not_found`, `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `slug_taken`
   */
  create(body: CreateProjectRequest, options?: IdempotentOptions): ApiPromise<Project> {
    return this.transport.request({
      operation: 'createProject',
      method: 'POST',
      path: '/v1/projects',
      body,
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * List projects.
   *
   * Returns the projects that the caller can access, newest first: as a member, through the token, or because every signed-in person can. Instance admins can access all projects.
   *
   * Requires the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @throws ApiError also with `token_bound_to_project`
   */
  list(query?: ListProjectsQuery, options?: ReadOptions): PagePromise<Project>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    query: ListProjectsQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Project> | undefined>;
  list(query?: ListProjectsQuery, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listProjects',
      method: 'GET',
      path: '/v1/projects',
      query,
      options,
    });
  }

  /**
   * Get a project.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  get(projectSlug: string, options?: ReadOptions): ApiPromise<Project>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, options: RevalidationOptions): ApiPromise<Project | undefined>;
  get(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getProject',
      method: 'GET',
      path: '/v1/projects/{projectSlug}',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Update a project.
   *
   * Omitted fields stay unchanged.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `slug_taken`
   */
  update(projectSlug: string, body: UpdateProjectRequest, options?: ConditionalOptions): ApiPromise<Project> {
    return this.transport.request({
      operation: 'updateProject',
      method: 'PATCH',
      path: '/v1/projects/{projectSlug}',
      pathParams: { projectSlug },
      body,
      options,
    });
  }

  /**
   * Delete a project.
   *
   * Deletes the project with everything in it. If that takes longer than 20 seconds, the response is 503 `changes_unfinished`: repeat the request to continue. What has been deleted cannot be restored.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `changes_unfinished`
   */
  delete(projectSlug: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteProject',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}',
      pathParams: { projectSlug },
      options,
      notFoundCode: 'project_not_found',
    });
  }

  /**
   * Get the configuration.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getConfig(projectSlug: string, options?: ReadOptions): ApiPromise<ProjectConfig>;
  /** Returns undefined if the record still has the given ETag. */
  getConfig(projectSlug: string, options: RevalidationOptions): ApiPromise<ProjectConfig | undefined>;
  getConfig(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getProjectConfig',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/config',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Update the configuration.
   *
   * Omitted fields stay unchanged. A changed `custom_domain` must be verified again.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  updateConfig(
    projectSlug: string,
    body: UpdateProjectConfigRequest,
    options?: ConditionalOptions,
  ): ApiPromise<ProjectConfig> {
    return this.transport.request({
      operation: 'updateProjectConfig',
      method: 'PATCH',
      path: '/v1/projects/{projectSlug}/config',
      pathParams: { projectSlug },
      body,
      options,
    });
  }

  /**
   * Verify the custom domain.
   *
   * Checks a DNS TXT record. If it is not found, the problem `custom_domain_unverified` contains the name and the value of the required record.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `custom_domain_missing`, `custom_domain_unverified`, `custom_domain_taken`
   */
  verifyCustomDomain(projectSlug: string, options?: IdempotentOptions): ApiPromise<ProjectConfig> {
    return this.transport.request({
      operation: 'verifyCustomDomain',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/config/custom-domain/verify',
      pathParams: { projectSlug },
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * Get the settings.
   *
   * Requires the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getSettings(projectSlug: string, options?: ReadOptions): ApiPromise<ProjectSettings>;
  /** Returns undefined if the record still has the given ETag. */
  getSettings(projectSlug: string, options: RevalidationOptions): ApiPromise<ProjectSettings | undefined>;
  getSettings(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getProjectSettings',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/settings',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Update the settings.
   *
   * Omitted fields stay unchanged.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  updateSettings(
    projectSlug: string,
    body: UpdateProjectSettingsRequest,
    options?: ConditionalOptions,
  ): ApiPromise<ProjectSettings> {
    return this.transport.request({
      operation: 'updateProjectSettings',
      method: 'PATCH',
      path: '/v1/projects/{projectSlug}/settings',
      pathParams: { projectSlug },
      body,
      options,
    });
  }

  /**
   * Get the metadata of a project.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getMetadata(projectSlug: string, options?: ReadOptions): ApiPromise<Metadata>;
  /** Returns undefined if the record still has the given ETag. */
  getMetadata(projectSlug: string, options: RevalidationOptions): ApiPromise<Metadata | undefined>;
  getMetadata(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getProjectMetadata',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/metadata',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Replace the metadata of a project.
   *
   * All members of the project can read it.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  replaceMetadata(
    projectSlug: string,
    body: ReplaceMetadataRequest,
    options?: ConditionalOptions,
  ): ApiPromise<Metadata> {
    return this.transport.request({
      operation: 'replaceProjectMetadata',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/metadata',
      pathParams: { projectSlug },
      body,
      options,
    });
  }

  /**
   * Get the roadmap.
   *
   * Returns the statuses that are on the roadmap, in their order, each with its most upvoted feedback. The lists end earlier than `limit` if the roadmap would have more than 4 MiB. The list of feedback with `status` and `sort` returns the rest. Merged feedback is excluded.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getRoadmap(
    projectSlug: string,
    query?: GetRoadmapQuery,
    options?: ReadOptions,
  ): ApiPromise<RoadmapColumn[]>;
  /** Returns undefined if the record still has the given ETag. */
  getRoadmap(
    projectSlug: string,
    query: GetRoadmapQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<RoadmapColumn[] | undefined>;
  getRoadmap(
    projectSlug: string,
    query?: GetRoadmapQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getRoadmap',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/roadmap',
      pathParams: { projectSlug },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Export a project.
   *
   * Returns everything in the project except secrets, at one moment: one JSON record per line, a manifest first. The last line contains the number of records and the SHA-256 of all bytes before it; a file without it is incomplete. In CSV, cells that spreadsheets would take for formulas begin with an apostrophe.
   *
   * Requires the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `too_many_exports`
   */
  export(
    projectSlug: string,
    query?: ExportProjectQuery,
    options?: RequestOptions,
  ): ApiPromise<ReadableStream<Uint8Array>> {
    return this.transport.download({
      operation: 'exportProject',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/export',
      pathParams: { projectSlug },
      query,
      accept: 'application/x-ndjson, text/csv',
      options,
    });
  }

  /**
   * Get a public project.
   *
   * Returns the project if one of the settings `public_feedback` and `public_changelog` is on.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getPublic(projectSlug: string, options?: ReadOptions): ApiPromise<Project>;
  /** Returns undefined if the record still has the given ETag. */
  getPublic(projectSlug: string, options: RevalidationOptions): ApiPromise<Project | undefined>;
  getPublic(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getPublicProject',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}',
      pathParams: { projectSlug },
      options,
      isPublic: true,
    });
  }

  /**
   * Get the public roadmap.
   *
   * Returns the statuses on the roadmap with their first feedback, like `getRoadmap`.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getPublicRoadmap(
    projectSlug: string,
    query?: GetPublicRoadmapQuery,
    options?: ReadOptions,
  ): ApiPromise<PublicRoadmapColumn[]>;
  /** Returns undefined if the record still has the given ETag. */
  getPublicRoadmap(
    projectSlug: string,
    query: GetPublicRoadmapQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<PublicRoadmapColumn[] | undefined>;
  getPublicRoadmap(
    projectSlug: string,
    query?: GetPublicRoadmapQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getPublicRoadmap',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/roadmap',
      pathParams: { projectSlug },
      query,
      commaSeparated: ['include'],
      options,
      isPublic: true,
    });
  }

  /**
   * Get the changelog as an Atom feed.
   *
   * The newest 50 entries, of at most 500,000 characters in all, with `content` as HTML and tags as categories, if `public_changelog` is on.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getAtomFeed(projectSlug: string, options?: ReadOptions): ApiPromise<ReadableStream<Uint8Array>>;
  /** Returns undefined if the record still has the given ETag. */
  getAtomFeed(
    projectSlug: string,
    options: RevalidationOptions,
  ): ApiPromise<ReadableStream<Uint8Array> | undefined>;
  getAtomFeed(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.download({
      operation: 'getAtomFeed',
      method: 'GET',
      path: '/public/projects/{projectSlug}/changelog.atom',
      pathParams: { projectSlug },
      accept: 'application/atom+xml',
      options,
      isPublic: true,
    });
  }

  /**
   * Get the changelog as an RSS feed.
   *
   * The newest 50 entries, of at most 500,000 characters in all, with `content` as HTML and tags as categories, if `public_changelog` is on.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getRssFeed(projectSlug: string, options?: ReadOptions): ApiPromise<ReadableStream<Uint8Array>>;
  /** Returns undefined if the record still has the given ETag. */
  getRssFeed(
    projectSlug: string,
    options: RevalidationOptions,
  ): ApiPromise<ReadableStream<Uint8Array> | undefined>;
  getRssFeed(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.download({
      operation: 'getRssFeed',
      method: 'GET',
      path: '/public/projects/{projectSlug}/changelog.rss',
      pathParams: { projectSlug },
      accept: 'application/rss+xml',
      options,
      isPublic: true,
    });
  }

  /**
   * Get the changelog as a JSON Feed.
   *
   * The newest 50 entries, of at most 500,000 characters in all, with `content` as HTML and tags as categories, if `public_changelog` is on.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getJsonFeed(projectSlug: string, options?: ReadOptions): ApiPromise<JsonFeed>;
  /** Returns undefined if the record still has the given ETag. */
  getJsonFeed(projectSlug: string, options: RevalidationOptions): ApiPromise<JsonFeed | undefined>;
  getJsonFeed(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getJsonFeed',
      method: 'GET',
      path: '/public/projects/{projectSlug}/changelog.json',
      pathParams: { projectSlug },
      mediaType: 'application/feed+json',
      options,
      isPublic: true,
    });
  }
}
