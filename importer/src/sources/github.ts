import { Seen } from '../files/bounded-memory.js';
import { at, isObject, readObjects } from '../files/json-objects.js';
import type { Part } from '../files/part.js';
import type { Item, SourceFeedback } from '../item.js';
import type { JsonObject, PortableComment, PortablePerson } from '../records.js';
import { countOf, emailOf, idOf, metadataOf, optionalId, textOf, unique } from './field-values.js';
import { type Found, InvalidValue, itemsOf, linkedFiles } from './found.js';
import { boardOf, slugOf, tagOf } from './named-records.js';
import { dateOf, optionalTime, timeOf } from './times.js';

/** The arrays in responses of the REST and GraphQL APIs. */
const collections = [
  ...['items', 'issues', 'discussions', 'comments', 'nodes'],
  ...['data.repository.issues.nodes', 'data.repository.discussions.nodes', 'data.search.nodes'],
];

/**
 * Reads issues, discussions, comments and reactions of GitHub's REST and GraphQL APIs, in any order. Votes are the reactions `+1`,
 * of which the number is known only unless there are objects for them, or the upvotes of discussions.
 */
export async function* readGitHub(part: Part): AsyncGenerator<Item> {
  const [people, tags, boards] = [new Seen(), new Seen(), new Seen()];
  for await (const found of readObjects(part, collections)) {
    if (!('object' in found)) {
      yield found;
      continue;
    }
    const { line, object } = found;
    if (isOfPullRequest(object)) continue;
    const comments = commentsIn(object);
    const users = [object, ...comments, ...comments.flatMap(repliesIn)].map(authorOf);
    for (const user of [...users, ...assigneesOf(object)]) {
      const person = personOf(user);
      if (person && people.add(person.external_id)) yield { line, record: person };
    }
    for (const label of labelsOf(object)) {
      const name = labelName(label);
      if (tags.add(name)) yield { line, record: tagOf(name, at(label, ['color'])) };
    }
    const category = textOf(at(object['category'], ['name'])).trim();
    if (category !== '' && boards.add(slugOf(category))) yield { line, record: boardOf(category) };
  }
  yield* translate(part, function* (object) {
    if (isComment(object) || isReaction(object)) return;
    if (isOfPullRequest(object)) {
      yield { leftOut: 'pull requests' };
      return;
    }
    const record = feedbackOf(object);
    yield record;
    yield* linkedFiles(picturesIn(textOf(object['body'])), record);
    for (let further = 1; further < assigneesOf(object).length; further++)
      yield { leftOut: 'further assignees' };
    if (hasOtherReactions(object)) yield { leftOut: 'reactions other than +1' };
  });
  yield* translate(part, function* (object) {
    if (isReaction(object)) yield* voteOf(object);
  });
  yield* translate(part, function* (object) {
    if (isReaction(object)) return;
    if (isOfPullRequest(object)) {
      if (isComment(object)) yield { leftOut: 'comments of pull requests' };
    } else if (isComment(object)) {
      const parent = textOf(at(object['replyTo'], ['id']));
      yield* commentOf(object, { feedback: issueOf(object), parent, answer: '' });
    } else {
      const feedback = idOfIssue(object);
      const answer = textOf(at(object['answer'], ['id']));
      for (const comment of commentsIn(object)) {
        yield* commentOf(comment, { feedback, parent: '', answer });
        for (const reply of repliesIn(comment))
          yield* commentOf(reply, { feedback, parent: idOfComment(comment), answer });
      }
    }
  });
}

async function* translate(part: Part, read: (object: JsonObject) => Iterable<Found>): AsyncGenerator<Item> {
  for await (const found of readObjects(part, collections))
    if ('object' in found) yield* itemsOf(found.line, part.prefix, () => read(found.object));
}

/** Returns whether it is a comment in a list of its own, which names its issue. */
function isComment(object: JsonObject): boolean {
  return !('title' in object) && 'body' in object;
}

/** Returns whether it is a reaction of the GraphQL API, which names what it is on. */
function isReaction(object: JsonObject): boolean {
  return 'reactable' in object;
}

