/*
 * The guide in the API document: the rules that apply to all operations, and what to know before the first request.
 */

/** The description of access tokens. */
export const tokens = `An access token, sent as \`Authorization: Bearer <token>\`. Nothing else is looked at: neither the query
nor the body. Its scope is one of a ladder: \`read\` (every GET), \`write\` (and content: feedback, votes, comments, tags,
changelogs), \`admin\` (and projects, configuration, members, webhooks, users).`;

/** The guide up to the section with all errors. */
export const introduction = `A JSON API over HTTP that holds projects, the feedback that their users submit (with tags, votes, comments and a status),
their configuration, and their changelogs.

## Your first requests

\`\`\`sh
TOKEN=…   # an access token
API=http://127.0.0.1:3000/v1
curl -H "Authorization: Bearer $TOKEN" $API/me
curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' $API/projects -d '{ "name": "Acme", "slug": "acme" }'
curl -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' $API/projects/acme/feedback -d '{ "title": "Dark mode" }'
curl -H "Authorization: Bearer $TOKEN" $API/projects/acme/feedback
\`\`\`

## Who may do what

A request may do what both its token and its caller may do.

- The **scope** of a token is one of a ladder: \`read\`, \`write\`, \`admin\`. A token can be bound to one project, and can have an
  end. One's own tokens can be listed, made and revoked with any scope: a leaked token can always be ended.
- The **role** of a user in a project is one of another ladder: \`viewer\` (reads, and sees published changelogs only),
  \`contributor\` (and submits feedback, votes and comments as themselves, edits and deletes their own), \`editor\` (and
  everything on feedback, tags and changelogs, acting for other users, the event feed), \`owner\` (and the project, its
  configuration, members and webhooks). An instance admin is owner everywhere, and looks after the users.

A project that the caller is no member of answers 404, as if it were not there. Each operation tells the scope and the role
that it needs.

## Bodies and records

- Bodies are JSON in UTF-8, at most 1 MiB. Nothing is converted: \`"false"\` is no boolean.
- Every field of a record is always there. A text without a value is \`""\`; a time that never was is \`null\`. Times are in UTC
  with milliseconds: \`2026-11-20T15:41:04.250Z\`. Times that you send are ISO 8601 with a zone of any offset.
- In a PATCH or PUT, a field that is left out stays as it is, and \`""\` empties a text. A record that was read can be sent
  back: its fields that cannot be written are ignored. Any other field is refused, as is an unknown query parameter, so that
  a slip of the pen does not pass for something else.
- New fields may be added to records, and new values to \`code\` and \`type\`: take no notice of those you do not know.
- GET answers HEAD too.

## Paging

Lists answer with a bare array, of at most 100 records unless \`limit\` says fewer. While there is more, the header \`Link\`
has the URL of the next page: follow it as it is, until there is none. Pages that are far behind cost what the first one
costs, and records that come or go meanwhile shift nothing.

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

With \`count=true\` the header \`X-Total-Count\` has the number of all records. With \`Accept: application/x-ndjson\` the whole
list is streamed instead, a record a line. A stream that breaks off has failed: no part is taken for the whole.

## Retries

- GET, PUT and DELETE can be sent again as they are.
- A POST can be sent again with the header \`Idempotency-Key\`, of at most 255 characters: make one (a random UUID, say)
  before the first try, and send the same with each. For 24 hours the first success is answered again, with
  \`Idempotency-Replayed: true\`, and nothing is done twice. An error is not remembered. Operations that show a secret refuse
  the header.
- A PATCH is made safe by \`If-Match\`.
- Send a request again where no answer came, or the status is 429, 500 or 503, or 409 with \`idempotency_key_in_use\`: after
  as many seconds as \`Retry-After\` says, or else after 1, 2, 4… seconds with some chance in it. Any other 4xx stays what it
  is.
- What was answered with 2xx is stored.

## Conditional requests

Every record and every list comes with an \`ETag\`.

- Reads: send it as \`If-None-Match\`. Where nothing has changed, the answer is 304 without a body.
- Writes: send it as \`If-Match\` with PATCH, PUT or DELETE. Where somebody has changed the record meanwhile, the answer is
  412 and nothing is done: read it again, and decide anew. Without the header, writers that change different fields at
  the same time do not undo each other's changes either.

\`\`\`sh
curl -i -H "Authorization: Bearer $TOKEN" $API/projects/acme
# ETag: "7Zp1…"
curl -X PATCH -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -H 'If-Match: "7Zp1…"' $API/projects/acme -d '{ "name": "Acme Corp." }'
\`\`\`

The answer to a PATCH has the new \`ETag\`; that to a PUT has none, since a later read need not give the same.

## Rate limits

Each token has a budget of requests in a minute. \`RateLimit: "default";r=1187;t=42\` says that 1187 are left for the next 42
seconds; \`RateLimit-Policy\` names the whole budget. Without budget the answer is 429, and \`Retry-After\` says how many
seconds to wait.

## Redirects

A project's former slug, and a read of feedback that was merged into other, answer 308 with the new place in \`Location\`:
send the same request there. Most clients do so by themselves, but some leave the token out, so use the new place from
then on.

## Events and webhooks

All that happens in a project is an event. There are two ways to learn of them: the event feed, which is read from wherever
one was, and webhooks, to which each event is posted as it happens. A webhook may get an event more than once, and not in
order: tell repetitions by \`webhook-id\`, which is the event's id. Answer with any 2xx within 15 seconds; anything else is
tried again, after 5 seconds, 5 minutes, 30 minutes, 2, 5, 10 and 10 hours.

## Verifying a webhook

Anybody can post to your URL. What comes from here is signed, as
[Standard Webhooks](https://www.standardwebhooks.com) has it: the signature is the HMAC-SHA256, with the webhook's secret, of
\`webhook-id\`, \`webhook-timestamp\` and the body as it came, byte by byte, with dots between them. Use one of its libraries:

\`\`\`js
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook('whsec_…'); // the secret, as it was shown when the webhook was made

// Throws where the signature does not fit, or the timestamp is more than five minutes off.
const event = webhook.verify(rawBody, {
  'webhook-id': headers['webhook-id'],
  'webhook-timestamp': headers['webhook-timestamp'],
  'webhook-signature': headers['webhook-signature'],
});
\`\`\`

Or by hand:

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

For 24 hours after a rotation there are two signatures, one with the former secret: that is why it can be several.

## Errors

Every error is a problem (RFC 9457), \`application/problem+json\`:

\`\`\`json
{
  "type": "about:blank",
  "title": "Bad Request",
  "status": 400,
  "detail": "The request has values that are not allowed.",
  "code": "invalid_input",
  "request_id": "b1946ac92492d2347c6235b4",
  "errors": [{ "pointer": "/title", "code": "required", "detail": "The field is required." }]
}
\`\`\`

Programs branch on \`code\`, which is stable; people read \`detail\`. Name the \`request_id\` when you ask for help. Where several
things are wrong, this is the order in which they are told: the token (401), an unknown path or method (404, 405), the scope
(403), an unknown project (404), the role (403), the body (415, 413, 400), the rights on single fields (403), the
preconditions (412), conflicts (409).`;

/** The tags that group operations, in order. */
export const tags = [
  { name: 'Projects', description: 'What feedback and changelogs belong to, and how it presents itself.' },
  { name: 'Members', description: 'Who may do what in a project.' },
  { name: 'Feedback', description: 'What users wish of a project.' },
  { name: 'Votes', description: 'A user votes for feedback once.' },
  { name: 'Comments', description: 'What users say about feedback.' },
  { name: 'Tags', description: "Labels for a project's feedback." },
  {
    name: 'Changelogs',
    description: 'What is new in a project: drafts, scheduled entries and published ones.',
  },
  { name: 'Events', description: 'What happened in a project, in a feed that can be read from anywhere.' },
  { name: 'Webhooks', description: 'What happened in a project, posted to a URL of yours and signed.' },
  { name: 'Tokens and users', description: 'Who calls, and on whose behalf.' },
  { name: 'Health', description: 'For load balancers and orchestrators.' },
];
