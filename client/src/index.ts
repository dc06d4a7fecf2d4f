export type { Role, Scope } from './access.js';
export { FeedbackClient } from './client.js';
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ClientError,
  ConflictError,
  ConnectionError,
  ConnectionTimeoutError,
  type ErrorCode,
  NotFoundError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  UnexpectedResponseError,
  WebhookVerificationError,
} from './errors.js';
export type { EventOf, Events, EventType, FollowOptions } from './events.js';
export type * from './generated/api.js';
export type * from './generated/types.js';
export type { JsonFeed, JsonFeedItem } from './json-feed.js';
export type {
  ClientOptions,
  ConditionalOptions,
  IdempotentOptions,
  ReadOptions,
  RequestOptions,
  Retry,
  RevalidationOptions,
  UploadBody,
  UploadOptions,
} from './options.js';
export type { ApiPromise, ApiResponse, Page, PagePromise } from './promises.js';
export { type IncomingHeaders, type VerifyOptions, verifyWebhook, type Webhooks } from './webhooks.js';