/** Returns whether it is a pull request, or a comment on one, as its address says. */
function isOfPullRequest(object: JsonObject): boolean {
  return (
    'pull_request' in object ||
    object['__typename'] === 'PullRequest' ||
    (isComment(object) && /\/pull\/\d+(?:[#?].*)?$/.test(addressOf(object)))
  );
}

/** Returns the comments within an issue or a discussion of the GraphQL API. */
function commentsIn(object: JsonObject): JsonObject[] {
  return nodesOf(object['comments']);
}

/** Returns the replies within a comment on a discussion. */
function repliesIn(comment: JsonObject): JsonObject[] {
  return nodesOf(comment['replies']);
}

/** Returns the objects of a list, which has them in `nodes` in the GraphQL API. */
function nodesOf(list: unknown): JsonObject[] {
  const nodes = Array.isArray(list) ? list : at(list, ['nodes']);
  return Array.isArray(nodes) ? nodes.filter(isObject) : [];
}

function authorOf(object: JsonObject): unknown {
  return object['user'] ?? object['author'];
}

function assigneesOf(object: JsonObject): JsonObject[] {
  return nodesOf(object['assignees']);
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

/** @throws InvalidValue when a comment or a reaction does not name its issue */
function issueOf(object: unknown): string {
  const id = isObject(object) ? idFromUrl(textOf(object['issue_url'])) || idFromUrl(addressOf(object)) : '';
  if (id === '') throw new InvalidValue('invalid_id', 'The record does not name its issue.');
  return id;
}

function idOfComment(comment: JsonObject): string {
  return idOf(comment['node_id'] ?? comment['id']);
}

function feedbackOf(object: JsonObject): SourceFeedback {
  const votes = votesOf(object);
  const url = addressOf(object);
  const category = textOf(at(object['category'], ['name'])).trim();
  const fields = [
    ['Type', textOf(at(object['type'] ?? object['issueType'], ['name']))],
    ['Milestone', textOf(at(object['milestone'], ['title']))],
  ].filter(([, value]) => value !== '');
  const due = dateOf(at(object['milestone'], ['due_on']) ?? at(object['milestone'], ['dueOn']));
  return {
    kind: 'feedback',
    external_id: idOfIssue(object),
    title: textOf(object['title']),
    description: textOf(object['body']),
    status: statusOf(object),
    board: category === '' ? '' : slugOf(category),
    person: optionalId(at(authorOf(object), ['login']), 'login'),
    assignee: optionalId(assigneesOf(object)[0]?.['login'], 'login'),
    ...('milestone' in object && { estimated_date: due }),
    tags: unique(labelsOf(object).map(labelName)),
    created_at: timeOf(object['created_at'] ?? object['createdAt'], 'time of creation'),
    merged_into: '',
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    ...(typeof object['locked'] === 'boolean' && { comments_locked: object['locked'] }),
    fields: Object.fromEntries(fields) as Record<string, unknown>,
    ...metadataOf([
      ['number', object['number']],
      ['updated_at', object['updated_at'] ?? object['updatedAt']],
      ['closed_at', object['closed_at'] ?? object['closedAt']],
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

function hasOtherReactions(object: JsonObject): boolean {
  const [all, thumbs] = [at(object['reactions'], ['total_count']), at(object['reactions'], ['+1'])];
  return Number(all) > Number(thumbs);
}

function* voteOf(reaction: JsonObject): Generator<Found> {
  if (reaction['content'] !== 'THUMBS_UP') {
    yield { leftOut: 'reactions other than +1' };
    return;
  }
  // The votes of deleted users are a part of the number of votes.
  const person = optionalId(at(authorOf(reaction), ['login']), 'login');
  if (person === '') return;
  yield {
    kind: 'vote',
    feedback: issueOf(reaction['reactable']),
    person,
    created_at: timeOf(reaction['createdAt'], 'time of the vote'),
  };
}

/** @param answer id of the comment that was chosen as the answer */
function* commentOf(
  comment: JsonObject,
  { feedback, parent, answer }: { feedback: string; parent: string; answer: string },
): Generator<Found> {
  if (optionalTime(comment['deletedAt']) !== undefined) {
    yield { leftOut: 'deleted comments' };
    return;
  }
  if (Number(at(comment['reactions'], ['total_count'])) > 0) yield { leftOut: 'reactions to comments' };
  const updatedAt = optionalTime(comment['updated_at'] ?? comment['updatedAt'], 'time of the update');
  const id = idOfComment(comment);
  const isAnswer = comment['isAnswer'] === true || (answer !== '' && id === answer);
  const record: PortableComment = {
    kind: 'comment',
    external_id: id,
    feedback,
    person: optionalId(at(authorOf(comment), ['login']), 'login'),
    content: textOf(comment['body']),
    parent,
    comment_kind: isAnswer ? 'response' : 'comment',
    created_at: timeOf(comment['created_at'] ?? comment['createdAt'], 'time of creation'),
    ...(updatedAt !== undefined && { updated_at: updatedAt }),
  };
  yield record;
  yield* linkedFiles(picturesIn(record.content), record);
}

/** Returns the addresses of the files that people have uploaded into a text. */
function picturesIn(text: string): string[] {
  const upload =
    /https?:\/\/(?:[\w.:-]+\/user-attachments\/assets\/[\w-]+|user-images\.githubusercontent\.com\/[\w./-]+)/g;
  return text.match(upload) ?? [];
}
