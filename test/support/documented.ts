import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parseTimestamp } from '../../src/shared/rules.js';

type Json = Record<string, any>;

/** A request as it was sent. */
export interface SentRequest {
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
}

/** A response, and the operation and path that were called. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The request, if it is to be checked too. */
  readonly request?: SentRequest;
}

/** Headers that do not describe the operation, but the connection, the security of browsers and the format. */
const general =
  /^(date|connection|keep-alive|transfer-encoding|content-(type|length|encoding|security-policy)|vary|access-control-.*|cross-origin-.*|origin-agent-cluster|referrer-policy|strict-transport-security|x-(content-type-options|dns-prefetch-control|download-options|frame-options|permitted-cross-domain-policies|xss-protection))$/;

/** Headers of every response, and of every response below /v1, with patterns for those that are always present. */
const common: Readonly<Record<string, RegExp>> = { 'x-request-id': /^[A-Za-z0-9._-]{1,200}$/ };
const commonBelowV1: Readonly<Record<string, RegExp | undefined>> = {
  ...common,
  'cache-control': /^private, no-cache$/,
  ratelimit: undefined,
  'ratelimit-policy': undefined,
};

const commonBelowPublic: Readonly<Record<string, RegExp | undefined>> = {
  ...common,
  'cache-control': /^(public, max-age=(30|31536000, immutable)|no-store)$/,
  'last-modified': undefined,
  ratelimit: undefined,
  'ratelimit-policy': undefined,
};

/** Problems for requests that match no operation. */
const problemsOfNoOperation = [
  'invalid_request',
  'token_required',
  'invalid_token',
  'token_bound_to_project',
  'malformed_url',
  'rate_limited',
  'database_unavailable',
  'route_not_found',
  'method_not_allowed',
];

const compiled = new Map<string, DocumentedExchanges>();

/** The schemas of a document, compiled when they are first used. */
class Schemas {
  /**
   * Each process compiles the schemas that its test files use, so compiling has to be fast: the code is not optimized, a schema
   * that many refer to is compiled once rather than into each of them, and the schemas themselves are checked by the lint of the
   * document, not here.
   */
  private readonly ajv = new Ajv2020({
    ...{ strict: false, allErrors: true },
    ...{ code: { optimize: false }, inlineRefs: false, validateSchema: false, meta: false },
  });
  private readonly validators = new Map<string, ValidateFunction>();

