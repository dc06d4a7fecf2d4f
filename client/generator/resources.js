import { comment } from './comment.js';
import { narrowedTypes } from './include.js';
import { pascalCase } from './operations.js';
import { exportedName, queryName } from './types.js';

// Writes the classes of the client: one for each resource, with a method for each operation.

/** @typedef {import('./operations.js').Operation} Operation */

/** Resources with hand-written methods in addition: the module that extends the generated class. */
const extended = new Map([
  ['events', { type: 'Events', module: '../events.js' }],
  ['webhooks', { type: 'Webhooks', module: '../webhooks.js' }],
]);

const optionTypes = [
  'ConditionalOptions',
  'IdempotentOptions',
  'ReadOptions',
  'RequestOptions',
  'RevalidationOptions',
  'UploadBody',
  'UploadOptions',
];

/**
 * Writes a file for each resource of the client, and one for the client itself.
 *
 * @param {Operation[]} operations
 * @param {string[]} types names of the types in types.ts
 * @returns {Record<string, string>} texts by file names
 */
export function resourceFiles(operations, types) {
  const common = commonCodes(operations);
  const names = [...new Set(operations.flatMap(({ resource }) => resource.slice(0, 1)))];
  const files = names.map((name) => {
    const text = classesOf([name], operations, common).reverse().join('\n\n');
    return [`${kebabCase(name)}.ts`, `${importsOf(text, types)}\n\n${text}`];
  });
  return { ...Object.fromEntries(files), 'api.ts': apiFile(names, operations, common, types) };
}

/**
 * Writes the class that has all resources as properties.
 *
 * @param {string[]} names of the resources
 * @param {Operation[]} operations
 * @param {Set<string>} common
 * @param {string[]} types
 */
function apiFile(names, operations, common, types) {
  const resources = names.map((name) => {
    const generated = { type: className([name]), module: `./${kebabCase(name)}.js` };
    return { name, ...(extended.get(name) ?? generated) };
  });
  const own = operations.filter(({ resource }) => resource.length === 0);
  const text = `
/** The resources of the API, and the operations that belong to none of them. */
export class Api extends Resource {
${resources.map(({ name, type }) => `readonly ${name}: ${type} = new ${type}(this.transport);`).join('\n')}

${own.map((operation) => methodText(operation, common)).join('\n\n')}
}`;
  return [
    importsOf(text, types),
    ...resources.map(({ type, module }) => `import { ${type} } from '${module}';`),
    '',
    ...names.map((name) => `export type * from './${kebabCase(name)}.js';`),
    text,
  ].join('\n');
}

/**
 * Writes the class of a resource, preceded by the classes of the resources below it.
 *
 * @param {string[]} resource
 * @param {Operation[]} operations
 * @param {Set<string>} common
 * @returns {string[]}
 */
function classesOf(resource, operations, common) {
  const path = resource.join('.');
  const own = operations.filter((each) => each.resource.join('.') === path);
  const below = operations.filter(
    (each) => each.resource.join('.').startsWith(`${path}.`) && each.resource.length > resource.length,
  );
  const children = [...new Set(below.map((each) => each.resource[resource.length] ?? ''))];
  const properties = children.map(
    (child) => `readonly ${child} = new ${className([...resource, child])}(this.transport);`,
  );
  const text = `
${comment([`The methods of \`client.${path}\`.`])}export class ${className(resource)} extends Resource {
${properties.join('\n')}

${own.map((operation) => methodText(operation, common)).join('\n\n')}
}`;
  return [text, ...children.flatMap((child) => classesOf([...resource, child], operations, common))];
}

/**
 * Writes the imports of what a text uses.
 *
 * @param {string} text
 * @param {string[]} types
 */
function importsOf(text, types) {
  const code = text.replaceAll(/\/\*.*?\*\//gs, '');
  const line = (/** @type {string[]} */ names, /** @type {string} */ module) => {
    const used = names.filter((name) => new RegExp(`[^'\\w]${name}\\b`).test(code));
    return used.length > 0 ? [`import type { ${used.join(', ')} } from '${module}';`] : [];
  };
  return [
    ...line(['IncludeValue'], '../include.js'),
    ...line(['JsonFeed'], '../json-feed.js'),
    ...line(optionTypes, '../options.js'),
    ...line(['ApiPromise', 'Page', 'PagePromise'], '../promises.js'),
    "import { Resource } from '../resource.js';",
    ...line(types, './types.js'),
  ].join('\n');
}

/**
 * Writes a method. A read has a second signature for callers that have a copy already.
 *
 * @param {Operation} operation
 * @param {Set<string>} common
 */
