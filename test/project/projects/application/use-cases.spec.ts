import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ProjectService } from '../../../../src/project/projects/application/project.service.js';
import {
  ProjectAccess,
  type ProjectPermission,
} from '../../../../src/project/access/application/project-access.js';
import { aCaller } from '../../../support/caller.js';

const src = path.join(import.meta.dirname, '../../../../src');

class Refused extends Error {}

/** Refuses everything, whatever the role and the scope. */
class RefusingGrant extends ProjectAccess {
  override authorize(permission: ProjectPermission): void {
    expect(permission).toMatchObject({ role: expect.any(String), scope: expect.any(String) });
    throw new Refused();
  }
}

/** All services, with the names of their public methods whose first parameter is a access. */
const useCases = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^[^/]+\/(?:[^/]+\/)?application\/[^/]+\.service\.ts$/.test(file))
  .flatMap((file) => {
    const method = /^ {2}(?:async )?\*?(\w+)\(\s*(?:\w+|\{[^}]*\}): ProjectAccess\b/gm;
    const text = readFileSync(path.join(src, file), 'utf8');
    return [...text.matchAll(method)].map(([, name]): [string, string] => [file, name!]);
  });

/** Creates a service without ports: a use case that comes as far as to use one fails with another error. */
async function serviceWith(
  file: string,
  method: string,
): Promise<Record<string, (...args: object[]) => any>> {
  const exported = (await import(path.join(src, file))) as Record<string, { prototype?: object }>;
  const service = Object.values(exported).find(({ prototype = {} }) => Object.hasOwn(prototype, method));
  return Object.create(service!.prototype!);
}

describe('Use cases within a project', () => {
  it('exist', () => {
    expect(useCases.length).toBeGreaterThan(50);
  });

  it.each(useCases)('%s: %s requires a permission before anything else', async (file, method) => {
    const service = await serviceWith(file, method);
    const call = async () => {
      const outcome = service[method]!(new RefusingGrant('1', 'owner', aCaller('2')), {}, {}, {});
      return Symbol.asyncIterator in outcome ? outcome.next() : outcome;
    };
    await expect(call()).rejects.toThrow(Refused);
  });

  it.each(['read', 'write'] as const)(
    'require the scope admin to create a project: not %s',
    async (scope) => {
      const service = Object.create(ProjectService.prototype) as ProjectService;
      const created = service.create(aCaller('2', { scope }), { name: 'Acme', slug: 'acme' });
      await expect(created).rejects.toMatchObject({ code: 'insufficient_scope' });
    },
  );
});

describe('A access', () => {
  const permission = { role: 'editor', scope: 'write' } as const;
  const access = (role: 'contributor' | 'editor' | 'owner', scope: 'read' | 'write' | 'admin') =>
    new ProjectAccess('1', role, aCaller('2', { scope }));

  it.each([
    ['editor', 'write'],
    ['owner', 'admin'],
  ] as const)('authorizes the role %s with the scope %s', (role, scope) => {
    expect(() => access(role, scope).authorize(permission)).not.toThrow();
  });

  it.each([
    ['contributor', 'write', 'insufficient_role'],
    ['owner', 'read', 'insufficient_scope'],
    ['contributor', 'read', 'insufficient_scope'],
  ] as const)('refuses the role %s with the scope %s: %s', (role, scope, code) => {
    expect(() => access(role, scope).authorize(permission)).toThrow(expect.objectContaining({ code }));
  });
});
