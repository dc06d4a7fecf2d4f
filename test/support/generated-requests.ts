import fc from 'fast-check';
import { type Operation, pathIn, type World } from './operations.js';
import { anyCharacter, anyWebUrl } from './any-character.js';

type Json = Record<string, any>;

/** A request that a generator made from the API document. Ids of the world are written as `~feedbackId~`. */
export interface GeneratedRequest {
  /** Path segments to send in place of valid ones, by their index in the path of the operation. */
  readonly segments: Readonly<Record<number, string>>;
  /** The query string, encoded. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Returns the path, headers and body of the request in this world. */
export function requestIn(world: World, called: Operation, request: GeneratedRequest) {
  const fill = (text: string): string =>
    text.replaceAll(/~(\w+)~/g, (all, name: string) => (world as unknown as Json)[name] ?? all);
  const path = pathIn(world, called)
    .split('/')
    .map((segment, index) => request.segments[index] ?? segment)
    .join('/');
  const body = request.body === undefined ? undefined : fill(request.body);
  return {
    path: `/v1${path}${request.query === '' ? '' : `?${fill(request.query)}`}`,
    headers: request.headers,
    ...(body === undefined ? {} : { body }),
  };
}

const ids = [
  'feedbackId',
  'sourceId',
  'targetId',
  'mergedId',
  'commentId',
  'changelogId',
  'userId',
  'memberId',
];

/** A world whose values are filled in when a request is sent. */
const placeholders = Object.fromEntries(
  [...ids, 'projectId', 'slug', 'tag', 'webhookId', 'deliveryId', 'tokenId'].map((name) => [
    name,
    `~${name}~`,
  ]),
) as unknown as World;

const texts = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: anyCharacter, maxLength: 30 }),
  fc.constantFrom(
    'x',
    ' x ',
    'e\u0301👩‍👩‍👧 שלום',
    '\u202e<b>&amp;</b>',
    '%00',
    "'; drop table x; --",
    '${x}',
    '__proto__',
  ),
);

/** Values that hardly any field accepts. */
const brokenValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      null,
      true,
      0,
      -1,
      1.5,
      2 ** 31,
      2 ** 53,
      -(2 ** 63),
      1e308,
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      '\udc00x',
      '\u2028',
    ],
    ...[
      'x'.repeat(201),
      'x'.repeat(20_001),
      '😀'.repeat(301),
      'null',
      '-0',
      '1e400',
      'javascript:alert(1)',
      '~adminId~',
    ],
    ...[
      [],
      [[]],
      {},
      [null],
      [{}],
      { length: -1 },
      { toString: 1 },
      { constructor: { prototype: {} } },
      ['x', 'x'],
    ],
    ...[Array.from({ length: 101 }, () => 'x'), Array.from({ length: 1_001 }, () => null)],
  ),
  fc.integer({ min: 1, max: 200 }).map((depth) => nested(depth)),
  fc
    .anything({ withNullPrototype: false, maxDepth: 3 })
    .filter((value) => JSON.stringify(value) !== undefined),
  texts,
);

function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>(
    (inner, _, level) => (level % 2 ? [inner] : { a: inner }),
    'x',
  );
}

/** Generates requests for one operation of an OpenAPI document. */
export class RequestGenerator {
  private readonly documented: Json;

