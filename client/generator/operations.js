import { includableMembers } from './include.js';

// Reads the operations of openapi.json and assigns each one its place in the client.

/** @typedef {any} Json */

/**
 * An operation of the API, and the method of the client that calls it.
 *
 * @typedef {object} Operation
 * @property {string} id operation id in the document
 * @property {string[]} resource such as `['feedback', 'upvotes']`; empty for a method of the client itself
 * @property {string} method name of the method, such as `cast`
 * @property {string} httpMethod
 * @property {string} path
 * @property {string[]} text paragraphs of its description
 * @property {{ name: string, description?: string }[]} pathParams
 * @property {'none' | 'optional' | 'required'} query
 * @property {string[]} commaSeparated query parameters whose values are sent as one, with commas between
 * @property {string[]} include members of the record that the query parameter `include` can name
 * @property {string | undefined} body name of the schema of the request body
 * @property {boolean} isBodyOptional
 * @property {string[]} uploads media types of the request body, if it is a file
 * @property {{ kind: 'record' | 'list' | 'nothing' | 'file', type: string, mediaType?: string }} response type of the record, or media types of the file
 * @property {string[]} codes error codes that it can return
 * @property {boolean} isPublic whether it needs no access token
 * @property {boolean} isConditional whether it accepts `If-Match`, or `If-None-Match` if it is a GET
 * @property {boolean} acceptsIdempotencyKey
 * @property {string | undefined} notFoundCode for a DELETE: the error code if the record does not exist
 */

/** Method names that do not follow from the operation id. */
const methodNames = new Map([
  ['getMe', 'me'],
  // The body names the voter.
  ['createUpvote', 'castFor'],
  ['castVote', 'cast'],
  ['withdrawVote', 'withdraw'],
  // As in the other resources, PATCH is `update`.
  ['patchChangelog', 'update'],
  ['updateChangelog', 'put'],
]);

/** Types of the client for JSON documents that the API document does not describe, by media type. */
const documentTypes = new Map([['application/feed+json', 'JsonFeed']]);

/**
 * Returns all operations of the document.
 *
 * @param {Json} document
 * @returns {Operation[]}
 * @throws {Error} if two operations would be the same method
 */
export function readOperations(document) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId !== undefined)
      .map(([httpMethod, operation]) => ({ path, httpMethod, operation })),
  );
  const collections = new Set(
    all.flatMap(({ path, operation }) => [
      ...[...path.matchAll(/([\w-]+)\/\{/g)].map(([, name = '']) => name),
      ...(operation['x-ndjson'] && /^list/.test(operation.operationId) ? [path.split('/').at(-1) ?? ''] : []),
    ]),
  );
  const operations = all.map(({ path, httpMethod, operation }) => {
    const resource = resourceOf(path, collections);
    const parameters = (operation.parameters ?? []).map((/** @type {Json} */ each) =>
      resolve(document, each),
    );
    const named = (/** @type {string} */ place) =>
      parameters.filter((/** @type {Json} */ each) => each.in === place);
    const headers = named('header').map((/** @type {Json} */ { name }) => name);
    const response = responseOf(document, operation);
    const requestBody = resolve(document, operation.requestBody);
    const codes = codesOf(document, operation);
    const notFoundCode = `${singular(resource.at(-1) ?? '')}_not_found`;
    const isEmptyDelete = httpMethod === 'delete' && response.kind === 'nothing';
    return {
      id: operation.operationId,
      resource: resource.map(camelCase),
      method: methodNames.get(operation.operationId) ?? methodOf(operation.operationId, resource),
      httpMethod: httpMethod.toUpperCase(),
      path,
      text: [`${operation.summary}.`, operation.description].filter(Boolean),
      pathParams: named('path'),
      query: /** @type {const} */ (
        named('query').some((/** @type {Json} */ { required }) => required)
          ? 'required'
          : named('query').length > 0
            ? 'optional'
            : 'none'
      ),
      commaSeparated: named('query')
        .filter((/** @type {Json} */ { explode }) => explode === false)
        .map((/** @type {Json} */ { name }) => name),
      include: includableMembers(document, named('query'), response.type),
      body: nameOf(jsonOf(requestBody)),
      isBodyOptional: requestBody?.required !== true,
      uploads: uploadsOf(requestBody),
      response,
      codes,
      isPublic: operation.security?.length === 0,
      isConditional: headers.includes('If-Match') || headers.includes('If-None-Match'),
      acceptsIdempotencyKey: headers.includes('Idempotency-Key'),
      notFoundCode: isEmptyDelete && codes.includes(notFoundCode) ? notFoundCode : undefined,
    };
  });
  const names = operations.map(({ resource, method }) => [...resource, method].join('.'));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated) throw new Error(`Two operations are called ${repeated}: name one of them in methodNames.`);
  return operations;
}