function methodText(operation, common) {
  const { id, method, httpMethod, path, pathParams, query, commaSeparated, include } = operation;
  const { body, uploads, response } = operation;
  const plain = { typeParameters: '', query: queryName(id), type: exportedName(response.type) };
  const types = include.length > 0 ? narrowedTypes(plain) : plain;
  const { call, result } = {
    record: { call: 'request', result: `ApiPromise<${types.type}>` },
    nothing: { call: 'request', result: 'ApiPromise<void>' },
    list: { call: 'list', result: `PagePromise<${types.type}>` },
    file: { call: 'download', result: 'ApiPromise<ReadableStream<Uint8Array>>' },
  }[response.kind];
  const isUpload = uploads.length > 0;
  const hasBody = body !== undefined || isUpload;
  const bodyType = isUpload ? 'UploadBody' : exportedName(body ?? '');
  const request = [
    `operation: '${id}'`,
    `method: '${httpMethod}'`,
    `path: '${path}'`,
    ...(pathParams.length > 0 ? [`pathParams: { ${pathParams.map(({ name }) => name).join(', ')} }`] : []),
    ...(hasBody ? ['body'] : []),
    ...(isUpload ? [`contentType: '${uploads[0]}'`] : []),
    ...(query === 'none' ? [] : ['query']),
    ...(commaSeparated.length > 0 ? [`commaSeparated: ${JSON.stringify(commaSeparated)}`] : []),
    ...(response.kind === 'file' ? [`accept: '${response.type}'`] : []),
    ...(response.mediaType ? [`mediaType: '${response.mediaType}'`] : []),
    'options',
    ...(operation.isPublic ? ['isPublic: true'] : []),
    ...(operation.acceptsIdempotencyKey ? ['acceptsIdempotencyKey: true'] : []),
    ...(operation.notFoundCode ? [`notFoundCode: '${operation.notFoundCode}'`] : []),
  ];
  const text = `{\nreturn this.transport.${call}({ ${request.join(', ')} });\n}`;
  const docs = documentation(operation, common);
  const signature = (
    /** @type {typeof plain} */ { typeParameters, query: queryType },
    /** @type {Parameter} */ options,
  ) => {
    const parameters = [
      ...pathParams.map(({ name }) => ({ name, type: 'string', isRequired: true })),
      ...(hasBody ? [{ name: 'body', type: bodyType, isRequired: !operation.isBodyOptional }] : []),
      ...(query === 'none' ? [] : [{ name: 'query', type: queryType, isRequired: query === 'required' }]),
      options,
    ];
    return `${method}${typeParameters}(${parameterList(parameters)})`;
  };
  const optional = (/** @type {string} */ type) => ({ name: 'options', type, isRequired: false });
  if (httpMethod !== 'GET' || !operation.isConditional) {
    return `${docs}${signature(types, optional(optionsOf(operation)))}: ${result} ${text}`;
  }
  const known = /** @type {const} */ ({
    list: `Page<${types.type}>`,
    file: 'ReadableStream<Uint8Array>',
    record: types.type,
    nothing: 'void',
  })[response.kind];
  const revalidation = { name: 'options', type: 'RevalidationOptions', isRequired: true };
  return `${docs}${signature(types, optional('ReadOptions'))}: ${result};
/** Returns undefined if the record still has the given ETag. */
${signature(types, revalidation)}: ApiPromise<${known} | undefined>;
${signature(plain, optional('ReadOptions | RevalidationOptions'))}: ApiPromise<unknown> ${text}`;
}

/**
 * A parameter of a method.
 *
 * @typedef {{ name: string, type: string, isRequired: boolean }} Parameter
 */

/**
 * Writes the parameters of a method. An optional one in front of a required one is `undefined` if it is left out, because
 * TypeScript allows the question mark only at the end.
 *
 * @param {Parameter[]} parameters
 */
function parameterList(parameters) {
  const lastRequired = parameters.findLastIndex(({ isRequired }) => isRequired);
  return parameters
    .map(({ name, type, isRequired }, index) => {
      if (isRequired) return `${name}: ${type}`;
      return index < lastRequired ? `${name}: ${type} | undefined` : `${name}?: ${type}`;
    })
    .join(', ');
}

/**
 * Returns the type of the options of a method that is not a conditional read.
 *
 * @param {Operation} operation
 */
function optionsOf({ uploads, isConditional, acceptsIdempotencyKey }) {
  if (uploads.length > 0) return 'UploadOptions';
  if (isConditional) return 'ConditionalOptions';
  return acceptsIdempotencyKey ? 'IdempotentOptions' : 'RequestOptions';
}

/**
 * Writes the documentation of a method.
 *
 * @param {Operation} operation
 * @param {Set<string>} common
 */
function documentation({ text, pathParams, codes }, common) {
  const parameters = pathParams.map(({ name, description = '' }) =>
    `@param ${name} ${description}`.trimEnd(),
  );
  const special = codes.filter((code) => !common.has(code));
  const errors =
    special.length > 0
      ? [`@throws ApiError also with ${special.map((code) => `\`${code}\``).join(', ')}`]
      : [];
  return comment([...text, [...parameters, ...errors].join('\n')]);
}

/**
 * Returns the codes that operations of most resources can return; the documentation of a method omits them. Resources are
 * counted instead of operations, so that a new operation does not change the documentation of others.
 *
 * @param {Operation[]} operations
 */
function commonCodes(operations) {
  const resourcesOf = (/** @type {Operation[]} */ some) =>
    new Set(some.map(({ resource }) => resource[0])).size;
  const isCommon = (/** @type {string} */ code) =>
    resourcesOf(operations.filter(({ codes }) => codes.includes(code))) > resourcesOf(operations) * (2 / 3);
  return new Set(operations.flatMap(({ codes }) => codes).filter(isCommon));
}

/** @param {string[]} resource */
function className(resource) {
  return `${resource.map(pascalCase).join('')}Resource`;
}

/** @param {string} name */
function kebabCase(name) {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
