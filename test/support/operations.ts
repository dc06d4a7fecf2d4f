import type { Answer, TestApp } from './app.js';
import { uploadFile } from './import-file.js';
import { unique } from './unique.js';

export const scopes = ['read', 'write', 'admin'] as const;

export type Scope = (typeof scopes)[number];

export const roles = ['viewer', 'contributor', 'editor', 'owner'] as const;

export type Role = (typeof roles)[number];

/** An operation of the API, and what a caller needs for it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Under `/v1`, spelled as in the router. */
  readonly path: string;
  readonly scope: Scope;
  /** Role in the project; absent if any user may call it. */
  readonly needs?: Role | 'instance admin';
  /** Required query parameters. */
  readonly query?: string;
  /** Status on success. */
  readonly status: number;
  /** Content type of the response, unless it is JSON. */
  readonly contentType?: string;
  /** Whether the body is a file. */
  readonly isUpload?: true;
  /** Returns a valid body, a new one for each call; absent if the operation has no body. */
  readonly body?: (world: World) => Record<string, unknown>;
}

/** A project with a record of each kind, and other records that operations need. */
export interface World {
  readonly projectId: string;
  readonly slug: string;
  /** Submitted by the caller for whom the world was created. */
  readonly feedbackId: string;
  /** A comment on it by the same user. */
  readonly commentId: string;
  /** Feedback that can be merged into the target. */
  readonly sourceId: string;
  /** The caller has voted for it. */
  readonly targetId: string;
  /** Feedback that has been merged into the target. */
  readonly mergedId: string;
  /** A suggestion that the first feedback is a duplicate of the target. */
  readonly duplicateId: string;
  readonly changelogId: string;
  readonly tag: string;
  /** A person whom only this project knows. */
  readonly externalId: string;
  /** External id of a company, which nobody belongs to. */
  readonly companyId: string;
  /** Of a file that cannot be read. */
  readonly importId: string;
  /** A file, attached to nothing, that the caller has uploaded if the role permits it. */
  readonly attachmentId: string;
  readonly webhookId: string;
  /** Its only delivery. */
  readonly deliveryId: string;
  /** Another member of the project: a viewer. */
  readonly memberId: string;
  /** A user who is not a member. */
  readonly userId: string;
  /** Another token of the caller. */
  readonly tokenId: string;
  /** A token of a user who can delete their account. */
  readonly leaverToken: string;
}

const inProject = '/projects/:projectSlug';

/** The key of a status in every world, which no feedback has. */
const statusKey = 'beta';

/** The slug of a board in every world, which everyone can see. */
const boardSlug = 'ideas';

/** Returns an e-mail address to which mails are suppressed in a world. */
const suppressedIn = (slug: string) => `suppressed@${slug}.example.com`;

/** The key of a field in every world, which no feedback has a value of. */
export const fieldKey = 'note';

