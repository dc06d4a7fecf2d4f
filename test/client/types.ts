import {
  type ApiError,
  type Changelog,
  type ChangelogUpdate,
  type ChangelogWith,
  type ErrorCode,
  type EventOf,
  type Feedback,
  FeedbackClient,
  type FeedbackInclude,
  type FeedbackViewer,
  type FeedbackWith,
  type JsonFeed,
  type ListFeedbackQuery,
  type Member,
  type Page,
  type ProjectEvent,
  type Role,
  type Scope,
  type SubmitFeedbackRequest,
  type Token,
} from '../../client/src/index.js';

// Compiled, not executed: what must compile, and what must not.

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Accepts a value of exactly this type. */
function exactly<Expected>() {
  return <Given>(_value: Given & (Is<Given, Expected> extends true ? unknown : never)): void => {};
}

/** Returns a value of the type of the names of the members. */
declare function keyOf<T>(value: T): keyof T;

export async function records(client: FeedbackClient): Promise<void> {
  const feedback = await client.feedback.get('acme', '1');
  exactly<Feedback>()(feedback);
  exactly<string>()(feedback.status);
  exactly<'open' | 'planned' | 'active' | 'done' | 'closed'>()(
    (await client.statuses.get('acme', 'beta')).kind,
  );
  const list: Promise<Page<Feedback>> = client.feedback.list('acme', { status: ['planned'], limit: 10 });
  exactly<Page<Feedback>>()(await list);
  for await (const each of client.feedback.list('acme')) exactly<Feedback>()(each);
  for await (const each of client.feedback.list('acme').stream()) exactly<Feedback>()(each);
  for await (const each of client.feedback.list('acme').pages()) exactly<Page<Feedback>>()(each);
  const nothing = await client.feedback.delete('acme', '1');
  exactly<void>()(nothing);
  const { data, etag } = await client.feedback.get('acme', '1').withResponse();
  exactly<Feedback>()(data);
  exactly<string | undefined>()(etag);
  const changed = await client.feedback.get('acme', '1', {}, { ifNoneMatch: etag });
  exactly<Feedback | undefined>()(changed);
  const changedList = await client.feedback.list('acme', undefined, { ifNoneMatch: etag });
  exactly<Page<Feedback> | undefined>()(changedList);
  // A record can be sent back as it was read.
  await client.feedback.update('acme', '1', feedback);
  // @ts-expect-error: unknown field
  void feedback.colour;
  // @ts-expect-error: undefined if nothing has changed
  void changed.title;
  // @ts-expect-error: a number
  feedback.upvotes.trim();
  // @ts-expect-error: a page, not an array
  (await client.feedback.list('acme')).map(String);
}

export async function includedMembers(client: FeedbackClient): Promise<void> {
  const plain = await client.feedback.get('acme', '1');
  exactly<keyof Feedback>()(keyOf(plain));
  // @ts-expect-error: not included
  void plain.viewer;
  const found = await client.feedback.get('acme', '1', { include: ['viewer', 'updated_at'] });
  exactly<keyof Feedback | 'viewer' | 'updated_at'>()(keyOf(found));
  exactly<FeedbackViewer>()(found.viewer);
  exactly<string>()(found.updated_at);
  exactly<FeedbackWith<['updated_at', 'viewer']>>()(found);
  // @ts-expect-error: not included
  void found.metadata;
  // A member that can be null is not optional.
  const { source } = await client.feedback.create('acme', { title: 'Dark' }, { include: ['source'] });
  exactly<{ name: string; external_id: string } | null>()(source);
  const none = await client.feedback.get('acme', '1', { include: [] });
  exactly<Feedback>()(none);
  // Records with more members can be used as records without.
  const records: Feedback[] = [plain, found, none];
  const entry = await client.changelogs.get('acme', '1', { include: ['state'] });
  exactly<'draft' | 'scheduled' | 'published'>()(entry.state);
  exactly<ChangelogWith<['state']>>()(entry);
  const put = await client.changelogs.put('acme', '1', {}, { include: ['updated_at'] });
  exactly<string>()(put.updated_at);
  const update: ChangelogUpdate = put;
  // @ts-expect-error: a member of feedback
  await client.changelogs.get('acme', '1', { include: ['viewer'] });
  // @ts-expect-error: unknown member
  await client.feedback.get('acme', '1', { include: ['viewer', 'colour'] });
  // @ts-expect-error: an array
  await client.feedback.get('acme', '1', { include: 'viewer' });
  // @ts-expect-error: unknown parameter beside include
  await client.feedback.list('acme', { include: ['viewer'], state: ['planned'] });
  // @ts-expect-error: the title is required
  await client.feedback.findSimilar('acme', { include: ['viewer'] });
  void [records, update];
}

