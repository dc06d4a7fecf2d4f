import {
  ApiError,
  FeedbackClient,
  type Feedback,
  type FeedbackWith,
  type Role,
  type Scope,
} from 'feedback-changelog-client';

// Compiled with the oldest supported version of TypeScript by `npm run check`: what every program needs.

const client = new FeedbackClient({ baseUrl: 'https://feedback.example.com' });

export const role: Role = 'editor';
export const scope: Scope = 'write';

export async function vote(email: string): Promise<void> {
  await client.feedback.upvotes.castFor('acme', '01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d', { user: { email } });
}

export async function titles(): Promise<string[]> {
  const found: Feedback[] = [];
  try {
    for await (const feedback of client.feedback.list('acme', { status: ['planned'] })) found.push(feedback);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
  return found.map(({ title }) => title);
}

export async function included(names: string[]): Promise<string[]> {
  const { viewer, updated_at } = await client.feedback.get('acme', '1', {
    include: ['viewer', 'updated_at'],
  });
  const voted: boolean = viewer.voted;
  const found = await client.feedback.list('acme', { include: names });
  const sources = found.records.map(({ source }) => source?.name ?? 'none');
  for await (const { state } of client.changelogs.list('acme', { include: ['state'] })) sources.push(state);
  const records: FeedbackWith<['viewer']>[] = (await client.feedback.list('acme', { include: ['viewer'] }))
    .records;
  return [updated_at, String(voted), ...sources, ...records.map(({ title }) => title)];
}

export async function notIncluded(names: string[]): Promise<void> {
  const plain = await client.feedback.get('acme', '1');
  // @ts-expect-error: not included
  void plain.viewer;
  const found = await client.feedback.get('acme', '1', { include: ['viewer'] });
  // @ts-expect-error: not included
  void found.updated_at;
  const unknown = await client.feedback.get('acme', '1', { include: names });
  // @ts-expect-error: maybe undefined
  void unknown.viewer.voted;
  const include = names.length > 0 ? (['viewer'] as const) : undefined;
  const maybe = await client.feedback.get('acme', '1', { include });
  // @ts-expect-error: maybe undefined
  void maybe.viewer.voted;
  // @ts-expect-error: unknown member
  await client.feedback.get('acme', '1', { include: ['colour'] });
}
