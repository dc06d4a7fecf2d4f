import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format, resolveConfig } from 'prettier';

// npm run client: writes what the client knows of the API from the API's document, so that a new operation needs no
// line written by hand. With --check it writes nothing, and fails where a file is not what it would write.

/** @typedef {any} Json */

const folder = new URL('src/generated/', import.meta.url);
const note = '// Written from openapi.json by npm run client: not to be edited.\n\n';

const document = JSON.parse(readFileSync(new URL('../openapi.json', import.meta.url), 'utf8'));
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const files = { 'document.ts': await documentTypes(document), ...operationFiles(document) };
const outdated = [];
for (const [name, text] of Object.entries(files)) {
  const path = fileURLToPath(new URL(name, folder));
  const written = await format(note + text, { ...(await resolveConfig(path)), filepath: path });
  if (!process.argv.includes('--check')) writeFileSync(path, written);
  else if (readFileSync(path, 'utf8') !== written) outdated.push(name);
}
if (outdated.length > 0) {
  console.error(`Not what openapi.json says: ${outdated.join(', ')}. npm run client writes them.`);
  process.exitCode = 1;
}

/**
 * The types of records, bodies and parameters.
 *
 * @param {Json} whole
 */
async function documentTypes(whole) {
  const { schemas } = whole.components;
  const paths = mapped(whole.paths, (methods) =>
    mapped(methods, ({ operationId, parameters, requestBody, responses }) => ({
      operationId,
      parameters: resolved(whole, parameters).filter(({ in: place }) => place === 'query'),
      ...(requestBody ? { requestBody: withoutExamples(requestBody) } : {}),
      responses: { 200: { description: Object.keys(responses)[0] } },
    })),
  );
  const nodes = await openapiTS(
    {
      openapi: whole.openapi,
      info: whole.info,
      paths,
      components: { schemas: withoutExamples(schemas) },
    },
    // A body may leave out what has a default.
    { defaultNonNullable: false },
  );
  // The methods of the client stand for the paths.
  const wanted = nodes.filter((/** @type {Json} */ node) =>
    ['components', 'operations'].includes(node.name?.text),
  );
  return astToString(wanted);
}

/**
 * The names of the records and the methods of the client, and the table that these are made from.
 *
 * @param {Json} whole
 */
function operationFiles(whole) {
  const all = Object.entries(whole.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(whole, method, path, operation)),
  );
  const common = commonCodes(all);
  const names = Object.entries(whole.components.schemas).map(([name, { description }]) => {
    const taking = all.find(({ body }) => body === name);
    const said = description ?? (taking ? `What \`${taking.id}\` takes.` : `The record ${name}.`);
    return `${comment([said])}export type ${name} = components['schemas']['${name}'];\n`;
  });
  const entries = all.map(({ id, method, path, query, body, answer, isOpen, takesKey, gone }) => {
    const takes = query ? 'query' : body ? 'body' : undefined;
    const entry = { method, path, takes, answer: answer.kind, isOpen, takesKey, gone };
    return `${id}: ${JSON.stringify(entry)},`;
  });
  const types = `
import type { Call, ListCall } from '../call.js';
import type { CallOptions, ConditionalOptions, KeyedOptions, ReadOptions, UnlessKnownOptions } from '../options.js';
import type { components, operations } from './document.js';

/** The query of an operation. */
export type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

${names.join('\n')}
/** All operations of the API, each by its id in the API's document. */
export interface Operations {
${all.flatMap((operation) => signatures(operation, common)).join('\n\n')}
}

/** How an operation is sent, and what it answers. */
export interface OperationEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** What stands between the parameters of the path and the options. */
  readonly takes?: 'query' | 'body';
  readonly answer: 'record' | 'list' | 'nothing';
  /** It takes no token. */
  readonly isOpen?: true;
  /** A POST that can be sent again with the same Idempotency-Key. */
  readonly takesKey?: true;
  /** The code that a DELETE answers with where there is nothing to delete. */
  readonly gone?: Problem['code'];
}
`;
  const table = `
import type { OperationEntry, Operations } from './operations.js';

/** The operations by their ids. */
export const operationTable: { readonly [Id in keyof Operations]: OperationEntry } = {
${entries.join('\n')}
};

/** The version of this package. */
export const version = '${version}';
`;
  return { 'operations.ts': types, 'table.ts': table };
}

/**
 * @param {Json} whole
 * @param {string} method
 * @param {string} path
 * @param {Json} operation
 */
