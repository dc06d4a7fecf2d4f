import type { PortableFeedback, PortablePerson, PortableRecord } from '../../project-export/index.js';
import type { JsonObject } from '../../shared/rules.js';
import type { ImportItem } from '../application/import-formats.js';
import { Merges, References, Seen } from './bounded-memory.js';
import {
  countOf,
  emailOf,
  idOf,
  itemsOf,
  mergeCircle,
  metadataOf,
  type Note,
  optionalId,
  optionalTime,
  textOf,
  timeOf,
  unique,
} from './field-values.js';
import { at, type FoundObject, isObject, readObjects } from './json-objects.js';
import type { Part } from './part.js';

/** The arrays in responses of the API. */
const collections = {
  posts: 'post',
  comments: 'comment',
  votes: 'vote',
  entries: 'entry',
  changelog: 'entry',
  changelogs: 'entry',
  changelogEntries: 'entry',
  changelog_entries: 'entry',
} as const;

type Kind = (typeof collections)[keyof typeof collections];

const paths = Object.keys(collections);

/** Reads objects of Canny's API: posts, comments, votes and changelog entries, in any order. */
export async function* readCanny(part: Part): AsyncGenerator<ImportItem> {
  const merges = new Merges();
  const kinds = new Set<Kind | undefined>();
  const people = new Seen();
  for await (const found of readObjects(part, paths)) {
    if (!('object' in found)) {
      yield found;
      continue;
    }
    const kind = kindOf(found);
    kinds.add(kind);
    if (kind === undefined)
      yield {
        line: found.line,
        failed: true,
        code: 'unknown_record',
        detail: 'The object is no post, comment, vote or changelog entry.',
      };
    if (kind === 'post')
      for (const { id } of mergedPosts(found.object)) merges.add(id, textOf(found.object['id']).trim());
    const person = personOf(found.object[kind === 'vote' ? 'voter' : 'author']);
    if (kind !== undefined && person && people.add(person.external_id))
      yield { line: found.line, record: person };
  }
  const pass = (kind: Kind, read: (object: JsonObject) => Iterable<PortableRecord | Note>) =>
    translate(part, kind, read);
  // Merged posts with an object of their own.
  const own = new References<true>('merged posts');
  if (kinds.has('post')) yield* pass('post', (post) => feedbackOf(post, merges, own));
  if (own.size > 0) yield* pass('post', (post) => mergedFeedbackOf(post, merges));
  const others = new Seen();
  if (merges.passes.includes(true))
    yield* pass('post', (post) => feedbackOfMerges(post, merges, own, others));
  if (kinds.has('vote')) yield* pass('vote', voteOf);
  if (kinds.has('comment')) yield* pass('comment', commentOf);
  if (kinds.has('entry')) yield* pass('entry', changelogOf);
}

async function* translate(
  part: Part,
  kind: Kind,
  read: (object: JsonObject) => Iterable<PortableRecord | Note>,
): AsyncGenerator<ImportItem> {
  for await (const found of readObjects(part, paths))
    if ('object' in found && kindOf(found) === kind)
      yield* itemsOf(found.line, part.prefix, () => read(found.object));
}

