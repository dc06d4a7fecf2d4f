import { createHash } from 'node:crypto';
import { portableFormat, type PortableRecord, portableVersion } from '../src/shared/portable-records.js';
import type { PortableManifest } from '../src/shared/portable-file.js';
import { entries } from './data/changelogs.js';
import { drawCover } from './data/covers.js';
import { type FeedbackItem, feedbackItems, waitingItems } from './data/feedback.js';
import { addressOf, companies, team, users } from './data/people.js';
import { boards, fields, statuses, tags } from './data/project.js';

const hourMs = 60 * 60 * 1_000;
const dayMs = 24 * hourMs;

const [owner, lead] = [team[0].name, team[1].name];

/** Returns the file to import: a year of the project until now, in the format of exports. */
export function demoFile(now: number): { readonly file: Uint8Array<ArrayBuffer>; readonly count: number } {
  const records = new History(now).records();
  const manifest: Partial<PortableManifest> = {
    kind: 'manifest',
    format: portableFormat,
    version: portableVersion,
    source: 'demo',
    complete: true,
  };
  const lines = [manifest, ...records].map((record) => `${JSON.stringify(record)}\n`).join('');
  const sha256 = createHash('sha256').update(lines).digest('hex');
  const file = new TextEncoder().encode(`${lines}${JSON.stringify({ kind: 'end', counts: {}, sha256 })}\n`);
  return { file, count: records.length };
}

/** Invents when everything happened: the same in each run, except that it ends now. */
class History {
  constructor(private readonly now: number) {}

  records(): PortableRecord[] {
    return [
      ...this.project(),
      ...this.people(),
      ...feedbackItems.flatMap((item, index) => this.feedback(item, index)),
      ...this.waiting(),
      ...this.changelog(),
    ];
  }

  private project(): PortableRecord[] {
    return [
      ...Object.entries(statuses).map(([key, status]) => ({ kind: 'status' as const, key, ...status })),
      ...Object.entries(boards).map(([slug, board], position) => ({
        kind: 'board' as const,
        slug,
        position,
        submission: 'contributors' as const,
        ...board,
      })),
      ...Object.entries(fields).map(([key, field], position) => ({
        kind: 'field' as const,
        key,
        position,
        ...field,
      })),
      ...Object.entries(tags).map(([name, tag]) => ({ kind: 'tag' as const, name, ...tag })),
    ];
  }

  private people(): PortableRecord[] {
    const created_at = this.daysAgo(400);
    return [
      ...companies.map(({ id, name, revenue }) => ({
        kind: 'company' as const,
        id,
        name,
        revenue,
        metadata: {},
        created_at,
      })),
      ...[...team.map(({ name }) => name), ...users].map((name) => ({
        kind: 'person' as const,
        external_id: name,
        email: addressOf(name),
        full_name: name,
        avatar_url: '',
      })),
      ...companies.flatMap(({ id: company, people }) =>
        people.map((index) => ({
          kind: 'external_id' as const,
          id: `app-${index}`,
          person: userAt(index),
          company,
          created_at,
        })),
      ),
      ...team.map(({ name, role }) => ({ kind: 'member' as const, person: name, role, created_at })),
    ];
  }