export async function includedMembersOfLists(client: FeedbackClient): Promise<void> {
  type Viewed = FeedbackWith<['viewer']>;
  const list = client.feedback.list('acme', { status: ['planned'], include: ['viewer'], limit: 10 });
  exactly<Page<Viewed>>()(await list);
  for await (const each of list) exactly<Viewed>()(each);
  for await (const each of list.stream()) exactly<Viewed>()(each);
  for await (const each of list.pages()) exactly<Page<Viewed>>()(each);
  const query = { include: ['viewer'] } as const;
  exactly<Viewed[]>()(await client.feedback.findSimilar('acme', { ...query, title: 'Dark' }));
  exactly<Viewed[]>()(await client.feedback.bulkUpdate('acme', { ids: [], set: {} }, query));
  exactly<Viewed>()(await client.feedback.upvotes.cast('acme', '1', 'me', query));
  exactly<Viewed>()(await client.feedback.merge('acme', '1', { into: '2' }, query));
  exactly<Viewed>()(await client.changelogs.feedback.link('acme', '1', '2', query));
  const { data } = await client.feedback.get('acme', '1', query).withResponse();
  exactly<Viewed>()(data);
  const changed = await client.feedback.get('acme', '1', query, { ifNoneMatch: '"1"' });
  exactly<Viewed | undefined>()(changed);
  const changedList = await client.feedback.list('acme', query, { ifNoneMatch: '"1"' });
  exactly<Page<Viewed> | undefined>()(changedList);
  const entries = await client.feedback.changelogs.list('acme', '1', { include: ['state'] });
  exactly<Page<ChangelogWith<['state']>>>()(entries);
  exactly<Page<Changelog>>()(await client.changelogs.list('acme'));
}

export async function unknownInclude(
  client: FeedbackClient,
  names: string[],
  known: FeedbackInclude[],
  query: ListFeedbackQuery,
  name: 'viewer' | 'source',
): Promise<void> {
  type Unknown = FeedbackWith<string[]>;
  exactly<FeedbackViewer | undefined>()((await client.feedback.get('acme', '1', { include: names })).viewer);
  exactly<Unknown>()(await client.feedback.get('acme', '1', { include: names }));
  exactly<Unknown>()(await client.feedback.get('acme', '1', { include: known }));
  exactly<Page<Unknown>>()(await client.feedback.list('acme', query));
  const either = await client.feedback.get('acme', '1', { include: [name, 'updated_at'] });
  exactly<keyof Feedback | 'viewer' | 'source' | 'updated_at'>()(keyOf(either));
  exactly<FeedbackViewer | undefined>()(either.viewer);
  exactly<string>()(either.updated_at);
  const include = name === 'viewer' ? (['viewer'] as const) : undefined;
  exactly<FeedbackViewer | undefined>()((await client.feedback.get('acme', '1', { include })).viewer);
  const other = await client.feedback.get('acme', '1', { include: name === 'viewer' ? ['viewer'] : [] });
  exactly<FeedbackViewer | undefined>()(other.viewer);
  const spread = await client.feedback.get('acme', '1', { include: [...known, 'viewer'] });
  exactly<FeedbackViewer | undefined>()(spread.viewer);
  // @ts-expect-error: maybe undefined
  void spread.viewer.voted;
}

export async function parameters(client: FeedbackClient): Promise<void> {
  // @ts-expect-error: the id is missing
  await client.feedback.get('acme');
  // @ts-expect-error: an id is a string
  await client.feedback.get('acme', 1);
  // @ts-expect-error: unknown method
  await client.feedback.fetch('acme');
  // @ts-expect-error: unknown resource
  await client.feedbacks.get('acme');
  // @ts-expect-error: unknown filter
  await client.feedback.list('acme', { state: ['planned'] });
  // @ts-expect-error: unknown kind of status
  await client.feedback.list('acme', { status_kind: ['paused'] });
  // @ts-expect-error: the title is required
  await client.feedback.findSimilar('acme');
  // @ts-expect-error: not a list with pages
  client.feedback.findSimilar('acme', { title: 'Dark' }).pages();
}

export async function bodies(client: FeedbackClient): Promise<void> {
  await client.feedback.create('acme', { title: 'Dark mode', tags: ['Mobile', { name: 'Web' }] });
  // @ts-expect-error: the title is required
  await client.feedback.create('acme', {});
  // @ts-expect-error: unknown field
  await client.feedback.create('acme', { title: 'Dark mode', colour: 'red' });
  // @ts-expect-error: values are not converted
  await client.feedback.create('acme', { title: 5 });
  // @ts-expect-error: no field is nullable
  await client.projects.update('acme', { name: null });
}

