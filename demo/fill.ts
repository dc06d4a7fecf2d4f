import { type Client, type Feedback, ProblemError } from '../client/src/index.js';
import { entries } from './data/changelogs.js';
import { type Wish, wishes } from './data/feedback.js';
import { addressOf, hikers, team } from './data/people.js';
import { config, project, tags } from './data/project.js';
import type { Progress } from './progress.js';

const slug = project.slug;
const day = 24 * 60 * 60 * 1_000;

/** As many requests as this are under way at once. */
const lanes = 4;

/** The project is there already, and is another one than the demo's. */
export class ForeignProjectError extends Error {}

/**
 * Fills a service with the demo's project. What is there already, by its name, address or title, is left as it is: so a
 * second run changes nothing, and one after an interruption makes what is missing.
 *
 * @throws CallError, ForeignProjectError, or the signal's reason
 */
export async function fill(client: Client, progress: Progress, signal: AbortSignal): Promise<void> {
  await new Filling(client, progress, signal).run();
}

class Filling {
  /** Ids of people by their names. */
  private readonly people = new Map<string, string>();
  /** Feedback by its title; what was merged into other is not in it. */
  private readonly feedback = new Map<string, Feedback>();
  /** What is said already, in comments of the feedback with that title: author and text. */
  private readonly said = new Map<string, Set<string>>();
  private readonly now = Date.now();