/** All operations. A test fails if the router has one that is missing here. */
export const operations: readonly Operation[] = [
  { method: 'GET', path: '/me', scope: 'read', status: 200 },
  {
    method: 'PATCH',
    path: '/me',
    scope: 'write',
    status: 200,
    body: () => ({ full_name: unique('Renamed') }),
  },
  { method: 'DELETE', path: '/me', scope: 'admin', status: 204 },
  {
    method: 'POST',
    path: '/tokens',
    scope: 'read',
    status: 201,
    body: () => ({ name: 'A token', scope: 'read' }),
  },
  { method: 'GET', path: '/tokens', scope: 'read', status: 200 },
  { method: 'GET', path: '/tokens/:tokenId', scope: 'read', status: 200 },
  { method: 'DELETE', path: '/tokens/:tokenId', scope: 'read', status: 204 },
  {
    method: 'POST',
    path: '/users',
    scope: 'admin',
    needs: 'instance admin',
    status: 201,
    body: () => ({ email: `${unique('new')}@example.com`, full_name: 'New User' }),
  },
  { method: 'GET', path: '/users', scope: 'read', needs: 'instance admin', status: 200 },
  { method: 'GET', path: '/users/:userId', scope: 'read', needs: 'instance admin', status: 200 },
  { method: 'GET', path: '/mail-suppressions/:email', scope: 'read', needs: 'instance admin', status: 200 },
  { method: 'PUT', path: '/mail-suppressions/:email', scope: 'admin', needs: 'instance admin', status: 201 },
  {
    method: 'DELETE',
    path: '/mail-suppressions/:email',
    scope: 'admin',
    needs: 'instance admin',
    status: 204,
  },
  {
    method: 'PATCH',
    path: '/users/:userId',
    scope: 'admin',
    needs: 'instance admin',
    status: 200,
    body: () => ({ full_name: unique('Renamed') }),
  },
  {
    method: 'GET',
    path: '/users/:userId/export',
    scope: 'read',
    needs: 'instance admin',
    status: 200,
  },
  { method: 'DELETE', path: '/users/:userId', scope: 'admin', needs: 'instance admin', status: 204 },
  {
    method: 'POST',
    path: '/projects',
    scope: 'admin',
    status: 201,
    body: () => ({ name: 'A project', slug: unique('made') }),
  },
  { method: 'GET', path: '/projects', scope: 'read', status: 200 },
  { method: 'GET', path: inProject, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'PATCH',
    path: inProject,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    body: () => ({ name: unique('Renamed') }),
  },
  { method: 'DELETE', path: inProject, scope: 'admin', needs: 'owner', status: 204 },
  {
    method: 'GET',
    path: `${inProject}/export`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    contentType: 'application/x-ndjson',
  },
  { method: 'GET', path: `${inProject}/config`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'PATCH',
    path: `${inProject}/config`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    body: () => ({ changelog_preview_style: unique('style') }),
  },
  {
    method: 'POST',
    path: `${inProject}/config/custom-domain/verify`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
  },
  {
    method: 'POST',
    path: `${inProject}/members`,
    scope: 'admin',
    needs: 'owner',
    status: 201,
    body: () => ({ email: `${unique('member')}@example.com`, role: 'viewer' }),
  },
  { method: 'GET', path: `${inProject}/members`, scope: 'read', needs: 'viewer', status: 200 },
  { method: 'GET', path: `${inProject}/members/:userId`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'PUT',
    path: `${inProject}/members/:userId`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    body: () => ({ role: 'contributor' }),
  },
  { method: 'DELETE', path: `${inProject}/members/:userId`, scope: 'admin', needs: 'owner', status: 204 },
  { method: 'GET', path: `${inProject}/people`, scope: 'read', needs: 'editor', status: 200 },
  { method: 'GET', path: `${inProject}/people/:externalId`, scope: 'read', needs: 'editor', status: 200 },
  {
    method: 'PUT',
    path: `${inProject}/people/:externalId`,
    scope: 'write',
    needs: 'editor',
    status: 200,
    body: () => ({ full_name: unique('Renamed') }),
  },
  { method: 'DELETE', path: `${inProject}/people/:externalId`, scope: 'write', needs: 'editor', status: 204 },
  { method: 'GET', path: `${inProject}/companies`, scope: 'read', needs: 'editor', status: 200 },
  { method: 'GET', path: `${inProject}/companies/:companyId`, scope: 'read', needs: 'editor', status: 200 },
  {
    method: 'PUT',
    path: `${inProject}/companies/:companyId`,
    scope: 'write',
    needs: 'editor',
    status: 200,
    body: () => ({ name: unique('Renamed') }),
  },
  {
    method: 'DELETE',
    path: `${inProject}/companies/:companyId`,
    scope: 'write',
    needs: 'editor',
    status: 204,
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/companies`,
    scope: 'read',
    needs: 'editor',
    status: 200,
  },
  {
    method: 'POST',
    path: `${inProject}/feedback`,
    scope: 'write',
    needs: 'contributor',
    status: 201,
    body: () => ({ title: unique('Feedback') }),
  },
  { method: 'GET', path: `${inProject}/feedback`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'GET',
    path: `${inProject}/feedback/similar`,
    scope: 'read',
    needs: 'viewer',
    query: 'title=Feedback',
    status: 200,
  },
  {
    method: 'POST',
    path: `${inProject}/feedback/bulk`,
    scope: 'write',
    needs: 'editor',
    status: 200,
    body: ({ feedbackId }) => ({ ids: [feedbackId], set: { tags_add: ['bug'] } }),
  },
  { method: 'GET', path: `${inProject}/feedback/stats`, scope: 'read', needs: 'viewer', status: 200 },
  { method: 'GET', path: `${inProject}/feedback/:feedbackId`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'PATCH',
    path: `${inProject}/feedback/:feedbackId`,
    scope: 'write',
    needs: 'contributor',
    status: 200,
    body: () => ({ title: unique('Retitled') }),
  },
  {
    method: 'DELETE',
    path: `${inProject}/feedback/:feedbackId`,
    scope: 'write',
    needs: 'contributor',
    status: 204,
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/upvotes`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'POST',
    path: `${inProject}/feedback/:feedbackId/upvotes`,
    scope: 'write',
    needs: 'contributor',
    status: 201,
    body: () => ({}),
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/upvotes/:userId`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'PUT',
    path: `${inProject}/feedback/:feedbackId/upvotes/:userId`,
    scope: 'write',
    needs: 'contributor',
    status: 200,
  },
  {
    method: 'DELETE',
    path: `${inProject}/feedback/:feedbackId/upvotes/:userId`,
    scope: 'write',
    needs: 'contributor',
    status: 200,
  },
  { method: 'GET', path: `${inProject}/comments`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'POST',
    path: `${inProject}/feedback/:feedbackId/comments`,
    scope: 'write',
    needs: 'contributor',
    status: 201,
    body: () => ({ content: unique('Comment') }),
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/comments`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/comments/:commentId`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'PATCH',
    path: `${inProject}/feedback/:feedbackId/comments/:commentId`,
    scope: 'write',
    needs: 'contributor',
    status: 200,
    body: () => ({ content: unique('Edited') }),
  },
  {
    method: 'DELETE',
    path: `${inProject}/feedback/:feedbackId/comments/:commentId`,
    scope: 'write',
    needs: 'contributor',
    status: 204,
  },
  {
    method: 'POST',
    path: `${inProject}/feedback/:feedbackId/merge`,
    scope: 'write',
    needs: 'editor',
    status: 200,
    body: ({ targetId }) => ({ into: targetId }),
  },
  {
    method: 'DELETE',
    path: `${inProject}/feedback/:feedbackId/merge`,
    scope: 'write',
    needs: 'editor',
    status: 200,
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/duplicates`,
    scope: 'read',
    needs: 'editor',
    status: 200,
  },
  { method: 'GET', path: `${inProject}/duplicates`, scope: 'read', needs: 'editor', status: 200 },
  {
    method: 'PUT',
    path: `${inProject}/duplicates/:duplicateId`,
    scope: 'write',
    needs: 'editor',
    status: 200,
    body: () => ({ dismissed: true }),
  },
  { method: 'GET', path: `${inProject}/statuses`, scope: 'read', needs: 'viewer', status: 200 },
  { method: 'GET', path: `${inProject}/statuses/:key`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'PUT',
    path: `${inProject}/statuses/:key`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    body: () => ({ name: unique('Beta') }),
  },
  { method: 'DELETE', path: `${inProject}/statuses/:key`, scope: 'admin', needs: 'owner', status: 204 },
  { method: 'GET', path: `${inProject}/boards`, scope: 'read', needs: 'viewer', status: 200 },
  { method: 'GET', path: `${inProject}/boards/:boardSlug`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'PUT',
    path: `${inProject}/boards/:boardSlug`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    body: () => ({ name: unique('Ideas') }),
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/status-changes`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'DELETE',
    path: `${inProject}/boards/:boardSlug`,
    scope: 'admin',
    needs: 'owner',
    query: 'move_to=none',
    status: 204,
  },
  { method: 'GET', path: `${inProject}/fields`, scope: 'read', needs: 'viewer', status: 200 },
  { method: 'GET', path: `${inProject}/fields/:fieldKey`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'PUT',
    path: `${inProject}/fields/:fieldKey`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    body: () => ({ name: unique('Note') }),
  },
  { method: 'DELETE', path: `${inProject}/fields/:fieldKey`, scope: 'admin', needs: 'owner', status: 204 },
  { method: 'GET', path: `${inProject}/roadmap`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/subscribers`,
    scope: 'read',
    needs: 'editor',
    status: 200,
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/subscribers/:userId`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'PUT',
    path: `${inProject}/feedback/:feedbackId/subscribers/:userId`,
    scope: 'write',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'DELETE',
    path: `${inProject}/feedback/:feedbackId/subscribers/:userId`,
    scope: 'write',
    needs: 'viewer',
    status: 204,
  },
  {
    method: 'GET',
    path: `${inProject}/changelogs/subscribers/me`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'PUT',
    path: `${inProject}/changelogs/subscribers/me`,
    scope: 'write',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'DELETE',
    path: `${inProject}/changelogs/subscribers/me`,
    scope: 'write',
    needs: 'viewer',
    status: 204,
  },
  { method: 'GET', path: '/me/preferences', scope: 'read', status: 200 },
  { method: 'GET', path: '/me/notifications', scope: 'read', status: 200 },
  {
    method: 'POST',
    path: '/me/notifications/read',
    scope: 'write',
    status: 200,
    body: () => ({ before: '2999-12-31T12:00:00Z' }),
  },
  {
    method: 'PATCH',
    path: '/me/preferences',
    scope: 'write',
    status: 200,
    body: () => ({ mail: 'daily', time_zone: 'Europe/Berlin' }),
  },
  { method: 'GET', path: `${inProject}/tags`, scope: 'read', needs: 'viewer', status: 200 },
  { method: 'GET', path: `${inProject}/tags/:name`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'PUT',
    path: `${inProject}/tags/:name`,
    scope: 'write',
    needs: 'editor',
    status: 200,
    body: () => ({ color: '#0ea5e9' }),
  },
  { method: 'DELETE', path: `${inProject}/tags/:name`, scope: 'write', needs: 'editor', status: 204 },
  {
    method: 'POST',
    path: `${inProject}/changelogs`,
    scope: 'write',
    needs: 'editor',
    status: 201,
    body: () => ({ title: unique('Entry') }),
  },
  { method: 'GET', path: `${inProject}/changelogs`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'GET',
    path: `${inProject}/changelogs/:changelogId`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'PUT',
    path: `${inProject}/changelogs/:changelogId`,
    scope: 'write',
    needs: 'editor',
    status: 200,
    body: () => ({ title: unique('Retitled') }),
  },
  {
    method: 'PATCH',
    path: `${inProject}/changelogs/:changelogId`,
    scope: 'write',
    needs: 'editor',
    status: 200,
    body: () => ({ title: unique('Retitled') }),
  },
  {
    method: 'DELETE',
    path: `${inProject}/changelogs/:changelogId`,
    scope: 'write',
    needs: 'editor',
    status: 204,
  },
  {
    method: 'GET',
    path: `${inProject}/changelogs/:changelogId/feedback`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'PUT',
    path: `${inProject}/changelogs/:changelogId/feedback/:feedbackId`,
    scope: 'write',
    needs: 'editor',
    status: 201,
  },
  {
    method: 'DELETE',
    path: `${inProject}/changelogs/:changelogId/feedback/:feedbackId`,
    scope: 'write',
    needs: 'editor',
    status: 204,
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/changelogs`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'POST',
    path: `${inProject}/attachments`,
    scope: 'write',
    needs: 'contributor',
    status: 201,
    isUpload: true,
    body: () => ({}),
  },
  {
    method: 'GET',
    path: `${inProject}/attachments/:attachmentId`,
    scope: 'read',
    needs: 'contributor',
    status: 200,
  },
  {
    method: 'DELETE',
    path: `${inProject}/attachments/:attachmentId`,
    scope: 'write',
    needs: 'contributor',
    status: 204,
  },
  { method: 'GET', path: `${inProject}/settings`, scope: 'read', needs: 'owner', status: 200 },
  {
    method: 'PATCH',
    path: `${inProject}/settings`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    body: () => ({ public_changelog: true }),
  },
  { method: 'GET', path: `${inProject}/metadata`, scope: 'read', needs: 'viewer', status: 200 },
  {
    method: 'PUT',
    path: `${inProject}/metadata`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    body: () => ({ crm_id: unique('crm') }),
  },
  {
    method: 'GET',
    path: `${inProject}/feedback/:feedbackId/metadata`,
    scope: 'read',
    needs: 'viewer',
    status: 200,
  },
  {
    method: 'PUT',
    path: `${inProject}/feedback/:feedbackId/metadata`,
    scope: 'write',
    needs: 'editor',
    status: 200,
    body: () => ({ crm_id: unique('crm') }),
  },
  {
    method: 'POST',
    path: `${inProject}/imports`,
    scope: 'admin',
    needs: 'owner',
    query: 'dry_run=true',
    status: 202,
    isUpload: true,
    body: () => ({}),
  },
  { method: 'GET', path: `${inProject}/imports`, scope: 'read', needs: 'owner', status: 200 },
  { method: 'GET', path: `${inProject}/imports/:importId`, scope: 'read', needs: 'owner', status: 200 },
  {
    method: 'GET',
    path: `${inProject}/imports/:importId/report`,
    scope: 'read',
    needs: 'owner',
    status: 200,
  },
  { method: 'DELETE', path: `${inProject}/imports/:importId`, scope: 'admin', needs: 'owner', status: 204 },
  { method: 'GET', path: `${inProject}/events`, scope: 'read', needs: 'editor', status: 200 },
  {
    method: 'POST',
    path: `${inProject}/webhooks`,
    scope: 'admin',
    needs: 'owner',
    status: 201,
    body: () => ({ url: `https://example.com/${unique('hook')}` }),
  },
  { method: 'GET', path: `${inProject}/webhooks`, scope: 'read', needs: 'owner', status: 200 },
  { method: 'GET', path: `${inProject}/webhooks/:webhookId`, scope: 'read', needs: 'owner', status: 200 },
  {
    method: 'PATCH',
    path: `${inProject}/webhooks/:webhookId`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
    body: () => ({ description: unique('Described') }),
  },
  { method: 'DELETE', path: `${inProject}/webhooks/:webhookId`, scope: 'admin', needs: 'owner', status: 204 },
  {
    method: 'POST',
    path: `${inProject}/webhooks/:webhookId/rotate-secret`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
  },
  {
    method: 'POST',
    path: `${inProject}/webhooks/:webhookId/test`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
  },
  {
    method: 'GET',
    path: `${inProject}/webhooks/:webhookId/deliveries`,
    scope: 'read',
    needs: 'owner',
    status: 200,
  },
  {
    method: 'POST',
    path: `${inProject}/webhooks/:webhookId/deliveries/:deliveryId/redeliver`,
    scope: 'admin',
    needs: 'owner',
    status: 200,
  },
];

