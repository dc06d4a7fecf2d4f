import { readFileSync } from 'node:fs';
import { maxHeaderSize } from 'node:http';
import { maxAttachments, maxUnattached, unattachedFor } from '../../src/attachments/domain/attachment.js';
import { maxUploads, maxUploadsOfUser } from '../../src/attachments/http/parallel-uploads.js';
import { maxLinks } from '../../src/changelog/linked-feedback/domain/feedback-link.errors.js';
import { maxReplies } from '../../src/feedback/comments/domain/comment.errors.js';
import { maxMerged } from '../../src/feedback/items/domain/merge-rules.js';
import { maxBulkSize } from '../../src/feedback/items/application/bulk.service.js';
import { maxFieldBytes } from '../../src/shared/field-values.js';
import { maxTokens } from '../../src/identity/access-tokens/domain/access-token.js';
import { maxTokenLength } from '../../src/identity/authentication/network/jwt-access-token-verifier.js';
import { retentionTime as mailTime } from '../../src/outreach/mail/application/mail-sender.js';
import { confirmationPause } from '../../src/outreach/mail/domain/mail-subscriber.js';
import { requestedPerMinute } from '../../src/outreach/mail/http/mail-subscribers.controller.js';
import { retentionTime as notificationTime } from '../../src/outreach/notifications/application/notification.service.js';
import { timeouts } from '../../src/platform/http/http-server.js';
import { maxWaitingRequests } from '../../src/platform/http/serialize-requests.js';
import { keptFor } from '../../src/platform/http/idempotency-keys.js';
import { maxSlowBytes } from '../../src/platform/network/slow-clients.js';
import { sessionTimeouts } from '../../src/platform/persistence/connections.js';
import { maxPageBytes } from '../../src/platform/persistence/keyset.js';
import { limits } from '../../src/platform/problems/index.js';
import { bytesPerRequest, requestsPerUser } from '../../src/platform/rate-limit/rate-limiter.js';
import { maxLargeReads, maxWaitSeconds } from '../../src/platform/rate-limit/large-reads.js';
import { readsPerUser } from '../../src/platform/rate-limit/parallel-reads.js';
import {
  maxDownloadTime,
  maxExports,
  maxExportsOfUser,
  maxExportTime,
} from '../../src/transfer/export/http/export-files.js';
import { maxNotes } from '../../src/transfer/import/domain/import-note.js';
import { maxUploadMs } from '../../src/transfer/import/application/import.service.js';
import { maxPendingImports } from '../../src/transfer/import/domain/project-import.errors.js';
import { parallelImports } from '../../src/transfer/import/jobs/import-jobs.js';
import { maxLineBytes } from '../../src/transfer/import/application/file-reading.js';
import { maxBoards } from '../../src/project/boards/domain/board.js';
import { maxFields, maxOptions } from '../../src/project/custom-fields/domain/custom-field.js';
import { maxStatuses } from '../../src/project/statuses/domain/status.js';
import { maxTags } from '../../src/project/tags/domain/tag.js';
import { type Setting, settings } from '../../src/platform/config/index.js';
import { type Row, table } from './markdown-table.js';
import { keyPattern } from '../../src/shared/keys.js';
import { maxImportedText } from '../../src/shared/imports.js';
import { maxMetadataBytes } from '../../src/shared/metadata.js';
import { retentionTime as deliveryTime } from '../../src/outreach/webhooks/application/delivery.service.js';
import { maxFailureTime, maxWebhooks, rotationTime } from '../../src/outreach/webhooks/domain/webhook.js';

import { targetTimeout } from '../../src/outreach/webhooks/network/https-target-client.js';

const number = (value: number) => value.toLocaleString('en-US');

function bytes(value: number): string {
  const [unit, factor] = value % 1024 ** 3 === 0 ? ['GiB', 1024 ** 3] : ['MiB', 1024 ** 2];
  return value % factor === 0 ? `${value / factor} ${unit}` : `${number(value)} bytes`;
}

function time(ms: number): string {
  const units = { day: 86_400_000, hour: 3_600_000, minute: 60_000, second: 1_000 };
  const [unit, length] = Object.entries(units).find(([, each]) => ms % each === 0 && ms >= 2 * each) ?? [
    'ms',
    1,
  ];
  return `${number(ms / length)} ${unit === 'ms' ? unit : `${unit}s`}`;
}

