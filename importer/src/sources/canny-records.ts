import { References } from '../files/bounded-memory.js';
import { at, isObject } from '../files/json-objects.js';
import type { Item } from '../item.js';
import type { JsonObject, PortableComment, PortableStatusChange } from '../records.js';
import { idOf, metadataOf, optionalId, textOf, unique } from './field-values.js';
import { type Found, itemsOf, linkedFiles } from './found.js';
import { optionalTime, timeOf } from './times.js';

/** Returns the names in a list of names, or of objects with names. */
export function namesOf(value: unknown): string[] {
  return Array.isArray(value)
    ? unique(value.map((item) => textOf(isObject(item) ? item['name'] : item).trim()))
    : [];
}

/** Returns a company, whose id is that in the system of the project's team. */
export function* companyOf(company: JsonObject): Generator<Found> {
  const created = optionalTime(company['created'], 'time of creation');
  if (created === undefined) return;
  const spend = Number(company['monthlySpend']);
  yield {
    kind: 'company',
    id: idOf(company['id'], 'id of the company'),
    name: textOf(company['name']).trim(),
    revenue: spend > 0 ? Math.round(spend) : 0,
    metadata:
      metadataOf([
        ['domain', company['domain']],
        ['custom_fields', company['customFields']],
      ]).metadata ?? {},
    created_at: created,
  };
}

export function* voteOf(vote: JsonObject): Generator<Found> {
  const priority = textOf(vote['votePriority']);
  if (priority !== '' && priority !== 'No Priority') yield { leftOut: 'priorities of votes' };
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

export function* commentOf(comment: JsonObject): Generator<Found> {
  if (Number(comment['likeCount']) > 0) yield { leftOut: 'likes of comments' };
  const isInternal = comment['internal'] === true || comment['private'] === true;
  const record: PortableComment = {
    kind: 'comment',
    external_id: idOf(comment['id']),
    feedback: idOf(at(comment['post'], ['id']), 'id of the post'),
    person: optionalId(at(comment['author'], ['id']), 'id of the author'),
    content: withPictures(comment),
    parent: optionalId(comment['parentID'], 'id of the parent'),
    comment_kind: isInternal ? 'internal' : 'comment',
    created_at: timeOf(comment['created'], 'time of creation'),
  };
  yield record;
  yield* linkedFiles(picturesOf(comment), record);
}

/** Returns the addresses of the pictures of a post or a comment. */
export function picturesOf(object: unknown): string[] {
  const pictures = at(object, ['imageURLs']);
  return unique(Array.isArray(pictures) ? pictures.map(textOf) : []);
}

/** Returns the text, with the addresses of the pictures: a comment may consist of pictures only. */
function withPictures(comment: unknown): string {
  return unique([textOf(at(comment, ['value'])), ...picturesOf(comment)]).join('\n\n');
}

export function* changelogOf(entry: JsonObject): Generator<Found> {
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
    person: '',
    tags: unique([...namesOf(entry['labels']), ...namesOf(entry['types'])]),
  };
  if (textOf(entry['url']) !== '') yield { leftOut: 'addresses of changelog entries' };
  if (Object.keys(isObject(entry['reactions']) ? entry['reactions'] : {}).length > 0)
    yield { leftOut: 'reactions to changelog entries' };
  for (const post of Array.isArray(entry['posts']) ? entry['posts'] : []) {
    const feedback = optionalId(isObject(post) ? post['id'] : post, 'id of a post');
    if (feedback !== '') yield { kind: 'link', changelog: id, feedback };
  }
}

interface Change {
  readonly line: number;
  readonly object: JsonObject;
  readonly time: string;
}

/** Canny's changes of statuses name the new status only. The former one is that of the change before, of the same post. */
export class StatusHistory {
  private readonly changes = new References<Change[]>('posts with status changes');

  *add(object: JsonObject, line = 1): Generator<Found> {
    const post = idOf(at(object['post'], ['id']), 'id of the post');
    const change = { line, object, time: timeOf(object['created'], 'time of the change') };
    this.changes.set(post, [...(this.changes.get(post) ?? []), change]);
    yield* [];
  }

  /** Returns the changes in their order, each after the comment that explains it. */
  *items(prefix: string): Generator<Item> {
    for (const [post, changes] of this.changes) {
      let from = 'open';
      for (const { line, object, time } of changes.sort((a, b) => (a.time < b.time ? -1 : 1))) {
        const to = textOf(object['status']);
        yield* itemsOf(line, prefix, () => this.itemsOf(post, object, { from, to, time }));
        from = to;
      }
    }
  }

  private *itemsOf(
    feedback: string,
    object: JsonObject,
    { from, to, time }: { from: string; to: string; time: string },
  ): Generator<Found> {
    const person = optionalId(at(object['changer'], ['id']), 'id of the changer');
    const content = withPictures(object['changeComment']);
    const comment = content === '' ? '' : `status:${idOf(object['id'])}`;
    if (content !== '')
      yield {
        kind: 'comment',
        external_id: comment,
        feedback,
        person,
        content,
        parent: '',
        comment_kind: 'response',
        created_at: time,
      };
    const change: PortableStatusChange = {
      kind: 'status_change',
      feedback,
      from,
      to,
      person,
      comment,
      created_at: time,
    };
    if (person === '') yield { leftOut: 'status changes without a person' };
    else if (from !== to) yield change;
  }
}
