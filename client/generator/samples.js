// Writes a sample with the client for each operation, which the page at /docs shows beside curl and others.

import { resolve } from './operations.js';

/** @typedef {any} Json */

/**
 * Returns a call of the client by operation id, with the examples of the document as arguments.
 *
 * @param {Json} document
 * @param {import('./operations.js').Operation[]} operations
 * @returns {Record<string, string>}
 */
export function clientCalls(document, operations) {
  return Object.fromEntries(operations.map((operation) => [operation.id, call(document, operation)]));
}

/**
 * @param {Json} document
 * @param {import('./operations.js').Operation} operation
 */
function call(document, { path, httpMethod, resource, method, pathParams, body, uploads, response }) {
  const operation = document.paths[path][httpMethod.toLowerCase()];
  const parameters = (operation.parameters ?? []).map((/** @type {Json} */ each) => resolve(document, each));
  const example = (/** @type {string} */ name) =>
    parameters.find((/** @type {Json} */ each) => each.in === 'path' && each.name === name)?.example ?? name;
  const query = parameters
    .filter((/** @type {Json} */ each) => each.in === 'query' && each.required)
    .map((/** @type {Json} */ { name, schema, example = schema?.enum?.[0] ?? name }) => [name, example]);
  const media = resolve(document, operation.requestBody)?.content['application/json'];
  const args = [
    ...pathParams.map(({ name }) => literal(example(name))),
    ...(body ? [literal(resolve(document, media?.example) ?? {})] : []),
    // A file of Node is `await openAsBlob(path)`, one of a browser comes from an input element.
    ...(uploads.length > 0 ? ["new Blob(['…'])"] : []),
    ...(query.length > 0 ? [literal(Object.fromEntries(query))] : []),
  ];
  const call = `client.${[...resource, method].join('.')}(${args.join(', ')})`;
  if (response.kind === 'list') return `for await (const record of ${call}) {\n  console.log(record);\n}`;
  return response.kind === 'nothing' ? `await ${call};` : `const record = await ${call};`;
}

/**
 * Returns a value as source code, without quotes around the names of members.
 *
 * @param {unknown} value
 */
function literal(value) {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"(\w+)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"'\\]|\\.)*)"/g, "'$1'");
}
