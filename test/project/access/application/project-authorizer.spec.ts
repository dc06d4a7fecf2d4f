import { describe, expect, it } from '@jest/globals';
import { type Caller, callerOf, type Scope } from '../../../../src/identity/authentication/domain/caller.js';
import { ProjectAuthorizer } from '../../../../src/project/access/application/project-authorizer.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import type {
  AccessQueries,
  ResolvedProject,
} from '../../../../src/project/access/application/access.queries.js';

import { type Role, roles } from '../../../../src/project/access/domain/role.js';
import {
  InsufficientRole,
  ProjectNotFound,
  ProjectRenamed,
} from '../../../../src/project/access/domain/access.errors.js';
import { aCaller } from '../../../support/caller.js';

/**
 * Returns the access to a project with the slug `rockets`, formerly `planes`, in which the user has the role.
 *
 * @param account what is stored of the user; null if they were deleted
 */
function authorizerWith(
  role: Role | null,
  account: { role: Role | null } | null = { role },
): ProjectAuthorizer {
  const project: ResolvedProject = {
    id: '1',
    slug: 'rockets',
    role,
    signed_in: '',
    approval: 'off',
    restricted_boards: [],
    restricted_fields: [],
  };
  const queries: Pick<AccessQueries, 'resolve' | 'storedRole'> = {
    resolve: async (slug) => (['rockets', 'planes', '1'].includes(slug) ? project : null),
    storedRole: async () => account,
  };
  return new ProjectAuthorizer(queries as AccessQueries);
}

describe('ProjectAuthorizer', () => {
  it('grants members what their role allows', async () => {
    for (const [held, role] of roles.entries()) {
      for (const [wanted, needed] of roles.entries()) {
        const authorization = authorizerWith(role).authorize(aCaller('2'), 'rockets', needed);
        if (wanted <= held) expect(await authorization).toEqual(new ProjectAccess('1', role, aCaller('2')));
        else await expect(authorization).rejects.toThrow(InsufficientRole);
      }
    }
  });

  it('grants instance admins the role `owner`, whatever their role in the project', async () => {
    const admin = aCaller('2', { instanceAdmin: true });
    for (const role of [null, 'viewer'] as const) {
      expect((await authorizerWith(role).authorize(admin, 'rockets', 'owner')).role).toBe('owner');
    }
  });

  it('grants callers from code the roles that they are given beside those of their memberships', async () => {
    const projectRoles = [{ project: 'rockets', role: 'editor' }];
    const authorize = (caller: Caller) => authorizerWith('viewer').authorize(caller, 'rockets', 'editor');
    expect((await authorize(callerOf('2', { scope: 'read', projectRoles }))).role).toBe('editor');
    await expect(authorize(callerOf('2', { scope: 'read' }))).rejects.toThrow(InsufficientRole);
  });

  it('throws ProjectNotFound for users who are not members, under current and former slugs', async () => {
    for (const slug of ['rockets', 'planes', 'trains']) {
      await expect(authorizerWith(null).authorize(aCaller('2'), slug, 'viewer')).rejects.toThrow(
        ProjectNotFound,
      );
    }
  });

  it('throws ProjectNotFound for a token of another project, even if it belongs to an instance admin', async () => {
    const [own, other] = [{ projectId: '1' }, { projectId: '3' }];
    for (const instanceAdmin of [false, true]) {
      const authorizer = authorizerWith('owner');
      expect(
        (await authorizer.authorize(aCaller('2', { ...own, instanceAdmin }), 'rockets', 'owner')).projectId,
      ).toBe('1');
      for (const slug of ['rockets', 'planes']) {
        const caller = aCaller('2', { ...other, instanceAdmin });
        await expect(authorizer.authorize(caller, slug, 'viewer')).rejects.toThrow(ProjectNotFound);
      }
    }
  });

  it('throws ProjectRenamed with the current slug for a former one', async () => {
    const authorization = authorizerWith('viewer').authorize(aCaller('2'), 'planes', 'owner');
    await expect(authorization).rejects.toEqual(new ProjectRenamed('rockets'));
    await expect(authorization).rejects.toMatchObject({ slug: 'rockets' });
  });
});

describe('ProjectAccess', () => {
  it('lets only owners with the scope `admin` read secrets', () => {
    const scopes: Scope[] = ['read', 'write', 'admin'];
    const readers = roles.flatMap((role) =>
      scopes
        .filter((scope) => new ProjectAccess('1', role, aCaller('2', { scope })).readsSecrets)
        .map(() => role),
    );
    expect(readers).toEqual(['owner']);
  });

  it('reports which field requires a higher role', () => {
    const access = new ProjectAccess('1', 'contributor', aCaller('2'));
    access.require('contributor', 'This');
    expect(() => access.require('editor', 'Setting tags', '/tags')).toThrow(
      expect.objectContaining({
        code: 'insufficient_role',
        fieldErrors: [expect.objectContaining({ pointer: '/tags' })],
      }),
    );
  });
});

describe('At the end of a long request', () => {
  const accessOf = (values: Partial<Caller>) =>
    new ProjectAccess('1', 'owner', { ...aCaller('2'), ...values });
  const byToken = accessOf({ projectRoles: [{ project: 'rockets', role: 'owner' }] });

  it('a role is checked again, and whether it is stored', async () => {
    expect(await authorizerWith('owner').authorizeAgain(accessOf({}), 'owner')).toEqual({ isStored: true });
    expect(await authorizerWith('viewer').authorizeAgain(byToken, 'owner')).toEqual({ isStored: false });
    expect(await authorizerWith(null).authorizeAgain(byToken, 'owner')).toEqual({ isStored: false });
  });

  it('members and instance admins may have lost it', async () => {
    const again = (authorizer: ProjectAuthorizer, values: Partial<Caller> = {}) =>
      authorizer.authorizeAgain(accessOf(values), 'owner');
    await expect(again(authorizerWith('editor'))).rejects.toThrow(InsufficientRole);
    await expect(again(authorizerWith(null))).rejects.toThrow(ProjectNotFound);
    await expect(again(authorizerWith(null), { instanceAdmin: true })).rejects.toThrow(ProjectNotFound);
    await expect(authorizerWith(null, null).authorizeAgain(byToken, 'owner')).rejects.toThrow(
      ProjectNotFound,
    );
  });
});
