import { fieldKey } from './operations.js';

/** What a field of a body rejects and accepts. */
export interface Field {
  /** Values that are rejected, with the pointer of the error below the field if it is not the field itself. */
  readonly bad: readonly (readonly [value: unknown, below?: string])[];
  /** Values that are accepted and returned unchanged. */
  readonly good: readonly unknown[];
  /** Whether the field can be cleared with `""`. */
  readonly mayBeEmpty?: boolean;
}

/** A text that is not valid Unicode. */
export const lone = '\ud800';
/** A text of many kinds of characters. */
export const mixed = 'e\u0301 é 👩‍👩‍👧 שלום\r\n\tالعربية \u200f<b>&amp;</b> "\\" \u2028\ufeff\uffff\u007f\u0001';

const only = (values: readonly unknown[]) => values.map((value) => [value] as const);

/** Values with a special meaning in JavaScript. */
export const hostile = [
  'null',
  '{"constructor":1}',
  '{"constructor":{"prototype":{}}}',
  '{"__proto__":[]}',
  '{"then":1}',
];

const notTexts = [null, 5, 0, true, false, {}, { a: 1 }, [], ['a'], ['a', 'b']];
const unstorable = [lone, `a${lone}`, '\udc00a', '\udc00\ud800', '\0', 'a\0b'];

function tooLong(max: number): string[] {
  return ['a'.repeat(max + 1), '😀'.repeat(max + 1), ' '.repeat(max + 1), `${'a'.repeat(max)}\u0301`];
}

function longest(max: number): string[] {
  return ['a'.repeat(max), '😀'.repeat(max), `${'\u0301'.repeat(max - 1)}e`];
}

function text(max: number, options: { required?: boolean } = {}): Field {
  const blank = ['', ' ', '\t\r\n', '\u00a0\u2003\u3000\ufeff'];
  return {
    bad: only([...notTexts, ...unstorable, ...tooLong(max), ...(options.required ? blank : [])]),
    good: [mixed, ` ${mixed} `, '0', 'null', ...(options.required ? [] : blank), ...longest(max)],
    mayBeEmpty: !options.required,
  };
}

/** A name, which is stored in one line: see test/shared/names.spec.ts. */
function name(max: number, options: { required?: boolean } = {}): Field {
  const invisible = ['', ' ', '\t\r\n', '\u00a0\u2003\u3000\ufeff', '\u200b', '\u3164', '\u0301'];
  return {
    bad: only([
      ...notTexts,
      ...unstorable,
      ...['a'.repeat(max + 1), '😀'.repeat(max + 1)],
      ...(options.required ? invisible : []),
    ]),
    good: [
      'é 👩‍👩‍👧 שלום العربية \u200f<b>&amp;</b> "\\" \ufeff\uffff.',
      ...['0', 'null'],
      ...(options.required ? [] : ['']),
      ...longest(max).slice(0, 2),
    ],
    mayBeEmpty: !options.required,
  };
}

const badSchemes = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'javascript\r:alert(1)',
  '\u00a0\u3000javascript:alert(1)',
  'data:text/html,<script>',
  'DATA:text/html;base64,PA==',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.com/x',
  'blob:https://example.com/x',
  'mailto:a@example.com',
  'x-own:thing',
];
const links = [
  'https://example.com/ä?b=c#d',
  'HTTP://example.com',
  '//example.com/x',
  '/x/y.png',
  'x y',
  '🚀',
];
const pictures = ['data:image/png;base64,iVBORw0KGgo=', 'DATA:image/svg+xml,%3Csvg/%3E'];

function link(max: number, options: { picture?: boolean } = {}): Field {
  return {
    bad: only([
      ...notTexts,
      ...unstorable,
      ...tooLong(max),
      ...badSchemes,
      ...(options.picture ? [] : pictures),
    ]),
    good: [...links, ...(options.picture ? pictures : []), ...longest(max)],
    mayBeEmpty: true,
  };
}

