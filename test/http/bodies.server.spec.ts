import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalizeName } from '../../src/shared/names.js';
import { type Answer, startApp, type TestApp } from '../support/app.js';
import {
  changing,
  creating,
  fieldsOf,
  hostile,
  lone,
  mixed,
  names,
  requiredOf,
} from '../support/body-fields.js';
import { bodyClasses } from '../support/body-classes.js';
import { nameOf, operation, operations, pathIn, prepareWorld, type World } from '../support/operations.js';
import { InvalidInput } from '../../src/shared/domain-error.js';
import { validInput } from '../../src/platform/input/index.js';
import { rawRequest } from '../support/raw-request.js';
import { stored } from '../support/stored.js';
import { anyCharacter } from '../support/any-character.js';
import { unique } from '../support/unique.js';

/** Larger than any single field at its maximum length in four-byte characters. */
const largestBody = 2_000_000;

let service: TestApp;
let adminId: string;
let world: World;
let classes: ReturnType<typeof bodyClasses>;

beforeAll(async () => {
  service = await startApp({ environment: { MAX_BODY_BYTES: String(largestBody) } });
  classes = bodyClasses(service);
  // The first update of preferences stores the defaults, even if it changes none of them.
  await service.admin.patch('/me/preferences', {});
  adminId = (await service.admin.get('/me')).body.user.id as string;
});

afterAll(() => service.close());

type Headers = Record<string, string>;

/** Asks for members of feedback that can be written, and are returned only on request. */
function included(name: string): string {
  return /^(?:POST .*\/feedback|PATCH .*\/feedback\/:feedbackId)$/.test(name)
    ? '?include=approval,fields'
    : '';
}

/** Calls the operation as an instance admin with the given raw body. */
function send(name: string, body: string | Uint8Array | undefined, headers: Headers = {}): Promise<Answer> {
  const called = operation(name);
  return service.send(called.method, `/v1${pathIn(world, called)}${included(name)}`, {
    headers: {
      authorization: `Bearer ${service.admin.token}`,
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
}

const sendJson = (name: string, body: unknown): Promise<Answer> => send(name, JSON.stringify(body));

/** Returns the pointers of the field errors, or an empty list for other responses. */
function pointers({ status, headers, body }: Answer): string[] {
  if (status !== 400 || !headers.get('content-type')?.startsWith('application/problem+json')) return [];
  if (body.code !== 'invalid_input') return [];
  return (body.errors as { pointer: string }[]).map(({ pointer }) => pointer).sort();
}

/**
 * Returns the pointers of the errors in a body. The errors of fields are reported by the class of the body, which a
 * request would only repeat; what else is wrong, such as a tag that does not exist, is reported by the service.
 */
async function errorPointers(name: string, body: string): Promise<string[]> {
  try {
    validInput(classes.get(name)!, JSON.parse(body), 'body');
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.fieldErrors.map(({ pointer }) => pointer!).sort();
  }
  return pointers(await send(name, body));
}

/** Runs in batches, to limit the number of concurrent requests. */
async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let start = 0; start < items.length; start += 8) {
    await Promise.all(items.slice(start, start + 8).map(work));
  }
}

/** Reads the record that an operation changes. */
async function read(name: string): Promise<Answer> {
  if (name.includes('/tags/')) {
    const list = await service.admin.get(`/projects/${world.slug}/tags`);
    const record = list.body.find((tag: any) => tag.name === world.tag) as unknown;
    return { ...list, body: record, text: JSON.stringify(record) };
  }
  if (name.includes('/duplicates/')) {
    const lists = await Promise.all(
      [false, true].map((dismissed) =>
        service.admin.get(`/projects/${world.slug}/duplicates?dismissed=${dismissed}`),
      ),
    );
    const record = lists.flatMap(({ body }) => body as any[]).find(({ id }) => id === world.duplicateId);
    return { ...lists[0]!, body: record, text: JSON.stringify(record) };
  }
  return service.admin.get(`${pathIn(world, operation(name))}${included(name)}`);
}

/** Returns the other fields that a request needs. */
const around = (name: string): Record<string, unknown> => (creating.includes(name) ? valid(name) : {});
const valid = (name: string): Record<string, unknown> => operation(name).body?.(world) ?? {};

const freshWorld = async (): Promise<void> => {
  world = await prepareWorld(service, adminId);
};

// Nearly all of what follows is refused and changes nothing, so that one world suffices.
beforeAll(freshWorld);

it('the table of bodies contains every operation that has one', () => {
  expect(names.sort()).toEqual(
    operations
      // Metadata has fields of any name, and a file has none. Two operations answer with other records than they take.
      .filter(
        ({ body, path, isUpload }) => body && !isUpload && !/\/(metadata|me|people\/:externalId)$/.test(path),
      )
      .map(nameOf)
      .sort(),
  );
});

describe('An invalid value', () => {
  const cases = names.flatMap((name) => Object.keys(fieldsOf(name)).map((field) => [name, field] as const));

  it.each(cases)('%s: %s', async (name, field) => {
    const before = await stored(service);
    const representation = changing.includes(name) ? (await read(name)).text : '';
    const reported: unknown[] = [];
    const expected: unknown[] = [];
    await each(fieldsOf(name)[field]?.bad ?? [], async ([value, below = '']) => {
      const shown = JSON.stringify(value)?.slice(0, 80);
      reported.push([shown, await errorPointers(name, JSON.stringify({ ...around(name), [field]: value }))]);
      expected.push([shown, [`/${field}${below}`]]);
    });
    expect(reported.length).toBeGreaterThan(5);
    expect(reported).toEqual(expected);
    if (changing.includes(name)) expect((await read(name)).text).toBe(representation);
    expect(await stored(service)).toEqual(before);
  });
});

it.each([
  'POST /projects/:projectSlug/feedback',
  'POST /projects/:projectSlug/feedback/:feedbackId/upvotes',
  'POST /projects/:projectSlug/feedback/:feedbackId/comments',
])('%s rejects both user_id and user', async (name) => {
  const before = await stored(service);
  const both = { user_id: adminId, user: { email: 'somebody.else@example.com' } };
  const answer = await sendJson(name, { ...valid(name), ...both });
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    [
      {
        pointer: '/user',
        code: 'exclusive',
        detail: 'The field cannot be combined with user_id.',
      },
    ],
  ]);
  expect(await stored(service)).toEqual(before);
});

