// Generated from openapi.json by `npm run client`. Do not edit.

import type {
  ReadOptions,
  RequestOptions,
  RevalidationOptions,
  UploadBody,
  UploadOptions,
} from '../options.js';
import type { ApiPromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { Attachment, CreateAttachmentQuery } from './types.js';

/** The methods of `client.attachments`. */
export class AttachmentsResource extends Resource {
  /**
   * Upload a file.
   *
   * The body is the file itself: a PNG, JPEG, GIF or WebP image, a PDF, or a plain text in UTF-8. The content decides about the type, and `media_type` says which it is. Attach the file to feedback, comments or changelog entries with `attachment_ids`; it is deleted after a day if it is attached to nothing.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `too_many_unattached`, `unsupported_attachment`, `storage_unavailable`, `too_many_uploads`
   */
  create(
    projectSlug: string,
    body: UploadBody,
    query?: CreateAttachmentQuery,
    options?: UploadOptions,
  ): ApiPromise<Attachment> {
    return this.transport.request({
      operation: 'createAttachment',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/attachments',
      pathParams: { projectSlug },
      body,
      contentType: 'application/octet-stream',
      query,
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * Get an attachment.
   *
   * Contributors can get the files that they uploaded, editors all files.
   *
   * Requires the scope `read`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param attachmentId Id of the attachment.
   * @throws ApiError also with `attachment_not_found`
   */
  get(projectSlug: string, attachmentId: string, options?: ReadOptions): ApiPromise<Attachment>;
  /** Returns undefined if the record still has the given ETag. */
  get(
    projectSlug: string,
    attachmentId: string,
    options: RevalidationOptions,
  ): ApiPromise<Attachment | undefined>;
  get(
    projectSlug: string,
    attachmentId: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getAttachment',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/attachments/{attachmentId}',
      pathParams: { projectSlug, attachmentId },
      options,
    });
  }

  /**
   * Delete an attachment.
   *
   * Deletes the file, also if it is attached to a record. Contributors can delete the files that they uploaded, editors all files. Caches may have copies.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param attachmentId Id of the attachment.
   * @throws ApiError also with `attachment_not_found`
   */
  delete(projectSlug: string, attachmentId: string, options?: RequestOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteAttachment',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/attachments/{attachmentId}',
      pathParams: { projectSlug, attachmentId },
      options,
      notFoundCode: 'attachment_not_found',
    });
  }

  /**
   * Get the content of an attachment.
   *
   * The path is the `url` of an attachment. Browsers show images; they save PDF files and texts, and run nothing.
   *
   * Requires no token.
   *
   * @param key The secret part of the URL.
   * @param filename Name of the file.
   * @throws ApiError also with `attachment_not_found`, `storage_unavailable`
   */
  getContent(key: string, filename: string, options?: ReadOptions): ApiPromise<ReadableStream<Uint8Array>>;
  /** Returns undefined if the record still has the given ETag. */
  getContent(
    key: string,
    filename: string,
    options: RevalidationOptions,
  ): ApiPromise<ReadableStream<Uint8Array> | undefined>;
  getContent(
    key: string,
    filename: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.download({
      operation: 'getAttachmentContent',
      method: 'GET',
      path: '/public/v1/attachments/{key}/{filename}',
      pathParams: { key, filename },
      accept: 'image/png, image/jpeg, image/gif, image/webp, application/pdf, text/plain',
      options,
      isPublic: true,
    });
  }
}