const slug: Field = {
  bad: only([
    ...notTexts,
    ...unstorable,
    ...[
      '',
      ' ',
      'A',
      'ä',
      'a b',
      'a_b',
      'a.b',
      'a/b',
      '-',
      '-a',
      'a-',
      'a--b',
      'a\n',
      '\na',
      ' a',
      'a'.repeat(64),
    ],
  ]),
  good: ['a-1', '0', 'a'.repeat(63), '1-2-3'],
};

const color: Field = {
  bad: only([
    ...notTexts,
    ...unstorable,
    ...[
      '',
      '#',
      '#12',
      '#12345',
      '#1234567',
      '#123456789',
      '#ggg',
      'red',
      '0ea5e9',
      ' #fff',
      '#fff ',
      '#fff\n',
    ],
    ...['rgb(0,0,0)', '#٠٠٠', 'url(javascript:alert(1))'],
  ]),
  good: ['#fff', '#FfFa', '#0ea5e9', '#0ea5e980'],
};

const email: Field = {
  bad: only([
    ...notTexts,
    ...unstorable,
    ...['', ' ', 'a', 'a@', '@b', '@', 'a@b@c', 'a b@c', 'a@b c', 'a@b\n', '\na@b', 'a\u00a0@b'],
    ...tooLong(200).map((long) => `a@${long}`),
  ]),
  good: [
    'a@b',
    "o'neil+tag@sub.example.com",
    'ä@bücher.example',
    'Mixed.Case@Example.com',
    `a@${'b'.repeat(198)}`,
  ],
};

const timestamp: Field = {
  bad: only([
    ...notTexts,
    1767225600000,
    ...unstorable,
    ...[
      '',
      ' ',
      'now',
      '2026',
      '2026-01-31',
      '2026-01-31T12:00:00',
      '2026-01-31 12:00:00Z',
      '2026-01-31T12Z',
    ],
    ...['2026-02-30T12:00:00Z', '2025-02-29T12:00:00Z', '2026-13-01T12:00:00Z', '2026-00-01T12:00:00Z'],
    ...['2026-01-00T12:00:00Z', '2026-01-32T12:00:00Z', '2026-01-31T24:00:00Z', '2026-01-31T12:60:00Z'],
    ...['2016-12-31T23:59:60Z', '2026-01-31T12:00:00+24:00', '2026-01-31T12:00:00+01:60'],
    ...['2026-01-31T12:00:00 Z', ' 2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z\n', '2026-01-31T12:00:00.Z'],
    ...[
      '0000-12-31T00:00:00Z',
      '10000-01-01T00:00:00Z',
      '+010000-01-01T00:00:00Z',
      '-000001-01-01T00:00:00Z',
    ],
    ...['9999-12-31T23:59:59-00:01', '0001-01-01T00:00:00+00:01', 'Sat, 31 Jan 2026 12:00:00 GMT'],
    ...['2026-W05-6T12:00:00Z', '20260131T120000Z', 'infinity', 'epoch', '２０26-01-31T12:00:00Z'],
  ]),
  good: [],
};

const uuid: Field = {
  bad: only([
    ...notTexts,
    ...unstorable,
    ...[
      '',
      'x',
      '0'.repeat(32),
      '{00000000-0000-4000-8000-000000000000}',
      '00000000-0000-4000-8000-00000000000',
    ],
    ...['00000000-0000-4000-8000-000000000000 ', '00000000-0000-4000-8000-00000000000g'],
  ]),
  good: [],
};

const boolean: Field = {
  bad: only([null, 0, 1, 'true', 'false', '', 'yes', {}, [], [true]]),
  good: [true, false],
};

/** A place among others. */
const place: Field = {
  bad: only([null, -1, 1.5, 1_000_001, '1', '', {}, [], true]),
  good: [0, 1_000_000],
};

