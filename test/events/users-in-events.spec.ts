import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const { schemas } = JSON.parse(readFileSync('openapi.json', 'utf8')).components as {
  schemas: Record<string, any>;
};

const userSchema = '#/components/schemas/User';

/** Returns the paths of all users within a schema. */
function pathsToUsers(schema: any, path: string): string[] {
  if (schema?.$ref === userSchema) return [path];
  if (schema?.$ref) return pathsToUsers(schemas[schema.$ref.split('/').at(-1)], path);
  const parts = [
    ...Object.entries(schema?.properties ?? {}),
    ...['items', 'anyOf', 'oneOf', 'allOf'].flatMap((keyword) =>
      [schema?.[keyword] ?? []].flat().map((part: unknown) => ['', part] as const),
    ),
  ];
  return parts.flatMap(([name, part]) => pathsToUsers(part, name === '' ? path : `${path}.${name}`));
}

it('events contain users only where the erasure of users finds them', () => {
  const events = Object.entries(schemas).filter(([name]) => /.Event$/.test(name));
  expect(events.length).toBeGreaterThan(20);
  const paths = events.flatMap(([, { properties }]) => [
    ...pathsToUsers(properties.data, 'data'),
    ...pathsToUsers(properties.previous, 'previous'),
  ]);
  const found = ['data.assignee', 'data.author', 'data.response.user', 'data.user'];
  expect([...new Set(paths)].sort()).toEqual(found);
});