it('POST /projects/:projectSlug/members takes the user as user or as email, but not both', async () => {
  const path = `/projects/${world.slug}/members`;
  const user = { email: 'new@example.com', full_name: 'New', avatar_url: 'https://example.com/new.png' };
  const both = await service.admin.post(path, {
    user,
    email: 'other@example.com',
    full_name: 'Other',
    role: 'x',
  });
  expect([both.status, both.body.errors.map(({ pointer, code }: any) => [pointer, code])]).toEqual([
    400,
    [
      ['/role', 'invalid_choice'],
      ['/email', 'exclusive'],
      ['/full_name', 'exclusive'],
    ],
  ]);
  const added = await service.admin.post(path, { user, role: 'viewer' });
  expect(added).toMatchObject({ status: 201, body: { user, role: 'viewer' } });
});

describe('Several invalid values', () => {
  it.each(names)('%s: are all reported', async (name) => {
    const fields = Object.keys(fieldsOf(name));
    const before = await stored(service);
    const answer = await sendJson(name, {
      ...Object.fromEntries(fields.map((field) => [field, null])),
      'no/such': 1,
      unknown: 2,
    });
    expect(pointers(answer)).toEqual([...fields.map((field) => `/${field}`), '/no~1such', '/unknown'].sort());
    expect(await stored(service)).toEqual(before);
  });

  it.each(creating.filter((name) => requiredOf(name).length > 0))(
    '%s: include every missing required field',
    async (name) => {
      const answer = await sendJson(name, {});
      expect(pointers(answer)).toEqual(
        requiredOf(name)
          .map((field) => `/${field}`)
          .sort(),
      );
      expect(answer.body.errors.every((error: any) => error.code === 'required')).toBe(true);
    },
  );

  it('are reported in nested objects and arrays', async () => {
    const answer = await sendJson('POST /projects/:projectSlug/feedback', {
      title: '',
      tags: [5, 'x'.repeat(201), ''],
      user: { email: 'x', full_name: null, avatar_url: 'javascript:1', 'a/b~c': 1 },
    });
    expect(pointers(answer)).toEqual([
      '/tags/0',
      '/tags/1',
      '/tags/2',
      '/title',
      '/user/avatar_url',
      '/user/a~1b~0c',
      '/user/email',
      '/user/full_name',
    ]);
  });
});