const revenue: Field = {
  bad: only([null, -1, 1.5, Number.MAX_SAFE_INTEGER + 1, '1', '', {}, [], true]),
  good: [0, 7, Number.MAX_SAFE_INTEGER],
};

const metadata: Field = {
  bad: only([null, 1, 'a', '', true, [], [{}], { a: 'x'.repeat(4_096) }]),
  // Objects are not compared by their identity: see test/http/companies.
  good: [],
};

function choice(...values: string[]): Field {
  const [first = ''] = values;
  return {
    bad: only([
      ...notTexts,
      lone,
      '',
      ' ',
      'none',
      first.toUpperCase(),
      ` ${first}`,
      `${first}\0`,
      'constructor',
    ]),
    good: values,
  };
}

const hostName: Field = {
  bad: only([
    ...notTexts,
    ...unstorable,
    ...[
      ' ',
      'x',
      'a..b',
      '.a.b',
      'a.b.',
      '-a.b',
      'a-.b',
      'a b.c',
      'ä.example',
      'https://a.b',
      'a.b:80',
      'a.b/c',
    ],
    ...['a_b.c', '*.a.b', '127.0.0.1', '[::1]', 'a.b\n', `${'a'.repeat(64)}.b`, `${'a.'.repeat(100)}b`],
  ]),
  good: [
    'feedback.example.com',
    'a.b',
    'xn--bcher-kva.example',
    '1.a',
    `${'a'.repeat(63)}.b`,
    `${'a.'.repeat(99)}bb`,
  ],
  mayBeEmpty: true,
};

const urlTemplate: Field = {
  bad: only([
    ...notTexts,
    ...unstorable,
    ...[
      ' ',
      'x',
      'https://',
      'ftp://example.com',
      'https://example.com/ {id}',
      'https://a:b@example.com/{id}',
      'https://{slug}.example.com/',
      'https://example.com/{ID}',
    ],
  ]),
  good: ['', 'http://localhost:3000/{id}', 'https://example.com/{slug}?id={id}', 'https://example.com'],
};

const signedIn: Field = {
  bad: only([...notTexts, 'owner', 'editor', 'Viewer', ' viewer']),
  good: ['', 'viewer', 'contributor'],
};

const httpsUrl: Field = {
  bad: only([
    ...notTexts,
    ...unstorable,
    ...[
      ' ',
      'x',
      'https:',
      'https://',
      'https:///x',
      'http://example.com',
      'ftp://example.com',
      '//example.com',
    ],
    ...[' https://example.com', 'https://exa mple.com', 'https://example.com:99999', 'javascript:alert(1)'],
    ...['*******', `https://example.com/${'a'.repeat(2029)}`, 'https://user:password@example.com'],
    ...['https://localhost', 'https://2130706433/', 'https://10.0.0.1', 'https://[::1]', 'https://metadata'],
  ]),
  good: ['https://example.com/hooks/x?y=z', 'HTTPS://Example.com', `https://example.com/${'a'.repeat(2028)}`],
  mayBeEmpty: true,
};

const eventTypes: Field = {
  bad: [
    ...only([null, 5, true, 'tag.created', {}, { 0: 'tag.created', length: 1 }]),
    ...[...notTexts, ...unstorable, '', ' ', 'nonsense', 'Tag.created', 'tag.created ', '__proto__'].map(
      (item) => [['tag.created', item], '/1'] as const,
    ),
    [['webhook.test'], '/0'],
    [['a'.repeat(201)], '/0'],
    [Array.from({ length: 101 }, () => 'tag.created')],
  ],
  good: [],
};

const tags: Field = {
  bad: [
    ...only([null, 5, true, 'bug', {}, { 0: 'bug', length: 1 }]),
    ...[
      null,
      5,
      true,
      [],
      ['bug'],
      {},
      { name: null },
      { name: 5 },
      { name: ['bug'] },
      { color: '#fff' },
    ].map((item) => [['bug', item], '/1'] as const),
    ...['', ' ', lone, 'a\0', 'none', 'a'.repeat(201), '__proto__', 'constructor'].map(
      (item) => [[item], '/0'] as const,
    ),
    [[{ name: 'none' }], '/0'],
    [Array.from({ length: 101 }, () => 'bug')],
  ],
  good: [],
};

