import { at, isObject } from '../files/json-objects.js';
import type { JsonObject, PortableComment } from '../records.js';
import { idOf, metadataOf, optionalId, textOf, unique } from './field-values.js';
import { type Found, linkedFiles } from './found.js';
import type { StatusChange } from './status-history.js';
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

/** Returns a change of a status, which names the new status only. */
export function statusChangeOf(object: JsonObject): StatusChange {
  const feedback = idOf(at(object['post'], ['id']), 'id of the post');
  const person = optionalId(at(object['changer'], ['id']), 'id of the changer');
  const time = timeOf(object['created'], 'time of the change');
  const content = withPictures(object['changeComment']);
  return {
    feedback,
    to: textOf(object['status']),
    person,
    time,
    ...(content !== '' && {
      comment: {
        kind: 'comment',
        external_id: `status:${idOf(object['id'])}`,
        feedback,
        person,
        content,
        parent: '',
        comment_kind: 'response',
        created_at: time,
      },
    }),
  };
}