export async function votes(client: FeedbackClient): Promise<void> {
  await client.feedback.upvotes.cast('acme', '1', 'me');
  // @ts-expect-error: no body
  await client.feedback.upvotes.cast('acme', '1', 'me', { user: { email: 'ada@example.com' } });
  await client.feedback.upvotes.castFor('acme', '1', { user: { email: 'ada@example.com' } });
  await client.feedback.upvotes.castFor('acme', '1', {});
  // @ts-expect-error: the body is missing
  await client.feedback.upvotes.castFor('acme', '1');
  // @ts-expect-error: the name of an operation, not of a method
  await client.feedback.upvotes.create('acme', '1', {});
}

export async function usersOfBodies(client: FeedbackClient): Promise<void> {
  const user = { email: 'ada@example.com' };
  await client.feedback.create('acme', { title: 'Dark mode', user });
  await client.feedback.create('acme', { title: 'Dark mode', user_id: '1' });
  // @ts-expect-error: two users
  await client.feedback.create('acme', { title: 'Dark mode', user_id: '1', user });
  // @ts-expect-error: two users
  await client.feedback.upvotes.castFor('acme', '1', { user_id: '1', user });
  // @ts-expect-error: two users
  await client.feedback.comments.create('acme', '1', { content: 'Yes', user_id: '1', user });
  const body: SubmitFeedbackRequest = { title: 'Dark mode' };
  body.user = user;
}

export async function readOnlyMembers(client: FeedbackClient, feedback: Feedback): Promise<void> {
  // @ts-expect-error: the id cannot be changed
  await client.feedback.update('acme', '1', { id: '2' });
  // @ts-expect-error: the service counts votes
  await client.feedback.update('acme', '1', { title: 'Dark mode', upvotes: 5 });
  // A record can be sent back as it was read.
  await client.feedback.update('acme', '1', feedback);
}

export async function withoutToken(): Promise<void> {
  const client = new FeedbackClient({ baseUrl: 'https://feedback.example.com' });
  exactly<JsonFeed>()(await client.projects.getJsonFeed('acme'));
  exactly<ReadableStream<Uint8Array>>()(await client.projects.getAtomFeed('acme'));
  // @ts-expect-error: a token is a string
  new FeedbackClient({ token: null });
}

export function rights(member: Member, token: Token): void {
  exactly<Role>()(member.role);
  exactly<Scope>()(token.scope);
  // @ts-expect-error: unknown role
  const role: Role = 'admin';
  // @ts-expect-error: unknown scope
  const scope: Scope = 'owner';
  void [role, scope];
}

export async function options(client: FeedbackClient): Promise<void> {
  await client.feedback.create('acme', { title: 'Once' }, {}, { idempotencyKey: '1', requestId: 'r' });
  await client.projects.update('acme', {}, { ifMatch: '"1"', signal: AbortSignal.timeout(1) });
  // @ts-expect-error: the response contains a secret
  await client.tokens.create({ name: 'CI', scope: 'read' }, { idempotencyKey: '1' });
  // @ts-expect-error: not a POST
  await client.projects.update('acme', {}, { idempotencyKey: '1' });
  // @ts-expect-error: no preconditions
  await client.tags.put('acme', 'Mobile', { color: '#fff' }, { ifMatch: '"1"' });
  // @ts-expect-error: unknown option
  await client.me({ retries: 1 });
}

export function events(event: ProjectEvent): string | undefined {
  switch (event.type) {
    case 'feedback.created':
      return event.data.title;
    case 'feedback.upvoted':
      // @ts-expect-error: a vote has no title
      return event.data.title;
    case 'changelog.published':
      return event.data.slug;
    // @ts-expect-error: unknown type
    case 'feedback.invented':
      return undefined;
    default:
      return undefined;
  }
}

export async function followedEvents(client: FeedbackClient): Promise<void> {
  for await (const event of client.events.follow('acme')) exactly<ProjectEvent>()(event);
  for await (const event of client.events.follow('acme', { type: ['comment.created'] })) {
    exactly<EventOf<'comment.created'>>()(event);
  }
  // @ts-expect-error: unknown type
  client.events.follow('acme', { type: ['comment.invented'] });
}

export function errors({ code, fieldErrors }: ApiError): boolean {
  exactly<ErrorCode>()(code);
  // @ts-expect-error: unknown code
  return code === 'not_found' || fieldErrors[0]?.code === 'unknown_tag';
}