function kindOf({ collection, object }: Extract<FoundObject, { object: JsonObject }>): Kind | undefined {
  if (Object.hasOwn(collections, collection)) return collections[collection as keyof typeof collections];
  if ('voter' in object) return 'vote';
  if ('value' in object) return 'comment';
  if ('markdownDetails' in object || 'plaintextDetails' in object) return 'entry';
  return 'title' in object ? 'post' : undefined;
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

function namesOf(value: unknown): string[] {
  return Array.isArray(value)
    ? unique(value.map((item) => textOf(isObject(item) ? item['name'] : item).trim()))
    : [];
}

function* feedbackOf(
  post: JsonObject,
  merges: Merges,
  own: References<true>,
): Generator<PortableFeedback | Note> {
  const id = textOf(post['id']).trim();
  const target = merges.targetOf(id);
  if (target) {
    // It follows its target.
    own.set(id, true);
    return;
  }
  if (target === undefined) yield mergeCircle;
  yield postRecord(post, '');
}

function* mergedFeedbackOf(post: JsonObject, merges: Merges): Generator<PortableFeedback> {
  const target = merges.targetOf(textOf(post['id']).trim());
  if (target) yield postRecord(post, target);
}

function postRecord(post: JsonObject, target: string): PortableFeedback {
  // The votes of a merged post are among those of its target.
  const votes = target === '' ? countOf(post['score']) : undefined;
  const url = textOf(post['url']);
  return {
    kind: 'feedback',
    external_id: idOf(post['id']),
    title: textOf(post['title']),
    description: textOf(post['details']),
    status: textOf(post['status']),
    person: optionalId(at(post['author'], ['id']), 'id of the author'),
    tags: namesOf(post['tags']),
    created_at: timeOf(post['created'], 'time of creation'),
    merged_into: target,
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    ...metadataOf([
      ['board', at(post['board'], ['name'])],
      ['category', at(post['category'], ['name'])],
      ['eta', post['eta']],
      ['status_changed_at', post['statusChangedAt']],
      [
        'custom_fields',
        listOf(post['customFields']).map((field) => ({ name: field['name'], value: field['value'] })),
      ],
      ['image_urls', post['imageURLs']],
      ['jira', at(post['jira'], ['linkedIssues'])],
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
): Generator<PortableFeedback> {
  for (const { id, merged } of mergedPosts(post)) {
    const target = merges.targetOf(id);
    if (!target || own.has(id) || !others.add(id)) continue;
    yield {
      kind: 'feedback',
      external_id: idOf(id),
      title: textOf(merged['title']),
      description: textOf(merged['details']),
      status: textOf(post['status']),
      person: '',
      tags: [],
      created_at: timeOf(merged['created'], 'time of creation of a merged post'),
      merged_into: target,
      ...metadataOf([['image_urls', merged['imageURLs']]]),
    };
  }
}

function* voteOf(vote: JsonObject): Generator<PortableRecord> {
  // The votes of deleted users are a part of the score of the post.
  const person = optionalId(at(vote['voter'], ['id']), 'id of the voter');
  if (person === '') return;
  yield {
    kind: 'vote',
    feedback: idOf(at(vote['post'], ['id']), 'id of the post'),
    person,
    created_at: timeOf(vote['created'], 'time of the vote'),
  };
}

function* commentOf(comment: JsonObject): Generator<PortableRecord | Note> {
  if (comment['internal'] === true || comment['private'] === true) {
    yield { code: 'private_comment', detail: 'The comment is internal or private.' };
    return;
  }
  const pictures = Array.isArray(comment['imageURLs']) ? comment['imageURLs'].map(textOf) : [];
  yield {
    kind: 'comment',
    external_id: idOf(comment['id']),
    feedback: idOf(at(comment['post'], ['id']), 'id of the post'),
    person: optionalId(at(comment['author'], ['id']), 'id of the author'),
    // A comment may consist of pictures only.
    content: unique([textOf(comment['value']), ...pictures]).join('\n\n'),
    created_at: timeOf(comment['created'], 'time of creation'),
  };
}

function* changelogOf(entry: JsonObject): Generator<PortableRecord> {
  const status = textOf(entry['status']);
  const scheduledFor = optionalTime(entry['scheduledFor'], 'time of publication');
  const publishedAt = optionalTime(entry['publishedAt'], 'time of publication') ?? scheduledFor;
  const createdAt = timeOf(entry['created'], 'time of creation');
  const id = idOf(entry['id']);
  yield {
    kind: 'changelog',
    external_id: id,
    title: textOf(entry['title']),
    summary: '',
    content: textOf(entry['markdownDetails']) || textOf(entry['plaintextDetails']),
    image: '',
    published: status === 'published' || (status === 'scheduled' && publishedAt !== undefined),
    publish_date: publishedAt ?? createdAt,
    created_at: createdAt,
    person: '',
    tags: unique([...namesOf(entry['labels']), ...namesOf(entry['types'])]),
    ...metadataOf([['url', entry['url']]]),
  };
  for (const post of Array.isArray(entry['posts']) ? entry['posts'] : []) {
    const feedback = optionalId(isObject(post) ? post['id'] : post, 'id of a post');
    if (feedback !== '') yield { kind: 'link', changelog: id, feedback };
  }
}
