import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, ClientError, FeedbackClient } from '../../client/src/index.js';
import { type Entry, type Ledger, Possible } from './ledger.js';

/** What the load works on. */
export interface Target {
  readonly urls: readonly string[];
  readonly token: string;
  /** Token of a viewer, whose writes are refused. */
  readonly viewerToken: string;
  readonly slugs: readonly string[];
  /** Ids of users on whose behalf votes are cast, one for each worker. */
  readonly voters: readonly string[];
  /** Headers of all requests. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Pause of a worker between two operations, in milliseconds: bounds the load, and with it memory and disk. */
const pause = 80;

const entriesPerWorker = 2_000;

/** Typed clients that write, read, follow and stream until they are stopped. */
export class Load {
  /** Ids of the events that each follower has read, in order. */
  readonly followed: { readonly slug: string; readonly ids: string[] }[] = [];
  readonly counts = { requests: 0, retries: 0, brokenConnections: 0, streamed: 0 };
  private readonly stopping = new AbortController();
  private readonly following = new AbortController();
  private readonly clients: readonly FeedbackClient[];
  private readonly tasks: Promise<void>[] = [];
  private readonly followers: Promise<void>[] = [];
  private readonly sockets = new Set<Socket>();

  constructor(
    private readonly target: Target,
    private readonly ledger: Ledger,
  ) {
    this.clients = target.urls.map((url) => this.client(url, target.token));
  }

  start(): void {
    for (const [index, client] of this.clients.entries()) {
      this.followers.push(this.follow(client, this.slugOf(index)));
      this.tasks.push(this.readStreams(client, this.slugOf(index)));
    }
    this.tasks.push(...this.target.voters.map((_, worker) => this.work(worker)));
    this.tasks.push(this.readSlowly());
  }

  /** Ends the load. Followers go on until `stopFollowing`. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.tasks);
    for (const socket of this.sockets) socket.destroy();
  }

  async stopFollowing(): Promise<void> {
    this.following.abort();
    await Promise.all(this.followers);
  }

  /** A client that repeats what may be repeated for as long as a process needs to come back. */
  private client(baseUrl: string, token: string): FeedbackClient {
    return new FeedbackClient({
      baseUrl,
      token,
      headers: this.target.headers,
      timeout: 40_000,
      maxRetries: 30,
      retryTimeout: 60_000,
      onRetry: ({ error }) => {
        this.counts.retries += 1;
        if (!(error instanceof ApiError)) this.counts.brokenConnections += 1;
      },
      fetch: (...request) => {
        this.counts.requests += 1;
        return fetch(...request);
      },
    });
  }

  private slugOf(index: number): string {
    return this.target.slugs[index % this.target.slugs.length] ?? '';
  }

  private anyClient(): FeedbackClient {
    return oneOf(this.clients);
  }

  private async work(worker: number): Promise<void> {
    const slug = this.slugOf(worker);
    const own: Entry[] = [];
    const viewer = this.client(
      this.target.urls[worker % this.target.urls.length] ?? '',
      this.target.viewerToken,
    );
    const changelogs: string[] = [];
    const operations: (() => Promise<unknown>)[] = [
      ...repeat(5, () => this.createFeedback(slug, own)),
      ...repeat(5, () => this.retitle(oneOf(own))),
      ...repeat(3, () => this.describe(worker)),
      ...repeat(4, () => this.vote(worker)),
      ...repeat(3, () => this.comment(oneOf(own))),
      () => this.remove(oneOf(own)),
      () => this.writeChangelog(slug, changelogs),
      () => this.sendRefused(slug, oneOf(own), viewer),
      () => this.list(slug),
    ];
    while (!this.stopping.signal.aborted) {
      await (own.length === 0 ? this.createFeedback(slug, own) : oneOf(operations)());
      await sleep(pause * (0.5 + Math.random()));
    }
  }

  private async createFeedback(slug: string, own: Entry[]): Promise<void> {
    if (own.length >= entriesPerWorker) return;
    const title = this.ledger.text('Feedback');
    const client = this.anyClient();
    // Without retries, the outcome often remains unknown.
    const options = Math.random() < 0.1 ? { maxRetries: 0 } : {};
    const found = await this.ledger.write(title, () => client.feedback.create(slug, { title }, {}, options));
    if (!found) return;
    const entry: Entry = {
      id: found.id,
      slug,
      title: new Possible(title),
      description: new Possible(''),
      exists: new Possible(true),
      votes: new Map(),
      comments: [],
    };
    own.push(entry);
    this.ledger.entries.push(entry);
  }

  /** Changes the title, and reads it through any process. */
  private async retitle(entry: Entry): Promise<void> {
    if (!entry.exists.is(true)) return;
    const title = this.ledger.text('Title');
    const before = await attempt(() => this.anyClient().feedback.get(entry.slug, entry.id).withResponse());
    const changed = await this.ledger.write(
      title,
      () => this.anyClient().feedback.update(entry.slug, entry.id, { title }),
      (outcome) => entry.title.settle(title, outcome),
    );
    if (!changed || !before?.etag) return;
    const { etag } = before;
    const read = await attempt(async () => ({
      found: await this.anyClient().feedback.get(entry.slug, entry.id, {}, { ifNoneMatch: etag }),
    }));
    if (read && read.found?.title !== title) {
      this.ledger.report(
        `After the title "${title}" was acknowledged, ${JSON.stringify(read.found ?? 304)} was read.`,
      );
    }
  }

