import { Merges, References, Seen } from '../files/bounded-memory.js';
import { at, type FoundObject, isObject, readObjects } from '../files/json-objects.js';
import type { Part } from '../files/part.js';
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
import { countOf, emailOf, idOf, metadataOf, optionalId, textOf } from './field-values.js';
import { type Found, itemsOf, linkedFiles, mergeCircle } from './found.js';
import { slugOf } from './named-records.js';
import { StatusHistory } from './status-history.js';
import { dateOf, optionalTime, timeOf } from './times.js';

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
      yield* userOf(found.object, people, { line: found.line, prefix: part.prefix });
  for await (const found of readObjects(part, paths)) {
    if (!('object' in found)) {
      yield found;
      continue;
    }
    const { line, object } = found;
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
      for (const { id } of mergedPosts(object)) merges.add(id, textOf(object['id']).trim());
    if (kind === 'status_change')
      yield* itemsOf(line, part.prefix, () => {
        history.add(statusChangeOf(object), line);
        return [];
      });
    if (kind === 'company') yield* itemsOf(line, part.prefix, () => companyOf(object));
    const board = kind === 'board' ? object : object['board'];
    yield* itemsOf(line, part.prefix, () => boardOf(board, kind === 'board', boards));
    for (const user of ['author', 'voter', 'owner', 'changer'].map((name) => object[name]))
      if (kind !== undefined) yield* userOf(user, people, { line, prefix: part.prefix });
  }
  const pass = (kind: Kind, read: (object: JsonObject) => Iterable<Found>) => translate(part, kind, read);
  // Merged posts with an object of their own.
  const own = new References<true>('merged posts');
  if (kinds.has('post')) yield* pass('post', (post) => feedbackOf(post, merges, own));
  if (own.size > 0) yield* pass('post', (post) => mergedFeedbackOf(post, merges));
  const others = new Seen();
  if (merges.passes.includes(true))
    yield* pass('post', (post) => feedbackOfMerges(post, merges, own, others));
  if (kinds.has('vote')) yield* pass('vote', voteOf);
  if (kinds.has('comment')) yield* pass('comment', commentOf);
  yield* history.items();
  if (kinds.has('entry')) yield* pass('entry', changelogOf);
}