/** The operations that require no token and write. */
export const publicWrites: readonly string[] = [
  'POST /public/v1/projects/{projectSlug}/changelogs/subscribers',
];

/** The paths of all other operations that require no token, in the document. All are GET. */
export const publicPaths: readonly string[] = [
  '/.well-known/oauth-protected-resource',
  '/health/live',
  '/health/ready',
  '/public/projects/{projectSlug}/changelog.atom',
  '/public/projects/{projectSlug}/changelog.json',
  '/public/projects/{projectSlug}/changelog.rss',
  '/public/v1/attachments/{key}/{filename}',
  '/public/v1/projects/{projectSlug}',
  '/public/v1/projects/{projectSlug}/changelogs',
  '/public/v1/projects/{projectSlug}/changelogs/{changelogId}',
  '/public/v1/projects/{projectSlug}/feedback',
  '/public/v1/projects/{projectSlug}/feedback/similar',
  '/public/v1/projects/{projectSlug}/feedback/{feedbackId}',
  '/public/v1/projects/{projectSlug}/feedback/{feedbackId}/comments',
  '/public/v1/projects/{projectSlug}/roadmap',
  '/public/v1/projects/{projectSlug}/statuses',
  '/public/v1/projects/{projectSlug}/boards',
  '/public/v1/projects/{projectSlug}/fields',
  '/public/v1/projects/{projectSlug}/tags',
];