  constructor(
    private readonly document: Json,
    private readonly called: Operation,
  ) {
    const path = `/v1${called.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const documented = document['paths'][path]?.[called.method.toLowerCase()];
    if (!documented) throw new Error(`${called.method} ${path} is not documented.`);
    this.documented = documented;
  }

  /** Valid requests, and requests with one broken part: the body, the query, a path parameter or a header. */
  requests(): fc.Arbitrary<GeneratedRequest> {
    const valid = {
      segments: fc.constant({}),
      query: this.validQuery(),
      headers: this.validHeaders(),
      body: this.validBody(),
    };
    const kinds: fc.WeightedArbitrary<GeneratedRequest>[] = [
      { weight: 4, arbitrary: fc.record(valid) },
      { weight: 3, arbitrary: fc.record({ ...valid, query: this.brokenQuery() }) },
      { weight: 3, arbitrary: fc.record({ ...valid, headers: brokenHeaders(valid.headers) }) },
    ];
    if (this.called.path.includes(':')) {
      kinds.push({ weight: 2, arbitrary: fc.record({ ...valid, segments: this.brokenSegments() }) });
    }
    if (this.called.body) {
      kinds.push({ weight: 8, arbitrary: fc.record({ ...valid, body: this.brokenBody() }) });
    }
    return fc.oneof(...kinds);
  }

  /** The request of the tests, which succeeds. */
  sample(): GeneratedRequest {
    const { query = '', body, isUpload } = this.called;
    const isFile = isUpload && !this.bodySchema;
    return {
      segments: {},
      query,
      headers: this.contentType,
      body: isFile ? 'A file' : body && JSON.stringify(body(placeholders)),
    };
  }

  private get contentType(): Record<string, string> {
    if (!this.called.body) return {};
    return { 'content-type': this.bodySchema ? 'application/json' : 'application/octet-stream' };
  }

  private validHeaders(): fc.Arbitrary<Record<string, string>> {
    return fc.constant(this.contentType);
  }

  private get queryParameters(): Json[] {
    return ((this.documented['parameters'] ?? []) as Json[])
      .map((parameter) => this.resolve(parameter))
      .filter((parameter) => parameter['in'] === 'query');
  }

  private validQuery(): fc.Arbitrary<string> {
    const pairs = this.queryParameters.map(({ name, schema, required, example }) => {
      // Names of fields that the project does not have are refused.
      if (schema.patternProperties) return fc.constant([]);
      const values =
        schema.type === 'array'
          ? fc.array(this.value(schema.items), { maxLength: 3 })
          : fc.tuple(this.value(schema));
      const encoded = values.map((all) => all.map((value) => `${name}=${encode(String(value))}`));
      const given = required
        ? fc.oneof(encoded, fc.constant([`${name}=${encode(example ?? 'x')}`]))
        : encoded;
      return required
        ? given
        : fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: given });
    });
    return fc.tuple(...pairs).map((all) => all.flat().join('&'));
  }

  private brokenQuery(): fc.Arbitrary<string> {
    const names = this.queryParameters.map(({ name }) => name as string);
    const name = fc.constantFrom(
      ...[
        ...names,
        ...names,
        ...names,
        'unknown',
        'q[]',
        'limit[gt]',
        '__proto__',
        'constructor',
        '',
        '%00',
        '%ff',
      ],
    );
    const value = fc.oneof(
      texts.map(encode),
      fc.constantFrom(
        ...[
          '',
          '0',
          '-1',
          '101',
          '1e2',
          '01',
          '1.0',
          '+5',
          '%205',
          'NaN',
          '99999999999999999999',
          'true',
          'TRUE',
          'null',
        ],
        ...[
          '%00',
          'a%00b',
          '%',
          '%zz',
          '%c0%80',
          '%ed%a0%80',
          '%ff',
          'me',
          '2026-13-01',
          '2026-02-30T00:00:00Z',
        ],
        ...[
          '0000-00-00',
          '9999-12-31T23:59:60Z',
          '2026-01-01T00:00:00%2B23:59',
          'x'.repeat(201),
          '%F0%9F%98%80'.repeat(101),
        ],
        ...[
          'asc',
          'created_at',
          '-created_at',
          'id;drop',
          'bnVsbA',
          'W10',
          'e30',
          'WyJ4Il0',
          '~feedbackId~',
          '~FEEDBACK~',
        ],
      ),
    );
    const pair = fc
      .tuple(name, fc.constantFrom('=', '=', '=', '', '=='), value)
      .map((parts) => parts.join(''));
    return fc
      .tuple(this.validQuery(), fc.array(pair, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([valid, broken, isRepeated]) =>
        [valid, ...broken, ...(isRepeated ? broken : [])].filter((part) => part !== '').join('&'),
      );
  }

  private brokenSegments(): fc.Arbitrary<Record<number, string>> {
    const indexes = this.called.path
      .split('/')
      .flatMap((segment, index) => (segment.startsWith(':') ? index : []));
    const segment = fc.oneof(
      fc.uuid(),
      fc.uuid().map((id) => id.toUpperCase()),
      texts.map(encode).filter((text) => !/^(\.|%2e){0,2}$/i.test(text)),
      fc.constantFrom(
        ...[
          '%00',
          'a%00',
          '%',
          '%zz',
          '%ff',
          '%c0%80',
          '%ed%a0%80',
          '..%2f',
          '..%5c..%5c',
          '%2F',
          '%20',
          'me',
          'ME',
          '%252e',
        ],
        ...[
          'x'.repeat(300),
          'x'.repeat(8_000),
          '%F0%9F%98%80'.repeat(64),
          '0',
          '-1',
          'null',
          ':slug',
          '*',
          '__proto__',
        ],
        ...['00000000-0000-0000-0000-000000000000', '{feedbackId}', 'acme;x=1', 'World', 'xn--a', "'"],
      ),
    );
    return fc.tuple(fc.constantFrom(...indexes), segment).map(([index, text]) => ({ [index]: text }));
  }

  /** The schema of the JSON body; undefined for an operation without one, or with a file as its body. */
  private get bodySchema(): Json | undefined {
    return this.documented['requestBody']?.content['application/json']?.schema;
  }

  private validBody(): fc.Arbitrary<string | undefined> {
    if (this.called.isUpload && !this.bodySchema) return texts.map((text) => `A file: ${text}`);
    return this.bodyValue().map((body) => (body === undefined ? undefined : JSON.stringify(body)));
  }

  /** A body of the tests, or one according to the schema with some of the required values of the tests. */
  private bodyValue(): fc.Arbitrary<Json | undefined> {
    const { body } = this.called;
    const schema = this.bodySchema;
    if (!body || !schema) return fc.constant(undefined);
    return fc
      .tuple(fc.constantFrom('sample', 'mixed', 'schema'), this.value(schema), fc.boolean())
      .map(([kind, generated]) => {
        const sample = body(placeholders);
        if (kind === 'sample') return sample;
        return kind === 'mixed' ? { ...(generated as Json), ...sample } : (generated as Json);
      });
  }

  private brokenBody(): fc.Arbitrary<string> {
    const schema = this.bodySchema;
    if (!schema)
      return fc.oneof(texts, fc.constantFrom('', '\0', '<svg/>', '%PDF-', '\x89PNG\r\n', 'GIF89a'));
    const names = Object.keys(this.resolve(schema)['properties'] ?? {});
    const valid = this.bodyValue().map((body) => body ?? {});
    const name = fc.constantFrom(
      ...names,
      ...names,
      'unknown',
      '__proto__',
      'constructor',
      '',
      'a\0',
      '\ud800',
      'toString',
    );
    const withValue = fc.tuple(valid, name, brokenValues).map(([body, field, value]) =>
      // A member `__proto__` can only be written by hand.
      JSON.stringify({ ...body, [`${field} `]: value }).replace(
        `${JSON.stringify(field).slice(0, -1)} "`,
        JSON.stringify(field),
      ),
    );
    const withoutMember = valid
      .chain((body) => fc.tuple(fc.constant(body), fc.constantFrom(...Object.keys(body), '')))
      .map(([body, field]) =>
        JSON.stringify(Object.fromEntries(Object.entries(body).filter(([key]) => key !== field))),
      );
    const withinMember = valid
      .chain((body) => fc.tuple(fc.constant(body), fc.constantFrom(...Object.keys(body), 'x'), brokenValues))
      .map(([body, field, value]) => {
        const old = body[field];
        if (Array.isArray(old)) return JSON.stringify({ ...body, [field]: [...(old as unknown[]), value] });
        return JSON.stringify({ ...body, [field]: typeof old === 'object' ? { ...old, x: value } : value });
      });
    const damaged = fc.tuple(valid, fc.nat(1_000)).map(([body, at]) => {
      const text = JSON.stringify(body);
      return text.slice(0, at % text.length);
    });
    const whole = fc.oneof(
      brokenValues.map((value) => JSON.stringify(value)),
      valid.map((body) => `\uFEFF${JSON.stringify(body)}`),
      valid.map((body) => `${JSON.stringify(body)}x`),
      valid.map((body) => `[${JSON.stringify(body)}]`),
      fc.constantFrom(
        '',
        ' ',
        'undefined',
        "{'a':1}",
        '{"a":1,}',
        '{"a":1,"a":2}',
        '\0',
        '[',
        '"\\ud800"',
        '{"\\u0000":1}',
      ),
      fc.integer({ min: 1, max: 60_000 }).map((depth) => '['.repeat(depth)),
      fc.integer({ min: 1, max: 60_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
      fc
        .integer({ min: 1, max: 3_000 })
        .map((count) =>
          JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n]))),
        ),
    );
    return fc.oneof(
      { weight: 5, arbitrary: withValue },
      { weight: 1, arbitrary: withoutMember },
      { weight: 3, arbitrary: withinMember },
      { weight: 1, arbitrary: damaged },
      { weight: 1, arbitrary: whole },
    );
  }

  /** Generates values of a schema. */
  private value(reference: Json): fc.Arbitrary<unknown> {
    const schema = this.resolve(reference);
    if (schema['enum']) return fc.constantFrom(...(schema['enum'] as unknown[]));
    if (schema['anyOf']) return fc.oneof(...(schema['anyOf'] as Json[]).map((each) => this.value(each)));
    if (schema['allOf']) return this.value(schema['allOf'][0]);
    switch (schema['type']) {
      case 'boolean':
        return fc.boolean();
      case 'integer':
        return fc.integer({ min: schema['minimum'] ?? -5, max: schema['maximum'] ?? 1_000 });
      case 'array':
        return fc.array(this.value(schema['items']), { minLength: schema['minItems'] ?? 0, maxLength: 4 });
      case 'object':
        return this.object(schema);
      default:
        return text(schema);
    }
  }

  private object(schema: Json): fc.Arbitrary<unknown> {
    const properties = Object.entries((schema['properties'] ?? {}) as Json);
    const model = properties.map(([name, property]) => [
      name,
      // Read-only members are ignored, whatever their value.
      this.resolve(property)['readOnly'] || property.readOnly ? brokenValues : this.value(property),
    ]);
    return fc.record(Object.fromEntries(model), {
      requiredKeys: schema['required'] ?? [],
      noNullPrototype: true,
    });
  }

  private resolve(schema: Json): Json {
    if (typeof schema['$ref'] !== 'string') return schema;
    const names = schema['$ref'].slice(2).split('/');
    return this.resolve(names.reduce<any>((node, name) => node[name], this.document));
  }
}