const user: Field = {
  bad: [
    ...only([null, 5, true, 'a@b', [], [{ email: 'a@b' }]]),
    [{}, '/email'],
    ...email.bad.map(([value]) => [{ email: value }, '/email'] as const),
    ...notTexts.map((value) => [{ email: 'a@b', full_name: value }, '/full_name'] as const),
    ...badSchemes.map((value) => [{ email: 'a@b', avatar_url: value }, '/avatar_url'] as const),
    ...['id', 'instance_admin', 'name', 'constructor', 'toString'].map(
      (name) => [{ email: 'a@b', [name]: true }, `/${name}`] as const,
    ),
    [JSON.parse('{ "email": "a@b", "__proto__": {} }'), '/__proto__'],
  ],
  good: [],
};

const projectFields = {
  name: name(200, { required: true }),
  slug,
  icon: link(300_000, { picture: true }),
  icon_radius: text(200),
  og_image: link(300_000, { picture: true }),
};

const userFields = {
  email,
  full_name: name(200),
  avatar_url: link(2048),
  instance_admin: boolean,
};

const changelogFields = {
  title: name(300, { required: true }),
  summary: text(2000),
  content: text(100_000),
  image: link(300_000, { picture: true }),
  publish_date: timestamp,
  published: boolean,
};

const condition: Field = {
  bad: [
    ...only([null, 5, true, '50', [], [{ min_upvotes: 50 }]]),
    ...[null, '50', true, [], [50], {}, 1.5, 0, -1, 1_000_000_001, 1e300].map(
      (value) => [{ min_upvotes: value }, '/min_upvotes'] as const,
    ),
    [{ min_votes: 50 }, '/min_votes'],
  ],
  good: [],
};

const webhookFields = {
  url: { ...httpsUrl, bad: [...httpsUrl.bad, ['']], mayBeEmpty: false },
  event_types: eventTypes,
  when: condition,
  description: text(20_000),
  enabled: boolean,
} satisfies Record<string, Field>;

const fieldValues: Field = {
  bad: [
    ...only([
      null,
      5,
      true,
      'a',
      '',
      [],
      [{}],
      { [fieldKey]: 'x'.repeat(8_192) },
      ...unstorable.map((text) => ({ [fieldKey]: text })),
    ]),
    ...[null, 5, true, {}, ['a']].map((value) => [{ absent: value }, '/absent'] as const),
    ...[5, true, {}, ['a']].map((value) => [{ [fieldKey]: value }, `/${fieldKey}`] as const),
  ],
  // Objects are not compared by their identity: see test/http/custom-fields.
  good: [],
};

const feedbackFields = {
  title: name(300, { required: true }),
  description: text(20_000),
  tags,
  status: choice('in_review', 'planned', 'in_progress', 'completed', 'rejected'),
  approval: choice('approved', 'pending', 'rejected'),
  fields: fieldValues,
};

const commentKind = choice('comment', 'internal', 'response');

const unknownId = '00000000-0000-4000-8000-000000000000';

const ids: Field = {
  bad: [
    ...only([null, 5, true, unknownId, {}, { 0: unknownId, length: 1 }]),
    ...uuid.bad.map(([value]) => [[value], '/0'] as const),
    [[unknownId], '/0'],
    [Array.from({ length: 501 }, () => unknownId)],
  ],
  good: [],
};

const notificationIds: Field = {
  bad: [
    ...only([null, 5, true, unknownId, {}, { 0: unknownId, length: 1 }]),
    ...uuid.bad.map(([value]) => [[unknownId, value], '/1'] as const),
    [Array.from({ length: 101 }, () => unknownId)],
  ],
  good: [],
};

