import openapiTS, { astToString } from 'openapi-typescript';
import { pascalCase, resolve } from './operations.js';
import { comment } from './comment.js';

// Writes the types of records, request bodies and queries.

/** @typedef {any} Json */

/** Names of schemas that are names of globals in browsers, and the names that the client exports instead. */
const exportedNames = new Map([
  ['Comment', 'FeedbackComment'],
  ['Event', 'ProjectEvent'],
]);

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
        .filter((/** @type {Json} */ parameter) => parameter.in === 'query'),
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
    // Fields with a default are optional in a request.
    { defaultNonNullable: false },
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
  const schemas = Object.entries(document.components.schemas).map(([name, { description }]) => {
    const user = operations.find(({ body }) => body === name);
    const text = description ?? (user ? `Request body of \`${user.id}\`.` : `${name}.`);
    return `${comment([text])}export type ${exportedName(name)} = components['schemas']['${name}'];`;
  });
  const queries = operations
    .filter(({ query }) => query !== 'none')
    .map(({ id }) => {
      const type = `NonNullable<operations['${id}']['parameters']['query']>`;
      return `${comment([`Query parameters of \`${id}\`.`])}export type ${queryName(id)} = ${type};`;
    });
  const imports = "import type { components, operations } from './schema.js';";
  return [imports, ...schemas, ...queries].join('\n\n');
}

/**
 * Removes what types do not show. Without `discriminator`, openapi-typescript keeps the types of events as documented.
 *
 * @param {Json} value
 * @returns {Json}
 */
function simplified(value) {
  if (Array.isArray(value)) return value.map(simplified);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !['discriminator', 'example', 'examples'].includes(name))
      .map(([name, member]) => [name, simplified(member)]),
  );
}

/**
 * @param {Json} object
 * @param {(value: Json) => Json} change
 */
function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