/** Such as `PATCH /projects/:projectSlug`. */
export function nameOf({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}

/** Returns the operation with that name. */
export function operation(name: string): Operation {
  const found = operations.find((candidate) => nameOf(candidate) === name);
  if (!found) throw new Error(`There is no operation ${name}.`);
  return found;
}

/** Returns how an API document describes an operation. */
export function documentedIn(document: any, { method, path }: Pick<Operation, 'method' | 'path'>): any {
  return document.paths[`/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`][method.toLowerCase()];
}

/** Whether the operation returns a list as lines of JSON on request. */
export function hasLines(document: any, called: Pick<Operation, 'method' | 'path'>): boolean {
  return documentedIn(document, called)['x-ndjson'] === true;
}

/** Returns the token for an operation: another user's, if the operation deletes the account of the caller. */
export function tokenFor({ method, path }: Operation, world: World, token: string): string {
  return method === 'DELETE' && path === '/me' ? world.leaverToken : token;
}

const lastOf = ({ method, path }: Operation): number =>
  method !== 'DELETE' ? 0 : path === '/projects/:projectSlug' ? 2 : 1;

const depthOf = ({ path }: Operation): number => path.split('/').length;

/**
 * All operations in an order in which each succeeds in the same world: those that remove a record come after those that
 * use it, nested records first, the project last.
 */
export const inDestructiveOrder: readonly Operation[] = operations.toSorted(
  (one, other) => lastOf(one) - lastOf(other) || depthOf(other) - depthOf(one),
);

/** Returns the operation's path in this world, under `/v1`. */
export function pathIn(world: World, { method, path }: Pick<Operation, 'method' | 'path'>): string {
  const values: Record<string, string> = {
    projectSlug: world.slug,
    feedbackId: feedbackIdOf(world, method, path),
    commentId: world.commentId,
    duplicateId: world.duplicateId,
    changelogId: world.changelogId,
    key: statusKey,
    boardSlug,
    fieldKey,
    name: world.tag,
    importId: world.importId,
    attachmentId: world.attachmentId,
    webhookId: world.webhookId,
    deliveryId: world.deliveryId,
    userId: userIdOf(world, path),
    tokenId: world.tokenId,
    externalId: world.externalId,
    email: method === 'PUT' ? `other@${world.slug}.example.com` : suppressedIn(world.slug),
    companyId: world.companyId,
  };
  return path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The world has nothing for :${name}.`);
    return encodeURIComponent(value);
  });
}

/** Merging and unmerging use feedback of their own, because other operations need theirs unmerged. Votes use the target. */
function feedbackIdOf(world: World, method: string, path: string): string {
  if (path.includes('/upvotes/')) return world.targetId;
  if (!path.endsWith('/merge')) return world.feedbackId;
  return method === 'DELETE' ? world.mergedId : world.sourceId;
}

/** Contributors vote for themselves only. */
function userIdOf(world: World, path: string): string {
  if (path.includes('/upvotes/') || path.includes('/subscribers/')) return 'me';
  return path.startsWith(inProject) ? world.memberId : world.userId;
}

/** Calls the operation with a valid body. */
export function call(
  service: TestApp,
  token: string,
  called: Operation,
  world: World,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return service.send(called.method, `/v1${pathIn(world, called)}?${called.query ?? ''}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(called.body
        ? { 'content-type': called.isUpload ? 'application/octet-stream' : 'application/json' }
        : {}),
      ...headers,
    },
    ...(called.body ? { body: JSON.stringify(called.body(world)) } : {}),
  });
}