  /** Returns feedback with all that happened to it. */
  private feedback(item: FeedbackItem, index: number): PortableRecord[] {
    const { title, description = '', status, tags: labels, comments = [], file } = item;
    const times = this.timesOf(item);
    const author = userAt(index * 5);
    /** Who follows it, and since when. */
    const followers = new Map([[author, times.submitted]]);
    const follow = (person: string, at: number) => followers.has(person) || followers.set(person, at);

    const written = comments.map(([name, content, { kind, replyTo } = {}], position): PortableRecord => {
      const person = name === '' ? userAt(index * 11 + position * 17 + 1) : name;
      const at = times.comments[position]!;
      follow(person, at);
      return {
        kind: 'comment' as const,
        external_id: `${title} ${position}`,
        feedback: title,
        person,
        content,
        created_at: iso(at),
        parent: replyTo === undefined ? '' : `${title} ${replyTo}`,
        comment_kind: kind ?? 'comment',
      };
    });
    const votes = Array.from({ length: item.votes }, (_, vote): PortableRecord => {
      const person = userAt(index * 3 + vote * (1 + (index % 7)));
      // Most people vote soon.
      const share = ((vote + 1) / (item.votes + 1)) ** 1.5;
      const at = times.submitted + (times.quiet - times.submitted) * share;
      follow(person, at);
      return { kind: 'vote' as const, feedback: title, person, created_at: iso(at) };
    });
    const steps = stepsTo(item);
    const changes = steps.slice(1).map((to, step) => ({
      kind: 'status_change' as const,
      feedback: title,
      from: steps[step]!,
      to,
      person: item.assignee ?? lead,
      comment: step === steps.length - 2 && times.answer >= 0 ? `${title} ${times.answer}` : '',
      created_at: iso(
        times.submitted + ((times.decided - times.submitted) * (step + 1)) / (steps.length - 1),
      ),
    }));
    return [
      {
        kind: 'feedback' as const,
        external_id: title,
        title,
        description,
        status,
        tags: [...labels],
        person: author,
        board: item.board ?? (labels.includes('Bug') ? 'bugs' : 'ideas'),
        created_at: iso(times.submitted),
        merged_into: item.mergedInto ?? '',
        fields: fieldsOf(item, index),
        assignee: item.assignee ?? '',
        estimated_date: item.expectedIn === undefined ? '' : this.daysAgo(-item.expectedIn).slice(0, 10),
        pinned: item.pinned ?? false,
      },
      ...votes,
      ...written,
      ...changes,
      ...[...followers].map(([person, at]) => ({
        kind: 'subscription' as const,
        feedback: title,
        person,
        created_at: iso(at),
      })),
      ...(item.mergedInto === undefined ? [] : [this.mergeComment(item, times.decided)]),
      ...(file ? [attachmentOf(title, author, file, iso(times.submitted))] : []),
    ];
  }

  /** The comment with which the team has merged feedback. */
  private mergeComment({ title, mergedInto = '' }: FeedbackItem, at: number): PortableRecord {
    return {
      kind: 'comment' as const,
      external_id: `${title} merged`,
      feedback: mergedInto,
      person: lead,
      content: `“${title}” asks for the same, so I have merged it into this one.`,
      created_at: iso(at),
      parent: '',
      comment_kind: 'comment',
    };
  }

  private waiting(): PortableRecord[] {
    return waitingItems.map(({ title, description = '' }, index) => ({
      kind: 'feedback' as const,
      external_id: title,
      title,
      description,
      status: 'in_review',
      tags: [],
      merged_into: '',
      person: userAt(index),
      board: 'ideas',
      approval: 'pending' as const,
      created_at: iso(this.now - (index * 7 + 2) * hourMs),
    }));
  }

  private changelog(): PortableRecord[] {
    return entries.flatMap(({ day, answers, ...entry }, index) => [
      {
        kind: 'changelog' as const,
        external_id: entry.title,
        ...entry,
        image: drawCover(index),
        publish_date: this.daysAgo(-day),
        person: owner,
      },
      ...answers.map((feedback) => ({ kind: 'link' as const, changelog: entry.title, feedback })),
    ]);
  }