it.each([
  ['POST /projects/:projectSlug/feedback', { title: '', tags: ['none', '', 'bug', { name: 'absent' }] }],
  [
    'PATCH /projects/:projectSlug/feedback/:feedbackId',
    { title: '', tags: ['none', '', 'bug', { name: 'absent' }] },
  ],
])('%s: unknown tags are reported together with other errors', async (name, body) => {
  expect(pointers(await sendJson(name, body))).toEqual(['/tags/0', '/tags/1', '/tags/3', '/title']);
});

describe('An unknown field', () => {
  const unknown = [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '__defineGetter__',
  ];
  const own = [
    'changes',
    'values',
    'order',
    'profile',
    'submission',
    'a/b',
    'a~b',
    '~1',
    '',
    ' ',
    '0',
    'ID',
    'é',
    '🚀',
  ];
  const escaped = (field: string) => `/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  const withField = (name: string, field: string, value: string) => {
    const fields = Object.entries(around(name)).map(
      ([key, given]) => `${JSON.stringify(key)}:${JSON.stringify(given)}`,
    );
    return `{${[...fields, `${JSON.stringify(field)}:${value}`].join(',')}}`;
  };

  it.each(names)('%s: is rejected at its pointer', async (name) => {
    const before = await stored(service);
    const cases = [
      ...[...unknown, ...own].map((field) => [field, '1'] as const),
      ...['__proto__', 'constructor', 'x'].flatMap((field) =>
        hostile.map((value) => [field, value] as const),
      ),
    ];
    await each(cases, async ([field, value]) => {
      expect({ field, value, pointers: await errorPointers(name, withField(name, field, value)) }).toEqual({
        field,
        value,
        pointers: [escaped(field)],
      });
    });
    expect(await stored(service)).toEqual(before);
  });

  it.each(names)('%s: is rejected, whatever its name', async (name) => {
    const known = new Set([...Object.keys(fieldsOf(name)), ...readOnly(name)]);
    const before = await stored(service);
    await fc.assert(
      fc.asyncProperty(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom('/', '~', '_', '.', '"', '\\'),
            fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 }),
          ),
        }),
        fc.jsonValue({ maxDepth: 2 }),
        async (field, value) => {
          fc.pre(!known.has(field));
          const body = withField(name, field, JSON.stringify(value));
          expect(await errorPointers(name, body)).toEqual([escaped(field)]);
        },
      ),
    );
    expect(await stored(service)).toEqual(before);
  });

  it('is rejected if its name is not valid Unicode', async () => {
    const answer = await send('PATCH /projects/:projectSlug', '{"\\ud800":1}');
    expect(pointers(answer)).toEqual([`/${lone}`]);
  });

  it('does not pollute any prototype', async () => {
    await send('PATCH /projects/:projectSlug', '{"__proto__":{"polluted":true},"name":"Fine"}');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect((await read('PATCH /projects/:projectSlug')).body.name).toBe('World');
  });
});

/** Fields of the resource that an update ignores. */
function readOnly(name: string): string[] {
  const fields: Record<string, string[]> = {
    'PATCH /users/:userId': ['id', 'created_at'],
    'PATCH /projects/:projectSlug': ['id', 'created_at'],
    'PATCH /projects/:projectSlug/config': ['id', 'project_id', 'custom_domain_verified', 'created_at'],
    'PUT /projects/:projectSlug/members/:userId': ['user', 'created_at'],
    'PUT /projects/:projectSlug/statuses/:key': ['key'],
    'PUT /projects/:projectSlug/boards/:boardSlug': ['slug'],
    'PUT /projects/:projectSlug/duplicates/:duplicateId': [
      ...['id', 'feedback', 'of', 'score', 'reasons', 'created_at'],
    ],
    'PUT /projects/:projectSlug/fields/:fieldKey': ['key'],
    'PUT /projects/:projectSlug/companies/:companyId': ['external_id', 'created_at', 'updated_at'],
    'PATCH /projects/:projectSlug/feedback/:feedbackId': [
      ...['id', 'project_id', 'user_id', 'user', 'upvotes', 'comment_count', 'created_at'],
    ],
    'PATCH /projects/:projectSlug/feedback/:feedbackId/comments/:commentId': [
      ...['id', 'feedback_id', 'user_id', 'user', 'created_at', 'updated_at', 'parent_id'],
    ],
    'PUT /projects/:projectSlug/changelogs/:changelogId': ['id', 'project_id', 'author_id', 'author', 'slug'],
    'PATCH /projects/:projectSlug/changelogs/:changelogId': [
      'id',
      'project_id',
      'author_id',
      'author',
      'slug',
    ],
    'PATCH /projects/:projectSlug/webhooks/:webhookId': ['id', 'project_id', 'disabled_reason', 'created_at'],
  };
  return fields[name] ?? [];
}

/** Returns the response to a changing operation that leaves the record as it is. */
function shownBy(name: string, record: any): object {
  const { author: _, ...withoutAuthor } = record;
  return name.startsWith('PUT') ? withoutAuthor : record;
}

describe('A record that was read', () => {
  it.each(changing)('%s: can be sent back unchanged', async (name) => {
    const before = await stored(service);
    const { body, text } = await read(name);
    expect(Object.keys(body).sort()).toEqual([...Object.keys(fieldsOf(name)), ...readOnly(name)].sort());
    const answer = await sendJson(name, body);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(JSON.stringify(shownBy(name, body)));
    expect((await read(name)).text).toBe(text);
    expect(await stored(service)).toEqual(before);
  });

  it.each(changing.filter((name) => readOnly(name).length > 0))(
    '%s: has read-only fields, which an update ignores whatever their value',
    async (name) => {
      const before = await stored(service);
      for (const value of ['x', 5, true, [], { id: 1 }, lone, '\0']) {
        const answer = await sendJson(
          name,
          Object.fromEntries(readOnly(name).map((field) => [field, value])),
        );
        expect(answer.status).toBe(200);
      }
      for (const value of hostile) {
        const fields = readOnly(name).map((field) => `"${field}":${value}`);
        expect((await send(name, `{${fields.join(',')}}`)).status).toBe(200);
      }
      expect(await stored(service)).toEqual(before);
    },
  );

  it.each(creating)('%s: has read-only fields, which a creation rejects', async (name) => {
    const forbidden = [
      'id',
      'created_at',
      'project_id',
      'author_id',
      'author',
      'upvotes',
      'comment_count',
    ].filter((field) => !(field in fieldsOf(name)));
    const before = await stored(service);
    const answer = await sendJson(name, {
      ...valid(name),
      ...Object.fromEntries(forbidden.map((field) => [field, null])),
    });
    expect(pointers(answer)).toEqual(forbidden.map((field) => `/${field}`).sort());
    expect(await stored(service)).toEqual(before);
  });
});

describe('An object without fields', () => {
  it.each(changing)('%s: changes nothing', async (name) => {
    const before = await stored(service);
    const { body } = await read(name);
    const answer = await send(name, '{}');
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(JSON.stringify(shownBy(name, body)));
    expect(await stored(service)).toEqual(before);
  });
});

describe('A body', () => {
  const name = 'PATCH /projects/:projectSlug';
  const expectUnchanged = async (work: () => Promise<void>) => {
    const before = await stored(service);
    await work();
    expect(await stored(service)).toEqual(before);
  };
  const codeOf = ({ status, body }: Answer) => (status < 300 ? String(status) : `${status} ${body.code}`);

  it.each(names)('%s: is required', async (each) => {
    const before = await stored(service);
    for (const headers of [{}, { 'content-type': '' }, { 'content-type': 'text/plain' }] as Headers[]) {
      expect(codeOf(await send(each, undefined, headers))).toBe('400 empty_body');
      expect(codeOf(await send(each, '', headers))).toBe('400 empty_body');
    }
    expect(await stored(service)).toEqual(before);
  });

  it.each(names)('%s: must be an object', async (each) => {
    const before = await stored(service);
    for (const body of ['[]', '[{}]', '""', '"{}"', '0', '-1.5e3', 'true', 'false', 'null']) {
      const answer = await send(each, body);
      expect({ body, pointers: pointers(answer) }).toEqual({ body, pointers: [''] });
    }
    expect(await stored(service)).toEqual(before);
  });

  it.each([
    ...[
      '{',
      '}',
      '{}}',
      '{} {}',
      '{"name":}',
      '{"name":"x",}',
      "{'name':'x'}",
      '{name:"x"}',
      'undefined',
      'NaN',
    ],
    ...[
      '{"name":"x" // comment\n}',
      '{"name":"a\nb"}',
      '{"name":"\\x41"}',
      '{"name":01}',
      '\ufeff',
      ' ',
      '\0{}',
    ],
    ...['name=x', '<a/>', '{"name":"\\ud83d', '{"a":[}'],
  ])('that is not valid JSON is rejected: %j', async (body) => {
    const before = await stored(service);
    expect(codeOf(await send(name, body))).toBe('400 malformed_json');
    expect(await stored(service)).toEqual(before);
  });

  it.each([
    ['a stray byte', [0xff]],
    ['an overlong form', [0xc0, 0x80]],
    ['half a character', [0xe2, 0x82]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['beyond Unicode', [0xf4, 0x90, 0x80, 0x80]],
  ])('that is not valid UTF-8 is rejected: %s', async (_, bytes) => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]);
    await expectUnchanged(async () => {
      expect(codeOf(await send(name, body))).toBe('400 malformed_json');
      expect(codeOf(await send(name, Buffer.from('{"name":"x"}', 'utf16le')))).toBe('400 malformed_json');
    });
  });

  it('may start with a byte order mark and be surrounded by white space', async () => {
    expect((await send(name, '\ufeff {"name":"Marked"}\r\n')).body.name).toBe('Marked');
  });

  it('may be empty in chunks where none is required', async () => {
    const feedback = `/v1/projects/${world.slug}/feedback/${world.feedbackId}`;
    const chunked = async (target: string, body = '', type = '') => {
      const head = `${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${type}Authorization: Bearer ${service.admin.token}\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const chunk = body === '' ? '' : `${body.length}\r\n${body}\r\n`;
      const { status, text } = await rawRequest(service.url, `${head}${chunk}0\r\n\r\n`);
      return status < 300 ? `${status}` : `${status} ${(JSON.parse(text) as { code: string }).code}`;
    };
    const json = 'Content-Type: application/json\r\n';
    expect(await chunked(`GET ${feedback}`)).toBe('200');
    expect(await chunked(`PUT ${feedback}/upvotes/me`)).toBe('200');
    expect(await chunked(`PUT ${feedback}/upvotes/me`, '{}', json)).toBe('200');
    expect(await chunked(`PUT ${feedback}/upvotes/me`, '[]', json)).toBe('400 body_not_taken');
    const webhook = `/v1/projects/${world.slug}/webhooks/${world.webhookId}`;
    expect(await chunked(`POST ${webhook}/test`)).toBe('200');
    expect(await chunked(`PATCH ${feedback}`)).toBe('415 unsupported_media_type');
    expect(await chunked(`PATCH ${feedback}`, '', json)).toBe('400 empty_body');
  });

  it('uses the last of repeated fields', async () => {
    expect((await send(name, '{"name":"First","name":"Last"}')).body.name).toBe('Last');
  });

  it('can be nested at most 32 levels deep', async () => {
    const nested = (levels: number) => `{"id":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const objects = (levels: number) => `${'{"id":'.repeat(levels)}1${'}'.repeat(levels)}`;
    for (const deep of [nested, objects]) {
      expect(codeOf(await send(name, deep(32)))).toBe('200');
      expect(codeOf(await send(name, deep(33)))).toBe('400 too_deep');
      expect(codeOf(await send(name, deep(50_000)))).toBe('400 too_deep');
    }
    expect(codeOf(await send(name, '['.repeat(50_000)))).toBe('400 malformed_json');
    expect(codeOf(await send(name, `${'['.repeat(50_000)}${']'.repeat(50_000)}`))).toBe('400 too_deep');
  });

  describe('of large size', () => {
    const padded = (bytes: number) => `{}${' '.repeat(bytes - 2)}`;

    it('is accepted up to the limit, and rejected beyond it', async () => {
      expect(codeOf(await send(name, padded(largestBody)))).toBe('200');
      expect(codeOf(await send(name, padded(largestBody + 1)))).toBe('413 body_too_large');
      expect(codeOf(await send(name, 'x'.repeat(largestBody + 1)))).toBe('413 body_too_large');
    });

    it('is limited without a Content-Length too', async () => {
      const chunked = async (body: string) => {
        const head = `PATCH /v1/projects/${world.slug} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nAuthorization: Bearer ${service.admin.token}\r\nTransfer-Encoding: chunked\r\n\r\n`;
        const { status } = await rawRequest(
          service.url,
          `${head}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
        );
        return status;
      };
      expect(await chunked('{"name":"Chunked"}')).toBe(200);
      expect((await read(name)).body.name).toBe('Chunked');
      expect(await chunked(padded(largestBody))).toBe(200);
      expect(await chunked(padded(largestBody + 1))).toBe(413);
    });

    it.each([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      // The highest quality would block the process, including the service, for seconds.
      ['br', (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ])('is limited by its decompressed size: %s', async (encoding, compress) => {
      const headers = { 'content-encoding': encoding };
      expect(codeOf(await send(name, compress(padded(largestBody)), headers))).toBe('200');
      expect(codeOf(await send(name, compress(padded(largestBody + 1)), headers))).toBe('413 body_too_large');
      const bomb = compress(padded(10_000_000));
      expect(bomb.length).toBeLessThan(largestBody);
      expect(codeOf(await send(name, bomb, headers))).toBe('413 body_too_large');
    });
  });

  describe('with a Content-Encoding', () => {
    const body = JSON.stringify({ name: mixed });

    it.each([
      ['gzip', gzipSync(body)],
      ['GZIP', gzipSync(body)],
      ['deflate', deflateSync(body)],
      ['br', brotliCompressSync(body)],
      ['identity', Buffer.from(body)],
    ])('is accepted: %s', async (encoding, bytes) => {
      const answer = await send(name, bytes, { 'content-encoding': encoding });
      expect(answer.body.name).toBe(normalizeName(mixed));
    });

    it.each(['zstd', 'compress', 'x', 'gzip, gzip', 'gzip, br'])('is rejected: %s', async (encoding) => {
      const answer = await send(name, gzipSync(body), { 'content-encoding': encoding });
      expect(codeOf(answer)).toBe('415 unsupported_content_encoding');
    });

    it('is rejected if it does not match the encoding', async () => {
      const gzip = gzipSync(body);
      await expectUnchanged(async () => {
        for (const bytes of [Buffer.from(body), gzip.subarray(0, -9), brotliCompressSync(body)]) {
          expect((await send(name, bytes, { 'content-encoding': 'gzip' })).status).toBe(400);
        }
        expect(codeOf(await send(name, gzip))).toBe('400 malformed_json');
      });
    });
  });

  it.each([
    ...[
      'application/json',
      'Application/JSON',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
    ],
    ...[
      'application/json; charset="utf-8"',
      'application/json ; charset=utf-8',
      'application/json; charset=utf8',
    ],
  ])('is accepted with the media type %s', async (type) => {
    expect((await send(name, '{"name":"Ünï"}', { 'content-type': type })).body.name).toBe('Ünï');
  });

  it.each([
    ...[
      'text/plain',
      'text/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'json',
      'x',
    ],
    ...[
      'application/merge-patch+json',
      'application/problem+json',
      'application/jsonx',
      'application/*',
      '*/*',
    ],
    ...[
      'application/json; charset=utf-16',
      'application/json; charset=iso-8859-1',
      'application/json, text/plain',
    ],
  ])('is rejected with the media type %s', async (type) => {
    await expectUnchanged(async () => {
      const answer = await send(name, '{"name":"X"}', { 'content-type': type });
      expect(codeOf(answer)).toBe('415 unsupported_media_type');
    });
  });

  it('is rejected without a media type', async () => {
    for (const each of names) {
      const called = operation(each);
      const answer = await service.send(called.method, `/v1${pathIn(world, called)}`, {
        headers: { authorization: `Bearer ${service.admin.token}` },
        // A body of bytes gets no default media type.
        body: Buffer.from('{}'),
      });
      expect(codeOf(answer)).toBe('415 unsupported_media_type');
    }
  });
});

