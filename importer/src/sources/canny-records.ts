import { isObject, type JsonRecord } from '../files/json-objects.js';
import { textOf } from '../files/record-reader.js';
import type { PortableComment } from '../records.js';
import { metadataOf, unique } from './field-values.js';
import { type Found, linkedFiles } from './found.js';
import type { StatusChange } from './status-history.js';

/** Returns the names in a list of names, or of objects with names. */
export function namesOf(value: unknown): string[] {
  return Array.isArray(value)
    ? unique(value.map((item) => textOf(isObject(item) ? item['name'] : item).trim()))
    : [];
}

/** Returns a company, whose id is that in the system of the project's team. */
export function* companyOf(company: JsonRecord): Generator<Found> {
  const spend = company.number('monthlySpend') ?? 0;
  yield {
    kind: 'company',
    id: company.id('id'),
    name: company.word('name'),
    revenue: spend > 0 ? Math.round(spend) : 0,
    metadata:
      metadataOf([
        ['domain', company.get('domain')],
        ['custom_fields', company.get('customFields')],
      ]).metadata ?? {},
    created_at: company.anyTime('created'),
  };
}

export function* voteOf(vote: JsonRecord): Generator<Found> {
  const priority = vote.text('votePriority');
  if (priority !== '' && priority !== 'No Priority') yield { leftOut: 'priorities of votes' };
  // The votes of deleted users are a part of the score of the post.
  const person = vote.optionalId('voter.id');
  if (person === '') return;
  yield { kind: 'vote', feedback: vote.id('post.id'), person, created_at: vote.time('created') };
}

export function* commentOf(comment: JsonRecord): Generator<Found> {
  if (Number(comment.word('likeCount')) > 0) yield { leftOut: 'likes of comments' };
  const isInternal = ['internal', 'private'].map((name) =>
    comment.protectingFlag(name, true, 'the comment is internal'),
  );
  const kind = isInternal.includes(true) ? 'internal' : 'comment';
  yield { unread: { external_id: comment.word('id'), parent: comment.word('parentID'), comment_kind: kind } };
  const record: PortableComment = {
    kind: 'comment',
    external_id: comment.id('id'),
    feedback: comment.id('post.id'),
    person: comment.optionalId('author.id'),
    content: withPictures(comment),
    parent: comment.optionalId('parentID'),
    comment_kind: kind,
    created_at: comment.time('created'),
  };
  yield record;
  yield* linkedFiles(picturesOf(comment), record);
}

/** Returns the addresses of the pictures of a post or a comment. */
export function picturesOf(object: JsonRecord): string[] {
  const pictures = object.get('imageURLs');
  return unique(Array.isArray(pictures) ? pictures.map(textOf) : []);
}

/** Returns the text, with the addresses of the pictures: a comment may consist of pictures only. */
function withPictures(comment: JsonRecord): string {
  return unique([comment.text('value'), ...picturesOf(comment)]).join('\n\n');
}

export function* changelogOf(entry: JsonRecord): Generator<Found> {
  const status = entry.word('status');
  const publishedAt = entry.optionalTime('publishedAt') ?? entry.optionalTime('scheduledFor');
  const id = entry.id('id');
  yield {
    kind: 'changelog',
    external_id: id,
    title: entry.text('title'),
    summary: '',
    content: entry.text('markdownDetails') || entry.text('plaintextDetails'),
    image: '',
    published: status === 'published' || (status === 'scheduled' && publishedAt !== undefined),
    publish_date: publishedAt ?? entry.time('created'),
    person: '',
    tags: unique([...namesOf(entry.get('labels')), ...namesOf(entry.get('types'))]),
  };
  if (entry.text('url') !== '') yield { leftOut: 'addresses of changelog entries' };
  if (Object.keys(entry.get('reactions') ?? {}).length > 0)
    yield { leftOut: 'reactions to changelog entries' };
  const posts = entry.get('posts');
  for (const post of Array.isArray(posts) ? posts : []) {
    const feedback = textOf(isObject(post) ? post['id'] : post).trim();
    if (feedback !== '') yield { kind: 'link', changelog: id, feedback };
  }
}

/** Returns a change of a status, which names the new status only. */
export function statusChangeOf(change: JsonRecord): StatusChange {
  const feedback = change.id('post.id');
  const person = change.optionalId('changer.id');
  const time = change.time('created');
  const content = withPictures(change.inner('changeComment'));
  return {
    feedback,
    to: change.text('status'),
    person,
    time,
    ...(content !== '' && {
      comment: {
        kind: 'comment',
        external_id: `status:${change.id('id')}`,
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