  /** Changes the description of feedback whose title its owner may change concurrently. */
  private async describe(worker: number): Promise<void> {
    // One worker for each entry, so that the order of the writes is known.
    const others = this.ledger.entries.filter((_, index) => index % this.target.voters.length === worker);
    const entry = oneOf(others.slice(-20));
    if (!entry?.exists.is(true)) return;
    const description = this.ledger.text('Description');
    await this.ledger.write(
      description,
      () => this.anyClient().feedback.update(entry.slug, entry.id, { description }),
      (outcome) => entry.description.settle(description, outcome),
    );
  }

  private async vote(worker: number): Promise<void> {
    const entry = oneOf(this.ledger.entries);
    const voter = this.target.voters[worker] ?? '';
    if (!entry.exists.is(true)) return;
    const vote = entry.votes.get(voter) ?? new Possible(false);
    entry.votes.set(voter, vote);
    const casts = !vote.is(true);
    const { upvotes } = this.anyClient().feedback;
    const send = () =>
      casts ? upvotes.cast(entry.slug, entry.id, voter) : upvotes.withdraw(entry.slug, entry.id, voter);
    await this.ledger.write(undefined, send, (outcome) => vote.settle(casts, outcome));
  }

  private async comment(entry: Entry): Promise<void> {
    if (!entry.exists.is(true)) return;
    const content = this.ledger.text('Comment');
    const { comments } = this.anyClient().feedback;
    const old = entry.comments.at(-1);
    if (old && Math.random() < 0.3) {
      const send = () => comments.update(entry.slug, entry.id, old.id, { content });
      await this.ledger.write(content, send, (outcome) => old.content.settle(content, outcome));
      return;
    }
    const made = await this.ledger.write(content, () => comments.create(entry.slug, entry.id, { content }));
    if (made) entry.comments.push({ id: made.id, content: new Possible(content) });
  }

  private async remove(entry: Entry): Promise<void> {
    if (!entry.exists.is(true)) return;
    await this.ledger.write(
      undefined,
      () => this.anyClient().feedback.delete(entry.slug, entry.id),
      (outcome) => entry.exists.settle(false, outcome),
    );
  }

  private async writeChangelog(slug: string, ids: string[]): Promise<void> {
    const title = this.ledger.text('Entry');
    const { changelogs } = this.anyClient();
    const id = ids.at(-1);
    if (id !== undefined && Math.random() < 0.5) {
      await this.ledger.write(title, () => changelogs.update(slug, id, { title }));
      return;
    }
    const made = await this.ledger.write(title, () => changelogs.create(slug, { title, published: true }));
    if (made) ids.push(made.id);
  }

  /** Sends a request that must be refused, with a text that must not appear anywhere. */
  private async sendRefused(slug: string, entry: Entry, viewer: FeedbackClient): Promise<void> {
    const title = this.ledger.text('Refused');
    const { feedback } = this.anyClient();
    const sent = await this.ledger.write(
      title,
      oneOf([
        () => viewer.feedback.create(slug, { title }),
        () => feedback.create(slug, { title, status: 'nonsense' }),
        () => feedback.update(slug, entry.id, { title }, {}, { ifMatch: '"another"' }),
      ]),
    );
    if (sent) this.ledger.report(`A request that must be refused was acknowledged: ${title}`);
  }

  private async list(slug: string): Promise<void> {
    await attempt(async () => {
      const seen = new Set<string>();
      for await (const { id } of this.anyClient().feedback.list(slug, { limit: 50 })) {
        if (seen.has(id)) this.ledger.report(`A list contains ${id} twice.`);
        if (seen.add(id).size === 500) return;
      }
    });
  }

  private async readStreams(client: FeedbackClient, slug: string): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const present = this.ledger.entries.filter((entry) => entry.slug === slug && entry.exists.is(true));
      await attempt(async () => {
        const seen = new Set<string>();
        for await (const { id } of client.feedback.list(slug).stream()) {
          if (seen.has(id)) this.ledger.report(`A stream contains ${id} twice.`);
          seen.add(id);
        }
        this.counts.streamed += seen.size;
        const missing = present.filter(({ id, exists }) => exists.is(true) && !seen.has(id));
        // A deletion may be under way; the audit checks what is left.
        for (const { id } of missing) {
          const found = await attempt(() => client.feedback.get(slug, id));
          if (found) this.ledger.report(`A stream lacks ${id}.`);
        }
      });
      await sleep(2_000, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  private async follow(client: FeedbackClient, slug: string): Promise<void> {
    const ids: string[] = [];
    this.followed.push({ slug, ids });
    const { signal } = this.following;
    for await (const { id } of client.events.follow(slug, { interval: 200, signal })) ids.push(id);
  }

  /** Keeps connections open on which it requests all feedback and reads nothing. */
  private async readSlowly(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      if (this.sockets.size < 30) {
        const { hostname, port } = new URL(oneOf(this.target.urls));
        const socket = connect(Number(port), hostname).pause();
        this.sockets.add(socket);
        socket.once('error', () => undefined).once('close', () => this.sockets.delete(socket));
        socket.write(
          `GET /v1/projects/${this.slugOf(this.sockets.size)}/feedback HTTP/1.1\r\nHost: ${hostname}\r\n` +
            `Authorization: Bearer ${this.target.token}\r\nAccept: application/x-ndjson\r\n\r\n`,
        );
      }
      await sleep(100);
    }
  }
}

/** Returns the result of a read, or undefined if it fails. */
async function attempt<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ClientError) return undefined;
    throw error;
  }
}

function oneOf<T>(values: readonly T[]): T {
  return values[Math.floor(Math.random() * values.length)] as T;
}

function repeat<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value);
}
