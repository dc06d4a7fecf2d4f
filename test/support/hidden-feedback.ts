import { type Answer, type Client, type TestApp } from './app.js';
import { bodyOf } from './feedback.js';
import {
  call,
  documentedIn,
  hasLines,
  inDestructiveOrder,
  nameOf,
  type Operation,
  prepareWorld,
  publicPaths,
  type Role,
  roles,
  tokenFor,
  type World,
} from './operations.js';
import { unique } from './unique.js';

export type Person = Client & { userId: string };
export type Visibility = 'public' | 'members' | 'own' | 'editors';
/** What hides the feedback: its board, that it has not been approved, or a host. */
export type Hidden = Visibility | 'pending' | 'rejected' | 'host';

export const idsOf = ({ body }: Answer) => body.map(({ id }: { id: string }) => id) as string[];

/** A world whose feedback is on a board, with words that nothing else contains. */
export interface HiddenWorld extends World {
  readonly project: string;
  readonly author: Person;
  /** A contributor who voted for and commented on the feedback. */
  readonly voter: Person;
  /** In every title, description, comment and in the metadata. */
  readonly word: string;
  /** Of all feedback. */
  readonly ids: readonly string[];
}

export const board = 'private';

/** @param signedIn the role of people who are not members */
export async function prepareHidden(
  service: TestApp,
  hidden: Hidden,
  signedIn: Role | '' = '',
): Promise<HiddenWorld> {
  const author = await service.userClient(`${unique('author')}@example.com`);
  const voter = await service.userClient(`${unique('voter')}@example.com`);
  const world = await prepareWorld(service, author.userId, 'contributor');
  const project = `/projects/${world.slug}`;
  const word = `zq${unique('hidden').replace('-', '')}`;
  const { admin } = service;
  await bodyOf(admin.put(`${project}/members/${voter.userId}`, { role: 'contributor' }));
  await bodyOf(admin.put(`${project}/boards/${board}`, { visibility: 'public' }));
  await bodyOf(admin.delete(`${project}/feedback/${world.mergedId}/merge`));
  const ids = [world.feedbackId, world.sourceId, world.targetId, world.mergedId];
  for (const id of ids) {
    const path = `${project}/feedback/${id}`;
    await bodyOf(voter.put(`${path}/upvotes/me`));
    await bodyOf(voter.post(`${path}/comments`, { content: `A comment ${word}` }));
    const texts = { title: `A title ${word}`, description: `A description ${word}` };
    const rest = { board, status: 'planned', tags: ['bug'], metadata: { word } };
    await bodyOf(admin.patch(path, { ...texts, ...rest }));
  }
  await bodyOf(
    admin.patch(`${project}/feedback/${world.feedbackId}/comments/${world.commentId}`, { content: word }),
  );
  await bodyOf(admin.post(`${project}/feedback/${world.mergedId}/merge`, { into: world.targetId }));
  const changelogId = world.changelogId;
  const past = { publish_date: '2026-01-01T00:00:00Z' };
  await bodyOf(admin.patch(`${project}/changelogs/${changelogId}`, past));
  await bodyOf(admin.put(`${project}/changelogs/${changelogId}/feedback/${world.targetId}`));
  await bodyOf(
    admin.patch(`${project}/settings`, {
      public_feedback: true,
      public_changelog: true,
      signed_in: signedIn,
    }),
  );
  const prepared = { ...world, project, author, voter, word, ids };
  await hideBy(service, prepared, hidden);
  return prepared;
}

/** Hides the feedback of a world that its board has hidden so far, or nothing, in another way. */
export async function hideBy(
  { admin }: TestApp,
  { project, mergedId, ids }: HiddenWorld,
  hidden: Hidden,
): Promise<void> {
  if (hidden === 'host') return;
  if (hidden !== 'pending' && hidden !== 'rejected') {
    await bodyOf(admin.put(`${project}/boards/${board}`, { visibility: hidden }));
    return;
  }
  // What has not been approved is not merged.
  await admin.delete(`${project}/feedback/${mergedId}/merge`);
  await bodyOf(admin.put(`${project}/boards/${board}`, { visibility: 'public' }));
  await bodyOf(admin.post(`${project}/feedback/bulk`, { ids, set: { approval: hidden } }));
}

/** A reader who is a member with a role, or who is signed in only and has the role of such people. */
export interface Reader {
  readonly name: string;
  readonly role?: Role;
  readonly signedIn?: Role;
}

