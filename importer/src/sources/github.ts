import { Seen } from '../files/bounded-memory.js';
import { at, isObject, JsonRecord, readObjects } from '../files/json-objects.js';
import type { Part } from '../files/part.js';
import { InvalidValue, maxIdLength, textOf } from '../files/record-reader.js';
import type { Item, SourceFeedback } from '../item.js';
import type { PortableComment, PortablePerson } from '../records.js';
import { metadataOf, unique } from './field-values.js';
import { type Found, itemsOf, linkedFiles } from './found.js';
import { boardOf, slugOf, tagOf } from './named-records.js';

/** The arrays in responses of the REST and GraphQL APIs. */
const collections = [
  ...['items', 'issues', 'discussions', 'comments', 'nodes'],
  ...['data.repository.issues.nodes', 'data.repository.discussions.nodes', 'data.search.nodes'],
];

/**
 * Reads issues, discussions, comments and reactions of GitHub's REST and GraphQL APIs, in any order. Votes are the reactions `+1`,
 * or the upvotes of discussions. Without objects for the reactions, only their number is known.
 */
export async function* readGitHub(part: Part): AsyncGenerator<Item> {
  const [people, tags, boards] = [new Seen(), new Seen(), new Seen()];
  for await (const found of readObjects(part, collections)) {
    if (!('object' in found)) {
      yield found;
      continue;
    }
    const object = new GitHubRecord(found.line, found.object);
    if (isOfPullRequest(object)) continue;
    yield* itemsOf(object, part.prefix, function* () {
      const comments = commentsIn(object);
      const users = [object, ...comments, ...comments.flatMap(repliesIn)].map(authorOf);
      for (const user of [...users, ...assigneesOf(object)]) {
        const person = personOf(user);
        if (person && people.add(person.external_id)) yield person;
      }
      for (const label of labelsOf(object)) {
        const name = labelName(label);
        if (tags.add(name)) yield tagOf(name, at(label, ['color']));
      }
      const category = object.word('category.name');
      if (category !== '' && boards.add(slugOf(category))) yield boardOf(category);
    });
  }
  yield* translate(part, function* (object) {
    if (isComment(object) || isReaction(object)) return;
    if (isOfPullRequest(object)) {
      yield { leftOut: 'pull requests' };
      return;
    }
    const record = feedbackOf(object);
    yield record;
    yield* linkedFiles(picturesIn(object.text('body')), record);
    for (let further = 1; further < assigneesOf(object).length; further++)
      yield { leftOut: 'further assignees' };
    if (hasOtherReactions(object)) yield { leftOut: 'reactions other than +1' };
  });
  yield* translate(part, function* (object) {
    if (isReaction(object)) yield* voteOf(object);
  });
  for await (const object of objectsIn(part)) {
    if (isReaction(object) || (isOfPullRequest(object) && !isComment(object))) continue;
    if (isComment(object)) {
      yield* itemsOf(object, part.prefix, () => listedCommentOf(object));
      continue;
    }
    const answer = object.text('answer.id');
    // Each by itself, so that one that cannot be read does not take the others with it.
    const itemsOfComment = (comment: GitHubRecord, parent?: GitHubRecord) =>
      itemsOf(comment, part.prefix, () =>
        commentOf(comment, {
          feedback: idOfIssue(object),
          parent: parent ? idOfComment(parent) : '',
          answer,
        }),
      );
    for (const comment of commentsIn(object)) {
      yield* itemsOfComment(comment);
      for (const reply of repliesIn(comment)) yield* itemsOfComment(reply, comment);
    }
  }
}

async function* translate(part: Part, read: (object: GitHubRecord) => Iterable<Found>): AsyncGenerator<Item> {
  for await (const object of objectsIn(part)) yield* itemsOf(object, part.prefix, () => read(object));
}

async function* objectsIn(part: Part): AsyncGenerator<GitHubRecord> {
  for await (const found of readObjects(part, collections))
    if ('object' in found) yield new GitHubRecord(found.line, found.object);
}