const timestamp = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Texts of a schema. Patterns with a lookahead are replaced by examples. */
function text({ format, pattern, maxLength = 1_000 }: Json): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids.map((id) => `~${id}~`)), fc.uuid());
  if (format === 'date-time') return timestamp;
  if (format === 'date') return timestamp.map((time) => time.slice(0, 10));
  if (format === 'uri') return anyWebUrl;
  const long = texts.map((short) => short.repeat(100)).filter(({ length }) => length <= maxLength);
  const plain = fc.oneof(
    { weight: 6, arbitrary: texts },
    { weight: 1, arbitrary: long },
    { weight: 1, arbitrary: anyWebUrl },
  );
  if (pattern === undefined) return plain.filter(({ length }) => length <= maxLength);
  if (pattern === '\\S') return plain.map((value) => `${value}x`).filter(({ length }) => length <= maxLength);
  if (pattern.includes('(?='))
    return fc.constantFrom('', 'feedback.example.com', 'FEEDBACK.Example.com', 'a.b');
  if (pattern.includes('me|')) return fc.constantFrom('me', '~memberId~', '~userId~');
  return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength, 60) });
}

function brokenHeaders(valid: fc.Arbitrary<Record<string, string>>): fc.Arbitrary<Record<string, string>> {
  const odd = fc.oneof(
    fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,40}$/),
    fc.constantFrom(
      '',
      ' ',
      '*',
      '""',
      '"',
      ',',
      ',,',
      ';',
      'W/',
      'W/"',
      '"x"',
      'W/"x"',
      '"x',
      '"a","b"',
      'null',
      'x'.repeat(256),
    ),
  );
  const known: Record<string, readonly string[]> = {
    'if-match': ['*', '"x"', 'W/"x"', '"a", *', 'garbage', `"${'x'.repeat(5_000)}"`],
    'if-none-match': ['*', '"x"', 'W/"x", "y"', 'garbage', '"\xff"'],
    'if-modified-since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday'],
    'idempotency-key': ['k', 'k'.repeat(255), 'k'.repeat(256), ' ', '\xe9', '"k"', 'a,b', '~'],
    accept: [
      'text/html',
      'application/x-ndjson',
      '*/*;q=0',
      'application/json;q=2',
      ',',
      'application/xml, */*;q=0.1',
    ],
    'accept-encoding': ['gzip;q=0', 'br', 'identity;q=0', '*;q=0', 'zstd'],
    'content-type': [
      'text/plain',
      'application/json; charset=utf-16',
      'application/json;charset="',
      'multipart/form-data',
      'application/JSON',
      'application/problem+json',
      'application/json, text/plain',
    ],
    'content-encoding': ['gzip', 'br', 'deflate', 'zstd', 'identity', 'gzip, gzip'],
    authorization: [
      'Bearer',
      'Bearer ',
      'Basic eDp5',
      'bearer x',
      'Bearer a b',
      `Bearer ${'x'.repeat(5_000)}`,
    ],
    'x-request-id': ['ok-1', 'bad id', '\xff', 'x'.repeat(201)],
    'cache-control': ['no-cache', 'max-age=x', 'no-store'],
    range: ['bytes=0-1', 'items=0-5'],
    prefer: ['return=minimal'],
    'x-http-method-override': ['DELETE'],
    'x-forwarded-host': ['evil.example', '\xff'],
    cookie: ['a=b'],
    origin: ['https://evil.example', 'null'],
    traceparent: ['00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'garbage'],
  };
  const header = fc
    .constantFrom(...Object.keys(known))
    .chain((name) => fc.tuple(fc.constant(name), fc.oneof(fc.constantFrom(...(known[name] ?? [])), odd)));
  return fc
    .tuple(valid, fc.array(header, { minLength: 1, maxLength: 3 }))
    .map(([headers, broken]) => ({ ...headers, ...Object.fromEntries(broken) }));
}

/** Percent-encodes a text, lone surrogates as the bytes that UTF-8 does not allow. */
function encode(value: string): string {
  return /\p{Surrogate}/u.test(value) ? '%ed%a0%80' : encodeURIComponent(value);
}