function describe(whole, method, path, operation) {
  const { operationId, summary, description, requestBody, responses, security } = operation;
  const parameters = resolved(whole, operation.parameters);
  const headers = parameters.filter(({ in: place }) => place === 'header').map(({ name }) => name);
  const codes = Object.fromEntries(
    Object.keys(responses)
      .filter((status) => status >= '400')
      .map((status) => [status, codesOf(resolved(whole, [responses[status]])[0])]),
  );
  const answer = answerOf(operation);
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    text: [`${summary}.`, description],
    inPath: parameters.filter(({ in: place }) => place === 'path'),
    query: parameters.filter(({ in: place }) => place === 'query').length > 0,
    needsQuery: parameters.some((each) => each.in === 'query' && each.required),
    body: nameOf(requestBody?.content['application/json'].schema),
    answer,
    headers,
    failures: Object.values(codes).flat(),
    isOpen: security.length === 0 || undefined,
    takesKey: headers.includes('Idempotency-Key') || undefined,
    // What the path leads through is named first, what it ends in last.
    gone: method === 'delete' && answer.kind === 'nothing' ? codes[404]?.at(-1) : undefined,
  };
}

/**
 * The parts, each from where its reference leads.
 *
 * @param {Json} whole
 * @param {Json[]} parts
 */
function resolved(whole, parts) {
  return parts.map((part) => {
    if (!part.$ref) return part;
    const [, , section, name] = part.$ref.split('/');
    return whole.components[section][name];
  });
}

/** @param {Json} operation */
function answerOf({ responses, 'x-ndjson': isList }) {
  const [, { content }] = /** @type {[string, Json]} */ (
    Object.entries(responses).find(([status]) => status.startsWith('2'))
  );
  const schema = content?.['application/json'].schema;
  if (!schema) return { kind: 'nothing', type: 'void' };
  if (schema.type !== 'array') return { kind: 'record', type: nameOf(schema) };
  const item = nameOf(schema.items);
  // A list can be streamed and has pages; any other array comes as a whole.
  return isList ? { kind: 'list', type: item } : { kind: 'record', type: `${item}[]` };
}

/** @param {Json} response */
function codesOf(response) {
  return response.content['application/problem+json'].schema.allOf[1].properties.code.enum;
}

/** @param {Json} schema */
function nameOf(schema) {
  return schema?.$ref.split('/').at(-1);
}

/**
 * The codes that nearly every operation can answer with.
 *
 * @param {Json[]} all
 */
function commonCodes(all) {
  const counts = new Map();
  for (const code of all.flatMap(({ failures }) => failures)) counts.set(code, (counts.get(code) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > all.length * 0.8).map(([code]) => code));
}

/**
 * The method of the client; of a read also that for who may have its answer already.
 *
 * @param {Json} operation
 * @param {Set<string>} common
 */
function signatures(
  { id, method, text, inPath, query, needsQuery, body, answer, headers, failures },
  common,
) {
  const places = inPath.map((/** @type {Json} */ { name }) => `${name}: string`);
  const told = inPath.map((/** @type {Json} */ { name, description }) =>
    `@param ${name} ${description ?? ''}`.trimEnd(),
  );
  const codes = [...new Set(failures)].filter((code) => !common.has(String(code)));
  const thrown = codes.length > 0 ? [`@throws ProblemError ${codes.join(', ')}`] : [];
  const docs = comment([...text, [...told, ...thrown].join('\n')]);
  const input = (/** @type {boolean} */ canLack) => {
    if (body) return [`body: ${body}`];
    if (!query) return [];
    return [
      `query${canLack && !needsQuery ? '?' : ''}: Query<'${id}'>${canLack || needsQuery ? '' : ' | undefined'}`,
    ];
  };
  const call = (/** @type {string} */ type) =>
    answer.kind === 'list' ? `ListCall<${type}>` : `Call<${type}>`;
  const isConditional = headers.includes('If-Match');
  if (method === 'GET' && isConditional) {
    const known = answer.kind === 'list' ? `${answer.type}[]` : answer.type;
    return [
      `${docs}${id}(${[...places, ...input(true), 'options?: ReadOptions'].join(', ')}): ${call(answer.type)};`,
      `${docs}${id}(${[...places, ...input(false), 'options: UnlessKnownOptions'].join(', ')}): Call<${known} | undefined>;`,
    ];
  }
  const kind = isConditional ? 'Conditional' : headers.includes('Idempotency-Key') ? 'Keyed' : 'Call';
  return [
    `${docs}${id}(${[...places, ...input(true), `options?: ${kind}Options`].join(', ')}): ${call(answer.type)};`,
  ];
}

/** @param {(string | undefined)[]} paragraphs */
function comment(paragraphs) {
  const lines = paragraphs.filter(Boolean).join('\n\n').replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/**
 * @param {Json} value
 * @returns {Json}
 */
function withoutExamples(value) {
  if (Array.isArray(value)) return value.map(withoutExamples);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'example' && name !== 'examples')
      .map(([name, member]) => [name, withoutExamples(member)]),
  );
}

/**
 * @param {Json} object
 * @param {(member: Json) => Json} change
 */
function mapped(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(member)]));
}
