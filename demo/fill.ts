import { type Feedback, type FeedbackClient, NotFoundError } from '../client/src/index.js';
import { entries } from './data/changelogs.js';
import { drawCover } from './data/covers.js';
import { type FeedbackItem, feedbackItems, waitingItems } from './data/feedback.js';
import { addressOf, companies, team, users } from './data/people.js';
import { boards, config, fields, project, statuses, tags } from './data/project.js';
import type { Progress } from './progress.js';

const slug = project.slug;
const dayMs = 24 * 60 * 60 * 1_000;

/** Number of concurrent requests. */
const concurrency = 4;

/** The project exists, and is not the one of the demo. */
export class ProjectExistsError extends Error {}

/**
 * Fills a service with the demo's project. Records that exist, by name, e-mail address or title, are left unchanged: a
 * second run changes nothing, and a run after an interruption creates what is missing.
 *
 * @throws ClientError, ProjectExistsError, or the signal's reason
 */
export async function fill(client: FeedbackClient, progress: Progress, signal: AbortSignal): Promise<void> {
  await new DemoFiller(client, progress, signal).run();
}

class DemoFiller {
  /** Ids of users by name. */
  private readonly userIds = new Map<string, string>();
  /** Feedback by title, without merged feedback. */
  private readonly feedback = new Map<string, Feedback>();
  /** Ids of existing comments by their keys (see `commentKey`), by title of the feedback. */
  private readonly comments = new Map<string, Map<string, string>>();
  private readonly now = Date.now();

