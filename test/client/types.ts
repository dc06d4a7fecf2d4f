import type { Client, Event, Feedback, ProblemError, ProblemCode } from '../../client/src/index.js';

// What must compile, and what must not: this is looked at by the compiler alone.

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Takes a value of exactly that type. */
function exactly<Expected>() {
  return <Given>(_value: Given & (Is<Given, Expected> extends true ? unknown : never)): void => {};
}

export async function records(client: Client): Promise<void> {
  const feedback = await client.getFeedback('acme', '1');
  exactly<Feedback>()(feedback);
  exactly<'in_review' | 'planned' | 'in_progress' | 'completed' | 'rejected'>()(feedback.status);
  const list = await client.listFeedback('acme', { status: ['planned'], limit: 10 });
  exactly<Feedback[]>()(list);
  for await (const each of client.listFeedback('acme')) exactly<Feedback>()(each);
  for await (const each of client.listFeedback('acme').stream()) exactly<Feedback>()(each);
  const gone = await client.deleteFeedback('acme', '1');
  exactly<void>()(gone);
  const { data, etag } = await client.getFeedback('acme', '1').withResponse();
  exactly<Feedback>()(data);
  exactly<string | undefined>()(etag);
  const known = await client.getFeedback('acme', '1', { ifNoneMatch: etag });
  exactly<Feedback | undefined>()(known);
  const knownList = await client.listFeedback('acme', undefined, { ifNoneMatch: etag });
  exactly<Feedback[] | undefined>()(knownList);
  // A record that was read can be sent back.
  await client.updateFeedback('acme', '1', feedback);
  // @ts-expect-error: it has no such field
  void feedback.colour;
  // @ts-expect-error: what may be known already may be missing
  void known.title;
  // @ts-expect-error: a number
  feedback.upvotes.trim();
}

export async function parameters(client: Client): Promise<void> {
  // @ts-expect-error: the feedback's id is missing
  await client.getFeedback('acme');
  // @ts-expect-error: an id is a text
  await client.getFeedback('acme', 1);
  // @ts-expect-error: there is no such operation
  await client.getFeedbacks('acme');
  // @ts-expect-error: there is no such filter
  await client.listFeedback('acme', { state: ['planned'] });
  // @ts-expect-error: there is no such status
  await client.listFeedback('acme', { status: ['done'] });
  // @ts-expect-error: the title is missing
  await client.findSimilarFeedback('acme');
  // @ts-expect-error: it has no pages
  client.findSimilarFeedback('acme', { title: 'Dark' }).pages();
}

export async function bodies(client: Client): Promise<void> {
  await client.createFeedback('acme', { title: 'Dark mode', tags: ['Mobile', { name: 'Web' }] });
  // @ts-expect-error: the title is missing
  await client.createFeedback('acme', {});
  // @ts-expect-error: there is no such field
  await client.createFeedback('acme', { title: 'Dark mode', colour: 'red' });
  // @ts-expect-error: nothing is converted
  await client.createFeedback('acme', { title: 5 });
  // @ts-expect-error: nothing can be null
  await client.updateProject('acme', { name: null });
  // @ts-expect-error: it takes no body
  await client.castVote('acme', '1', 'me', { weight: 2 });
}

export async function options(client: Client): Promise<void> {
  await client.createFeedback('acme', { title: 'Once' }, { idempotencyKey: '1', requestId: 'r' });
  await client.updateProject('acme', {}, { ifMatch: '"1"', signal: AbortSignal.timeout(1) });
  // @ts-expect-error: its answer shows a secret
  await client.createToken({ name: 'CI', scope: 'read' }, { idempotencyKey: '1' });
  // @ts-expect-error: a PATCH takes no key
  await client.updateProject('acme', {}, { idempotencyKey: '1' });
  // @ts-expect-error: a PUT of a tag has no precondition
  await client.putTag('acme', 'Mobile', { color: '#fff' }, { ifMatch: '"1"' });
  // @ts-expect-error: there is no such option
  await client.getMe({ retries: 1 });
}

export function events(event: Event): string | undefined {
  switch (event.type) {
    case 'feedback.created':
      return event.data.title;
    case 'feedback.upvoted':
      // @ts-expect-error: a vote has no title
      return event.data.title;
    case 'changelog.published':
      return event.data.slug;
    // @ts-expect-error: there is no such type
    case 'feedback.invented':
      return undefined;
    default:
      return undefined;
  }
}

export function problems({ code, errors }: ProblemError): boolean {
  exactly<ProblemCode>()(code);
  // @ts-expect-error: there is no such code
  return code === 'not_found' || errors[0]?.code === 'unknown_tag';
}
