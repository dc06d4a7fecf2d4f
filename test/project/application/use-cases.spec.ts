import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { type Caller, type Scope, scopes } from '../../../src/identity/domain/caller.js';
import { ProjectService } from '../../../src/project/application/project.service.js';
import { ProjectGrant } from '../../../src/project/application/project-grant.js';
import { type Role, roles } from '../../../src/project/domain/member.js';
import { DomainError } from '../../../src/shared/domain-error.js';
import { aCaller } from '../../support/caller.js';

type Need = [Role, Scope];

const anyMember: Need = ['viewer', 'read'];
const contributor: Need = ['contributor', 'write'];
const editor: Need = ['editor', 'write'];
const owner: Need = ['owner', 'admin'];
const readingOwner: Need = ['owner', 'read'];

/** What every use case that takes a grant requires: the same as its operation. */
const needs: Record<string, Record<string, Need>> = {
  'project/application/project.service': {
    revise: owner,
    configure: owner,
    verifyCustomDomain: owner,
    remove: owner,
    read: anyMember,
    readConfig: anyMember,
  },
  'project/application/member.service': {
    add: owner,
    setRole: owner,
    remove: owner,
    list: anyMember,
    read: anyMember,
  },
  'project/application/project-metadata.service': { read: anyMember, replace: owner },
  'project/application/project-import.service': {
    importSettings: owner,
    importFormerSlug: owner,
    importMember: owner,
  },
  'feedback/application/feedback.service': {
    submit: contributor,
    revise: contributor,
    remove: contributor,
    merge: editor,
    unmerge: editor,
    read: anyMember,
    group: anyMember,
    load: contributor,
  },
  'feedback/application/bulk.service': { revise: editor },
  'feedback/application/vote.service': {
    cast: contributor,
    castFor: contributor,
    withdraw: contributor,
    read: anyMember,
  },
  'feedback/application/comment.service': {
    write: contributor,
    edit: contributor,
    remove: contributor,
    read: anyMember,
  },
  'feedback/application/tag.service': { put: editor, remove: editor },
  'feedback/application/feedback-metadata.service': { read: anyMember, replace: editor },
  'feedback/application/feedback-import.service': { import: owner, merge: owner },
  'feedback/application/contribution-import.service': { importVotes: owner, importComments: owner },
  'feedback/application/tag-import.service': { import: owner, idsOf: owner },
  'changelog/application/changelog.service': {
    write: editor,
    revise: editor,
    remove: editor,
    read: anyMember,
    list: anyMember,
    load: editor,
  },
  'changelog/application/public-changelog.service': { read: anyMember, set: owner },
  'changelog/application/changelog-import.service': { import: owner },
  'changelog-feedback/application/feedback-link.service': {
    link: editor,
    import: owner,
    unlink: editor,
    feedbackOf: anyMember,
    changelogsOf: anyMember,
  },
  'webhooks/application/webhook.service': {
    create: owner,
    revise: owner,
    remove: owner,
    rotateSecret: owner,
    test: owner,
    redeliver: owner,
  },
  'project-import/application/import.service': {
    start: owner,
    read: readingOwner,
    report: readingOwner,
    remove: owner,
  },
  'project-export/application/project-export.service': { records: owner, table: owner },
};

const src = path.join(import.meta.dirname, '../../../src');

/** The names of public methods whose first parameter is a grant, in the order of the file. */
function useCasesOf(file: string): string[] {
  const method = /^ {2}(?:async )?\*?(\w+)\(\s*(?:\w+|\{[^}]*\}): ProjectGrant\b/gm;
  return [...readFileSync(path.join(src, file), 'utf8').matchAll(method)].map(([, name]) => name!);
}

/**
 * Calls a use case of a service that has no ports, with empty arguments, and returns the code of the error. Returns null if
 * the call comes as far as to use a port.
 */
async function refusal(file: string, method: string, role: Role, caller: Caller): Promise<string | null> {
  const exported = (await import(path.join(src, `${file}.ts`))) as Record<string, unknown>;
  const service = Object.values(exported).find(
    (each): each is { prototype: object } =>
      typeof each === 'function' && Object.hasOwn((each.prototype ?? {}) as object, method),
  );
  const useCase = Object.create(service!.prototype) as Record<string, (...args: object[]) => unknown>;
  try {
    const outcome = useCase[method]!(new ProjectGrant('1', role, caller), {}, {}, {});
    await (isGenerator(outcome) ? outcome.next() : outcome);
    return null;
  } catch (error) {
    return error instanceof DomainError ? error.code : null;
  }
}

function isGenerator(outcome: unknown): outcome is AsyncGenerator {
  return typeof outcome === 'object' && outcome !== null && Symbol.asyncIterator in outcome;
}

const below = <T>(all: readonly T[], needed: T): T[] => all.slice(0, all.indexOf(needed));

describe('Use cases within a project', () => {
  it('are all listed in this file', () => {
    const found = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => /^[^/]+\/application\/[^/]+\.service\.ts$/.test(file))
      .map((file): [string, string[]] => [file.replace(/\.ts$/, ''), useCasesOf(file)])
      .filter(([, names]) => names.length > 0);
    const listed = Object.entries(needs).map(([file, methods]) => [file, Object.keys(methods)]);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(listed));
  });

  it.each(
    Object.entries(needs).flatMap(([file, methods]) =>
      Object.entries(methods).map(([method, need]): [string, string, Need] => [file, method, need]),
    ),
  )('%s: %s requires %j', async (file, method, [role, scope]) => {
    expect(String(await refusal(file, method, role, aCaller('2', { scope })))).not.toMatch(/^insufficient_/);
    for (const lower of below(roles, role)) {
      expect([lower, await refusal(file, method, lower, aCaller('2'))]).toEqual([lower, 'insufficient_role']);
    }
    for (const lower of below(scopes, scope)) {
      const refused = await refusal(file, method, 'owner', aCaller('2', { scope: lower }));
      expect([lower, refused]).toEqual([lower, 'insufficient_scope']);
    }
  });

  it.each(below(scopes, 'admin'))('require the scope admin to create a project: not %s', async (scope) => {
    const service = Object.create(ProjectService.prototype) as ProjectService;
    const created = service.create(aCaller('2', { scope }), { name: 'Acme', slug: 'acme' });
    await expect(created).rejects.toMatchObject({ code: 'insufficient_scope' });
  });
});
