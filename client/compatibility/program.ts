import { ApiError, FeedbackClient, type Feedback, type Role, type Scope } from 'feedback-changelog-client';

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
