import { basename } from 'node:path';
import { firstCharacters } from '../../../src/shared/first-characters.js';
import { Merges, References } from '../files/bounded-memory.js';
import { JsonRecord, readObjects } from '../files/json-objects.js';
import { maxIdLength } from '../files/record-reader.js';
import { ZipArchive } from '../files/zip-archive.js';
import type { Item, SourceFeedback } from '../item.js';
import { metadataOf } from './field-values.js';
import { type Found, itemsOf, mergeCircle } from './found.js';
import { tagOf } from './named-records.js';

/** The tables that are read. The others hold secrets (`oauth_providers`, `email_verifications`, `user_settings`) or nothing to move. */
const tables = [
  ...['users.json', 'tags.json', 'posts.json', 'post_tags.json', 'post_votes.json', 'comments.json'],
  ...['attachments.json', 'post_subscribers.json', 'tenants.json'],
];

/** The folder of the pictures of posts and comments. */
const pictures = 'blobs/attachments/';

/** The statuses of posts, by their numbers. */
const statuses = ['open', 'started', 'completed', 'declined', 'planned', 'duplicate', 'deleted'];

/** The most tags of a post. */
const maxTags = 100;

/** What the records of a post need from other tables. */
interface Context {
  readonly merges: Merges;
  /** Numbers of the posts that are not deleted, by their ids. */
  readonly numbers: ReadonlyMap<string, string>;
  /** Numbers of votes, by ids of posts: without them, an earlier import of the CSV file would count votes twice. */
  readonly votes: ReadonlyMap<string, number>;
  /** When posts were created, by their ids: pictures have no time. */
  readonly times: ReadonlyMap<string, string>;
  readonly tagsOf: ReadonlyMap<string, readonly string[]>;
  /** Names of the tags that only the team sees. */
  readonly hiddenTags: ReadonlySet<string>;
  readonly archive: ZipArchive;
  /** The address of the web site, empty if unknown. */
  readonly site: string;
}

/** The status of people who are blocked, and the kind of avatars that people have uploaded. */
const [blocked, uploadedAvatar] = [3, 3];

/** Returns whether an entry of a backup is read. */
export function isFiderEntry(name: string): boolean {
  return tables.includes(name) || name.startsWith(pictures);
}

/**
 * Reads the backup of Fider. Posts are identified by their numbers, as in the CSV export.
 *
 * @param site the address of the web site, if the backup does not have it
 */
export async function* readFiderZip(path: string, site: string, signal: AbortSignal): AsyncGenerator<Item> {
  const archive = await ZipArchive.open(path, isFiderEntry, signal);
  try {
    archive.requiredPart('posts.json');
    yield* readTable(archive, 'users.json', personOf);
    const context = await readContext(archive, site);
    yield* readTable(archive, 'tags.json', function* (tag) {
      const name = tag.word('name');
      if (isTagHidden(tag)) yield { leftOut: 'visibility of tags that only the team sees' };
      else yield tagOf(name, tag.get('color'));
    });
    for (const isMerged of context.merges.passes)
      yield* readTable(archive, 'posts.json', (post) => feedbackOf(post, context, isMerged));
    if (archive.part('post_votes.json')) yield { listsVotes: true };
    yield* readTable(archive, 'post_votes.json', (vote) => voteOf(vote, context));
    yield* readTable(archive, 'posts.json', (post) => responseOf(post, context));
    yield* readTable(archive, 'comments.json', (comment) => commentOf(comment, context));
    yield* readTable(archive, 'post_subscribers.json', (row) => subscriptionOf(row, context));
    yield* readPictures(context);
  } finally {
    archive.close();
  }
}

async function* readTable(
  archive: ZipArchive,
  name: string,
  read: (row: JsonRecord) => Iterable<Found>,
): AsyncGenerator<Item> {
  const part = archive.part(name);
  if (!part) return;
  for await (const found of readObjects(part, []))
    if ('object' in found) {
      const row = new JsonRecord(found.line, found.object);
      yield* itemsOf(row, part.prefix, () => read(row));
    } else yield found;
}