/** An object of either API: the REST API has names such as `created_at`, and the GraphQL API `createdAt`. */
class GitHubRecord extends JsonRecord {
  override get(path: string): unknown {
    const camelCase = path.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return super.get(path) ?? super.get(camelCase);
  }

  /** Returns the objects of a list, which has them in `nodes` in the GraphQL API. */
  nodes(path: string): GitHubRecord[] {
    const nodes = this.get(`${path}.nodes`) ?? this.get(path);
    return Array.isArray(nodes)
      ? nodes.filter(isObject).map((node) => new GitHubRecord(this.line, node, this.notes))
      : [];
  }

  has(name: string): boolean {
    return isObject(this.object) && name in this.object;
  }
}

/** Returns whether it is a comment in a list of its own, which names its issue. */
function isComment(object: GitHubRecord): boolean {
  return !object.has('title') && object.has('body');
}

/** Returns whether it is a reaction of the GraphQL API, which names what it is on. */
function isReaction(object: GitHubRecord): boolean {
  return object.has('reactable');
}

/** Returns whether it is a pull request, or a comment on one, as its address says. */
function isOfPullRequest(object: GitHubRecord): boolean {
  return (
    object.has('pull_request') ||
    object.get('__typename') === 'PullRequest' ||
    (isComment(object) && /\/pull\/\d+(?:[#?].*)?$/.test(addressOf(object)))
  );
}

/** Returns the comments within an issue or a discussion of the GraphQL API. */
function commentsIn(object: GitHubRecord): GitHubRecord[] {
  return object.nodes('comments');
}

/** Returns the replies within a comment on a discussion. */
function repliesIn(comment: GitHubRecord): GitHubRecord[] {
  return comment.nodes('replies');
}

function authorOf(object: GitHubRecord): JsonRecord {
  return object.inner(object.get('user') ? 'user' : 'author');
}

function assigneesOf(object: GitHubRecord): GitHubRecord[] {
  return object.nodes('assignees');
}

/** Returns the user. Deleted users are null. */
function personOf(user: JsonRecord): PortablePerson | undefined {
  const login = user.word('login');
  if (login === '' || login.length > maxIdLength) return undefined;
  return {
    kind: 'person',
    external_id: login,
    email: user.email('email'),
    full_name: user.word('name') || login,
    avatar_url: user.text('avatar_url') || user.text('avatarUrl'),
  };
}

function labelsOf(object: GitHubRecord): unknown[] {
  const labels = object.get('labels.nodes') ?? object.get('labels');
  return Array.isArray(labels) ? labels : [];
}

function labelName(label: unknown): string {
  return textOf(isObject(label) ? label['name'] : label).trim();
}

/** Returns an id such as `owner/repository#12`, because numbers are unique within a repository only. */
function idOfIssue(object: GitHubRecord): string {
  return idFromUrl(addressOf(object)) || object.id('number');
}

function idFromUrl(url: string): string {
  const [, repository, number] =
    /([^/]+\/[^/]+)\/(?:issues|discussions|pull)\/(\d+)(?:[#?].*)?$/.exec(url) ?? [];
  return number === undefined ? '' : `${repository}#${number}`.slice(0, maxIdLength);
}

function addressOf(object: JsonRecord): string {
  return object.text('html_url') || object.text('url');
}

/** @throws InvalidValue when a comment or a reaction does not name its issue */
function issueOf(object: JsonRecord): string {
  const id = idFromUrl(object.text('issue_url')) || idFromUrl(addressOf(object));
  if (id === '') throw new InvalidValue('invalid_id', 'The record does not name its issue.');
  return id;
}

function idOfComment(comment: GitHubRecord): string {
  return comment.id(comment.word('node_id') === '' ? 'id' : 'node_id');
}

function feedbackOf(object: GitHubRecord): SourceFeedback {
  const votes = votesOf(object);
  const url = addressOf(object);
  const category = object.word('category.name');
  const fields = [
    ['Type', object.text('type.name') || object.text('issueType.name')],
    ['Milestone', object.text('milestone.title')],
  ].filter(([, value]) => value !== '');
  const due = object.date('milestone.due_on');
  const closedAt = object.optionalTime('closed_at');
  const locked = object.protectingFlag('locked', true, 'only editors can comment');
  return {
    kind: 'feedback',
    external_id: idOfIssue(object),
    title: object.text('title'),
    description: object.text('body'),
    status: statusOf(object),
    board: category === '' ? '' : slugOf(category),
    person: authorOf(object).optionalId('login'),
    assignee: assigneesOf(object)[0]?.optionalId('login') ?? '',
    ...(object.has('milestone') && due !== undefined && { estimated_date: due }),
    tags: unique(labelsOf(object).map(labelName)),
    created_at: object.time('created_at'),
    ...(closedAt !== undefined && { status_changed_at: closedAt }),
    merged_into: '',
    ...(votes !== undefined && { vote_count: votes }),
    ...(url !== '' && { url }),
    ...(locked !== undefined && { comments_locked: locked }),
    fields: Object.fromEntries(fields) as Record<string, unknown>,
    ...metadataOf([['updated_at', object.get('updated_at')]]),
  };
}

/** Returns `open`, or why it was closed: `completed`, `not_planned` or `duplicate`, otherwise `closed`. */
function statusOf(object: GitHubRecord): string {
  const isClosed = object.text('state').toLowerCase() === 'closed' || object.flag('closed');
  return isClosed ? object.text('state_reason').toLowerCase() || 'closed' : 'open';
}

function votesOf(object: GitHubRecord): number | undefined {
  const thumbs = object.list('reactionGroups').find((group) => group.get('content') === 'THUMBS_UP');
  return (
    object.count('upvoteCount') ??
    object.count('reactions.+1') ??
    thumbs?.count('reactors.totalCount') ??
    thumbs?.count('users.totalCount')
  );
}

function hasOtherReactions(object: GitHubRecord): boolean {
  return Number(object.get('reactions.total_count')) > Number(object.get('reactions.+1'));
}

function* voteOf(reaction: GitHubRecord): Generator<Found> {
  if (reaction.get('content') !== 'THUMBS_UP') {
    yield { leftOut: 'reactions other than +1' };
    return;
  }
  // The votes of deleted users are a part of the number of votes.
  const person = authorOf(reaction).optionalId('login');
  if (person === '') return;
  yield {
    kind: 'vote',
    feedback: issueOf(reaction.inner('reactable')),
    person,
    created_at: reaction.time('created_at'),
  };
}

/** Returns a comment in a list of its own. */
function* listedCommentOf(object: GitHubRecord): Generator<Found> {
  if (isOfPullRequest(object)) {
    yield { leftOut: 'comments of pull requests' };
    return;
  }
  const parent = object.text('replyTo.id');
  yield* commentOf(object, { feedback: issueOf(object), parent, answer: '' });
}

/** @param answer id of the comment that was chosen as the answer */
function* commentOf(
  comment: GitHubRecord,
  { feedback, parent, answer }: { feedback: string; parent: string; answer: string },
): Generator<Found> {
  if (comment.word('deleted_at') !== '') {
    yield { leftOut: 'deleted comments' };
    return;
  }
  if (Number(comment.get('reactions.total_count')) > 0) yield { leftOut: 'reactions to comments' };
  const updatedAt = comment.optionalTime('updated_at');
  const id = idOfComment(comment);
  const isAnswer = comment.flag('isAnswer') || (answer !== '' && id === answer);
  const record: PortableComment = {
    kind: 'comment',
    external_id: id,
    feedback,
    person: authorOf(comment).optionalId('login'),
    content: comment.text('body'),
    parent,
    comment_kind: isAnswer ? 'response' : 'comment',
    created_at: comment.time('created_at'),
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
