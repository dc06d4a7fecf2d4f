export type { Answer, Call, ListCall, Page } from './call.js';
export { type Client, createClient } from './client.js';
export {
  CallError,
  NoAnswerError,
  type NoAnswerReason,
  type ProblemCode,
  ProblemError,
  UnexpectedAnswerError,
  WebhookVerificationError,
} from './errors.js';
export type * from './generated/operations.js';
export type {
  CallOptions,
  ClientOptions,
  ConditionalOptions,
  FollowOptions,
  KeyedOptions,
  ReadOptions,
  UnlessKnownOptions,
  Wait,
} from './options.js';
export { type IncomingHeaders, verifyWebhook } from './webhooks.js';