async function* rowsOf(archive: ZipArchive, name: string): AsyncGenerator<JsonRecord> {
  const part = archive.part(name);
  if (!part) return;
  for await (const found of readObjects(part, []))
    if ('object' in found) yield new JsonRecord(found.line, found.object);
}

async function readContext(archive: ZipArchive, givenSite: string): Promise<Context> {
  const merges = new Merges();
  const numbers = new References<string>('posts');
  const times = new References<string>('posts');
  for await (const post of rowsOf(archive, 'posts.json')) {
    const [id, target] = [post.text('id'), post.text('original_id')];
    if (statusOf(post) === 'deleted') continue;
    numbers.set(id, post.text('number') || id);
    times.set(id, post.optionalTime('created_at') ?? '');
    if (id !== '' && target !== '') merges.add(id, target);
  }
  const names = new References<string>('tags');
  const hiddenTags = new Set<string>();
  for await (const tag of rowsOf(archive, 'tags.json')) {
    const name = tag.word('name');
    names.set(tag.text('id'), name);
    if (isTagHidden(tag)) hiddenTags.add(name);
  }
  const tagsOf = new References<string[]>('posts with tags');
  for await (const pair of rowsOf(archive, 'post_tags.json')) {
    const [post, name] = [pair.text('post_id'), names.get(pair.text('tag_id'))];
    if (name === undefined) continue;
    const tags = tagsOf.get(post) ?? [];
    if (tags.length < maxTags) tagsOf.set(post, [...tags, name]);
  }
  const votes = new References<number>('posts with votes');
  for await (const vote of rowsOf(archive, 'post_votes.json')) {
    const id = vote.text('post_id');
    votes.set(id, (votes.get(id) ?? 0) + 1);
  }
  let site = givenSite.replace(/\/+$/, '');
  for await (const tenant of rowsOf(archive, 'tenants.json')) {
    const host = tenant.word('cname');
    if (site === '' && /^[a-z0-9.-]+$/i.test(host)) site = `https://${host}`;
  }
  return { merges, numbers, votes, times, tagsOf, hiddenTags, archive, site };
}

/** Returns whether only the team sees a tag. */
function isTagHidden(tag: JsonRecord): boolean {
  return tag.protectingFlag('is_public', false, 'the tag is hidden') === false;
}

/** Returns only what the person is known by: other columns, such as `api_key`, are secrets. */
function* personOf(user: JsonRecord): Generator<Found> {
  const id = user.id('id');
  yield {
    kind: 'person',
    external_id: id,
    email: user.email('email'),
    full_name: user.word('name'),
    avatar_url: '',
  };
  if (Number(user.word('status')) === blocked) yield { leftOut: 'that people are blocked' };
  if (Number(user.word('avatar_type')) === uploadedAvatar)
    yield { leftOut: 'avatars that people have uploaded' };
  if (Number(user.word('role')) >= 2)
    yield { kind: 'member', person: id, role: 'editor', created_at: user.anyTime('created_at') };
}

function statusOf(post: JsonRecord): string {
  const status = post.text('status');
  return statuses[Number(status)] ?? status;
}

/** Returns whether a record has been approved. Backups of older releases do not say it. */
function approvalOf(record: JsonRecord): Pick<SourceFeedback, 'approval'> {
  const approval = record.approval('is_approved');
  return approval === undefined ? {} : { approval };
}

function* feedbackOf(post: JsonRecord, context: Context, isMerged: boolean): Generator<Found> {
  const id = post.id('id');
  const target = context.merges.targetOf(id);
  if (Boolean(target) !== isMerged) return;
  const number = context.numbers.get(id);
  if (number === undefined) {
    yield { leftOut: 'deleted posts' };
    return;
  }
  if (target === undefined) yield mergeCircle;
  const into = target ? context.numbers.get(target) : '';
  if (into === undefined)
    yield {
      code: 'merge_target_missing',
      detail: 'The post is merged into one that is left out, so its merge is left out.',
    };
  const tags = [...new Set(context.tagsOf.get(id))];
  if (context.site === '') yield { leftOut: 'addresses of posts (name the address of the site with --site)' };
  yield {
    kind: 'feedback',
    external_id: number,
    title: post.text('title'),
    description: post.text('description'),
    status: statusOf(post),
    person: post.optionalId('user_id'),
    tags: tags.filter((tag) => !context.hiddenTags.has(tag)),
    created_at: post.time('created_at'),
    merged_into: into ?? '',
    ...approvalOf(post),
    vote_count: context.votes.get(id) ?? 0,
    ...(context.site !== '' && { url: `${context.site}/posts/${number}` }),
    ...metadataOf([
      ['slug', post.get('slug')],
      ['hidden_tags', tags.filter((tag) => context.hiddenTags.has(tag))],
    ]),
  };
}