/**
 * Returns the object that a reference points to, or the object itself.
 *
 * @param {Json} document
 * @param {Json} object
 * @returns {Json}
 */
export function resolve(document, object) {
  if (!object?.$ref) return object;
  const names = object.$ref.split('/').slice(1);
  return resolve(
    document,
    names.reduce((/** @type {Json} */ value, /** @type {string} */ name) => value[name], document),
  );
}

/**
 * Returns the collections that a path goes through. Collections of a project are resources of the client itself.
 *
 * @param {string} path
 * @param {Set<string>} collections
 */
function resourceOf(path, collections) {
  const [first, ...others] = path.split('/').filter((name) => collections.has(name));
  if (first === undefined) return [];
  return first === 'projects' && others.length > 0 ? others : [first, ...others];
}

/**
 * Returns the operation id without the nouns of its resource: `listFeedback` becomes `list`.
 *
 * @param {string} id
 * @param {string[]} resource
 */
function methodOf(id, resource) {
  const nouns = resource.flatMap((name) => [pascalCase(name), pascalCase(singular(name))]);
  return nouns.reduce((name, noun) => name.replace(new RegExp(`(?<=[a-z])${noun}(?![a-z])`), ''), id);
}

/** @param {string} plural */
function singular(plural) {
  if (plural === 'people') return 'person';
  if (/(s|x|ch|sh)es$/.test(plural)) return plural.slice(0, -2);
  return plural.replace(/ies$/, 'y').replace(/s$/, '');
}

/** @param {string} name in kebab case */
function camelCase(name) {
  return name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase());
}

/** @param {string} name in kebab case or camel case */
export function pascalCase(name) {
  return camelCase(`-${name}`);
}

/**
 * @param {Json} document
 * @param {Json} operation
 * @returns {Operation['response']}
 */
function responseOf(document, operation) {
  const { responses, 'x-ndjson': isList } = operation;
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const response = resolve(document, success);
  const mediaTypes = Object.keys(response.content ?? {});
  if (mediaTypes.length === 0) return { kind: 'nothing', type: 'void' };
  const [mediaType = ''] = mediaTypes;
  const documentType = documentTypes.get(mediaType);
  if (documentType) return { kind: 'record', type: documentType, mediaType };
  const schema = jsonOf(response);
  const name = nameOf(schema?.items ?? schema);
  if (name === undefined) return { kind: 'file', type: mediaTypes.join(', ') };
  if (schema.type !== 'array') return { kind: 'record', type: name };
  // A list has pages and can be streamed; any other array is complete.
  return isList ? { kind: 'list', type: name } : { kind: 'record', type: `${name}[]` };
}

/**
 * Returns the media types of a request body that is not described by a schema.
 *
 * @param {Json} requestBody
 */
function uploadsOf(requestBody) {
  return nameOf(jsonOf(requestBody)) ? [] : Object.keys(requestBody?.content ?? {});
}

/** @param {Json} message */
function jsonOf(message) {
  return message?.content?.['application/json']?.schema;
}

/**
 * Returns the name of a schema, if it has one.
 *
 * @param {Json} schema
 * @returns {string | undefined}
 */
function nameOf(schema) {
  return schema?.$ref?.split('/').at(-1);
}

/**
 * Returns the error codes that an operation documents.
 *
 * @param {Json} document
 * @param {Json} operation
 * @returns {string[]}
 */
function codesOf(document, { responses }) {
  const problems = Object.entries(responses)
    .filter(([status]) => status >= '308' && status !== '304')
    .map(([, response]) => resolve(document, response).content?.['application/problem+json']?.schema);
  return [...new Set(problems.flatMap(codesIn))];
}

/**
 * @param {Json} schema
 * @returns {string[]}
 */
function codesIn(schema) {
  if (!schema) return [];
  const { enum: values = [], const: value } = schema.properties?.code ?? {};
  return [...values, ...(value === undefined ? [] : [value]), ...(schema.allOf ?? []).flatMap(codesIn)];
}