  /**
   * Returns when feedback was submitted and its status was decided, until when people voted, and the times of its comments.
   * The first comment of the team explains the status; `answer` is its index. What an entry answers was completed with it.
   */
  private timesOf(item: FeedbackItem): Times {
    const { comments = [], status, mergedInto } = item;
    const days = daysSince(item);
    const entry = entries.find(({ answers, day }) => day < 0 && answers.includes(item.title));
    const submitted = this.now - days * dayMs - ((feedbackItems.indexOf(item) * 7_919) % 1_440) * 60_000;
    const isDone = status === 'completed' && entry !== undefined;
    const decided = mergedInto === undefined ? submitted + days * 0.6 * dayMs : submitted + 2 * dayMs;
    const decision = isDone ? this.now + entry.day * dayMs : decided;
    const isDecided = status !== 'in_review';
    const answer = isDecided
      ? comments.findIndex(([author, , thread]) => author !== '' && thread?.kind !== 'internal')
      : -1;
    const latest = mergedInto === undefined ? this.now - 2 * hourMs : decided;
    /** Comments are before the answer, or after it; without one, after what was completed. */
    const begin = isDecided && answer < 0 && status === 'completed' ? decision : submitted;
    const end = Math.min(latest, (isDecided ? decision : submitted) + 30 * dayMs);
    const spread = (from: number, to: number, at: number, count: number) =>
      from + ((to - from) * (at + 1)) / (count + 1);
    const times = comments.map((_, at) => {
      if (answer < 0) return spread(begin, end, at, comments.length);
      if (at === answer) return decision;
      return at < answer
        ? spread(submitted, decision, at, answer)
        : spread(decision, end, at - answer - 1, comments.length - answer - 1);
    });
    return {
      submitted,
      decided: decision,
      answer,
      quiet: status === 'completed' ? decision : latest,
      comments: times,
    };
  }

  private daysAgo(days: number): string {
    return iso(this.now - days * dayMs);
  }
}

interface Times {
  readonly submitted: number;
  readonly decided: number;
  readonly answer: number;
  readonly quiet: number;
  readonly comments: readonly number[];
}

function iso(time: number): string {
  return new Date(time).toISOString();
}

/** Returns how many days ago feedback was submitted: before the entry that answers it, after what it is merged into. */
function daysSince(item: FeedbackItem): number {
  const target = feedbackItems.find(({ title }) => title === item.mergedInto);
  if (target) return Math.max(4, Math.round(daysSince(target) * 0.6));
  const spread = (feedbackItems.indexOf(item) * 61 + 97) % feedbackItems.length;
  const entry = entries.find(({ answers, day }) => day < 0 && answers.includes(item.title));
  if (entry) return 20 + spread - entry.day;
  return item.status === 'in_review' ? 3 + spread : 40 + 2 * spread;
}

/** Returns the statuses that feedback has had. */
function stepsTo({ status, tags: labels }: FeedbackItem): string[] {
  if (status === 'rejected') return ['in_review', 'rejected'];
  const all = ['in_review', ...(labels.includes('Bug') ? [] : ['planned']), 'in_progress'];
  const done = all.indexOf(status);
  return done >= 0 ? all.slice(0, done + 1) : [...all, status];
}

/** Returns a user for each number, the same one in each run. */
function userAt(number: number): string {
  return users[number % users.length] ?? '';
}

/** Returns the values of fields: platforms from the tags, and an estimate of what is planned. */
function fieldsOf({ status, tags: labels }: FeedbackItem, index: number): Record<string, unknown> {
  const platforms = labels.filter((tag) => fields['platforms']?.options?.includes(tag));
  return {
    ...(platforms.length > 0 && { platforms }),
    ...(['planned', 'in_progress'].includes(status) && { effort: 1 + (index % 6) }),
  };
}

function attachmentOf(
  feedback: string,
  person: string,
  { name, content }: NonNullable<FeedbackItem['file']>,
  created_at: string,
): PortableRecord {
  const bytes = Buffer.from(content);
  return {
    kind: 'attachment' as const,
    external_id: name,
    feedback,
    comment: '',
    changelog: '',
    person,
    filename: name,
    media_type: 'text/plain',
    size: bytes.length,
    created_at,
    position: 1,
    part: 0,
    content: bytes.toString('base64'),
  };
}