/** Creates a world for a caller, who becomes a member of its project if a role is given. */
export async function prepareWorld(service: TestApp, callerId: string, role?: Role): Promise<World> {
  const { admin } = service;
  const slug = unique('world');
  const bodyOf = async (answer: Promise<Answer>): Promise<any> => {
    const { status, text, body } = await answer;
    if (status >= 300) throw new Error(`${status}: ${text}`);
    return body;
  };
  // A user has at most 100 tokens: those of many worlds before are deleted.
  await service.database.database.dataSource.query(
    `delete from access_tokens where id in (
       select id from access_tokens where user_id = $1 and name in ('Spare', 'Upload') order by created_at desc offset 60)`,
    [callerId],
  );
  const { id: projectId } = await bodyOf(admin.post('/projects', { name: 'World', slug }));
  if (role) await bodyOf(admin.put(`/projects/${slug}/members/${callerId}`, { role }));
  const wish = (title: string) =>
    bodyOf(admin.post(`/projects/${slug}/feedback`, { title, user_id: callerId }));
  const [feedback, source, target, merged, changelog, tag, member, user, leaver, token] = await Promise.all([
    wish('Feedback'),
    wish('Source'),
    wish('Target'),
    wish('Merged'),
    bodyOf(admin.post(`/projects/${slug}/changelogs`, { title: 'Entry', published: true })),
    bodyOf(admin.put(`/projects/${slug}/tags/bug`, { color: '#f00' })),
    bodyOf(
      admin.post(`/projects/${slug}/members`, {
        email: `${unique('other')}@example.com`,
        full_name: 'Other',
        role: 'viewer',
      }),
    ),
    bodyOf(admin.post('/users', { email: `${unique('stranger')}@example.com`, full_name: 'Stranger' })),
    bodyOf(admin.post('/users', { email: `${unique('leaver')}@example.com`, full_name: 'Leaver' })),
    bodyOf(admin.post('/tokens', { name: 'Spare', scope: 'read', user_id: callerId })),
  ]);
  const leaverToken = await bodyOf(
    admin.post('/tokens', { name: 'Own', scope: 'admin', user_id: leaver.id }),
  );
  const externalId = `own/${slug}`;
  await bodyOf(admin.put(`/mail-suppressions/${suppressedIn(slug)}`));
  const companyId = `crm/${slug}`;
  await bodyOf(admin.put(`/projects/${slug}/companies/${encodeURIComponent(companyId)}`, {}));
  await bodyOf(admin.put(`/projects/${slug}/statuses/${statusKey}`, {}));
  await bodyOf(admin.put(`/projects/${slug}/boards/${boardSlug}`, {}));
  await bodyOf(admin.put(`/projects/${slug}/fields/${fieldKey}`, {}));
  await bodyOf(
    admin.put(`/projects/${slug}/people/${encodeURIComponent(externalId)}`, { full_name: 'Person' }),
  );
  const comments = `/projects/${slug}/feedback/${feedback.id}/comments`;
  const comment = await bodyOf(admin.post(comments, { content: 'Comment', user_id: callerId }));
  await bodyOf(admin.put(`/projects/${slug}/feedback/${target.id}/upvotes/${callerId}`));
  await bodyOf(admin.post(`/projects/${slug}/feedback/${merged.id}/merge`, { into: target.id }));
  await bodyOf(admin.put(`/projects/${slug}/feedback/${feedback.id}/subscribers/${callerId}`));
  // Comparisons suggest duplicates in the background.
  const [duplicate]: { id: string }[] = await service.database.database.dataSource.query(
    `insert into feedback_duplicates (id, project_id, feedback_id, of_id, score, reasons, created_at)
     values (gen_random_uuid(), $1, $2, $3, 70, '{title}', now()) returning id`,
    [projectId, feedback.id, target.id],
  );
  // Users subscribe to changelogs themselves, and not every caller can write.
  await service.database.database.dataSource.query(
    'insert into changelog_subscriptions (project_id, user_id, created_at) values ($1, $2, now()) on conflict do nothing',
    [projectId, callerId],
  );
  const webhooks = `/projects/${slug}/webhooks`;
  const webhook = await bodyOf(admin.post(webhooks, { url: 'https://example.com/hook', event_types: [] }));
  const delivery = await bodyOf(admin.post(`${webhooks}/${webhook.id}/test`));
  const domain = `${slug}.example.com`;
  const config = await bodyOf(admin.patch(`/projects/${slug}/config`, { custom_domain: domain }));
  service.txtRecords.records.set(`_feedback-changelog.${domain}`, [`feedback-changelog=${config.id}`]);
  const upload = await bodyOf(uploadFile(service, `/projects/${slug}`, 'No export'));
  const uploads = role && role !== 'viewer';
  const { token: uploader } = uploads
    ? await bodyOf(admin.post('/tokens', { name: 'Upload', scope: 'write', user_id: callerId }))
    : admin;
  const attachment = await bodyOf(
    service.send('POST', `/v1/projects/${slug}/attachments`, {
      body: 'A text',
      headers: { authorization: `Bearer ${uploader}`, 'content-type': 'application/octet-stream' },
    }),
  );
  return {
    projectId,
    slug,
    feedbackId: feedback.id,
    commentId: comment.id,
    sourceId: source.id,
    targetId: target.id,
    mergedId: merged.id,
    duplicateId: duplicate!.id,
    changelogId: changelog.id,
    tag: tag.name,
    externalId,
    companyId,
    importId: upload.id,
    attachmentId: attachment.id,
    webhookId: webhook.id,
    deliveryId: delivery.id,
    memberId: member.user.id,
    userId: user.id,
    tokenId: token.id,
    leaverToken: leaverToken.token,
  };
}
