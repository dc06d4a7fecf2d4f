import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Feedback, FeedbackClient, ProjectEvent } from '../../client/src/index.js';
import type { Ledger } from './ledger.js';
import type { Load } from './load.js';
import type { Receiver } from './receiver.js';

/** What the audit compares. */
export interface Evidence {
  readonly client: FeedbackClient;
  readonly slugs: readonly string[];
  readonly ledger: Ledger;
  readonly load: Load;
  readonly receiver: Receiver;
  /** Ids of the events that were recorded before the webhooks. */
  readonly beforeWebhooks: ReadonlySet<string>;
}

/** The jobs of a killed process are run by another one within a minute. */
const longestWait = 100_000;

/** Reports every difference between what was acknowledged, what is stored, the feed and the deliveries. */
export async function audit(evidence: Evidence): Promise<{ events: number; deliveries: number }> {
  const { slugs, ledger, receiver, beforeWebhooks } = evidence;
  let events = 0;
  const texts = new Map<string, number>();
  for (const slug of slugs) {
    const feed = await settledFeed(evidence, slug);
    events += feed.length;
    for (const text of feed.flatMap(writtenTexts)) texts.set(text, (texts.get(text) ?? 0) + 1);
    compareFollowers(evidence, slug, feed);
    await compareRecords(evidence, slug, feed);
    await until(() => feed.every(({ id }) => beforeWebhooks.has(id) || receiver.received.has(id)));
    const missing = feed.filter(({ id }) => !beforeWebhooks.has(id) && !receiver.received.has(id));
    if (missing.length > 0)
      ledger.report(`${missing.length} events of ${slug} were not delivered: ${missing[0]?.id}.`);
  }
  for (const [text, outcome] of ledger.texts) {
    const count = texts.get(text) ?? 0;
    const isExpected = outcome === 'unknown' ? count <= 1 : count === (outcome === 'acknowledged' ? 1 : 0);
    if (!isExpected) ledger.report(`The write "${text}" was ${outcome}, and has ${count} events.`);
  }
  for (const text of texts.keys())
    if (!ledger.texts.has(text)) ledger.report(`Nobody has written "${text}".`);
  for (const fault of receiver.faults) ledger.report(`A delivery is not valid: ${fault}`);
  return { events, deliveries: [...receiver.received.values()].reduce((sum, count) => sum + count, 0) };
}

/** Compares the counters with the votes and comments, with the command of the service. */
export async function checkCounters(
  program: string,
  settings: Record<string, string>,
  ledger: Ledger,
): Promise<void> {
  const env = { PATH: process.env['PATH'], ...settings };
  const command = join(program, 'commands/counts-check.js');
  const { stdout } = await promisify(execFile)(process.execPath, [command], { env });
  if (!stdout.includes('all counters are correct')) ledger.report(`counts:check: ${stdout.slice(0, 1_000)}`);
}

/** Returns the feed once the followers have read as much, because events appear after their commit. */
async function settledFeed({ client, load }: Evidence, slug: string): Promise<ProjectEvent[]> {
  let feed: ProjectEvent[] = [];
  await until(async () => {
    const before = feed.length;
    feed = [];
    for await (const event of client.events.list(slug)) feed.push(event);
    const followers = load.followed.filter((follower) => follower.slug === slug);
    return feed.length === before && followers.every(({ ids }) => ids.length >= feed.length);
  });
  return feed;
}

function compareFollowers({ ledger, load }: Evidence, slug: string, feed: readonly ProjectEvent[]): void {
  for (const { ids } of load.followed.filter((follower) => follower.slug === slug)) {
    const difference = feed.findIndex(({ id }, index) => ids[index] !== id);
    if (difference !== -1 || ids.length !== feed.length) {
      ledger.report(
        `A follower of ${slug} read ${ids.length} of ${feed.length} events, and another one at position ${difference}.`,
      );
    }
  }
}

/** Compares the records with the acknowledged writes, and with the last event of each. */
async function compareRecords(
  { client, ledger }: Evidence,
  slug: string,
  feed: readonly ProjectEvent[],
): Promise<void> {
  const stored = new Map<string, Feedback>();
  for await (const record of client.feedback.list(slug).stream()) stored.set(record.id, record);
  for (const { id, exists, title, description, votes, comments } of ledger.entries.filter(
    (e) => e.slug === slug,
  )) {
    const record = stored.get(id);
    if (!exists.has(record !== undefined))
      ledger.report(`Feedback ${id} is ${record ? 'present' : 'missing'}.`);
    if (!record) continue;
    if (!title.has(record.title))
      ledger.report(`The title of ${id} is "${record.title}", not "${list(title)}".`);
    if (!description.has(record.description)) {
      ledger.report(`The description of ${id} is "${record.description}", not "${list(description)}".`);
    }
    const possible = [...votes.values()];
    const [least, most] = [
      possible.filter((vote) => vote.is(true)).length,
      possible.filter((vote) => vote.has(true)).length,
    ];
    if (record.upvotes < least || record.upvotes > most) {
      ledger.report(`Feedback ${id} has ${record.upvotes} votes, not ${least} to ${most}.`);
    }
    if (record.comment_count < comments.length) {
      ledger.report(`Feedback ${id} has ${record.comment_count} comments, fewer than ${comments.length}.`);
    }
    const contents = new Map<string, string>();
    if (comments.length > 0) {
      for await (const comment of client.feedback.comments.list(slug, id))
        contents.set(comment.id, comment.content);
    }
    for (const comment of comments) {
      const content = contents.get(comment.id);
      if (!comment.content.has(content))
        ledger.report(`Comment ${comment.id} is "${content}", not "${list(comment.content)}".`);
    }
  }
  const last = new Map<string, Feedback | undefined>();
  for (const event of feed) {
    if (event.type === 'feedback.deleted') last.set(event.data.id, undefined);
    else if (['feedback.created', 'feedback.updated', 'feedback.status_changed'].includes(event.type)) {
      last.set((event.data as Feedback).id, event.data as Feedback);
    }
  }
  for (const [id, data] of last) {
    const record = stored.get(id);
    if (data?.title !== record?.title || data?.description !== record?.description) {
      ledger.report(
        `Feedback ${id} is "${record?.title}", "${record?.description}", but its last event says "${data?.title}", "${data?.description}".`,
      );
    }
  }
  for (const id of stored.keys()) if (!last.has(id)) ledger.report(`Feedback ${id} has no event.`);
}

/** Returns the texts that a change has written. */
function writtenTexts({ type, data, previous }: ProjectEvent): string[] {
  const fields = ['title', 'description', 'content'] as const;
  const record = data as Partial<Record<(typeof fields)[number], string>>;
  if (/^(feedback|changelog|comment)\.created$/.test(type))
    return fields.flatMap((field) => record[field] || []);
  return fields.flatMap((field) => (field in previous ? (record[field] ?? []) : []));
}

function list<T>({ values }: { readonly values: ReadonlySet<T> }): string {
  return [...values].join('" or "');
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + longestWait;
  while (!(await isSo()) && performance.now() < end) await sleep(500);
}
