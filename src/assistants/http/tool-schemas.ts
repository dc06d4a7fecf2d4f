import type { JsonSchema } from '../../shared/rules.js';
import { schemaName, schemaRef } from '../../platform/openapi/index.js';
import { limits } from '../../platform/problems/index.js';
import { type ApiSchemas, standalone } from './api-schemas.js';
import { argumentName, type CallableOperation, pathParameters } from './callable-operations.js';
import type { Tool } from './tools.js';

/** The number of records in a page of a tool: fewer than the API allows, because models read every one. */
export const pageSize = { default: 20, max: 50 };

/** Arguments that tools describe in other words than the API does. */
const descriptions: Readonly<Record<string, string>> = {
  project: 'Slug or id of the project. With a token that is bound to a project, that project by default.',
  cursor: '`next_cursor` of the previous answer, to continue the list.',
  include: 'Members that the records have in addition to the others.',
  fields:
    'Filters by fields of the project: `field.{key}` with any of these values, `field.{key}.min` and `field.{key}.max` for numbers and dates.',
};

/** Keywords that models do not need. */
const examples = ['example', 'examples'];

const idempotencyKey: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: limits.keyLength,
  description:
    'A new random text for each intended change. Repeating a call with the same key and arguments within 24 hours returns the first answer, and changes nothing again.',
};

const dryRun: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Whether to return what the answer would be, without changing anything.',
};

/** Returns the schema of the arguments of a tool, from the API document's schemas of its operation. */
export function inputSchema(tool: Tool, operation: CallableOperation, schemas: ApiSchemas): JsonSchema {
  const { parameters, fields, required } = operation.documented;
  const path = pathParameters(operation);
  const properties: Record<string, JsonSchema> = {};
  for (const name of [...path, ...tool.takes]) {
    const parameter = parameters.find((each) => argumentName(each.name) === name);
    const schema = fields[name] ?? parameter?.schema;
    if (!schema) throw new Error(`The operation ${operation.id} has no ${name}.`);
    const description = descriptions[name] ?? parameter?.description;
    properties[name] = { ...schema, ...(description !== undefined && !(name in fields) && { description }) };
  }
  if (properties['limit']) {
    Object.assign(properties, {
      limit: { ...properties['limit'], maximum: pageSize.max, default: pageSize.default },
    });
  }
  if (tool.writes) properties['idempotency_key'] = idempotencyKey;
  if (tool.writes?.dryRun) properties['dry_run'] = dryRun;
  const needed = [
    ...path.filter((name) => name !== 'project'),
    ...required,
    ...parameters.filter((each) => each.in === 'query' && each.required).map(({ name }) => name),
  ];
  const schema = { type: 'object', properties, required: needed, additionalProperties: false };
  return standalone(schema, schemas, { omit: examples, optional: true });
}

/**
 * Returns the schema of the answer of a tool, from the API document's schemas of the records. It has no descriptions, and
 * members that are there on demand only if the tool takes `include`: models pay for every word.
 */
export function outputSchema(
  tool: Tool,
  operation: CallableOperation,
  parts: Readonly<Record<string, CallableOperation>>,
  schemas: ApiSchemas,
): JsonSchema {
  const records = Object.entries({ [tool.answer]: operation, ...parts });
  const properties = Object.fromEntries(records.map(([name, each]) => [name, recordSchema(each)]));
  const required = Object.keys(properties);
  const { $defs, properties: copied } = standalone({ properties, required }, schemas, {
    omit: [...examples, 'description'],
    optional: tool.takes.includes('include'),
  });
  const further: Record<string, JsonSchema> = { texts_cut_at: { type: 'integer' } };
  if (!tool.takes.includes('limit')) {
    further['list_lengths'] = { type: 'object', additionalProperties: { type: 'integer' } };
  }
  if (operation.details.list) further['next_cursor'] = { type: 'string' };
  if (tool.writes) further['replayed'] = { type: 'boolean' };
  if (tool.writes?.dryRun) further['dry_run'] = { type: 'boolean' };
  return {
    type: 'object',
    properties: { ...(copied as object), ...further },
    required: [tool.answer],
    additionalProperties: false,
    ...($defs !== undefined && { $defs }),
  };
}

function recordSchema({ details: { answer, list, array } }: CallableOperation): JsonSchema {
  if (answer) return schemaRef(schemaName(answer));
  const items = list ?? array;
  return { type: 'array', items: items ? schemaRef(schemaName(items)) : {} };
}