/** Readers who are not the author, and from whom feedback can be hidden without a host. */
export const readers = {
  viewer: { name: 'a viewer', role: 'viewer' },
  contributor: { name: 'a contributor', role: 'contributor' },
  signedInViewer: { name: 'a signed-in viewer', signedIn: 'viewer' },
  signedInContributor: { name: 'a signed-in contributor', signedIn: 'contributor' },
} as const satisfies Record<string, Reader>;

/** Returns a person who is a member, or signed in only. */
export async function newReader(service: TestApp, { project }: HiddenWorld, role?: Role): Promise<Person> {
  const reader = await service.userClient(`${unique('reader')}@example.com`);
  if (role) await bodyOf(service.admin.put(`${project}/members/${reader.userId}`, { role }));
  return reader;
}

/** Returns a person for each of the readers. */
export function newReaders(service: TestApp, world: HiddenWorld): Promise<(Reader & { client: Person })[]> {
  return Promise.all(
    Object.entries<Reader>(readers).map(async ([name, reader]) => ({
      ...reader,
      name,
      client: await newReader(service, world, reader.role),
    })),
  );
}

/** Returns the query strings with which an operation is called. */
function queriesOf(document: any, operation: Operation, world: HiddenWorld): string[] {
  const { query = '' } = operation;
  const { parameters = [] } = documentedIn(document, operation);
  const all = parameters.map(({ $ref, ...inline }: any) =>
    $ref ? document.components.parameters[$ref.split('/').at(-1)] : inline,
  );
  const names = new Set(all.filter((each: any) => each.in === 'query').map(({ name }: any) => name));
  const include = all.find(({ name }: any) => name === 'include');
  const members: string[] = include?.schema.items.enum ?? [];
  const filters = {
    q: world.word,
    title: world.word,
    user_id: world.author.userId,
    voter_id: world.voter.userId,
    merged_into: world.targetId,
    approval: 'pending',
    status: 'planned',
    tag: 'bug',
    count: 'true',
    sort: 'most_upvoted',
    limit: '1',
  };
  const given = Object.entries(filters).flatMap(([name, value]) =>
    names.has(name) ? `${name}=${value}` : [],
  );
  const required = names.has('title') ? `title=${world.word}` : query;
  return [
    query,
    ...members.map((name) => [required, `include=${name}`].join('&')),
    ...given.map((each) => (names.has('title') ? each : [required, each].join('&'))),
  ];
}

/** Records that a reader cannot see. */
interface Secret {
  /** The parameter of the paths that lead to one of them. */
  readonly parameter: 'feedbackId' | 'changelogId' | 'commentId';
  /** What nothing else contains. */
  readonly words: readonly string[];
  readonly ids: readonly string[];
}

/** Returns the feedback of a world as a secret. Who has joined is no secret for editors. */
function secretOf({ word, ids, voter }: HiddenWorld, isEditor = false): Secret {
  return { parameter: 'feedbackId', words: isEditor ? [word] : [word, voter.userId], ids };
}

/** Writes what nothing else contains into the entry of a world, which is linked to all feedback. */
export async function prepareEntry({ admin }: TestApp, world: HiddenWorld): Promise<Secret> {
  const { project, changelogId } = world;
  const word = `zq${unique('entry').replace('-', '')}`;
  const path = `${project}/changelogs/${changelogId}`;
  await bodyOf(admin.patch(path, { title: `Title ${word}`, summary: word, content: word, tags: ['bug'] }));
  for (const id of [world.feedbackId, world.sourceId]) await bodyOf(admin.put(`${path}/feedback/${id}`));
  return { parameter: 'changelogId', words: [word], ids: [changelogId] };
}

/**
 * Writes what nothing else contains into comments of a world: one with a reply, a response, and one that explains a change of the
 * status.
 */
export async function prepareComments({ admin }: TestApp, world: HiddenWorld): Promise<Secret> {
  const word = `zq${unique('comment').replace('-', '')}`;
  const feedback = `${world.project}/feedback/${world.feedbackId}`;
  const comments = `${feedback}/comments`;
  await bodyOf(admin.patch(`${comments}/${world.commentId}`, { content: word }));
  const reply = await bodyOf(admin.post(comments, { content: word, parent_id: world.commentId }));
  const response = await bodyOf(admin.post(comments, { content: word, kind: 'response' }));
  await bodyOf(admin.patch(feedback, { status: 'completed', status_comment: word }));
  const changes = await bodyOf(admin.get(`${feedback}/status-changes`));
  return {
    parameter: 'commentId',
    words: [word],
    ids: [world.commentId, reply.id, response.id, changes.at(-1).comment_id],
  };
}

