import { Merges, References, Seen } from '../files/bounded-memory.js';
import { type FoundObject, JsonRecord, readObjects } from '../files/json-objects.js';
import type { Part } from '../files/part.js';
import { maxIdLength } from '../files/record-reader.js';
import type { Item, SourceFeedback } from '../item.js';
import type { JsonObject, PortablePerson } from '../records.js';
import {
  changelogOf,
  commentOf,
  companyOf,
  namesOf,
  picturesOf,
  statusChangeOf,
  voteOf,
} from './canny-records.js';
import { metadataOf } from './field-values.js';
import { type Found, itemsOf, linkedFiles, mergeCircle } from './found.js';
import { slugOf } from './named-records.js';
import { StatusHistory } from './status-history.js';

/** The arrays in answers of the API. Those of its second version are called `items`, whatever is in them. */
const collections = {
  users: 'user',
  boards: 'board',
  companies: 'company',
  posts: 'post',
  comments: 'comment',
  votes: 'vote',
  statusChanges: 'status_change',
  entries: 'entry',
  changelog: 'entry',
  changelogs: 'entry',
  changelogEntries: 'entry',
  changelog_entries: 'entry',
} as const;

type Kind = (typeof collections)[keyof typeof collections];

const paths = [...Object.keys(collections), 'items'];

/** Reads objects of Canny's API, in any order: users, boards, companies, posts, comments, votes, status changes and changelog entries. */
export async function* readCanny(part: Part): AsyncGenerator<Item> {
  const merges = new Merges();
  const kinds = new Set<Kind | undefined>();
  const people = new Seen();
  const boards = new References<true>('boards');
  const history = new StatusHistory('open');
  // Users first: other objects contain less about them.
  for await (const found of readObjects(part, paths))
    if ('object' in found && kindOf(found) === 'user')
      yield* userOf(new JsonRecord(found.line, found.object), people, part.prefix);
  for await (const found of readObjects(part, paths)) {
    if (!('object' in found)) {
      yield found;
      continue;
    }
    const { line } = found;
    const object = new JsonRecord(line, found.object);
    const kind = kindOf(found);
    kinds.add(kind);
    if (kind === undefined)
      yield {
        line,
        failed: true,
        code: 'unknown_record',
        detail:
          'The object is no post, comment, vote, board, user, company, status change or changelog entry.',
      };
    if (kind === 'post')
      for (const merged of mergedPosts(object)) merges.add(merged.word('id'), object.word('id'));
    if (kind === 'status_change')
      yield* itemsOf(object, part.prefix, () => {
        history.add(statusChangeOf(object), line);
        return [];
      });
    if (kind === 'company') yield* itemsOf(object, part.prefix, () => companyOf(object));
    const board = kind === 'board' ? object : object.inner('board');
    yield* itemsOf(board, part.prefix, () => boardOf(board, kind === 'board', boards));
    for (const name of ['author', 'voter', 'owner', 'changer'])
      if (kind !== undefined) yield* userOf(object.inner(name), people, part.prefix);
  }
  const pass = (kind: Kind, read: (object: JsonRecord) => Iterable<Found>) => translate(part, kind, read);
  // Merged posts with an object of their own.
  const own = new References<true>('merged posts');
  if (kinds.has('post')) yield* pass('post', (post) => feedbackOf(post, merges, own));
  if (own.size > 0) yield* pass('post', (post) => mergedFeedbackOf(post, merges));
  const others = new Seen();
  if (merges.passes.includes(true))
    for await (const post of objectsOf(part, 'post'))
      for (const merged of mergedPosts(post))
        yield* itemsOf(merged, part.prefix, () => feedbackOfMerge(merged, post, { merges, own, others }));
  if (kinds.has('vote')) yield* pass('vote', voteOf);
  if (kinds.has('comment')) yield* pass('comment', commentOf);
  yield* history.items();
  if (kinds.has('entry')) yield* pass('entry', changelogOf);
}

async function* translate(
  part: Part,
  kind: Kind,
  read: (object: JsonRecord) => Iterable<Found>,
): AsyncGenerator<Item> {
  for await (const object of objectsOf(part, kind)) yield* itemsOf(object, part.prefix, () => read(object));
}

async function* objectsOf(part: Part, kind: Kind): AsyncGenerator<JsonRecord> {
  for await (const found of readObjects(part, paths))
    if ('object' in found && kindOf(found) === kind) yield new JsonRecord(found.line, found.object);
}

function kindOf({ collection, object }: Extract<FoundObject, { object: JsonObject }>): Kind | undefined {
  if (Object.hasOwn(collections, collection)) return collections[collection as keyof typeof collections];
  if ('voter' in object) return 'vote';
  if ('changer' in object) return 'status_change';
  if ('value' in object) return 'comment';
  if ('markdownDetails' in object || 'plaintextDetails' in object) return 'entry';
  if ('title' in object) return 'post';
  if ('monthlySpend' in object || 'memberCount' in object) return 'company';
  if ('isAdmin' in object) return 'user';
  return 'postCount' in object && 'isPrivate' in object ? 'board' : undefined;
}

/** Returns a person, with what is known about the customer, the first time. */
function* userOf(user: JsonRecord, people: Seen, prefix: string): Generator<Item> {
  const id = user.word('id');
  if (id.length > maxIdLength || !people.add(id)) return;
  yield* itemsOf(user, prefix, () => [personOf(user, id)]);
  for (const company of user.list('companies')) yield* itemsOf(company, prefix, () => companyOf(company));
  yield* itemsOf(user, prefix, () => customerOf(user, id));
}