/** Returns a number of seconds in the largest unit that fits. */
function shortTime(seconds: number): string {
  const [unit, length] =
    Object.entries({ h: 3_600, min: 60 }).find(([, each]) => seconds % each === 0) ?? (['s', 1] as const);
  return `${seconds / length} ${unit}`;
}

/** Returns a row about a setting: its variable, its default, and the values that it can have. */
function adjustable(what: string, setting: unknown, beyond: string, show = number): Row {
  const { variable = '', default: value, rules } = setting as Setting<number, number>;
  const [, min, max] = /from (\d+) to (\d+)/.exec(rules[0]?.[1] ?? '') ?? [];
  return [what, show(value), `\`${variable}\`: ${number(Number(min))} to ${number(Number(max))}`, beyond];
}

const { maxBodyBytes, maxImportBytes, maxAttachmentBytes, rateLimitPerMinute, maxParallelSearches } =
  settings;
const { eventRetentionDays, webhookRetrySchedule } = settings;

/** What a request may contain, and how many requests there may be. */
const requests: Row[] = [
  adjustable('Requests per minute of a token', rateLimitPerMinute, '429 `rate_limited`'),
  ['All tokens of a user together', `${requestsPerUser} times`, '', '429 `rate_limited`'],
  ['Bytes that count as a further request', bytes(bytesPerRequest), '', '429 `rate_limited`'],
  adjustable('Expensive reads, and as many streams', maxParallelSearches, '429 `too_many_parallel_reads`'),
  ['All tokens of a user together', `${readsPerUser} times`, '', '429 `too_many_parallel_reads`'],
  ['Subscribing by mail, of an IP address', `${requestedPerMinute} per minute`, '', '429 `rate_limited`'],
  adjustable('A body', maxBodyBytes, '413 `body_too_large`', bytes),
  adjustable('A file to import', maxImportBytes, '413 `body_too_large`', bytes),
  adjustable('An attachment', maxAttachmentBytes, '413 `body_too_large`', bytes),
  ['Values in a body, on all levels', number(limits.bodyValues), '', '400 `too_many_values`'],
  ['Levels of a body', number(limits.bodyDepth), '', '400 `too_deep`'],
  ['The request line and headers', `${number(maxHeaderSize)} bytes`, '', '431 `headers_too_large`'],
  ['Requests that wait on a connection', number(maxWaitingRequests), '', 'the connection is closed'],
  ['Kept for slow clients by a process', bytes(maxSlowBytes), '', 'the slowest are cut off'],
  ['Characters of an `Idempotency-Key`', number(limits.keyLength), '', '400 `invalid_idempotency_key`'],
  ['Records in a page', number(limits.pageSize), '', 'a `Link` to the next page'],
  ['A page', bytes(maxPageBytes), '', 'a `Link` to the next page'],
  ['Other responses with several records', bytes(maxPageBytes), '', 'the first ones'],
  [
    'Reads of clients with large responses',
    `${maxLargeReads} at once`,
    '',
    `429 \`rate_limited\` after ${maxWaitSeconds} s`,
  ],
  ['Characters of a search (`q`)', number(maxLengthOf('q', 'feedback')), '', '400 `invalid_input`'],
  ['Characters of a token (JWT)', number(maxTokenLength), '', '401 `invalid_token`'],
  ['Feedback in a bulk update', number(maxBulkSize), '', '400 `invalid_input`'],
  ['Errors in a response', number(limits.fieldErrors), '', 'the first ones'],
  ['Uploads in progress, of a user', number(maxUploadsOfUser), '', '429 `too_many_uploads`'],
  ['Uploads in progress, of a process', number(maxUploads), '', '429 `too_many_uploads`'],
  ['Exports in progress, of a user', number(maxExportsOfUser), '', '429 `too_many_exports`'],
  ['Exports in progress, of a process', number(maxExports), '', '429 `too_many_exports`'],
];