/** Returns what an answer reveals of records that the reader cannot see. */
function revealedBy(
  { status, text, headers }: Answer,
  { parameter, words, ids }: Secret,
  path: string,
): string[] {
  const whole = `${JSON.stringify([...headers])} ${text}`;
  const found = words.filter((secret) => text.includes(secret));
  if (!path.includes(`:${parameter}`)) return [...found, ...ids.filter((id) => whole.includes(id))];
  // The path of the request contains the id.
  return status < 400 ? [...found, `status ${status}`] : found;
}

/** Returns the operations that may show a secret: all for feedback, without which other records do not exist. */
function operationsFor({ parameter }: Secret): readonly Operation[] {
  if (parameter === 'feedbackId') return inDestructiveOrder;
  const reads = inDestructiveOrder.filter(({ method }) => method === 'GET');
  const isWrite = ({ method, path }: Operation) => method !== 'GET' && path.includes(`:${parameter}`);
  return [...reads, ...inDestructiveOrder.filter(isWrite)];
}

/**
 * Calls the operations as a reader who cannot see some records of a world: its feedback, unless others are given. Returns the calls
 * that reveal them, or whose status is not that of records that do not exist.
 *
 * @param role the role of the reader
 * @param queries `one`: with one query each, and not in other formats
 */
export async function revealingCalls(
  service: TestApp,
  document: any,
  world: HiddenWorld,
  reader: Client,
  role: Role,
  given?: Secret,
  queries: 'all' | 'one' = 'all',
): Promise<Record<string, unknown>> {
  const rank = roles.indexOf(role);
  const isEditor = rank >= roles.indexOf('editor');
  const secret = given ?? secretOf(world, isEditor);
  const wrong: Record<string, unknown> = {};
  for (const operation of operationsFor(secret)) {
    // People are no secret.
    if (/\/(members|users)(\/|$)/.test(operation.path)) continue;
    const [word] = secret.words as [string];
    const calls = queriesOf(document, operation, { ...world, word }).map((query) => ({
      query,
      accept: 'application/json',
    }));
    // The filters find the same records for each format.
    if (hasLines(document, operation)) calls.push({ query: calls[0]!.query, accept: 'application/x-ndjson' });
    for (const { query, accept } of operation.method === 'GET' && queries === 'all'
      ? calls
      : calls.slice(0, 1)) {
      const token = tokenFor(operation, world, reader.token);
      const answer = await call(service, token, { ...operation, query }, world, { accept });
      const revealed = revealedBy(answer, secret, operation.path);
      const { needs } = operation;
      const isPermitted = needs !== 'instance admin' && roles.indexOf(needs ?? 'viewer') <= rank;
      // Nobody but editors reads who wants feedback, whatever they can see.
      const isRefused = !isEditor && /include=(?:revenue|companies)$/.test(query);
      const isHidden = isPermitted && operation.path.includes(`:${secret.parameter}`);
      const refusal = isHidden && answer.status === 404 ? 404 : 403;
      const expected = isRefused ? refusal : isHidden ? 404 : answer.status;
      if (revealed.length > 0 || answer.status !== expected) {
        wrong[`${nameOf(operation)}?${query}`] = [answer.status, revealed];
      }
      // The token or the role is not sufficient, and both are checked before anything is read.
      if (answer.status === 403 && !isPermitted) break;
    }
  }
  return wrong;
}

/** Reads everything that is public in a project. Returns the requests whose answers reveal records of a world: its feedback, unless others are given. */
export async function revealingPublicReads(
  service: TestApp,
  world: HiddenWorld,
  secret: Secret = secretOf(world),
): Promise<Record<string, unknown>> {
  const wrong: Record<string, unknown> = {};
  const { parameter, words } = secret;
  const text = [`q=${words[0]}`, `title=${words[0]}`];
  for (const template of publicPaths.filter((path) => path.includes('{projectSlug}'))) {
    // Other paths are the same for each of the records.
    for (const id of template.includes(`{${parameter}}`) ? secret.ids : secret.ids.slice(0, 1)) {
      const ids = { feedbackId: world.feedbackId, changelogId: world.changelogId, [parameter]: id };
      const path = template
        .replace('{projectSlug}', world.slug)
        .replace('{feedbackId}', ids.feedbackId)
        .replace('{changelogId}', ids.changelogId);
      for (const query of ['', ...text, 'status=planned', 'tag=bug', 'include=feedback']) {
        const answer = await service.send('GET', `${path}?${query}`);
        const revealed = revealedBy(answer, secret, template.replace(`{${parameter}}`, `:${parameter}`));
        const isRead = template.includes(`{${parameter}}`) && query === '';
        if (revealed.length > 0 || (isRead && answer.status !== 404)) {
          wrong[`${template}?${query}`] = [answer.status, revealed];
        }
      }
    }
  }
  return wrong;
}
