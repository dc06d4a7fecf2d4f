import type { PortableFeedback, PortableRecord } from '../../project-export/index.js';
import type { JsonObject } from '../../shared/rules.js';
import type { ImportFile, ImportItem } from '../application/import-formats.js';
import { Merges, References } from './bounded-memory.js';
import {
  emailOf,
  idOf,
  itemsOf,
  mergeCircle,
  metadataOf,
  type Note,
  optionalId,
  optionalTime,
  tagOf,
  textOf,
  timeOf,
} from './field-values.js';
import { readObjects } from './json-objects.js';
import { ZipArchive } from './zip-archive.js';

/**
 * The tables that are read. The others hold secrets (`oauth_providers`, `email_verifications`, `user_settings`) or
 * nothing that has a place in this service.
 */
const tables = [
  ...['users.json', 'tags.json', 'posts.json', 'post_tags.json', 'post_votes.json', 'comments.json'],
  ...['attachments.json', 'tenants.json'],
];

/** The statuses of posts, by their numbers. */
const statuses = ['open', 'started', 'completed', 'declined', 'planned', 'duplicate', 'deleted'];

/** The most tags of a post. */
const maxTags = 100;

/** What the records of a post need from other tables. */
interface Context {
  readonly merges: Merges;
  readonly tagsOf: ReadonlyMap<string, readonly string[]>;
  /** Posts that are left out, and their votes and comments with them. */
  readonly leftOut: ReadonlyMap<string, true>;
  /** The address of the web site, empty if unknown. */
  readonly site: string;
}

/** Reads the backup of Fider, which has everything except pictures. */
export async function* readFiderZip(file: ImportFile, signal: AbortSignal): AsyncGenerator<ImportItem> {
  const archive = await ZipArchive.open(file, tables, signal);
  archive.requiredPart('posts.json');
  yield* readTable(archive, 'users.json', personOf);
  yield* readTable(archive, 'tags.json', function* (tag) {
    yield tagOf(textOf(tag['name']), tag['color']);
  });
  const context = await readContext(archive);
  for (const isMerged of context.merges.passes)
    yield* readTable(archive, 'posts.json', (post) => feedbackOf(post, context, isMerged));
  yield* readTable(archive, 'post_votes.json', (vote) => voteOf(vote, context));
  yield* readTable(archive, 'posts.json', (post) => responseOf(post, context));
  yield* readTable(archive, 'comments.json', (comment) => commentOf(comment, context));
  yield* countAttachments(archive);
}

async function* readTable(
  archive: ZipArchive,
  name: string,
  read: (row: JsonObject) => Iterable<PortableRecord | Note>,
): AsyncGenerator<ImportItem> {
  const part = archive.part(name);
  if (!part) return;
  for await (const found of readObjects(part, []))
    if ('object' in found) yield* itemsOf(found.line, part.prefix, () => read(found.object));
    else yield found;
}

async function* rowsOf(archive: ZipArchive, name: string): AsyncGenerator<JsonObject> {
  const part = archive.part(name);
  if (!part) return;
  for await (const found of readObjects(part, [])) if ('object' in found) yield found.object;
}

async function readContext(archive: ZipArchive): Promise<Context> {
  const merges = new Merges();
  const leftOut = new References<true>('posts that are left out');
  for await (const post of rowsOf(archive, 'posts.json')) {
    const [id, target] = [textOf(post['id']), textOf(post['original_id'])];
    if (reasonToLeaveOut(post)) leftOut.set(id, true);
    else if (id !== '' && target !== '') merges.add(id, target);
  }
  const names = new References<string>('tags');
  for await (const tag of rowsOf(archive, 'tags.json'))
    names.set(textOf(tag['id']), textOf(tag['name']).trim());
  const tagsOf = new References<string[]>('posts with tags');
  for await (const pair of rowsOf(archive, 'post_tags.json')) {
    const [post, name] = [textOf(pair['post_id']), names.get(textOf(pair['tag_id']))];
    if (name === undefined) continue;
    const tags = tagsOf.get(post) ?? [];
    if (tags.length < maxTags) tagsOf.set(post, [...tags, name]);
  }
  let site = '';
  for await (const tenant of rowsOf(archive, 'tenants.json')) {
    const host = textOf(tenant['cname']).trim();
    if (/^[a-z0-9.-]+$/i.test(host)) site = `https://${host}`;
  }
  return { merges, tagsOf, leftOut, site };
}