describe('An operation without a body', () => {
  // The body of the test of a webhook is optional.
  const bodiless = operations.filter(
    ({ body, method, path }) => !body && method !== 'GET' && !path.endsWith('/test'),
  );
  it.each(bodiless.map(nameOf))('%s: rejects one', async (name) => {
    const answer = await send(name, '{"a":', { 'content-type': 'text/plain' });
    expect([answer.status, answer.body?.code]).toEqual([400, 'body_not_taken']);
  });
});

it('names are unique only where they have to be', async () => {
  const other = unique('other');
  await service.admin.post('/projects', { name: 'Other', slug: other });
  await service.admin.put(`/projects/${world.slug}/tags/late`, { color: '#123' });
  await service.admin.post('/users', { email: `${other}@example.com`, full_name: 'Other' });
  const before = await stored(service);
  const conflicts: [string, Record<string, unknown>, string, string][] = [
    ['POST /projects', { name: 'X', slug: other }, 'slug_taken', '/slug'],
    ['PATCH /projects/:projectSlug', { name: 'X', slug: other }, 'slug_taken', '/slug'],
    ['PUT /projects/:projectSlug/tags/:name', { name: 'LATE' }, 'tag_name_taken', '/name'],
    ['PATCH /users/:userId', { full_name: 'X', email: `${other}@EXAMPLE.com` }, 'email_taken', '/email'],
  ];
  for (const [name, body, code, pointer] of conflicts) {
    const answer = await sendJson(name, body);
    expect(answer.status).toBe(409);
    expect(answer.body.code).toBe(code);
    expect(answer.body.errors).toMatchObject([{ pointer }]);
  }
  const found = await sendJson('POST /users', {
    email: `${other}@EXAMPLE.com`,
    full_name: 'Another',
    avatar_url: '/x',
  });
  expect([found.status, found.body.full_name, found.body.avatar_url]).toEqual([200, 'Other', '']);
  expect(found.headers.get('location')).toBeNull();
  expect(await stored(service)).toEqual(before);
});

