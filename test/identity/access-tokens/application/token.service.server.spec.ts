import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  type TokenOrder,
  TokenService,
} from '../../../../src/identity/access-tokens/application/token.service.js';
import type { Caller, Scope } from '../../../../src/identity/authentication/domain/caller.js';
import { TokenNotFound, TokenTooPowerful } from '../../../../src/identity/users/domain/identity.errors.js';
import type { User } from '../../../../src/identity/users/domain/user.js';
import { DomainError, InvalidInput } from '../../../../src/shared/domain-error.js';
import { aCaller } from '../../../support/caller.js';
import { aProject, aUser, usePorts, type Ports } from '../../../support/ports.js';

const opened = usePorts();

describe('TokenService', () => {
  let ports: Ports;
  let tokens: TokenService;
  let ada: User;
  let bob: User;

  beforeEach(async () => {
    ports = opened();
    tokens = ports.get(TokenService);
    [ada, bob] = [await aUser(ports), await aUser(ports)];
  });

  const stored = () => ports.query('select * from access_tokens order by id');

  /** Returns the caller that the new token authenticates, or the error: its kind, code and pointers. */
  async function issue(caller: Caller, order: Partial<TokenOrder>): Promise<unknown> {
    const before = await stored();
    try {
      const { token, text } = await tokens.issue(caller, { name: 'CI', scope: 'read', ...order });
      return { ...(await ports.verifier.verify(text)), tokenId: token.record.id };
    } catch (error) {
      expect(await stored()).toEqual(before);
      expect(error).toBeInstanceOf(DomainError);
      const { kind, code, fieldErrors } = error as DomainError;
      return [kind, code, ...fieldErrors.map(({ pointer }) => pointer)].join(' ');
    }
  }

  const tooPowerful = (pointer: string) => `forbidden token_too_powerful ${pointer}`;
  const later = (milliseconds: number) => new Date(ports.clock.now().getTime() + milliseconds);

  it('creates a token for the caller', async () => {
    expect(await issue(aCaller(ada.id), { scope: 'write' })).toMatchObject({
      userId: ada.id,
      instanceAdmin: false,
      scope: 'write',
      projectId: null,
      tokenExpiresAt: null,
    });
  });

  it('does not store the text of a token', async () => {
    const { text } = await tokens.issue(aCaller(ada.id), { name: 'CI', scope: 'read' });
    expect(JSON.stringify(await stored())).not.toContain(text.slice(4));
  });

  it("rejects a scope that exceeds the scope of the caller's token", async () => {
    const scopes: Scope[] = ['read', 'write', 'admin'];
    for (const [held, inHand] of scopes.entries()) {
      for (const [wanted, scope] of scopes.entries()) {
        const made = await issue(aCaller(ada.id, { scope: inHand }), { scope });
        if (wanted <= held) expect(made).toMatchObject({ scope });
        else expect(made).toBe(tooPowerful('/scope'));
      }
    }
    expect(await issue(aCaller(ada.id, { instanceAdmin: true, scope: 'read' }), { scope: 'admin' })).toBe(
      tooPowerful('/scope'),
    );
  });

  it("rejects an expiry date after the caller's token expires", async () => {
    const caller = aCaller(ada.id, { tokenExpiresAt: later(1_000) });
    expect(await issue(caller, {})).toBe(tooPowerful('/expires_at'));
    expect(await issue(caller, { expiresAt: later(1_001) })).toBe(tooPowerful('/expires_at'));
    expect(await issue(caller, { expiresAt: later(1_000) })).toMatchObject({ tokenExpiresAt: later(1_000) });
    expect(await issue(aCaller(ada.id), { expiresAt: later(9_999) })).toMatchObject({ userId: ada.id });
  });

  it('rejects an expiry date that is not in the future', async () => {
    expect(await issue(aCaller(ada.id), { expiresAt: later(0) })).toBe('invalid invalid_input /expires_at');
  });

  it('lets only instance admins with the scope `admin` create tokens for other users', async () => {
    const admin = await aUser(ports, { instanceAdmin: true });
    const power = { instanceAdmin: true };
    expect(await issue(aCaller(admin.id, power), { userId: bob.id })).toMatchObject({ userId: bob.id });
    expect(await issue(aCaller(ada.id), { userId: bob.id })).toBe(tooPowerful('/user_id'));
    expect(await issue(aCaller(admin.id, { ...power, scope: 'write' }), { userId: bob.id })).toBe(
      tooPowerful('/user_id'),
    );
  });

  it("accepts the caller's own id in upper case", async () => {
    const made = issue(aCaller(ada.id, { scope: 'read' }), { userId: ada.id.toUpperCase() });
    expect(await made).toMatchObject({ userId: ada.id });
  });

  it('rejects unknown and anonymized users', async () => {
    const admin = aCaller(ada.id, { instanceAdmin: true });
    bob.anonymize();
    await ports.users.save(bob);
    for (const userId of [bob.id, ports.ids.next()]) {
      expect(await issue(admin, { userId })).toBe('invalid invalid_input /user_id');
    }
  });

  it('binds a token to a project that the caller has access to', async () => {
    const project = await aProject(ports, 'rockets');
    const admin = aCaller(ada.id, { instanceAdmin: true });
    expect(await issue(admin, { project: 'rockets' })).toMatchObject({ projectId: project.id });
    expect(await issue(aCaller(bob.id), { project: 'rockets' })).toBe('invalid invalid_input /project');
    expect(await issue(admin, { project: 'trains' })).toBe('invalid invalid_input /project');
  });

  it('lets a project token create tokens for the same project only', async () => {
    const own = await aProject(ports, 'rockets');
    await aProject(ports, 'trains');
    const bound = aCaller(ada.id, { instanceAdmin: true, projectId: own.id });
    expect(await issue(bound, { project: 'rockets' })).toMatchObject({ projectId: own.id });
    expect(await issue(bound, { project: 'trains' })).toBe(tooPowerful('/project'));
    expect(await issue(bound, {})).toBe(tooPowerful('/project'));
  });

  it("validates the request, and checks the caller's rights first", async () => {
    await expect(tokens.issue(aCaller(ada.id), { name: ' ', scope: 'read' })).rejects.toThrow(InvalidInput);
    await expect(
      tokens.issue(aCaller(ada.id, { scope: 'read' }), { name: '', scope: 'write' }),
    ).rejects.toThrow(TokenTooPowerful);
  });

  it('creates at most 100 tokens of a user that have not expired, also at once', async () => {
    const [first, ...more] = await Promise.all(
      Array.from({ length: 98 }, () => tokens.issue(aCaller(ada.id), { name: 'CI', scope: 'read' })),
    );
    expect(more).toHaveLength(97);
    const expiring = { expiresAt: later(60_000) };
    const issued = await Promise.allSettled(
      Array.from({ length: 4 }, () =>
        tokens.issue(aCaller(ada.id), { name: 'CI', scope: 'read', ...expiring }),
      ),
    );
    expect(issued.filter(({ status }) => status === 'rejected')).toHaveLength(2);
    expect(await issue(aCaller(bob.id), {})).toMatchObject({ userId: bob.id });
    await tokens.revoke(aCaller(ada.id), first!.token.record.id);
    expect(await issue(aCaller(ada.id), expiring)).toMatchObject({ userId: ada.id });
    expect(await issue(aCaller(ada.id), expiring)).toBe('conflict too_many_tokens');
    ports.clock.advance(60_000);
    expect(await issue(aCaller(ada.id), {})).toMatchObject({ userId: ada.id });
  });

  it("revokes the caller's own tokens, whatever the scope of the caller's token", async () => {
    const { token, text } = await tokens.issue(aCaller(ada.id), { name: 'CI', scope: 'admin' });
    const { id } = token.record;
    await tokens.revoke(aCaller(ada.id, { scope: 'read' }), id);
    expect(await ports.verifier.verify(text)).toBeNull();
    await expect(tokens.revoke(aCaller(ada.id), id)).rejects.toThrow(TokenNotFound);
  });

  it('lets only instance admins with the scope `admin` revoke tokens of other users', async () => {
    const { token, text } = await tokens.issue(aCaller(ada.id), { name: 'CI', scope: 'read' });
    const { id } = token.record;
    for (const limits of [{}, { instanceAdmin: true, scope: 'write' as const }]) {
      await expect(tokens.revoke(aCaller(bob.id, limits), id)).rejects.toThrow(TokenNotFound);
    }
    expect(await ports.verifier.verify(text)).not.toBeNull();
    await tokens.revoke(aCaller(bob.id, { instanceAdmin: true }), id);
    expect(await ports.verifier.verify(text)).toBeNull();
  });

  it('throws TokenNotFound for an invalid id', async () => {
    await expect(tokens.revoke(aCaller(ada.id), 'x')).rejects.toThrow(TokenNotFound);
  });
});