/** Returns only what the person is known by: other columns, such as `api_key`, are secrets. */
function* personOf(user: JsonObject): Generator<PortableRecord> {
  yield {
    kind: 'person',
    external_id: idOf(user['id']),
    email: emailOf(user['email']),
    full_name: textOf(user['name']).trim(),
    avatar_url: '',
  };
}

function reasonToLeaveOut(post: JsonObject): Note | undefined {
  const withIt = 'Its votes and comments are left out too.';
  if (statusOf(post) === 'deleted') return { code: 'deleted', detail: `The post is deleted. ${withIt}` };
  if (post['is_approved'] === false)
    return { code: 'not_published', detail: `The post has not been approved. ${withIt}` };
  return undefined;
}

function statusOf(post: JsonObject): string {
  const status = textOf(post['status']);
  return statuses[Number(status)] ?? status;
}

function* feedbackOf(
  post: JsonObject,
  context: Context,
  isMerged: boolean,
): Generator<PortableFeedback | Note> {
  const target = context.merges.targetOf(textOf(post['id']));
  if (Boolean(target) !== isMerged) return;
  const reason = reasonToLeaveOut(post);
  if (reason) {
    yield reason;
    return;
  }
  if (target === undefined) yield mergeCircle;
  const isLost = target !== undefined && context.leftOut.has(target);
  if (isLost)
    yield {
      code: 'merge_target_missing',
      detail: 'The post is merged into one that is left out, so its merge is left out.',
    };
  const number = textOf(post['number']);
  yield {
    kind: 'feedback',
    external_id: idOf(post['id']),
    title: textOf(post['title']),
    description: textOf(post['description']),
    status: statusOf(post),
    person: optionalId(post['user_id'], 'id of the user'),
    tags: [...new Set(context.tagsOf.get(textOf(post['id'])))],
    created_at: timeOf(post['created_at'], 'time of creation'),
    merged_into: isLost ? '' : (target ?? ''),
    ...(context.site !== '' && number !== '' && { url: `${context.site}/posts/${number}` }),
    ...metadataOf([
      ['number', post['number']],
      ['slug', post['slug']],
    ]),
  };
}

function* voteOf(vote: JsonObject, { leftOut }: Context): Generator<PortableRecord> {
  const feedback = idOf(vote['post_id'], 'id of the post');
  if (leftOut.has(feedback)) return;
  const person = idOf(vote['user_id'], 'id of the user');
  yield { kind: 'vote', feedback, person, created_at: timeOf(vote['created_at'], 'time of the vote') };
}

/** Returns the official response as a comment. */
function* responseOf(post: JsonObject, { leftOut }: Context): Generator<PortableRecord> {
  const content = textOf(post['response']);
  const feedback = textOf(post['id']);
  if (content.trim() === '' || leftOut.has(feedback)) return;
  yield {
    kind: 'comment',
    external_id: `response:${idOf(feedback)}`,
    feedback,
    person: optionalId(post['response_user_id'], 'id of the user'),
    content,
    created_at: timeOf(post['response_date'], 'time of the response'),
  };
}

function* commentOf(comment: JsonObject, { leftOut }: Context): Generator<PortableRecord | Note> {
  const feedback = idOf(comment['post_id'], 'id of the post');
  if (leftOut.has(feedback)) return;
  if (textOf(comment['deleted_at']) !== '') {
    yield { code: 'deleted', detail: 'The comment is deleted.' };
    return;
  }
  if (comment['is_approved'] === false) {
    yield { code: 'not_published', detail: 'The comment has not been approved.' };
    return;
  }
  const editedAt = optionalTime(comment['edited_at'], 'time of the edit');
  yield {
    kind: 'comment',
    external_id: idOf(comment['id']),
    feedback,
    person: optionalId(comment['user_id'], 'id of the user'),
    content: textOf(comment['content']),
    created_at: timeOf(comment['created_at'], 'time of creation'),
    ...(editedAt !== undefined && { updated_at: editedAt }),
  };
}

async function* countAttachments(archive: ZipArchive): AsyncGenerator<ImportItem> {
  let count = 0;
  for await (const _ of rowsOf(archive, 'attachments.json')) count++;
  if (count > 0)
    yield {
      line: 1,
      code: 'attachments_left_out',
      detail: `attachments.json: ${count} pictures are left out.`,
    };
}