  /** @param timestamp the format `date-time` */
  constructor(
    private readonly document: Json,
    timestamp: RegExp | ((text: string) => boolean),
  ) {
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.ajv);
    this.ajv.addFormat('date-time', timestamp);
    this.ajv.addSchema({ ...document, $id: 'api:' });
  }

  /** Returns the errors of a value according to the schema at a location of the document. */
  faultsOf(value: unknown, pointer: readonly string[]): string[] {
    const validate = this.validatorAt(pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  /** Returns the validator of the schema at a location. Schemas that only refer to another one share its validator. */
  private validatorAt(pointer: readonly string[]): ValidateFunction {
    const place = `api:#/${pointer.map(escaped).join('/')}`;
    const known = this.validators.get(place);
    if (known) return known;
    const { $ref, ...others } = pointer.reduce<Json>((node, name) => node[name] as Json, this.document);
    const isReference = typeof $ref === 'string' && Object.keys(others).length === 0;
    const validate = isReference
      ? this.validatorAt($ref.slice(2).split('/'))
      : this.ajv.compile({ $ref: place });
    this.validators.set(place, validate);
    return validate;
  }
}

/**
 * Checks requests and responses against an OpenAPI 3.1 document: responses must be documented, and accepted requests
 * must be allowed.
 */
export class DocumentedExchanges {
  private readonly ofRequests: Schemas;
  private readonly ofResponses: Schemas;
  private readonly operations: { pattern: RegExp; path: string; methods: Json }[];

  /** Returns the checks of a document. Documents with the same content share their compiled schemas. */
  static of(document: Json): DocumentedExchanges {
    const key = JSON.stringify(document);
    const found = compiled.get(key) ?? new DocumentedExchanges(document);
    compiled.set(key, found);
    return found;
  }

  constructor(private readonly document: Json) {
    // The service accepts any ISO 8601 date-time with a zone, and returns UTC with milliseconds.
    this.ofRequests = new Schemas(document, (text) => parseTimestamp(text) !== null);
    this.ofResponses = new Schemas(document, /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
    this.operations = Object.entries<Json>(document['paths'])
      .map(([path, methods]) => ({
        path,
        methods,
        pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}/?$`, 'i'),
      }))
      // `…/feedback/similar` before `…/feedback/{feedbackId}`.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
  }

  /**
   * Returns what is undocumented in the response, and in a request that was accepted; empty if everything is
   * documented.
   */
  faultsOf(exchange: Exchange): string[] {
    const [path = ''] = exchange.path.split('?');
    const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase();
    if (method === 'options') return [];
    const known = this.operations.find(({ pattern }) => pattern.test(path));
    const operation = known?.methods[method] as Json | undefined;
    if (!known || !operation) return this.isDocumentPage(path) ? [] : this.faultsOfNoOperation(exchange);
    const statuses = ['paths', known.path, method, 'responses'];
    const isUnexpected = exchange.status === 429 || exchange.status >= 500;
    const response =
      this.at([...statuses, String(exchange.status)]) ??
      (isUnexpected ? this.at([...statuses, 'default']) : undefined);
    if (!response) return [`the status ${exchange.status} is not documented`];
    return [
      ...this.faultsOfHeaders(exchange, response.value),
      ...this.faultsOfBody(exchange, response.value, response.pointer, operation),
      ...this.faultsOfRequest(exchange, known.pattern, ['paths', known.path, method]),
    ];
  }

  /** Returns what is undocumented in an accepted request. A rejected request may well be undocumented. */
  private faultsOfRequest(exchange: Exchange, pattern: RegExp, pointer: readonly string[]): string[] {
    const { path, request, status } = exchange;
    if (!request || status < 200 || status > 299) return [];
    const [place = '', query = ''] = path.split('?');
    const given: Given = {
      path: pattern.exec(place)?.groups ?? {},
      query: new URLSearchParams(query),
      headers: request.headers,
    };
    const parameters = Object.keys(this.at([...pointer, 'parameters'])?.value ?? {}).map((index) =>
      this.at([...pointer, 'parameters', index])!,
    );
    const inQuery = parameters.map(({ value }) => value).filter((parameter) => parameter['in'] === 'query');
    const isDocumented = (name: string) =>
      inQuery.some((parameter) =>
        isFamily(parameter) ? patternOf(parameter).test(name) : parameter['name'] === name,
      );
    return [
      ...[...given.query.keys()]
        .filter((name) => !isDocumented(name))
        .map((name) => `the request's parameter ${name} is not documented`),
      ...parameters.flatMap((parameter) => this.faultsOfParameter(parameter.value, parameter.pointer, given)),
      ...this.faultsOfRequestBody(request, [...pointer, 'requestBody']),
    ];
  }

  private faultsOfParameter(parameter: Json, pointer: readonly string[], given: Given): string[] {
    const { name, schema, required } = parameter;
    if (isFamily(parameter)) return this.faultsOfFamily(parameter, pointer, given);
    const texts = textsOf(parameter, given);
    if (texts.length === 0) return required ? [`the request's parameter ${name} is missing`] : [];
    const values = texts.map((text) => valueOf(text, schema.type === 'array' ? schema.items : schema));
    const value: unknown = schema.type === 'array' ? values : values[0];
    return [
      ...(values.length > 1 && schema.type !== 'array'
        ? [`the request's parameter ${name} is repeated`]
        : []),
      ...this.ofRequests
        .faultsOf(value, [...pointer, 'schema'])
        .map((fault) => `the request's ${name} ${fault}`),
    ];
  }

  /** Returns what is undocumented in parameters that are the properties of an object. */
  private faultsOfFamily(parameter: Json, pointer: readonly string[], { query }: Given): string[] {
    const names = [...new Set(query.keys())].filter((name) => patternOf(parameter).test(name));
    const value = Object.fromEntries(names.map((name) => [name, query.getAll(name)]));
    return this.ofRequests
      .faultsOf(value, [...pointer, 'schema'])
      .map((fault) => `the request's ${parameter['name']} ${fault}`);
  }

  private faultsOfRequestBody({ headers, body }: SentRequest, pointer: readonly string[]): string[] {
    const documented = this.at(pointer);
    const isEmpty = body === undefined || body.length === 0;
    if (!documented) {
      const isEmptyObject = !isEmpty && decompressed(body, headers.get('content-encoding') ?? '') === '{}';
      return isEmpty || isEmptyObject ? [] : ['the operation takes no body'];
    }
    if (isEmpty) return documented.value['required'] ? ['the request has no body'] : [];
    const [type = ''] = (headers.get('content-type') ?? '').toLowerCase().split(';');
    const content = documented.value['content'][type.trim()];
    if (!content) return [`the request's media type ${type} is not documented`];
    // The body is a file.
    if (!content.schema.$ref) return [];
    const text = decompressed(body, headers.get('content-encoding') ?? '').replace(/^\uFEFF/, '');
    const place = content.schema.$ref.slice(2).split('/');
    const { properties = {} } = this.at(place)!.value;
    // Read-only fields are ignored, whatever their value.
    const written = Object.entries(JSON.parse(text)).filter(([name]) => !properties[name]?.readOnly);
    return this.ofRequests
      .faultsOf(Object.fromEntries(written), place)
      .map((fault) => `the request's body ${fault}`);
  }

  /** Returns the errors of a value in a response according to the schema at a location of the document. */
  faultsOfValue(value: unknown, pointer: readonly string[]): string[] {
    return this.ofResponses.faultsOf(value, pointer);
  }

  /** The same for a value in a request. */
  faultsOfSent(value: unknown, pointer: readonly string[]): string[] {
    return this.ofRequests.faultsOf(value, pointer);
  }

  private isDocumentPage(path: string): boolean {
    return /^\/(openapi\.(json|yaml)|llms\.txt|errors(\/[^/]+)?|docs(\/.*)?)$/.test(path);
  }

  private faultsOfNoOperation({ path, text, headers }: Exchange): string[] {
    const type = headers.get('content-type') ?? '';
    if (!type.startsWith('application/problem+json')) return [`${path} is not documented`];
    if (text === '') return [];
    const problem = JSON.parse(text) as Json;
    return [
      ...this.faultsOfValue(problem, ['components', 'schemas', 'Problem']),
      ...(problemsOfNoOperation.includes(problem['code'])
        ? []
        : [`${problem['code']} is a problem of something that is not documented`]),
    ];
  }

  private faultsOfHeaders({ headers, path }: Exchange, response: Json): string[] {
    const documented = (response['headers'] ?? {}) as Json;
    const isPublic = /^\/public\//i.test(path);
    const patterns = /^\/v1\//i.test(path) ? commonBelowV1 : isPublic ? commonBelowPublic : common;
    const names = [...Object.keys(patterns), ...Object.keys(documented).map((name) => name.toLowerCase())];
    return [
      ...[...headers.keys()]
        .filter((name) => !general.test(name) && !names.includes(name))
        .map((name) => `the header ${name} is not documented`),
      ...Object.entries(patterns)
        .filter(([name, pattern]) => pattern && !pattern.test(headers.get(name) ?? ''))
        .map(([name]) => `the header ${name} is missing or has another value`),
      ...Object.keys(documented).flatMap((name) => {
        const { value: header, pointer } = this.at(documented[name]['$ref'].slice(2).split('/'))!;
        const value = headers.get(name);
        if (value === null) return header['required'] ? [`the header ${name} is missing`] : [];
        return this.faultsOfValue(value, [...pointer, 'schema']).map(
          (fault) => `the header ${name} ${fault}`,
        );
      }),
    ];
  }

  private faultsOfBody(
    exchange: Exchange,
    response: Json,
    pointer: readonly string[],
    operation: Json,
  ): string[] {
    const { text, headers, method } = exchange;
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    const content = (response['content'] ?? {}) as Json;
    if (method === 'HEAD' || (text === '' && Object.keys(content).length === 0)) return [];
    if (type === 'application/x-ndjson' && operation['x-ndjson'] === true) {
      const items = [...pointer, 'content', 'application/json', 'schema', 'items'];
      return text
        .split('\n')
        .slice(0, -1)
        .flatMap((line) => this.faultsOfValue(JSON.parse(line), items));
    }
    if (!content[type]) return [`the media type ${type} is not documented`];
    const value: unknown = /[/+]json$/.test(type) ? JSON.parse(text) : text;
    return this.faultsOfValue(value, [...pointer, 'content', type, 'schema']);
  }

  /** Returns the value at a location of the document, and its location after following references. */
  private at(pointer: readonly string[]): { value: Json; pointer: readonly string[] } | undefined {
    const value = pointer.reduce<any>((node, name) => node?.[name], this.document);
    if (!value) return undefined;
    if (typeof value['$ref'] !== 'string') return { value, pointer };
    return this.at(value['$ref'].slice(2).split('/'));
  }
}

/** Returns whether a parameter is an object whose properties are parameters of their own. */
function isFamily({ style, explode, schema }: Json): boolean {
  return style === 'form' && explode === true && schema.type === 'object';
}

/** Returns the pattern of the names of such parameters. */
function patternOf({ schema }: Json): RegExp {
  return new RegExp(Object.keys(schema.patternProperties)[0]!);
}

/** The parameters of a request by their location. */
interface Given {
  readonly path: Record<string, string>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
}

function textsOf({ in: place, name, explode }: Json, { path, query, headers }: Given): string[] {
  if (place === 'query') {
    const texts = query.getAll(name);
    return explode === false ? texts.flatMap((each) => each.split(',')) : texts;
  }
  const text = place === 'path' ? path[name] : headers.get(name);
  if (text === undefined || text === null) return [];
  return [place === 'path' ? decodeURIComponent(text) : text];
}

/**
 * Converts a text from a path, query or header to the type in the schema; returns the text itself if it does not match.
 */
function valueOf(text: string, { type }: Json): unknown {
  if (type === 'integer' && /^\d+$/.test(text)) return Number(text);
  if (type === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

const decoders: Record<string, (bytes: Uint8Array) => Buffer> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

function decompressed(body: string | Uint8Array, encoding: string): string {
  if (typeof body === 'string') return body;
  return Buffer.from(decoders[encoding.toLowerCase()]?.(body) ?? body).toString();
}

function escaped(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