function* voteOf(vote: JsonRecord, { numbers }: Context): Generator<Found> {
  const feedback = numbers.get(vote.id('post_id'));
  const person = vote.id('user_id');
  if (feedback === undefined) return;
  yield { kind: 'vote', feedback, person, created_at: vote.time('created_at') };
}

function* responseOf(post: JsonRecord, { numbers }: Context): Generator<Found> {
  const content = post.text('response');
  const feedback = numbers.get(post.text('id'));
  if (content.trim() === '' || feedback === undefined) return;
  yield {
    kind: 'comment',
    external_id: `response:${feedback}`,
    feedback,
    person: post.optionalId('response_user_id'),
    content,
    parent: '',
    comment_kind: 'response',
    created_at: post.time('response_date'),
  };
}

function* commentOf(comment: JsonRecord, { numbers }: Context): Generator<Found> {
  const feedback = numbers.get(comment.id('post_id'));
  if (feedback === undefined) return;
  if (comment.text('deleted_at') !== '') {
    yield { leftOut: 'deleted comments' };
    return;
  }
  const editedAt = comment.optionalTime('edited_at');
  yield {
    kind: 'comment',
    external_id: comment.id('id'),
    feedback,
    person: comment.optionalId('user_id'),
    content: comment.text('content'),
    parent: '',
    created_at: comment.time('created_at'),
    ...approvalOf(comment),
    ...(editedAt !== undefined && { updated_at: editedAt }),
  };
}

/** Returns that a person follows a post, or has stopped to: its status is 1 or 0. */
function* subscriptionOf(row: JsonRecord, { numbers }: Context): Generator<Found> {
  const feedback = numbers.get(row.id('post_id'));
  if (feedback === undefined) return;
  yield {
    kind: 'subscription',
    feedback,
    person: row.id('user_id'),
    subscribed: row.text('status') !== '0',
    created_at: row.time('created_at'),
  };
}

async function* readPictures({ archive, numbers, times }: Context): AsyncGenerator<Item> {
  const deleted = new References<true>('deleted comments');
  for await (const comment of rowsOf(archive, 'comments.json'))
    if (comment.text('deleted_at') !== '') deleted.set(comment.text('id'), true);
  const positions = new References<number>('records with pictures');
  let line = 0;
  for await (const row of rowsOf(archive, 'attachments.json')) {
    line += 1;
    const post = row.text('post_id');
    const feedback = numbers.get(post);
    const comment = row.text('comment_id');
    if (feedback === undefined) continue;
    if (deleted.has(comment)) {
      yield { leftOut: 'pictures of deleted comments' };
      continue;
    }
    const key = row.text('attachment_bkey');
    const part = archive.part(`blobs/${key}`);
    if (!part) {
      yield { leftOut: 'pictures that the backup lacks' };
      continue;
    }
    const of = comment === '' ? `post ${feedback}` : `comment ${comment}`;
    const position = (positions.get(of) ?? 0) + 1;
    positions.set(of, position);
    yield {
      line,
      attachment: {
        kind: 'attachment',
        external_id: firstCharacters(key, maxIdLength),
        feedback: comment === '' ? feedback : '',
        comment,
        changelog: '',
        person: row.word('user_id'),
        filename: basename(key),
        media_type: '',
        size: archive.sizeOf(`blobs/${key}`),
        created_at: times.get(post) ?? '',
        position,
      },
      content: part.open,
    };
  }
}
