/*
 * The guide in the OpenAPI document: a quick start and the rules that apply to all operations.
 */

/** The description of the security scheme. */
export const tokens = `An access token, sent as \`Authorization: Bearer <token>\`. Tokens in the query string or in the body are
ignored. Scopes are cumulative: \`read\` (every GET, except exports of projects), \`write\` (plus content: feedback, votes, comments, tags, changelogs),
\`admin\` (plus projects, configuration, members, webhooks, users).`;

/** The guide up to the section that lists all error codes. */
export const introduction = `A JSON API over HTTP for projects, the feedback that their users submit (with tags, votes, comments and a status),
project configuration, and changelogs.

## Quick start

\`\`\`sh
TOKEN=…   # an access token
API=http://127.0.0.1:3000/v1
curl -H "Authorization: Bearer $TOKEN" $API/me
curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' $API/projects -d '{ "name": "Acme", "slug": "acme" }'
curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' $API/projects/acme/feedback -d '{ "title": "Dark mode" }'
curl -H "Authorization: Bearer $TOKEN" $API/projects/acme/feedback
\`\`\`

## Permissions

A request needs both a sufficient scope and a sufficient role.

- The **scope** belongs to the token. Scopes are cumulative: \`read\`, \`write\`, \`admin\`. A token can be bound to one project
  and can expire. Callers can list, create and revoke their own tokens with any scope, so a leaked token can always be
  revoked.
- The **role** belongs to the user in a project. Roles are cumulative: \`viewer\` (reads; sees published changelogs only),
  \`contributor\` (plus submitting feedback, votes and comments, and editing and deleting their own), \`editor\` (plus
  everything on feedback, tags and changelogs, acting for other users, and the event feed), \`owner\` (plus the project,
  its configuration, members and webhooks). An instance admin is owner of every project and manages users.

A project returns 404 if the caller is not a member, and so does feedback that its board hides from the caller. Each
operation documents the scope and the role that it requires.

## Bodies and records

- Bodies are JSON in UTF-8, at most 1 MiB. Values are not converted: \`"false"\` is not a boolean.
- Texts are stored as sent, except names and titles, which are stored in one line and in Unicode Normalization Form C, without
  white space at the ends. A required name or comment needs a visible character.
- Every field of a record is always present. A text without a value is \`""\`. An absent time is \`null\`. Times are in UTC
  with milliseconds: \`2026-11-20T15:41:04.250Z\`. Times in requests are ISO 8601 with a zone designator of any offset.
- In a PATCH or PUT, an omitted field stays unchanged, and \`""\` clears a text. A PUT of metadata replaces all of it. A record
  can be sent back as it was read: read-only fields are ignored. Unknown fields and unknown query parameters return 400.
- Future versions may add fields to records, and values to \`code\` and \`type\`. Clients must ignore unknown ones.
- Every GET operation also supports HEAD.
- Every response has an \`X-Request-Id\`: the one sent with the request, or else a generated one. Logs and problems contain it.

## Pagination

Lists return a bare array of at most 100 records; \`limit\` sets a lower maximum. While more records follow, the \`Link\`
header contains the URL of the next page. Follow it unchanged until it is absent. Records that are created or deleted in
the meantime do not shift the pages.

\`\`\`sh
curl -i -H "Authorization: Bearer $TOKEN" "$API/projects/acme/feedback?limit=2"
# Link: <http://127.0.0.1:3000/v1/projects/acme/feedback?limit=2&cursor=WyJ…>; rel="next"
\`\`\`

\`\`\`js
let url = \`\${api}/projects/acme/feedback\`;
while (url) {
  const answer = await fetch(url, { headers: { authorization: \`Bearer \${token}\` } });
  for (const feedback of await answer.json()) console.log(feedback.title);
  url = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
}
\`\`\`

With \`count=true\`, the \`X-Total-Count\` header contains the number of records in the whole list.

## Streaming

With \`Accept: application/x-ndjson\`, a list is streamed as a whole, from the first record or from \`cursor\` to the last
one: one JSON record per line, as [NDJSON](https://github.com/ndjson/ndjson-spec). The operations that support this have
\`x-ndjson: true\` in this document. A stream has no \`ETag\` and no \`Link\`. If a stream fails, the connection is closed
before the end of the response, so clients can detect an incomplete list.

\`\`\`sh
curl -H "Authorization: Bearer $TOKEN" -H 'Accept: application/x-ndjson' $API/projects/acme/feedback
\`\`\`

## Retries

- GET, PUT and DELETE are idempotent and can be repeated.
- A POST can be repeated if it has an \`Idempotency-Key\` header of at most 255 characters. Generate a key, for example a
  random UUID, before the first attempt, and send the same key with every retry. For 24 hours, a repeated request returns
  the first successful response with \`Idempotency-Replayed: true\` and has no further effect. Errors are not stored.
  Operations that return a secret reject the header.
- A PATCH can be repeated with the same \`If-Match\`. After 412, the first attempt may have succeeded: read the record.
- Retry if there was no response, or if the status is 408, 429, 500 or 503, 409 with \`idempotency_key_in_use\`, or 400 with
  \`incomplete_body\`. Wait as many seconds as \`Retry-After\` says, otherwise 1, 2, 4… seconds with random jitter. Do not
  retry after any other 4xx.
- Treat a 5xx with an unknown code like \`outcome_unknown\`: the change may have been stored.
- A 2xx response means that the change is stored durably.

## Conditional requests

Every record and every list has an \`ETag\`.

- Reads: send it as \`If-None-Match\`. If nothing has changed, the response is 304 without a body.
- Writes: send it as \`If-Match\` with PATCH, PUT or DELETE. If the record has changed in the meantime, the response is 412
  and nothing is changed. Read the record again before you retry. Operations that do not document the header ignore it.
  Without the header, concurrent writes to different fields do not overwrite each other.

\`\`\`sh
curl -i -H "Authorization: Bearer $TOKEN" $API/projects/acme
# ETag: "7Zp1…"
curl -X PATCH -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H 'If-Match: "7Zp1…"' $API/projects/acme -d '{ "name": "Acme Corp." }'
\`\`\`

The response to a PATCH contains the new \`ETag\`; the response to a PUT has none.

## Rate limits

Each token has a quota of requests per minute, and all tokens of a user together four times as much. A response counts once more
for each 256 KiB, also one that is not sent because of its \`ETag\`. Every response contains the remaining quota in the
\`RateLimit\` header: \`"default";r=1187;t=42\` means that 1187 requests remain for the next 42 seconds. \`RateLimit-Policy\`
contains the whole quota: \`"default";q=1200;w=60\` means 1200 requests per 60 seconds. Once it is exhausted, the response is 429,
and \`Retry-After\` contains the number of seconds to wait.

Each token may have a few expensive reads, and as many streams, in progress at once. Expensive reads are searches, counts,
lists sorted by a field, similar feedback, statistics, the roadmap, feeds and the export of a user. Further ones wait up to a
second, and then return 429. A token that serves many users, such as the token of a web site, can name the user in the header
\`On-Behalf-Of\`, by any text: the limit of expensive reads then applies to each of them. All of them share the quota per minute,
and the header gives no rights.

## Redirects

Requests to a former slug of a project, and reads of merged feedback, return 308 with the new URL in \`Location\`. Send the
same request there. Most clients follow redirects automatically, but some drop the token, so use the new URL from then on.

## Events and webhooks

Every change in a project creates an event. Clients can read the event feed from any position, or register webhooks, to
which each event is posted as it happens. A webhook may receive an event more than once, and events may arrive out of
order: \`webhook-id\` is the id of the event and identifies duplicates. Respond with any 2xx within 15 seconds. Other
responses are failures, which are retried after 5 seconds, 5 minutes, 30 minutes, and 2, 5, 10 and 10 hours.

## Verifying a webhook

Anyone can post to your URL, so verify the signature of each message. Messages are signed according to
[Standard Webhooks](https://www.standardwebhooks.com): the signature is the HMAC-SHA256, keyed with the webhook's secret, of
\`webhook-id\`, \`webhook-timestamp\` and the raw body, joined by dots. Use one of the Standard Webhooks libraries:

\`\`\`js
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook('whsec_…'); // the secret, returned when the webhook was created

// Throws if the signature is invalid, or the timestamp differs from the current time by more than five minutes.
const event = webhook.verify(rawBody, {
  'webhook-id': headers['webhook-id'],
  'webhook-timestamp': headers['webhook-timestamp'],
  'webhook-signature': headers['webhook-signature'],
});
\`\`\`

Or without a library:

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto';

const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
const signed = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${rawBody}\`;
const expected = createHmac('sha256', key).update(signed).digest();
const isGenuine = headers['webhook-signature'].split(' ').some((each) => {
  const [version, signature] = each.split(',');
  const given = Buffer.from(signature ?? '', 'base64');
  return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
});
const isRecent = Math.abs(Date.now() / 1000 - Number(headers['webhook-timestamp'])) < 300;
\`\`\`

For 24 hours after a rotation, \`webhook-signature\` contains a signature for each of the secrets, separated by spaces.

## Assistants

\`POST /mcp\`, beside \`/v1\`, offers tools for assistants over the Model Context Protocol (streamable HTTP, without sessions), with
the same access tokens. The tools call operations of this API, so they have the same rights and limits. An application around the
service can leave them out.

## Errors

Every error is a problem document (RFC 9457) of the type \`application/problem+json\`:

\`\`\`json
{
  "type": "/errors/invalid_input",
  "title": "Bad Request",
  "status": 400,
  "detail": "The request contains invalid values.",
  "code": "invalid_input",
  "request_id": "b1946ac92492d2347c6235b4",
  "errors": [{ "pointer": "/title", "code": "required", "detail": "The field is required." }]
}
\`\`\`

Branch on \`code\`, which is stable; \`detail\` is for people and may change. \`type\` is the URL of a page about the code.

Errors are reported in this order: token (401), malformed URL (400), unknown path or method (404, 405), scope (403), unknown project (404), role
(403), body (415, 413, 400), permissions on single fields (403), preconditions (412), conflicts (409).`;

