import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { findOperation, standalone } from '../../../src/assistants/http/api-schemas.js';
import { tools } from '../../../src/assistants/http/tools.js';

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenAPIObject;

describe.each(tools.map((tool) => [tool.name, tool] as const))('The tool %s', (_, tool) => {
  const operation = findOperation(document, tool.operation)!;

  it('takes parameters and fields that its operation has, among them all that are required', () => {
    const parameters = operation.parameters.filter((each) => each.in === 'query');
    const known = [...parameters.map(({ name }) => name), ...Object.keys(operation.fields)];
    expect(tool.takes.filter((name) => !known.includes(name))).toEqual([]);
    const required = [
      ...operation.required,
      ...parameters.filter((each) => each.required).map(({ name }) => name),
    ];
    expect(required.filter((name) => !tool.takes.includes(name))).toEqual([]);
  });

  it('has parts in the same place as its operation', () => {
    for (const part of Object.values(tool.parts ?? {})) {
      const places = [operation, findOperation(document, part.operation)!].map(({ path }) =>
        path.match(/\{\w+\}/g),
      );
      expect(places[1]).toEqual(places[0]);
    }
  });

  it('says that it changes something if its operation is no GET', () => {
    const methods = document.paths[operation.path] as Record<string, { operationId: string }>;
    const [method] = Object.entries(methods).find(([, { operationId }]) => operationId === tool.operation)!;
    expect(tool.writes === undefined).toBe(method === 'get');
  });

  it('neither deletes records nor shows secrets', () => {
    expect(tool.operation).not.toMatch(/^delete|Token|Webhook|Config|Settings|Import|Export/);
  });
});

describe('A schema that stands on its own', () => {
  const schemas = {
    Node: {
      type: 'object',
      properties: {
        next: { $ref: '#/components/schemas/Node' },
        example: { type: 'string', example: 'x' },
        more: {},
      },
      required: ['next', 'example'],
      description: 'A node.',
    },
  };
  const schema = { $ref: '#/components/schemas/Node' };

  it('contains what it refers to, also what refers to itself', () => {
    const copied = standalone(schema, schemas, { omit: ['example'], optional: true });
    const { properties, ...node } = schemas.Node;
    expect(copied).toEqual({
      $ref: '#/$defs/Node',
      $defs: {
        Node: {
          ...node,
          properties: { next: { $ref: '#/$defs/Node' }, example: { type: 'string' }, more: {} },
        },
      },
    });
    expect(properties.next.$ref).toBe('#/components/schemas/Node');
  });

  it('can leave out descriptions and optional properties, but no properties with the names of keywords', () => {
    const copied = standalone(schema, schemas, { omit: ['example', 'description'], optional: false });
    expect(copied['$defs']).toEqual({
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/$defs/Node' }, example: { type: 'string' } },
        required: ['next', 'example'],
      },
    });
  });
});