describe.each(changing)('A valid value: %s', (name) => {
  // The updates of feedback before end with a rejected one, of which no duplicates are suggested.
  if (name.includes('/duplicates/')) beforeAll(freshWorld);

  const fields = Object.keys(fieldsOf(name));
  const withValues = fields.filter((field) => fieldsOf(name)[field]!.good.length > 0);
  const clearable = fields.filter((field) => fieldsOf(name)[field]!.mayBeEmpty);

  it.each(withValues)('%s is returned unchanged, and nothing else changes', async (field) => {
    if (field === 'integration_chat_status') {
      await sendJson(name, { integration_chat_webhook: 'https://example.com' });
    }
    let { body: before } = await read(name);
    for (const value of fieldsOf(name)[field]?.good ?? []) {
      // Other records are used for the last instance admin and for unique names, which cannot change.
      const answer = await sendJson(name, { [field]: value });
      expect([answer.status, JSON.stringify(value).slice(0, 80)]).toEqual([
        200,
        JSON.stringify(value).slice(0, 80),
      ]);
      const shown: any = shownBy(name, before);
      // The time of the last update changes with any change.
      if ('updated_at' in shown) shown.updated_at = answer.body.updated_at;
      const same = answer.body[field] === value;
      expect(same).toBe(true);
      expect({ ...answer.body, [field]: 0 }).toEqual({ ...shown, [field]: 0 });
      if (field === 'slug') world = { ...world, slug: value as string };
      if (name.includes('/tags/') && field === 'name') world = { ...world, tag: value as string };
      const { body: after } = await read(name);
      expect(after[field] === value).toBe(true);
      before = after;
    }
  });

  // Jest refuses a table without rows.
  if (clearable.length === 0) return;
  it.each(clearable)('an empty text clears %s', async (field) => {
    await sendJson(name, { [field]: fieldsOf(name)[field]?.good[0] });
    expect((await read(name)).body[field]).not.toBe('');
    expect((await sendJson(name, { [field]: '' })).body[field]).toBe('');
    expect((await read(name)).body[field]).toBe('');
  });
});

