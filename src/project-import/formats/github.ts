import type { PortableFeedback, PortablePerson, PortableRecord } from '../../project-export/index.js';
import type { JsonObject } from '../../shared/rules.js';
import type { ImportItem } from '../application/import-formats.js';
import { Seen } from './bounded-memory.js';
import {
  countOf,
  emailOf,
  idOf,
  InvalidValue,
  itemsOf,
  metadataOf,
  type Note,
  optionalId,
  optionalTime,
  tagOf,
  textOf,
  timeOf,
  unique,
} from './field-values.js';
import { at, isObject, readObjects } from './json-objects.js';
import type { Part } from './part.js';

/** The arrays in responses of the REST and GraphQL APIs. */
const collections = [
  ...['items', 'issues', 'discussions', 'comments', 'nodes'],
  ...['data.repository.issues.nodes', 'data.repository.discussions.nodes', 'data.search.nodes'],
];

/**
 * Reads issues and discussions of GitHub's REST and GraphQL APIs, and comments of the REST API. Votes are the reactions
 * `+1`, of which the number is known only, or the upvotes of discussions.
 */
export async function* readGitHub(part: Part): AsyncGenerator<ImportItem> {
  const people = new Seen();
  const tags = new Seen();
  for await (const found of readObjects(part, collections)) {
    if (!('object' in found)) {
      yield found;
      continue;
    }
    const { line, object } = found;
    for (const user of [object, ...commentsIn(object)].map(authorOf)) {
      const person = personOf(user);
      if (person && people.add(person.external_id)) yield { line, record: person };
    }
    for (const label of labelsOf(object)) {
      const name = labelName(label);
      if (tags.add(name)) yield { line, record: tagOf(name, at(label, ['color'])) };
    }
  }
  yield* translate(part, function* (object) {
    if (isComment(object)) return;
    if ('pull_request' in object || object['__typename'] === 'PullRequest') {
      yield { code: 'pull_request', detail: 'Pull requests are left out.' };
      return;
    }
    yield feedbackOf(object);
  });
  yield* translate(part, function* (object) {
    if (isComment(object)) yield commentOf(object, issueOf(object));
    else if (!('pull_request' in object))
      for (const comment of commentsIn(object)) yield commentOf(comment, idOfIssue(object));
  });
}

async function* translate(
  part: Part,
  read: (object: JsonObject) => Iterable<PortableRecord | Note>,
): AsyncGenerator<ImportItem> {
  for await (const found of readObjects(part, collections))
    if ('object' in found) yield* itemsOf(found.line, part.prefix, () => read(found.object));
}

/** Returns whether it is a comment in a list of its own, which names its issue. */
function isComment(object: JsonObject): boolean {
  return !('title' in object) && 'body' in object;
}

/** Returns the comments within an issue or a discussion of the GraphQL API. */
function commentsIn(object: JsonObject): JsonObject[] {
  const nodes = Array.isArray(object['comments']) ? object['comments'] : at(object['comments'], ['nodes']);
  return Array.isArray(nodes) ? nodes.filter(isObject) : [];
}

function authorOf(object: JsonObject): unknown {
  return object['user'] ?? object['author'];
}

/** Returns the user. Deleted users are null. */
function personOf(user: unknown): PortablePerson | undefined {
  const login = textOf(at(user, ['login'])).trim();
  if (login === '' || login.length > 200) return undefined;
  return {
    kind: 'person',
    external_id: login,
    email: emailOf(at(user, ['email'])),
    full_name: textOf(at(user, ['name'])).trim() || login,
    avatar_url: textOf(at(user, ['avatar_url']) ?? at(user, ['avatarUrl'])),
  };
}

function labelsOf(object: JsonObject): unknown[] {
  const labels = Array.isArray(object['labels']) ? object['labels'] : at(object['labels'], ['nodes']);
  return Array.isArray(labels) ? labels : [];
}

function labelName(label: unknown): string {
  return textOf(isObject(label) ? label['name'] : label).trim();
}

/** Returns an id such as `owner/repository#12`, because numbers are unique within a repository only. */
function idOfIssue(object: JsonObject): string {
  return idFromUrl(addressOf(object)) || idOf(object['number'], 'number');
}

function idFromUrl(url: string): string {
  const [, repository, number] =
    /([^/]+\/[^/]+)\/(?:issues|discussions|pull)\/(\d+)(?:[#?].*)?$/.exec(url) ?? [];
  return number === undefined ? '' : optionalId(`${repository}#${number}`);
}

function addressOf(object: JsonObject): string {
  return textOf(object['html_url'] ?? object['url']);
}

/** @throws InvalidValue when a comment does not name its issue */
function issueOf(comment: JsonObject): string {
  const id = idFromUrl(textOf(comment['issue_url'])) || idFromUrl(addressOf(comment));
  if (id === '') throw new InvalidValue('invalid_id', 'The comment does not name its issue.');
  return id;
}

function feedbackOf(object: JsonObject): PortableFeedback {
  const votes = votesOf(object);
  const updatedAt = optionalTime(object['updated_at'] ?? object['updatedAt'], 'time of the update');
  const url = addressOf(object);
  const category = textOf(at(object['category'], ['name']));
  return {
    kind: 'feedback',
    external_id: idOfIssue(object),
    title: textOf(object['title']),
    description: textOf(object['body']),
    status: statusOf(object),
    person: optionalId(at(authorOf(object), ['login']), 'login'),
    tags: unique(labelsOf(object).map(labelName)),
    created_at: timeOf(object['created_at'] ?? object['createdAt'], 'time of creation'),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
    merged_into: '',
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    ...metadataOf([
      ['number', object['number']],
      ['category', category],
      ['milestone', at(object['milestone'], ['title'])],
      ['closed_at', object['closed_at'] ?? object['closedAt']],
      ['locked', object['locked'] === true ? true : ''],
    ]),
  };
}

/** Returns `open`, or why it was closed: `completed`, `not_planned` or `duplicate`, otherwise `closed`. */
function statusOf(object: JsonObject): string {
  const state = textOf(object['state']).toLowerCase();
  const isClosed = state === 'closed' || object['closed'] === true;
  if (!isClosed) return 'open';
  return textOf(object['state_reason'] ?? object['stateReason']).toLowerCase() || 'closed';
}

function votesOf(object: JsonObject): number | undefined {
  const groups = Array.isArray(object['reactionGroups']) ? object['reactionGroups'] : [];
  const thumbs: unknown = groups.find((group) => at(group, ['content']) === 'THUMBS_UP');
  return countOf(
    object['upvoteCount'] ??
      at(object['reactions'], ['+1']) ??
      at(thumbs, ['reactors', 'totalCount']) ??
      at(thumbs, ['users', 'totalCount']),
  );
}

function commentOf(comment: JsonObject, feedback: string): PortableRecord {
  const updatedAt = optionalTime(comment['updated_at'] ?? comment['updatedAt'], 'time of the update');
  return {
    kind: 'comment',
    external_id: idOf(comment['node_id'] ?? comment['id']),
    feedback,
    person: optionalId(at(authorOf(comment), ['login']), 'login'),
    content: textOf(comment['body']),
    created_at: timeOf(comment['created_at'] ?? comment['createdAt'], 'time of creation'),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
  };
}
