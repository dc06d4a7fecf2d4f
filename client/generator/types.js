import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { pascalCase, resolve } from './operations.js';
import { comment } from './comment.js';
import { queryType, recordTypes } from './include.js';

// Writes the types of records, request bodies and queries.

/** @typedef {any} Json */

/** Names of schemas that are names of globals in browsers, and the names that the client exports instead. */
const exportedNames = new Map([
  ['Comment', 'FeedbackComment'],
  ['Event', 'ProjectEvent'],
]);

/** Members of request bodies that exclude each other: two ways to name a user. */
const exclusive = ['user_id', 'user'];

/**
 * Returns the name under which the client exports a schema, or an array of it.
 *
 * @param {string} schema
 */
export function exportedName(schema) {
  const name = schema.replace('[]', '');
  return schema.replace(name, exportedNames.get(name) ?? name);
}

/**
 * Returns the name of the type of an operation's query.
 *
 * @param {string} id
 */
export function queryName(id) {
  return `${pascalCase(id)}Query`;
}

/**
 * Writes the schemas of the document, and the queries of its operations, as openapi-typescript does.
 *
 * @param {Json} document
 */
export async function schemaFile(document) {
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, ({ operationId, parameters = [] }) => ({
      operationId,
      parameters: parameters
        .map((/** @type {Json} */ parameter) => resolve(document, parameter))
        .filter((/** @type {Json} */ parameter) => parameter.in === 'query')
        .map(simplified),
      responses: { 200: { description: 'OK' } },
    })),
  );
  const nodes = await openapiTS(
    {
      openapi: document.openapi,
      info: document.info,
      paths,
      components: { schemas: simplified(document.components.schemas) },
    },
    {
      // Fields with a default are optional in a request.
      defaultNonNullable: false,
      transform: prefixedString,
    },
  );
  return astToString(
    nodes.filter((/** @type {Json} */ node) => ['components', 'operations'].includes(node.name?.text)),
  );
}

/**
 * Writes the names of the types.
 *
 * @param {Json} document
 * @param {import('./operations.js').Operation[]} operations
 */
export function typesFile(document, operations) {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, { description, properties = {} }]) => {
      const user = operations.find(({ body }) => body === name);
      const text = description ?? (user ? `Request body of \`${user.id}\`.` : `${name}.`);
      const schema = `components['schemas']['${name}']`;
      const isExclusive =
        user && exclusive.every((member) => properties[member] && !properties[member].readOnly);
      const included = operations
        .filter(({ response }) => response.type.replace('[]', '') === name)
        .flatMap(({ include }) => include);
      if (included.length > 0) return recordTypes(exportedName(name), text, schema, [...new Set(included)]);
      const members = exclusive.map((member) => `'${member}'`).join(' | ');
      const type = isExclusive ? `AtMostOne<${schema}, ${members}>` : schema;
      return `${comment([text])}export type ${exportedName(name)} = ${type};`;
    },
  );
  const queries = operations
    .filter(({ query }) => query !== 'none')
    .map(({ id, include, response }) => {
      const type = `NonNullable<operations['${id}']['parameters']['query']>`;
      const declaration =
        include.length > 0
          ? queryType(queryName(id), type, exportedName(response.type).replace('[]', ''))
          : `export type ${queryName(id)} = ${type};`;
      return `${comment([`Query parameters of \`${id}\`.`])}${declaration}`;
    });
  const imports = [
    "import type { AtMostOne } from '../exclusive.js';",
    "import type { IncludedMembers, QueryWith } from '../include.js';",
    "import type { components, operations } from './schema.js';",
  ].join('\n');
  return [imports, ...schemas, ...queries].join('\n\n');
}

/**
 * Removes what types do not show, such as members of request bodies that the service ignores (`readOnly`). Without `discriminator`, openapi-typescript keeps the types of events as documented.
 *
 * @param {Json} value
 * @returns {Json}
 */
function simplified(value) {
  if (Array.isArray(value)) return value.map(simplified);
  if (typeof value !== 'object' || value === null) return value;
  const hidden = ['discriminator', 'example', 'examples'];
  // Beside alternatives, openapi-typescript would add the type as one of them.
  if (value.anyOf) hidden.push(isAnyString(value) ? 'anyOf' : 'type');
  return Object.fromEntries(
    Object.entries(isAnyString(value) ? { ...value, type: 'string' } : value)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, member]) => [name, simplified(name === 'properties' ? writable(member) : member)]),
  );
}

/**
 * Returns whether a schema describes a string whose alternatives include any string, such as a UUID or `me`.
 *
 * @param {Json} schema
 */
function isAnyString({ type, anyOf }) {
  if (!Array.isArray(anyOf)) return false;
  const isString = (/** @type {Json} */ each) => (each.type ?? type) === 'string';
  const isOpen = (/** @type {Json} */ each) =>
    each.const === undefined && each.enum === undefined && prefixOf(each) === undefined;
  return anyOf.every(isString) && anyOf.some(isOpen);
}

/**
 * Returns what all strings of a schema begin with, if that is a word with a dot, such as `field.`.
 *
 * @param {Json} schema
 * @returns {string | undefined}
 */
function prefixOf({ type, pattern }) {
  const word = type === 'string' ? /^\^(\w+)\\\./.exec(pattern)?.[1] : undefined;
  return word === undefined ? undefined : `${word}.`;
}

/**
 * Returns the type of strings with a prefix, such as `field.${string}`; undefined for other schemas.
 *
 * @param {Json} schema
 */
function prefixedString(schema) {
  const prefix = prefixOf(schema);
  if (prefix === undefined) return undefined;
  const anyString = ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword);
  return ts.factory.createTemplateLiteralType(ts.factory.createTemplateHead(prefix), [
    ts.factory.createTemplateLiteralTypeSpan(anyString, ts.factory.createTemplateTail('')),
  ]);
}

/** @param {Json} properties */
function writable(properties) {
  return Object.fromEntries(Object.entries(properties).filter(([, property]) => property.readOnly !== true));
}

/**
 * @param {Json} object
 * @param {(value: Json) => Json} change
 */
function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