describe('A valid value', () => {
  beforeAll(freshWorld);

  it.each(creating)('%s: accepts every field at its maximum length', async (name) => {
    const longestOf: Record<string, () => unknown> = {
      slug: () => unique('a').padEnd(63, 'a'),
      email: () => `${unique('a')}@`.padEnd(200, 'b'),
    };
    for (const [field, { good }] of Object.entries(fieldsOf(name))) {
      const value = longestOf[field]?.() ?? good.at(-1);
      if (value === undefined || field === 'project') continue;
      const answer = await sendJson(name, { ...valid(name), [field]: value });
      expect([field, answer.status]).toEqual([field, 201]);
      // A member's e-mail address and name belong to the user.
      const record = { ...answer.body.user, ...answer.body };
      expect(record[field] === value).toBe(true);
    }
  });

  it.each([
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00Z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31t12:00:00z', '2026-01-31T12:00:00.000Z'],
    ['2026-01-31T12:00:00.1239999Z', '2026-01-31T12:00:00.123Z'],
    ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
    ['2026-01-31T23:30:00-02:00', '2026-02-01T01:30:00.000Z'],
    ['2026-01-31T12:00:00+0530', '2026-01-31T06:30:00.000Z'],
    ['2026-01-31T12:00:00+14', '2026-01-30T22:00:00.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('a timestamp is stored in UTC and truncated to milliseconds: %s', async (sent, kept) => {
    const path = `/projects/${world.slug}`;
    const put = await service.admin.put(`${path}/changelogs/${world.changelogId}`, { publish_date: sent });
    expect(put.body.publish_date).toBe(kept);
    const made = await service.admin.post(`${path}/feedback`, { title: 'Dated', created_at: sent });
    expect(made.body.created_at).toBe(kept);
    const list = await service.admin.get(`${path}/feedback?created_after=${encodeURIComponent(kept)}`);
    expect(list.body.map(({ id }: any) => id as string)).toContain(made.body.id);
  });

  it('a name is stored in one line, in NFC, and tags whose names differ in white space are one', async () => {
    const path = `/projects/${world.slug}`;
    const made = await service.admin.post(`${path}/feedback`, { title: ' Cafe\u0301\r\n\u2028 now ' });
    expect(made.body.title).toBe('Café now');
    const [tag, same] = ['/tags/Dark%20%20mode', '/tags/%C2%A0dark%20mode%20'];
    expect((await service.admin.put(`${path}${tag}`, {})).body.name).toBe('Dark mode');
    expect((await service.admin.put(`${path}${same}`, {})).status).toBe(200);
    expect((await service.admin.get(`${path}${same}`)).body.name).toBe('Dark mode');
    const tagged = await service.admin.patch(`${path}/feedback/${made.body.id}`, { tags: [' dark\nmode'] });
    expect(tagged.body.tags.map(({ name }: any) => name as string)).toEqual(['Dark mode']);
  });

  it('custom_domain is stored in lower case', async () => {
    const answer = await service.admin.patch(`/projects/${world.slug}/config`, {
      custom_domain: 'Feedback.EXAMPLE.com',
    });
    expect(answer.body.custom_domain).toBe('feedback.example.com');
  });

  it('renaming a tag that does not exist returns tag_not_found', async () => {
    const answer = await service.admin.put(`/projects/${world.slug}/tags/absent`, { name: 'present' });
    expect([answer.status, answer.body.code]).toEqual([404, 'tag_not_found']);
  });

  it('tags are accepted as names and as records, in any case, each once', async () => {
    await service.admin.put(`/projects/${world.slug}/tags/Gr%C3%B6%C3%9Fe`, { color: '#abc' });
    const path = `/projects/${world.slug}/feedback/${world.feedbackId}`;
    const read = [
      { name: 'bug', color: '#f00' },
      { name: 'Größe', color: '#abc' },
    ];
    for (const sent of [
      ['GRÖSSE', 'Bug', 'bug'],
      read,
      [{ name: 'BUG' }, 'größe'],
      [{ ...read[0], x: 1 }, read[1]],
    ]) {
      expect((await service.admin.patch(path, { tags: sent })).body.tags).toEqual(read);
    }
    expect((await service.admin.patch(path, { tags: [] })).body.tags).toEqual([]);
  });
});
