import { Clock } from '../../src/shared/clock.js';
import type { Answer, Client, TestApp } from './app.js';
import { unique } from './unique.js';

/** A clock that advances by one second with each reading, so that no two timestamps are equal. */
export class TickingClock extends Clock {
  private time = Date.parse('2026-01-31T12:00:00.123Z');

  override now(): Date {
    this.time += 1_000;
    return new Date(this.time);
  }
}

/** Returns the answer, which must be a success. */
export async function expectSuccess(answer: Promise<Answer>): Promise<Answer> {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status}: ${text}`);
  return answer;
}

/** Returns the body of the answer, which must be a success. */
export async function bodyOf(answer: Promise<Answer>): Promise<any> {
  return (await expectSuccess(answer)).body;
}

/** Creates an empty project, and returns its path. */
export async function newProject({ admin }: TestApp): Promise<string> {
  const slug = unique('project');
  await expectSuccess(admin.post('/projects', { name: 'Project', slug }));
  return `/projects/${slug}`;
}

/** Returns a client for a new user with that role in the project. */
export async function newMember(
  service: TestApp,
  project: string,
  role: string,
): Promise<Client & { userId: string }> {
  const client = await service.userClient(`${unique(role)}@example.com`);
  await expectSuccess(service.admin.put(`${project}/members/${client.userId}`, { role }));
  return client;
}

/** Creates a user who is not a member of any project, and returns the id. */
export async function newUser({ admin }: TestApp): Promise<string> {
  const user = { email: `${unique('user')}@example.com`, full_name: 'User' };
  return (await expectSuccess(admin.post('/users', user))).body.id as string;
}

/** Submits feedback as the client, and returns its path. */
export async function newFeedback(client: Client, project: string, title = 'Wish'): Promise<string> {
  const { id } = (await expectSuccess(client.post(`${project}/feedback`, { title }))).body;
  return `${project}/feedback/${id}`;
}

/** Submits feedback with these values as the client, and returns its id. */
export async function submitFeedback(client: Client, project: string, values: object = {}): Promise<string> {
  return (await bodyOf(client.post(`${project}/feedback`, { title: 'Wish', ...values }))).id as string;
}

/** An id that no record has. */
export const unknownId = '00000000-0000-7000-8000-000000000000';

/** Returns the ids of the users who voted for the feedback, in the order of the list. */
export async function votersOf(client: Client, feedback: string): Promise<string[]> {
  return (await walk(client, `${feedback}/upvotes`)).map(({ user }) => user.id as string);
}

/** Returns the last part of a path. */
export function idOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

/** Inserts feedback directly into the database, one per second from 2026 on, and returns the ids, oldest first. */
export async function insertFeedback(
  service: TestApp,
  project: string,
  amount: number,
  description = '',
): Promise<string[]> {
  const { id: projectId } = (await expectSuccess(service.admin.get(project))).body;
  const { id: userId } = (await expectSuccess(service.admin.get('/me'))).body.user;
  const rows: { id: string }[] = await service.database.database.dataSource.query(
    `insert into feedback (id, project_id, user_id, title, description, status, created_at)
     select gen_random_uuid(), $1, $2, 'Wish ' || n, $4::text, 'planned', '2026-01-01Z'::timestamptz + n * interval '1 s'
     from generate_series(1, $3::int) n returning id`,
    [projectId, userId, amount, description],
  );
  return rows.map(({ id }) => id);
}

/** Returns all records of a list, page by page along the `Link` headers; `onPage` is called after each page. */
export async function walk(client: Client, path: string, onPage?: () => Promise<unknown>): Promise<any[]> {
  const records: unknown[] = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const { body, headers } = await expectSuccess(client.get(next));
    records.push(...(body as unknown[]));
    await onPage?.();
    next = /<https?:\/\/[^/]+\/v1([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return records;
}

interface StoredFeedback {
  id: string;
  merged_into: string | null;
  upvotes: number;
  comment_count: number;
}

/** Returns a sentence for each stored counter that is wrong; empty if all are correct. */
export async function miscounts(service: TestApp): Promise<string[]> {
  const [stored]: [{ feedback: StoredFeedback[]; votes: Row[]; comments: Row[] }] =
    await service.database.database.dataSource.query(
      `select (select coalesce(json_agg(f), '[]') from feedback f) as feedback,
              (select coalesce(json_agg(v), '[]') from votes v) as votes,
              (select coalesce(json_agg(c), '[]') from comments c where c.kind <> 'internal' and c.approval = 'approved') as comments`,
    );
  const { feedback, votes, comments } = stored;
  const roots = new Map(feedback.map(({ id, merged_into }) => [id, merged_into]));
  const of = (rows: Row[], id: string) =>
    rows.filter(({ feedback_id }) => feedback_id === id || roots.get(feedback_id) === id);
  return feedback.flatMap(({ id, upvotes, comment_count }) => {
    const voters = new Set(of(votes, id).map(({ user_id }) => user_id)).size;
    const written = of(comments, id).length;
    return [
      ...(upvotes === voters ? [] : [`${id} has ${upvotes} upvotes, but ${voters} voters`]),
      ...(comment_count === written
        ? []
        : [`${id} has comment_count ${comment_count}, but ${written} comments`]),
    ];
  });
}

interface Row {
  feedback_id: string;
  user_id: string;
}
