import { describe, expect, it } from '@jest/globals';
import { type Caller, callerOf, type Scope } from '../../../../src/identity/authentication/domain/caller.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import { ProjectGrant } from '../../../../src/project/access/application/project-grant.js';
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
function accessWith(role: Role | null, account: { role: Role | null } | null = { role }): ProjectAccess {
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
  return new ProjectAccess(queries as AccessQueries);
}

describe('ProjectAccess', () => {
  it('grants members what their role allows', async () => {
    for (const [held, role] of roles.entries()) {
      for (const [wanted, needed] of roles.entries()) {
        const authorization = accessWith(role).authorize(aCaller('2'), 'rockets', needed);
        if (wanted <= held) expect(await authorization).toEqual(new ProjectGrant('1', role, aCaller('2')));
        else await expect(authorization).rejects.toThrow(InsufficientRole);
      }
    }
  });

  it('grants instance admins the role `owner`, whatever their role in the project', async () => {
    const admin = aCaller('2', { instanceAdmin: true });
    for (const role of [null, 'viewer'] as const) {
      expect((await accessWith(role).authorize(admin, 'rockets', 'owner')).role).toBe('owner');
    }
  });

  it('grants callers from code the roles that they are given beside those of their memberships', async () => {
    const projectRoles = [{ project: 'rockets', role: 'editor' }];
    const authorize = (caller: Caller) => accessWith('viewer').authorize(caller, 'rockets', 'editor');
    expect((await authorize(callerOf('2', { scope: 'read', projectRoles }))).role).toBe('editor');
    await expect(authorize(callerOf('2', { scope: 'read' }))).rejects.toThrow(InsufficientRole);
  });

  it('throws ProjectNotFound for users who are not members, under current and former slugs', async () => {
    for (const slug of ['rockets', 'planes', 'trains']) {
      await expect(accessWith(null).authorize(aCaller('2'), slug, 'viewer')).rejects.toThrow(ProjectNotFound);
    }
  });

  it('throws ProjectNotFound for a token of another project, even if it belongs to an instance admin', async () => {
    const [own, other] = [{ projectId: '1' }, { projectId: '3' }];
    for (const instanceAdmin of [false, true]) {
      const access = accessWith('owner');
      expect(
        (await access.authorize(aCaller('2', { ...own, instanceAdmin }), 'rockets', 'owner')).projectId,
      ).toBe('1');
      for (const slug of ['rockets', 'planes']) {
        const caller = aCaller('2', { ...other, instanceAdmin });
        await expect(access.authorize(caller, slug, 'viewer')).rejects.toThrow(ProjectNotFound);
      }
    }
  });

  it('throws ProjectRenamed with the current slug for a former one', async () => {
    const authorization = accessWith('viewer').authorize(aCaller('2'), 'planes', 'owner');
    await expect(authorization).rejects.toEqual(new ProjectRenamed('rockets'));
    await expect(authorization).rejects.toMatchObject({ slug: 'rockets' });
  });
});

describe('ProjectGrant', () => {
  it('lets only owners with the scope `admin` read secrets', () => {
    const scopes: Scope[] = ['read', 'write', 'admin'];
    const readers = roles.flatMap((role) =>
      scopes
        .filter((scope) => new ProjectGrant('1', role, aCaller('2', { scope })).readsSecrets)
        .map(() => role),
    );
    expect(readers).toEqual(['owner']);
  });

  it('reports which field requires a higher role', () => {
    const grant = new ProjectGrant('1', 'contributor', aCaller('2'));
    grant.require('contributor', 'This');
    expect(() => grant.require('editor', 'Setting tags', '/tags')).toThrow(
      expect.objectContaining({
        code: 'insufficient_role',
        fieldErrors: [expect.objectContaining({ pointer: '/tags' })],
      }),
    );
  });
});

describe('At the end of a long request', () => {
  const grantOf = (values: Partial<Caller>) => new ProjectGrant('1', 'owner', { ...aCaller('2'), ...values });
  const byToken = grantOf({ projectRoles: [{ project: 'rockets', role: 'owner' }] });

  it('a role is checked again, and whether it is stored', async () => {
    expect(await accessWith('owner').authorizeAgain(grantOf({}), 'owner')).toEqual({ isStored: true });
    expect(await accessWith('viewer').authorizeAgain(byToken, 'owner')).toEqual({ isStored: false });
    expect(await accessWith(null).authorizeAgain(byToken, 'owner')).toEqual({ isStored: false });
  });

  it('members and instance admins may have lost it', async () => {
    const again = (access: ProjectAccess, values: Partial<Caller> = {}) =>
      access.authorizeAgain(grantOf(values), 'owner');
    await expect(again(accessWith('editor'))).rejects.toThrow(InsufficientRole);
    await expect(again(accessWith(null))).rejects.toThrow(ProjectNotFound);
    await expect(again(accessWith(null), { instanceAdmin: true })).rejects.toThrow(ProjectNotFound);
    await expect(accessWith(null, null).authorizeAgain(byToken, 'owner')).rejects.toThrow(ProjectNotFound);
  });
});