/** What projects and records can have. There is no limit for projects, feedback, votes, comments, entries, or people. */
const records: Row[] = [
  ['Boards of a project', number(maxBoards), '409 `too_many_boards`'],
  ['Statuses of a project', number(maxStatuses), '409 `too_many_statuses`'],
  ['Fields of a project', number(maxFields), '409 `too_many_fields`'],
  ['Options of a field', number(maxOptions), '400 `invalid_input`'],
  [
    'Characters of the key of a field or status',
    /,(\d+)/.exec(keyPattern.source)![1]!,
    '400 `invalid_input`',
  ],
  [
    'Characters of the external id of a person or company',
    number(maxLengthOf('company', 'people')),
    '400 `invalid_input`',
  ],
  ['Values of all fields of feedback, a comment or an entry', bytes(maxFieldBytes), '400 `invalid_input`'],
  ['Metadata of a record', bytes(maxMetadataBytes), '400 `invalid_input`'],
  ['Tags of a feedback item or entry', number(maxTags), '400 `invalid_input`'],
  ['Replies to a comment', number(maxReplies), '409 `too_many_replies`'],
  ['Feedback merged into one target', number(maxMerged), '409 `merge_refused`'],
  ['Feedback linked to an entry', number(maxLinks), '409 `too_many_links`'],
  ['Files of a record', number(maxAttachments), '400 `invalid_input`'],
  [
    'Files of a user in a project that are attached to nothing',
    number(maxUnattached),
    '409 `too_many_unattached`',
  ],
  ['Tokens of a user that have not expired', number(maxTokens), '409 `too_many_tokens`'],
  ['Webhooks of a project', number(maxWebhooks), '409 `too_many_webhooks`'],
  ['Imports of a project that have not ended', number(maxPendingImports), '409 `too_many_imports`'],
  [
    'Imports of a user who is no instance admin, in all projects',
    number(maxPendingImports),
    '409 `too_many_imports`',
  ],
  ['Imports that run at once, in all processes', number(parallelImports), 'the others wait'],
  [
    'Characters of a description or comment of a file to import',
    number(maxImportedText),
    'the record is not imported',
  ],
  ['A line of a file to import, which holds one record', bytes(maxLineBytes), 'the import fails'],
  ['Lines in the report of an import', number(maxNotes), 'later ones are not stored'],
];

/** For how long something is stored, or may take. */
const times: Row[] = [
  ['Events are stored for', `${eventRetentionDays.default} days (\`EVENT_RETENTION_DAYS\`)`],
  ['Deliveries are stored for', time(deliveryTime)],
  ['Notifications are stored for', time(notificationTime)],
  ['Sent and dropped e-mails are stored for', time(mailTime)],
  ['Answers to an `Idempotency-Key` are stored for', time(keptFor)],
  ['Files that are attached to nothing are stored for', time(unattachedFor)],
  ['A webhook whose target fails is disabled after', time(maxFailureTime)],
  ['A webhook may take to respond', time(targetTimeout)],
  [
    'A failed delivery is repeated after',
    `${webhookRetrySchedule.default.map(shortTime).join(', ')} (\`WEBHOOK_RETRY_SCHEDULE\`)`,
  ],
  ['The previous secret of a webhook signs for', time(rotationTime)],
  ['An export can read a project for', time(maxExportTime)],
  ['A client can receive an export for', time(maxDownloadTime)],
  ['Between two mails that ask an address to confirm', time(confirmationPause)],
  ['The headers of a request may take', time(timeouts.headers)],
  ['A request may take to arrive', time(timeouts.request)],
  ['A request with a file may take to arrive', time(timeouts.upload)],
  ['An import in an application around the service may take to arrive', time(maxUploadMs)],
  ['A connection without any data is closed after', time(timeouts.inactivity)],
  ['An idle connection is closed after', time(timeouts.keepAlive)],
  ['A statement of the database is canceled after', time(sessionTimeouts.statement_timeout)],
];

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly schema?: { readonly maxLength?: number };
}

interface Operations {
  readonly paths: Record<string, { get: { parameters: Parameter[] } }>;
  readonly components: { parameters: Record<string, Parameter> };
}

/** Returns the maximum length of a parameter of a list in a project, which the API document states. */
function maxLengthOf(name: string, list: string): number {
  const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as Operations;
  const { parameters } = paths[`/v1/projects/{projectSlug}/${list}`]!.get;
  const resolved = parameters.map(({ $ref, ...own }) =>
    $ref === undefined ? own : components.parameters[$ref.split('/').at(-1)!]!,
  );
  return resolved.find((parameter) => parameter.name === name)!.schema!.maxLength!;
}

/** The generated parts of the page on limits, by their names there. */
export const limitSections: Readonly<Record<string, string>> = {
  requests: table(['Requests', 'Limit', 'Setting and its range', 'Beyond'], requests),
  records: table(['Projects and records', 'Limit', 'Beyond'], records),
  times: table(['What', 'Time'], times),
};