  constructor(
    private readonly client: FeedbackClient,
    private readonly progress: Progress,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<void> {
    await this.createProject();
    await this.createUsers();
    await this.createCompanies();
    await this.createTags();
    await this.createStatuses();
    await this.createBoards();
    await this.createFields();
    await this.createFeedback();
    await this.createWaiting();
    await this.castVotes();
    await this.createComments();
    await this.mergeFeedback();
    await this.createChangelogs();
  }

  private get options(): { signal: AbortSignal } {
    return { signal: this.signal };
  }

  private async createProject(): Promise<void> {
    const { client, options } = this;
    const existing = await client.projects.get(slug, options).catch(undefinedIfNotFound);
    if (existing && existing.name !== project.name) {
      throw new ProjectExistsError(
        `The project ${slug} exists already, with the name ${existing.name}. The demo does not change it.`,
      );
    }
    await this.createMissing('Project', existing ? [] : [project], 1, (each) =>
      client.projects.create(each, options),
    );
    const { changelog_social_handle: handle } = await client.projects.getConfig(slug, options);
    if (handle === '') await client.projects.updateConfig(slug, config, options);
  }

  private async createUsers(): Promise<void> {
    const { client, options } = this;
    const names = [...team.map(({ name }) => name), ...users];
    const existing = new Map<string, string>();
    for await (const { email, id } of client.users.list({}, options)) existing.set(email.toLowerCase(), id);
    const missing = names.filter((name) => !existing.has(addressOf(name)));
    await this.createMissing('People', missing, names.length, async (name) => {
      const { id } = await client.users.create({ email: addressOf(name), full_name: name }, options);
      existing.set(addressOf(name), id);
    });
    for (const name of names) this.userIds.set(name, existing.get(addressOf(name)) ?? '');

    const members = new Set<string>();
    for await (const { user } of client.members.list(slug, {}, options)) members.add(user.id);
    const missingMembers = team.filter(({ name }) => !members.has(this.userId(name)));
    await this.createMissing('Members', missingMembers, team.length, ({ name, role }) =>
      client.members.setRole(slug, this.userId(name), { role }, options),
    );
  }

  private async createCompanies(): Promise<void> {
    const { client, options } = this;
    const existing = new Set<string>();
    for await (const { external_id: id } of client.companies.list(slug, {}, options)) existing.add(id);
    const missing = companies.filter(({ id }) => !existing.has(id));
    await this.createMissing('Companies', missing, companies.length, ({ id, name, revenue }) =>
      client.companies.put(slug, id, { name, revenue }, options),
    );

    const known = new Set<string>();
    for await (const { external_id: id } of client.people.list(slug, {}, options)) known.add(id);
    const people = companies.flatMap(({ id: company, people }) =>
      people.map((index) => ({ id: `app-${index}`, email: addressOf(userAt(index)), company })),
    );
    const missingPeople = people.filter(({ id }) => !known.has(id));
    await this.createMissing('Customers', missingPeople, people.length, ({ id, email, company }) =>
      client.people.put(slug, id, { email, company }, options),
    );
  }

  private async createTags(): Promise<void> {
    const { client, options } = this;
    const existing = new Set<string>();
    for await (const { name } of client.tags.list(slug, {}, options)) existing.add(name.toLowerCase());
    const missing = Object.entries(tags).filter(([name]) => !existing.has(name.toLowerCase()));
    await this.createMissing('Tags', missing, Object.keys(tags).length, ([name, tag]) =>
      client.tags.put(slug, name, tag, options),
    );
  }

  private async createStatuses(): Promise<void> {
    const { client, options } = this;
    const existing = new Set((await client.statuses.list(slug, options)).map(({ key }) => key));
    const missing = Object.entries(statuses).filter(([key]) => !existing.has(key));
    await this.createMissing('Statuses', missing, Object.keys(statuses).length, ([key, status]) =>
      client.statuses.put(slug, key, status, options),
    );
  }

  private async createBoards(): Promise<void> {
    const { client, options } = this;
    const existing = new Set((await client.boards.list(slug, options)).map((board) => board.slug));
    const missing = Object.entries(boards).filter(([board]) => !existing.has(board));
    const total = Object.keys(boards).length;
    this.progress.begin('Boards', total, total - missing.length);
    // One after the other, in their order.
    for (const [board, values] of missing) {
      await client.boards.put(slug, board, values, options);
      this.progress.advance();
    }
    this.progress.end(missing.length);
  }

  private async createFields(): Promise<void> {
    const { client, options } = this;
    const existing = new Set((await client.fields.list(slug, options)).map(({ key }) => key));
    const missing = Object.entries(fields).filter(([key]) => !existing.has(key));
    await this.createMissing('Fields', missing, Object.keys(fields).length, ([key, field]) =>
      client.fields.put(slug, key, field, options),
    );
  }

  private async createFeedback(): Promise<void> {
    const { client, options } = this;
    for await (const each of client.feedback.list(slug, {}, options)) this.feedback.set(each.title, each);
    const missing: FeedbackItem[] = [];
    for (const item of feedbackItems) {
      if (!this.feedback.has(item.title) && !(await this.isMerged(item))) missing.push(item);
    }
    await this.createMissing('Feedback', missing, feedbackItems.length, async (item) => {
      const { title, description = '', status, tags, board, assignee, expectedIn, pinned = false } = item;
      const index = feedbackItems.indexOf(item);
      const user_id = this.userId(userAt(index * 5));
      const created_at = new Date(this.now - ageMs(index, status)).toISOString();
      const body = {
        ...{ title, description, status, tags: [...tags], created_at, user_id, pinned },
        board: board ?? (tags.includes('Bug') ? 'bugs' : 'ideas'),
        fields: fieldsOf(item, index),
        assignee_id: assignee === undefined ? '' : this.userId(assignee),
        estimated_date: expectedIn === undefined ? '' : this.dayIn(expectedIn),
        attachment_ids: item.file ? [await this.upload(item.file)] : [],
      };
      this.feedback.set(title, await client.feedback.create(slug, body, {}, options));
    });
  }

  /** Returns the id of a new file, which is deleted after a day if it is attached to nothing. */
  private async upload({ name, content }: NonNullable<FeedbackItem['file']>): Promise<string> {
    const file = new TextEncoder().encode(content);
    return (await this.client.attachments.create(slug, file, { filename: name }, this.options)).id;
  }

  /** What editors create is approved, so it is set back afterwards. */
  private async createWaiting(): Promise<void> {
    const { client, options } = this;
    const waiting = new Set<string>();
    const pending = client.feedback.list(slug, { approval: 'pending' }, options);
    for await (const { title } of pending) waiting.add(title);
    const missing = waitingItems.filter(({ title }) => !waiting.has(title));
    await this.createMissing('Waiting', missing, waitingItems.length, async (item) => {
      const user_id = this.userId(userAt(waitingItems.indexOf(item)));
      const { id } =
        this.feedback.get(item.title) ??
        (await client.feedback.create(slug, { ...item, user_id }, {}, options));
      await client.feedback.update(slug, id, { approval: 'pending' }, {}, options);
    });
  }

  private async castVotes(): Promise<void> {
    const { client, options } = this;
    const missing: { feedback: Feedback; voter: string }[] = [];
    let total = 0;
    for (const [index, { title, votes: count }] of feedbackItems.entries()) {
      total += count;
      const feedback = this.feedback.get(title);
      if (!feedback || feedback.upvotes >= count) continue;
      const existing = new Set<string>();
      if (feedback.upvotes > 0) {
        const upvotes = client.feedback.upvotes.list(slug, feedback.id, {}, options);
        for await (const { user } of upvotes) existing.add(user.id);
      }
      const voters = Array.from({ length: count }, (_, vote) =>
        this.userId(userAt(index * 3 + vote * (1 + (index % 7)))),
      );
      missing.push(...voters.filter((voter) => !existing.has(voter)).map((voter) => ({ feedback, voter })));
    }
    await this.createMissing('Votes', missing, total, ({ feedback, voter }) =>
      client.feedback.upvotes.cast(slug, feedback.id, voter, {}, options),
    );
  }

  private async createComments(): Promise<void> {
    const { client, options } = this;
    const threads: { feedback: Feedback; ids: Map<string, string>; missing: DemoComment[] }[] = [];
    let total = 0;
    for (const [index, { title, comments = [] }] of feedbackItems.entries()) {
      total += comments.length;
      const feedback = this.feedback.get(title);
      if (!feedback || comments.length === 0) continue;
      const existing = await this.commentsOn(feedback);
      const wanted: DemoComment[] = [];
      for (const [position, [author, content, { kind = 'comment', replyTo } = {}]] of comments.entries()) {
        const user_id = this.userId(author === '' ? userAt(index * 11 + position * 17 + 1) : author);
        wanted.push({
          ...{ user_id, content, kind },
          parent: replyTo === undefined ? undefined : wanted[replyTo],
          at: this.dateOf(feedback, position, comments.length),
        });
      }
      const missing = wanted.filter((comment) => !existing.has(commentKey(comment)));
      if (missing.length > 0) threads.push({ feedback, ids: existing, missing });
    }
    const created = threads.reduce((sum, { missing }) => sum + missing.length, 0);
    this.progress.begin('Comments', total, total - created);
    // The comments of a thread are created one after the other, in their order.
    await forEachConcurrently(threads, this.signal, async ({ feedback, ids, missing }) => {
      for (const { parent, at, ...comment } of missing) {
        const parent_id = parent ? (ids.get(commentKey(parent)) ?? '') : '';
        const { id } = await client.feedback.comments.create(
          slug,
          feedback.id,
          { ...comment, parent_id, created_at: new Date(at).toISOString() },
          options,
        );
        ids.set(commentKey(comment), id);
        this.progress.advance();
      }
    });
    this.progress.end(created);
  }

  private async mergeFeedback(): Promise<void> {
    const { client, options } = this;
    const merges = feedbackItems.filter(({ mergedInto }) => mergedInto !== undefined);
    const missing = merges.filter(({ title }) => this.feedback.has(title));
    await this.createMissing('Merges', missing, merges.length, async (item) => {
      const [source, target] = [this.feedback.get(item.title), this.feedback.get(item.mergedInto ?? '')];
      if (!source || !target) return;
      // The comment precedes the merge, because it is how a later run recognizes a merged source, which is in no list.
      if (!(await this.isMerged(item))) {
        const { at, ...comment } = this.mergeComment(item);
        const created_at = new Date(at).toISOString();
        await client.feedback.comments.create(slug, target.id, { ...comment, created_at }, options);
      }
      await client.feedback.merge(slug, source.id, { into: target.id }, {}, options);
    });
  }

  private async createChangelogs(): Promise<void> {
    const { client, options } = this;
    const existing = new Map<string, { id: string; linked: Set<string> }>();
    for await (const { title, id, feedback } of client.changelogs.list(
      slug,
      { include: ['feedback'] },
      options,
    ))
      existing.set(title, { id, linked: new Set(feedback.map((each) => each.id)) });
    const missing = entries.filter(({ title }) => !existing.has(title));
    await this.createMissing('Changelogs', missing, entries.length, async (item) => {
      const { day, answers: _, ...entry } = item;
      const publish_date = new Date(this.now + day * dayMs).toISOString();
      const cover = drawCover(entries.indexOf(item));
      const { id: file, url } = await client.attachments.create(
        slug,
        cover,
        { filename: 'cover.png' },
        options,
      );
      const body = { ...entry, publish_date, image: url, attachment_ids: [file] };
      const { id } = await client.changelogs.create(slug, body, {}, options);
      existing.set(entry.title, { id, linked: new Set() });
    });
    const links = entries.flatMap(({ title, answers }) =>
      answers.map((answer) => ({
        entry: existing.get(title),
        feedback: this.feedback.get(answer)?.id ?? '',
      })),
    );
    const unlinked = links.filter(({ entry, feedback }) => !entry?.linked.has(feedback));
    await this.createMissing('Links', unlinked, links.length, ({ entry, feedback }) =>
      client.changelogs.feedback.link(slug, entry?.id ?? '', feedback, {}, options),
    );
  }

  /** Whether an earlier run has merged the item, or was about to. */
  private async isMerged(item: FeedbackItem): Promise<boolean> {
    const target = this.feedback.get(item.mergedInto ?? '');
    if (!target) return false;
    return (await this.commentsOn(target)).has(commentKey(this.mergeComment(item)));
  }

  /** The comment with which the team merges an item. */
  private mergeComment({ title }: FeedbackItem): DemoComment {
    return {
      user_id: this.userId(team[1].name),
      content: `“${title}” asks for the same, so I have merged it into this one.`,
      at: this.now - 2 * dayMs,
    };
  }

  private async commentsOn({ id, title, comment_count: count }: Feedback): Promise<Map<string, string>> {
    const known = this.comments.get(title);
    if (known) return known;
    const keys = new Map<string, string>();
    if (count > 0) {
      const comments = this.client.feedback.comments.list(slug, id, {}, this.options);
      for await (const comment of comments) keys.set(commentKey(comment), comment.id);
    }
    this.comments.set(title, keys);
    return keys;
  }

  /** Returns the day in that many days, as `YYYY-MM-DD`. */
  private dayIn(days: number): string {
    return new Date(this.now + days * dayMs).toISOString().slice(0, 10);
  }

  /** Returns the time of a comment: spread over the first three weeks after the submission, or until now. */
  private dateOf({ created_at: createdAt }: Feedback, position: number, count: number): number {
    const submitted = Date.parse(createdAt);
    const end = Math.min(this.now - 3_600_000, submitted + 21 * dayMs);
    return Math.round(submitted + ((end - submitted) * (position + 1)) / (count + 1));
  }

  private userId(name: string): string {
    const id = this.userIds.get(name);
    if (!id) throw new Error(`The demo has no user ${name}.`);
    return id;
  }

  /** Creates the missing records of a kind, which has `total` records in all. */
  private async createMissing<T>(
    kind: string,
    missing: readonly T[],
    total: number,
    create: (item: T) => PromiseLike<unknown>,
  ): Promise<void> {
    this.progress.begin(kind, total, total - missing.length);
    await forEachConcurrently(missing, this.signal, async (item) => {
      await create(item);
      this.progress.advance();
    });
    this.progress.end(missing.length);
  }
}

interface DemoComment {
  readonly user_id: string;
  readonly content: string;
  readonly kind?: 'comment' | 'internal' | 'response';
  /** Time of creation, in milliseconds since 1970. */
  readonly at: number;
  /** The comment that it replies to. */
  readonly parent?: DemoComment | undefined;
}

function commentKey({ user_id, content }: Pick<DemoComment, 'user_id' | 'content'>): string {
  return `${user_id} ${content}`;
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Executes `work` for several items at once. After a failure, no more are started. */
async function forEachConcurrently<T>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const worker = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) {
      signal.throwIfAborted();
      try {
        await work(item);
      } catch (error) {
        queue.length = 0;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: concurrency }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Returns a user for each number, the same one in each run. */
function userAt(number: number): string {
  return users[number % users.length] ?? '';
}

/** Returns the values of fields: platforms from the tags, and an estimate of what is planned. */
function fieldsOf({ status, tags }: FeedbackItem, index: number): Record<string, unknown> {
  const platforms = tags.filter((tag) => fields['platforms']?.options?.includes(tag));
  return {
    ...(platforms.length > 0 && { platforms }),
    ...(['planned', 'in_progress'].includes(status) && { effort: 1 + (index % 6) }),
  };
}

/** Returns the age of feedback in milliseconds: spread over a year, and longer ago if it is completed. */
function ageMs(index: number, status: Feedback['status']): number {
  const days = ((index * 61) % feedbackItems.length) * 2 + (status === 'completed' ? 90 : 3);
  const minutes = (index * 7_919) % (24 * 60);
  return days * dayMs + minutes * 60_000;
}