async function* translate(
  part: Part,
  kind: Kind,
  read: (object: JsonObject) => Iterable<Found>,
): AsyncGenerator<Item> {
  for await (const found of readObjects(part, paths))
    if ('object' in found && kindOf(found) === kind)
      yield* itemsOf(found.line, part.prefix, () => read(found.object));
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
function* userOf(
  user: unknown,
  people: Seen,
  { line, prefix }: { line: number; prefix: string },
): Generator<Item> {
  const person = personOf(user);
  if (!person || !people.add(person.external_id)) return;
  yield { line, record: person };
  yield* itemsOf(line, prefix, () => customerOf(user, person.external_id));
}

/**
 * Returns a board: once by its object, and once by the name that other objects have, unless the object came before.
 *
 * @param boards slugs of the boards that have been returned; true if by their objects
 */
function* boardOf(board: unknown, isObjectItself: boolean, boards: References<boolean>): Generator<Found> {
  const name = textOf(at(board, ['name'])).trim();
  if (name === '') return;
  const slug = slugOf(name);
  const known = boards.get(slug);
  if (known === true || (known !== undefined && !isObjectItself)) return;
  boards.set(slug, isObjectItself);
  yield {
    kind: 'board',
    slug,
    name,
    description: '',
    position: boards.size,
    visibility: at(board, ['isPrivate']) === true ? 'editors' : 'public',
    submission: 'contributors',
  };
}

function personOf(user: unknown): PortablePerson | undefined {
  const id = textOf(at(user, ['id'])).trim();
  if (id === '' || id.length > 200) return undefined;
  return {
    kind: 'person',
    external_id: id,
    email: emailOf(at(user, ['email'])),
    full_name: textOf(at(user, ['name'])).trim(),
    avatar_url: textOf(at(user, ['avatarURL'])),
  };
}

/** Returns the id that the person has in the system of the project's team, their company, and their role. */
function* customerOf(user: unknown, person: string): Generator<Found> {
  const created = textOf(at(user, ['created']));
  if (at(user, ['isAdmin']) === true && created !== '')
    yield { kind: 'member', person, role: 'editor', created_at: timeOf(created) };
  if (Object.keys(at(user, ['customFields']) ?? {}).length > 0) yield { leftOut: 'custom fields of people' };
  const id = optionalId(at(user, ['userID']), 'id of the user');
  const companies = listOf(at(user, ['companies']));
  for (const company of companies) yield* companyOf(company);
  for (let further = 1; further < companies.length; further++)
    yield { leftOut: 'further companies of a person' };
  if (id === '' || created === '') {
    if (companies.length > 0) yield { leftOut: 'companies of people without an id of yours' };
    return;
  }
  const company = companies.map((each) => optionalId(each['id'])).find((each) => each !== '') ?? '';
  // Only users in the list of users have companies.
  const isKnown = Array.isArray(at(user, ['companies']));
  yield { kind: 'external_id', id, person, ...(isKnown && { company }), created_at: timeOf(created) };
}

/** Returns the posts that were merged into a post, as far as they have an id. */
function mergedPosts(post: JsonObject): { id: string; merged: JsonObject }[] {
  return listOf(post['mergeHistory']).flatMap((merge) => {
    const merged = merge['post'];
    const id = textOf(at(merged, ['id'])).trim();
    return isObject(merged) && id !== '' ? [{ id, merged }] : [];
  });
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function* feedbackOf(post: JsonObject, merges: Merges, own: References<true>): Generator<Found> {
  const id = textOf(post['id']).trim();
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
  const by = textOf(at(post['by'], ['id']));
  if (by !== '' && by !== textOf(at(post['author'], ['id'])))
    yield { leftOut: 'who entered a post for its author' };
}

function* mergedFeedbackOf(post: JsonObject, merges: Merges): Generator<Found> {
  const target = merges.targetOf(textOf(post['id']).trim());
  if (!target) return;
  const record = postRecord(post, target);
  yield record;
  yield* linkedFiles(picturesOf(post), record);
}

function postRecord(post: JsonObject, target: string): SourceFeedback {
  // The votes of a merged post are among those of its target.
  const votes = target === '' ? countOf(post['score']) : undefined;
  const url = textOf(post['url']);
  const board = textOf(at(post['board'], ['name'])).trim();
  const estimated = dateOf(post['eta']);
  const fields = [
    ['Category', at(post['category'], ['name'])],
    ...listOf(post['customFields']).map((field) => [textOf(field['name']), field['value']]),
  ].filter(([name, value]) => name !== '' && value !== undefined && value !== null && value !== '');
  return {
    kind: 'feedback',
    external_id: idOf(post['id']),
    title: textOf(post['title']),
    description: textOf(post['details']),
    status: textOf(post['status']),
    board: board === '' ? '' : slugOf(board),
    person: optionalId(at(post['author'], ['id']), 'id of the author'),
    assignee: optionalId(at(post['owner'], ['id']), 'id of the owner'),
    ...('eta' in post && { estimated_date: estimated }),
    tags: namesOf(post['tags']),
    created_at: timeOf(post['created'], 'time of creation'),
    merged_into: target,
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    fields: Object.fromEntries(fields) as Record<string, unknown>,
    ...metadataOf([
      ['eta', estimated === '' ? post['eta'] : ''],
      ['status_changed_at', optionalTime(post['statusChangedAt'])],
      ['image_urls', post['imageURLs']],
      ['jira', at(post['jira'], ['linkedIssues'])],
      ['linear', at(post['linear'], ['linkedIssueIDs'])],
      ['clickup', at(post['clickup'], ['linkedTasks'])],
    ]),
  };
}

/** Returns the posts that are known from the merges of a post only. */
function* feedbackOfMerges(
  post: JsonObject,
  merges: Merges,
  own: ReadonlyMap<string, true>,
  others: Seen,
): Generator<Found> {
  for (const { id, merged } of mergedPosts(post)) {
    const target = merges.targetOf(id);
    if (!target || own.has(id) || !others.add(id)) continue;
    const board = textOf(at(post['board'], ['name'])).trim();
    yield {
      kind: 'feedback',
      external_id: idOf(id),
      title: textOf(merged['title']),
      description: textOf(merged['details']),
      status: textOf(post['status']),
      board: board === '' ? '' : slugOf(board),
      person: '',
      tags: [],
      created_at: timeOf(merged['created'], 'time of creation of a merged post'),
      merged_into: target,
      ...metadataOf([['image_urls', merged['imageURLs']]]),
    };
  }
}