const timeZone: Field = {
  bad: only([
    ...notTexts,
    ...unstorable,
    ...['', ' ', 'Mars', 'Europe', 'Europe/Atlantis', '+01:00', 'UTC+1', ' UTC', 'UTC\n', 'constructor'],
    ...['../UTC', 'Europe/Berlin;', 'a'.repeat(65)],
  ]),
  good: ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'],
};

const locale: Field = {
  bad: only([
    ...notTexts,
    ...unstorable,
    ...[' ', 'd', 'en_US', 'de,en', 'de;q=1', ' de', 'de\n', 'constructor', 'x'.repeat(36)],
  ]),
  good: ['', 'de', 'pt-BR', 'zh-Hant-TW'],
};

const fieldType: Field = {
  ...choice('text', 'number', 'boolean', 'date', 'url', 'choice', 'choices'),
  // The others need options.
  good: ['text', 'number', 'boolean', 'date', 'url'],
};

const fieldOptions: Field = {
  bad: [
    ...only([null, 5, true, 'a', {}, { 0: 'a', length: 1 }]),
    ...[...notTexts, ...unstorable, '', ' ', 'a'.repeat(101)].map((item) => [['a', item], '/1'] as const),
    [Array.from({ length: 101 }, (_, number) => `${number}`)],
    // The field is a text.
    [['a']],
  ],
  good: [],
};

const bulkChanges: Field = {
  bad: [
    ...only([null, 5, true, 'planned', [], [{ status: 'planned' }]]),
    ...feedbackFields.status.bad.map(([value]) => [{ status: value }, '/status'] as const),
    ...['tags_add', 'tags_remove'].flatMap((field) =>
      tags.bad.map(([value, below = '']) => [{ [field]: value }, `/${field}${below}`] as const),
    ),
    [{ tags_add: ['bug'], tags_remove: ['late', 'BUG'] }, '/tags_remove/1'],
    ...feedbackFields.approval.bad.map(([value]) => [{ approval: value }, '/approval'] as const),
    ...fieldValues.bad.map(([value, below = '']) => [{ fields: value }, `/fields${below}`] as const),
    [{ tags: ['bug'] }, '/tags'],
    [{ title: 'X' }, '/title'],
  ],
  good: [],
};