/** The tags that group operations, in order. */
export const tags = [
  {
    name: 'Projects',
    description: 'Projects with their settings. Feedback and changelogs belong to a project.',
  },
  { name: 'Imports', description: 'Imports of files that this service or other tools have exported.' },
  { name: 'Members', description: 'The members of a project and their roles.' },
  {
    name: 'People',
    description:
      'The people of your own system, by their ids there. Editors submit feedback, votes and comments for them.',
  },
  {
    name: 'Companies',
    description: 'The companies of your own system, their people and their revenue.',
  },
  { name: 'Feedback', description: 'Ideas, requests and bug reports submitted by users.' },
  { name: 'Votes', description: 'Votes for feedback, at most one per user.' },
  { name: 'Comments', description: 'Comments on feedback.' },
  { name: 'Boards', description: 'Boards of feedback, each with its own visibility.' },
  { name: 'Fields', description: 'Fields that a project adds to its feedback.' },
  { name: 'Statuses', description: 'The statuses that the feedback of a project can have.' },
  { name: 'Tags', description: 'Labels for the feedback and the changelog entries of a project.' },
  {
    name: 'Attachments',
    description: 'Files that are attached to feedback, comments and changelog entries.',
  },
  {
    name: 'Changelogs',
    description: "Entries of a project's changelog: drafts, scheduled and published entries.",
  },
  {
    name: 'Public reading',
    description: 'What everyone can read without a token: feedback, published changelog entries, and feeds.',
  },
  { name: 'Events', description: 'The event feed: all changes in a project, readable from any position.' },
  { name: 'Webhooks', description: 'URLs to which the events of a project are posted, with a signature.' },
  {
    name: 'Notifications',
    description: 'Subscriptions to feedback and changelogs, and what happened to it.',
  },
  { name: 'Mail', description: 'The e-mail addresses that no mail is sent to.' },
  { name: 'Tokens and users', description: 'The caller, access tokens and users.' },
  { name: 'Health', description: 'Liveness and readiness probes for load balancers and orchestrators.' },
];