/**
 * Returns a board: once by its object, and once by the name that other objects have, unless the object came before. Private ones are
 * returned apart from public ones, because a name can stand for several boards.
 *
 * @param boards slugs of the boards that have been returned; true if by their objects
 */
function* boardOf(board: JsonRecord, isObjectItself: boolean, boards: References<boolean>): Generator<Found> {
  const name = board.word('name');
  if (name === '') return;
  const slug = slugOf(name);
  const isPrivate = board.protectingFlag('isPrivate', true, 'only editors see the board');
  const key = isPrivate ? `${slug} private` : slug;
  const known = boards.get(key);
  if (known === true || (known !== undefined && !isObjectItself)) return;
  boards.set(key, isObjectItself);
  yield {
    kind: 'board',
    slug,
    name,
    description: '',
    position: boards.size,
    visibility: isPrivate ? 'editors' : 'public',
    submission: 'contributors',
  };
}

function personOf(user: JsonRecord, id: string): PortablePerson {
  return {
    kind: 'person',
    external_id: id,
    email: user.email('email'),
    full_name: user.word('name'),
    avatar_url: user.text('avatarURL'),
  };
}

/** Returns the id that the person has in the system of the project's team, their company, and their role. */
function* customerOf(user: JsonRecord, person: string): Generator<Found> {
  const created_at = user.anyTime('created');
  if (user.flag('isAdmin')) yield { kind: 'member', person, role: 'editor', created_at };
  if (Object.keys(user.get('customFields') ?? {}).length > 0) yield { leftOut: 'custom fields of people' };
  const id = user.optionalId('userID');
  // The others have been reported.
  const companies = user
    .list('companies')
    .map((company) => company.word('id'))
    .filter((each) => each !== '' && each.length <= maxIdLength);
  for (let further = 1; further < companies.length; further++)
    yield { leftOut: 'further companies of a person' };
  if (id === '') {
    if (companies.length > 0) yield { leftOut: 'companies of people without an id of yours' };
    return;
  }
  const [company = ''] = companies;
  // Only users in the list of users have companies.
  const isKnown = Array.isArray(user.get('companies'));
  yield { kind: 'external_id', id, person, ...(isKnown && { company }), created_at };
}

/** Returns the posts that were merged into a post, as far as they have an id. */
function mergedPosts(post: JsonRecord): JsonRecord[] {
  return post
    .list('mergeHistory')
    .map((merge) => merge.inner('post'))
    .filter((merged) => merged.word('id') !== '');
}

function* feedbackOf(post: JsonRecord, merges: Merges, own: References<true>): Generator<Found> {
  const id = post.word('id');
  const target = merges.targetOf(id);
  if (target) {
    // It follows its target.
    own.set(id, true);
    return;
  }
  if (target === undefined) yield mergeCircle;
  const record = postRecord(post, '');
  yield record;
  yield* linkedFiles(picturesOf(post), record);
  const by = post.text('by.id');
  if (by !== '' && by !== post.text('author.id')) yield { leftOut: 'who entered a post for its author' };
}

function* mergedFeedbackOf(post: JsonRecord, merges: Merges): Generator<Found> {
  const target = merges.targetOf(post.word('id'));
  if (!target) return;
  const record = postRecord(post, target);
  yield record;
  yield* linkedFiles(picturesOf(post), record);
}

function postRecord(post: JsonRecord, target: string): SourceFeedback {
  // The votes of a merged post are among the votes of its target.
  const votes = target === '' ? post.count('score') : undefined;
  const url = post.text('url');
  const board = post.word('board.name');
  const estimated = post.date('eta');
  const changedAt = post.optionalTime('statusChangedAt');
  const fields = [
    ['Category', post.get('category.name')],
    ...post.list('customFields').map((field) => [field.text('name'), field.get('value')]),
  ].filter(([name, value]) => name !== '' && value !== undefined && value !== null && value !== '');
  return {
    kind: 'feedback',
    external_id: post.id('id'),
    title: post.text('title'),
    description: post.text('details'),
    status: post.text('status'),
    board: board === '' ? '' : slugOf(board),
    person: post.optionalId('author.id'),
    assignee: post.optionalId('owner.id'),
    ...(post.get('eta') !== undefined && estimated !== undefined && { estimated_date: estimated }),
    tags: namesOf(post.get('tags')),
    created_at: post.time('created'),
    ...(changedAt !== undefined && { status_changed_at: changedAt }),
    merged_into: target,
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    fields: Object.fromEntries(fields) as Record<string, unknown>,
    ...metadataOf([
      ['eta', estimated === undefined ? post.get('eta') : ''],
      ['image_urls', post.get('imageURLs')],
      ['jira', post.get('jira.linkedIssues')],
      ['linear', post.get('linear.linkedIssueIDs')],
      ['clickup', post.get('clickup.linkedTasks')],
    ]),
  };
}

/** Returns a post that is known from the merges of another post only. */
function* feedbackOfMerge(
  merged: JsonRecord,
  post: JsonRecord,
  { merges, own, others }: { merges: Merges; own: ReadonlyMap<string, true>; others: Seen },
): Generator<Found> {
  const id = merged.word('id');
  const target = merges.targetOf(id);
  if (!target || own.has(id) || !others.add(id)) return;
  const board = post.word('board.name');
  yield {
    kind: 'feedback',
    external_id: merged.id('id'),
    title: merged.text('title'),
    description: merged.text('details'),
    status: post.text('status'),
    board: board === '' ? '' : slugOf(board),
    person: '',
    tags: [],
    created_at: merged.time('created'),
    merged_into: target,
    ...metadataOf([['image_urls', merged.get('imageURLs')]]),
  };
}