/** The fields of every body. A test fails if an operation with a body is missing here. */
const bodies: Readonly<Record<string, { fields: Record<string, Field>; required?: readonly string[] }>> = {
  'POST /tokens': {
    fields: {
      name: name(200, { required: true }),
      scope: choice('read', 'write', 'admin'),
      project: slug,
      expires_at: timestamp,
      user_id: uuid,
    },
    required: ['name', 'scope'],
  },
  'PATCH /me/preferences': {
    fields: {
      auto_subscribe: boolean,
      mail: choice('each', 'daily', 'weekly', 'off'),
      time_zone: timeZone,
      locale,
    },
  },
  // One of the two fields is required.
  'POST /me/notifications/read': { fields: { ids: notificationIds, before: timestamp }, required: ['ids'] },
  'POST /users': { fields: userFields, required: ['email', 'full_name'] },
  'PATCH /users/:userId': { fields: userFields },
  'POST /projects': { fields: projectFields, required: ['name', 'slug'] },
  'PATCH /projects/:projectSlug': { fields: projectFields },
  'PATCH /projects/:projectSlug/config': {
    fields: {
      changelog_preview_style: text(200),
      changelog_social_handle: text(200),
      custom_domain: hostName,
      integration_chat_role_id: text(200),
      integration_chat_status: boolean,
      integration_chat_webhook: httpsUrl,
    },
  },
  'POST /projects/:projectSlug/members': {
    fields: {
      email,
      full_name: name(200),
      role: choice('blocked', 'viewer', 'contributor', 'editor', 'owner'),
    },
    required: ['email', 'role'],
  },
  'PATCH /projects/:projectSlug/settings': {
    fields: {
      signed_in: signedIn,
      public_feedback: boolean,
      public_changelog: boolean,
      public_names: boolean,
      approval: choice('off', 'first', 'all'),
      feedback_url: urlTemplate,
      changelog_url: urlTemplate,
      mail_name: name(200),
      mail_reply_to: { ...email, bad: email.bad.filter(([value]) => value !== ''), mayBeEmpty: true },
    },
  },
  'PUT /projects/:projectSlug/members/:userId': {
    fields: { role: choice('blocked', 'viewer', 'contributor', 'editor', 'owner') },
  },
  'POST /projects/:projectSlug/feedback': {
    fields: { ...feedbackFields, created_at: timestamp, user_id: uuid, user },
    required: ['title'],
  },
  'POST /projects/:projectSlug/feedback/bulk': {
    fields: { ids, set: bulkChanges },
    required: ['ids', 'set'],
  },
  'PATCH /projects/:projectSlug/feedback/:feedbackId': { fields: feedbackFields },
  'POST /projects/:projectSlug/feedback/:feedbackId/upvotes': { fields: { user_id: uuid, user } },
  'POST /projects/:projectSlug/feedback/:feedbackId/comments': {
    fields: { content: text(10_000, { required: true }), kind: commentKind, user_id: uuid, user },
    required: ['content'],
  },
  'PATCH /projects/:projectSlug/feedback/:feedbackId/comments/:commentId': {
    fields: {
      content: text(10_000, { required: true }),
      kind: commentKind,
      approval: feedbackFields.approval,
    },
  },
  'POST /projects/:projectSlug/feedback/:feedbackId/merge': { fields: { into: uuid }, required: ['into'] },
  'PUT /projects/:projectSlug/statuses/:key': {
    fields: {
      name: name(100, { required: true }),
      color,
      kind: choice('open', 'planned', 'active', 'done', 'closed'),
      position: place,
      on_roadmap: boolean,
    },
  },
  'PUT /projects/:projectSlug/companies/:companyId': {
    fields: { name: name(200, { required: true }), revenue, metadata },
  },
  'PUT /projects/:projectSlug/duplicates/:duplicateId': { fields: { dismissed: boolean } },
  'PUT /projects/:projectSlug/boards/:boardSlug': {
    fields: {
      name: name(100, { required: true }),
      description: text(2_000),
      position: place,
      visibility: choice('public', 'members', 'own', 'editors'),
      submission: choice('contributors', 'editors'),
    },
  },
  'PUT /projects/:projectSlug/fields/:fieldKey': {
    fields: {
      name: name(100, { required: true }),
      type: fieldType,
      options: fieldOptions,
      required: boolean,
      set_by: choice('contributors', 'editors'),
      visible_to: choice('everyone', 'editors'),
      position: place,
    },
  },
  'PUT /projects/:projectSlug/tags/:name': { fields: { color, name: name(200, { required: true }) } },
  'POST /projects/:projectSlug/changelogs': { fields: changelogFields, required: ['title'] },
  'PUT /projects/:projectSlug/changelogs/:changelogId': { fields: changelogFields },
  'PATCH /projects/:projectSlug/changelogs/:changelogId': { fields: changelogFields },
  'POST /projects/:projectSlug/webhooks': { fields: webhookFields, required: ['url'] },
  'PATCH /projects/:projectSlug/webhooks/:webhookId': { fields: webhookFields },
};

/** The operations with a body. */
export const names = Object.keys(bodies);
/** Those that change a record. */
export const changing = names.filter((name) => !name.startsWith('POST'));
/** Those that create a record. */
export const creating = names.filter((name) => name.startsWith('POST'));

export const fieldsOf = (name: string) => bodies[name]?.fields ?? {};
export const requiredOf = (name: string) => bodies[name]?.required ?? [];