  constructor(
    private readonly client: Client,
    private readonly progress: Progress,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<void> {
    await this.makeProject();
    await this.makePeople();
    await this.makeTags();
    await this.makeFeedback();
    await this.makeVotes();
    await this.makeComments();
    await this.makeMerges();
    await this.makeChangelogs();
  }

  private get options(): { signal: AbortSignal } {
    return { signal: this.signal };
  }

  private async makeProject(): Promise<void> {
    const { client, options } = this;
    const found = await orNone(client.getProject(slug, options));
    if (found && found.name !== project.name) {
      throw new ForeignProjectError(
        `There is a project ${slug} already, with the name ${found.name}: nothing is put into it.`,
      );
    }
    await this.each('Project', found ? [] : [project], 1, (each) => client.createProject(each, options));
    const { changelog_social_handle: handle } = await client.getProjectConfig(slug, options);
    if (handle === '') await client.updateProjectConfig(slug, config, options);
  }

  private async makePeople(): Promise<void> {
    const { client, options } = this;
    const all = [...team.map(({ name }) => name), ...hikers];
    const known = new Map<string, string>();
    for await (const { email, id } of client.listUsers({}, options)) known.set(email.toLowerCase(), id);
    await this.each(
      'People',
      all.filter((name) => !known.has(addressOf(name))),
      all.length,
      async (name) => {
        const { id } = await client.createUser({ email: addressOf(name), full_name: name }, options);
        known.set(addressOf(name), id);
      },
    );
    for (const name of all) this.people.set(name, known.get(addressOf(name)) ?? '');
    const members = new Set<string>();
    for await (const { user } of client.listMembers(slug, {}, options)) members.add(user.id);
    await this.each(
      'Members',
      team.filter(({ name }) => !members.has(this.idOf(name))),
      team.length,
      ({ name, role }) => client.setMemberRole(slug, this.idOf(name), { role }, options),
    );
  }

  private async makeTags(): Promise<void> {
    const { client, options } = this;
    const known = new Set<string>();
    for await (const { name } of client.listTags(slug, {}, options)) known.add(name.toLowerCase());
    const missing = Object.entries(tags).filter(([name]) => !known.has(name.toLowerCase()));
    await this.each('Tags', missing, Object.keys(tags).length, ([name, tag]) =>
      client.putTag(slug, name, tag, options),
    );
  }

  private async makeFeedback(): Promise<void> {
    const { client, options } = this;
    for await (const each of client.listFeedback(slug, {}, options)) this.feedback.set(each.title, each);
    const missing: Wish[] = [];
    for (const wish of wishes) {
      if (!this.feedback.has(wish.title) && !(await this.isMerged(wish))) missing.push(wish);
    }
    await this.each('Feedback', missing, wishes.length, async (wish) => {
      const { title, description = '', status, tags } = wish;
      const number = wishes.indexOf(wish);
      const author = { user_id: this.idOf(hikerOf(number * 5)) };
      const created_at = new Date(this.now - ageOf(number, status)).toISOString();
      const body = { title, description, status, tags: [...tags], created_at, ...author };
      this.feedback.set(title, await client.createFeedback(slug, body, options));
    });
  }

  private async makeVotes(): Promise<void> {
    const { client, options } = this;
    const votes: { feedback: Feedback; voter: string }[] = [];
    let total = 0;
    for (const [number, { title, votes: count }] of wishes.entries()) {
      total += count;
      const feedback = this.feedback.get(title);
      if (!feedback || feedback.upvotes >= count) continue;
      const voters = new Set<string>();
      if (feedback.upvotes > 0) {
        for await (const { user } of client.listUpvotes(slug, feedback.id, {}, options)) voters.add(user.id);
      }
      const wanted = Array.from({ length: count }, (_, index) =>
        this.idOf(hikerOf(number * 3 + index * (1 + (number % 7)))),
      );
      votes.push(...wanted.filter((voter) => !voters.has(voter)).map((voter) => ({ feedback, voter })));
    }
    await this.each('Votes', votes, total, ({ feedback, voter }) =>
      client.castVote(slug, feedback.id, voter, options),
    );
  }

  private async makeComments(): Promise<void> {
    const { client, options } = this;
    const threads: { feedback: Feedback; missing: [string, string][] }[] = [];
    let total = 0;
    for (const [number, { title, comments = [] }] of wishes.entries()) {
      total += comments.length;
      const feedback = this.feedback.get(title);
      if (!feedback || comments.length === 0) continue;
      const said = await this.saidTo(feedback);
      const wanted = comments.map(([author, content], index): [string, string] => [
        this.idOf(author === '' ? hikerOf(number * 11 + index * 17 + 1) : author),
        content,
      ]);
      const missing = wanted.filter(([author, content]) => !said.has(`${author} ${content}`));
      if (missing.length > 0) threads.push({ feedback, missing });
    }
    const made = threads.reduce((sum, { missing }) => sum + missing.length, 0);
    this.progress.begin('Comments', total, total - made);
    // Those of a thread come one after the other, as they were said.
    await inParallel(threads, this.signal, async ({ feedback, missing }) => {
      for (const [user_id, content] of missing) {
        await client.createComment(slug, feedback.id, { content, user_id }, options);
        this.progress.advance();
      }
    });
    this.progress.end(made);
  }

  private async makeMerges(): Promise<void> {
    const { client, options } = this;
    const merges = wishes.filter(({ mergedInto }) => mergedInto !== undefined);
    const missing = merges.filter(({ title }) => this.feedback.has(title));
    await this.each('Merges', missing, merges.length, async (wish) => {
      const [source, target] = [this.feedback.get(wish.title), this.feedback.get(wish.mergedInto ?? '')];
      if (!source || !target) return;
      // First the note and then the merge: by the note a later run knows that the source, which is in no list then, was there.
      if (!(await this.isMerged(wish))) {
        await client.createComment(slug, target.id, { ...this.noteOf(wish) }, options);
      }
      await client.mergeFeedback(slug, source.id, { into: target.id }, options);
    });
  }

  private async makeChangelogs(): Promise<void> {
    const { client, options } = this;
    const known = new Set<string>();
    for await (const { title } of client.listChangelogs(slug, {}, options)) known.add(title);
    await this.each(
      'Changelogs',
      entries.filter(({ title }) => !known.has(title)),
      entries.length,
      ({ day: days, ...entry }) => {
        const publish_date = new Date(this.now + days * day).toISOString();
        return client.createChangelog(slug, { ...entry, publish_date }, options);
      },
    );
  }

  /** Whether the wish is known to have been merged into the other one. */
  private async isMerged(wish: Wish): Promise<boolean> {
    const target = this.feedback.get(wish.mergedInto ?? '');
    if (!target) return false;
    const { user_id, content } = this.noteOf(wish);
    return (await this.saidTo(target)).has(`${user_id} ${content}`);
  }

  /** What the team says where it merges. */
  private noteOf({ title }: Wish): { user_id: string; content: string } {
    return {
      user_id: this.idOf(team[1].name),
      content: `“${title}” asks for the same, so I have merged it into this one.`,
    };
  }

  private async saidTo({ id, title, comment_count: count }: Feedback): Promise<Set<string>> {
    const known = this.said.get(title);
    if (known) return known;
    const said = new Set<string>();
    if (count > 0) {
      for await (const { user_id, content } of this.client.listComments(slug, id, {}, this.options)) {
        said.add(`${user_id} ${content}`);
      }
    }
    this.said.set(title, said);
    return said;
  }

  private idOf(name: string): string {
    const id = this.people.get(name);
    if (!id) throw new Error(`The demo has nobody called ${name}.`);
    return id;
  }

  /** Does a part of the work: those that are missing, of so many in all. */
  private async each<T>(
    part: string,
    missing: readonly T[],
    total: number,
    work: (each: T) => PromiseLike<unknown>,
  ): Promise<void> {
    this.progress.begin(part, total, total - missing.length);
    await inParallel(missing, this.signal, async (each) => {
      await work(each);
      this.progress.advance();
    });
    this.progress.end(missing.length);
  }
}

/** The record, or undefined where there is none. */
async function orNone<T>(call: PromiseLike<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined;
    throw error;
  }
}

/** Several at once; after the first failure, no more are begun. */
async function inParallel<T>(
  all: readonly T[],
  signal: AbortSignal,
  work: (each: T) => Promise<void>,
): Promise<void> {
  const rest = [...all];
  const lane = async (): Promise<void> => {
    for (let each = rest.shift(); each !== undefined; each = rest.shift()) {
      signal.throwIfAborted();
      try {
        await work(each);
      } catch (error) {
        rest.length = 0;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/** A hiker for each number, the same in each run. */
function hikerOf(number: number): string {
  return hikers[number % hikers.length] ?? '';
}

/** How long ago a wish was submitted, in milliseconds: spread over a year, what is done longer ago. */
function ageOf(number: number, status: Feedback['status']): number {
  const days = ((number * 61) % wishes.length) * 2 + (status === 'completed' ? 90 : 3);
  const minutes = (number * 7_919) % (24 * 60);
  return days * day + minutes * 60_000;
}
