import type { Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import { Environment } from '../../src/server/environment.js';
import { EventQueries } from '../../src/events/application/event.queries.js';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { EventRepository } from '../../src/events/domain/event.repository.js';
import { FeedbackServiceModule } from '../../src/feedback-service.module.js';
import { WebhookRepository } from '../../src/outreach/webhooks/domain/webhook.repository.js';
import { Changelog } from '../../src/changelog/entries/domain/changelog.js';
import { ChangelogRepository } from '../../src/changelog/entries/domain/changelog.repository.js';
import { FeedbackLinkRepository } from '../../src/changelog/linked-feedback/domain/feedback-link.repository.js';
import { CommentRepository } from '../../src/feedback/comments/domain/comment.repository.js';
import { FeedbackImportRepository } from '../../src/feedback/items/domain/feedback-import.repository.js';
import { Feedback } from '../../src/feedback/items/domain/feedback.js';
import { FeedbackRepository } from '../../src/feedback/items/domain/feedback.repository.js';
import { TagRepository } from '../../src/project/tags/domain/tag.repository.js';
import { VoteRepository, type VoteResult } from '../../src/feedback/votes/domain/vote.repository.js';
import { IdentityQueries } from '../../src/identity/users/application/identity.queries.js';
import { AccessTokenVerifier } from '../../src/identity/authentication/domain/access-token-verifier.js';
import { AccessTokenRepository } from '../../src/identity/access-tokens/domain/access-token.repository.js';
import { ProjectDirectory } from '../../src/identity/users/domain/project-directory.js';
import { PersonalData, PersonalDataOfModules } from '../../src/identity/users/application/personal-data.js';
import { UserService } from '../../src/identity/users/application/user.service.js';
import { UserSource } from '../../src/identity/users/domain/user-source.js';
import { User } from '../../src/identity/users/domain/user.js';
import { UserIdentityRepository } from '../../src/identity/authentication/domain/user-identity.repository.js';
import { UserDirectory } from '../../src/identity/users/domain/user-directory.js';
import { UserRepository } from '../../src/identity/users/domain/user.repository.js';
import { StoredAccessTokenVerifier } from '../../src/identity/authentication/persistence/stored-access-token-verifier.js';
import { Caches } from '../../src/platform/caches/caches.js';
import { Database } from '../../src/platform/persistence/database.js';
import { AccessQueries } from '../../src/project/access/application/access.queries.js';
import { ProjectConfig } from '../../src/project/projects/domain/project-config.js';
import { MemberRepository } from '../../src/project/members/domain/member.repository.js';
import { ProjectConfigRepository } from '../../src/project/projects/domain/project-config.repository.js';
import { ProjectMetadataRepository } from '../../src/project/metadata/domain/project-metadata.repository.js';
import { ProjectRepository } from '../../src/project/projects/domain/project.repository.js';
import { Project } from '../../src/project/projects/domain/project.js';
import { Clock } from '../../src/shared/clock.js';
import { type EventRecord, Events, type NewEvent } from '../../src/shared/events.js';
import { Ids, SecureRandom } from '../../src/shared/ids.js';
import { UnitOfWork } from '../../src/shared/unit-of-work.js';
import { createTestDatabase, untilBlocked } from './database.js';
import { FakeClock } from './fakes/fake-clock.js';
import { FakeIds } from './fakes/fake-ids.js';

/** The ports of the service and their adapters, on a database that is empty when a test starts. */
export interface Ports {
  readonly clock: FakeClock;
  readonly ids: Ids;
  readonly random: SecureRandom;
  readonly unitOfWork: UnitOfWork;
  readonly users: UserRepository;
  readonly userDirectory: UserDirectory;
  readonly tokens: AccessTokenRepository;
  readonly identities: UserIdentityRepository;
  readonly verifier: AccessTokenVerifier;
  readonly directory: ProjectDirectory;
  readonly projects: ProjectRepository;
  readonly configs: ProjectConfigRepository;
  readonly metadata: ProjectMetadataRepository;
  readonly members: MemberRepository;
  readonly feedback: FeedbackRepository;
  readonly feedbackImport: FeedbackImportRepository;
  readonly votes: VoteRepository;
  readonly comments: CommentRepository;
  readonly tags: TagRepository;
  readonly changelogs: ChangelogRepository;
  readonly feedbackLinks: FeedbackLinkRepository;
  readonly events: Events;
  readonly eventRepository: EventRepository;
  readonly webhooks: WebhookRepository;
  /** Returns a provider of the service, such as one of its use cases. */
  get<T>(token: Token<T>): T;
  /** Sends a statement outside of units of work, and returns the rows. */
  query(sql: string, parameters?: unknown[]): Promise<any[]>;
  /** Returns the id of the project with the slug, or of the last one that had it. */
  findProject(slug: string): Promise<string | null>;
  /** Returns the stored event, or null. */
  findEvent(id: string): Promise<EventRecord | null>;
  /** Returns the recorded events of a project, in the order of the feed. */
  recordedEvents(projectId: string): Promise<Required<NewEvent>[]>;
  /** Returns the events of a project that were recorded since the last call. */
  takeEvents(projectId: string): Promise<Required<NewEvent>[]>;
  /** Waits until a unit of work waits for a lock, or until the given work has ended. On a server only. */
  untilBlocked(work: Promise<unknown>): Promise<void>;
}

type Token<T> = Type<T> | (abstract new (...args: never[]) => T);

/**
 * Starts the service without HTTP for the suites of a file, and returns its ports. Each test starts with an empty database,
 * the same time, and no spies.
 */
export function usePorts(): () => Ports {
  let ports: Awaited<ReturnType<typeof openPorts>>;
  beforeAll(async () => {
    ports = await openPorts();
  });
  beforeEach(() => ports.empty());
  afterEach(() => {
    jest.restoreAllMocks();
  });
  afterAll(() => ports.close());
  return () => ports;
}

async function openPorts(): Promise<Ports & { empty(): Promise<void>; close(): Promise<void> }> {
  const testDatabase = await createTestDatabase();
  const { dataSource } = testDatabase.database;
  const { options } = new Environment({ PORT: '0', SECRETS_KEY: 'a key of tests that is long enough' });
  const clock = new FakeClock();
  const app = await Test.createTestingModule({ imports: [FeedbackServiceModule.forRoot(options)] })
    .overrideProvider(Database)
    .useValue(testDatabase.database)
    .overrideProvider(Clock)
    .useValue(clock)
    .overrideProvider(Ids)
    .useValue(new FakeIds())
    .compile();
  await app.init();
  const get = <T>(token: Token<T>): T => app.get(token, { strict: false });
  const taken = new Map<string, number>();
  const recordedEvents = async (projectId: string): Promise<Required<NewEvent>[]> => {
    await get(EventRelay).relay();
    const { records } = await get(EventQueries).feed(projectId, undefined, { limit: 100, count: false });
    return records.map(({ type, project_id, actor_id, data, previous }) => ({
      type,
      projectId: project_id,
      actorId: actor_id,
      data,
      previous,
    }));
  };
  return {
    clock,
    ids: get(Ids),
    random: get(SecureRandom),
    unitOfWork: get(UnitOfWork),
    users: get(UserRepository),
    userDirectory: get(UserDirectory),
    tokens: get(AccessTokenRepository),
    identities: get(UserIdentityRepository),
    verifier: get(StoredAccessTokenVerifier),
    directory: get(ProjectDirectory),
    projects: get(ProjectRepository),
    configs: get(ProjectConfigRepository),
    metadata: get(ProjectMetadataRepository),
    members: get(MemberRepository),
    feedback: get(FeedbackRepository),
    feedbackImport: get(FeedbackImportRepository),
    votes: get(VoteRepository),
    comments: get(CommentRepository),
    tags: get(TagRepository),
    changelogs: get(ChangelogRepository),
    feedbackLinks: get(FeedbackLinkRepository),
    events: get(Events),
    eventRepository: get(EventRepository),
    webhooks: get(WebhookRepository),
    get,
    query: (sql, parameters) => dataSource.query(sql, parameters),
    findProject: async (slug) =>
      (await get(AccessQueries).resolve(slug, { userId: get(Ids).next(), instanceAdmin: true }))?.id ?? null,
    findEvent: (id) => get(EventQueries).find(id),
    recordedEvents,
    takeEvents: async (projectId) => {
      const recorded = await recordedEvents(projectId);
      const known = taken.get(projectId) ?? 0;
      taken.set(projectId, recorded.length);
      return recorded.slice(known);
    },
    untilBlocked: (work) => untilBlocked(testDatabase, work),
    empty: async () => {
      clock.set(new FakeClock().now());
      // Faster than truncating, which creates new files for every table and index.
      await dataSource.query(
        'delete from projects; delete from access_tokens; delete from user_identities; delete from users',
      );
      get(Caches).invalidate();
    },
    close: async () => {
      await app.close();
      await testDatabase.drop();
    },
  };
}

/** A service on these ports; the users are those of the service unless a source is given. */
export function aUserService(
  { users, userDirectory, tokens, unitOfWork, ids, clock, directory, get }: Ports,
  source = new UserSource(null),
  personalData: readonly PersonalData[] = [],
): UserService {
  const queries = get(IdentityQueries);
  const ofModules = new PersonalDataOfModules(() => personalData);
  return new UserService(
    ...([users, userDirectory, source, tokens, unitOfWork, ids, clock, queries, directory] as const),
    ofModules,
  );
}

/** Stores a new user. */
export async function aUser(
  { users, ids, clock }: Pick<Ports, 'users' | 'ids' | 'clock'>,
  profile: { email?: string; fullName?: string; instanceAdmin?: boolean; createdAt?: Date } = {},
): Promise<User> {
  const id = ids.next();
  const { createdAt = clock.now(), ...rest } = profile;
  const user = User.register(id, { email: `${id}@example.com`, ...rest }, createdAt);
  await users.add(user);
  return user;
}

/** Returns a stored user who is not anonymized, or null. */
export async function loadUser({ users, unitOfWork }: Ports, id: string): Promise<User | null> {
  return unitOfWork.run(() => users.load(id));
}

/** Stores a new project without members. Its slug is `project-` and its id by default. */
export async function aProject(
  { projects, ids, clock }: Pick<Ports, 'projects' | 'ids' | 'clock'>,
  slug?: string,
): Promise<Project> {
  const id = ids.next();
  const project = Project.create(id, { name: 'Project', slug: slug ?? `project-${id}` }, clock.now());
  await projects.add(project, ProjectConfig.create(ids.next()));
  return project;
}

/**
 * Runs two units of work that change the same record: the second starts when the first has loaded the record, and the
 * first goes on when the second waits for a lock, or has ended. Returns the order of events.
 */
export async function runConcurrently<T>(
  { unitOfWork, untilBlocked }: Ports,
  load: () => Promise<T>,
  change: (loaded: T, who: 'first' | 'second') => Promise<void>,
): Promise<string[]> {
  const order: string[] = [];
  const [loadedFirst, goOn] = [deferred(), deferred()];
  const first = unitOfWork.run(async () => {
    const loaded = await load();
    loadedFirst.resolve();
    await goOn.promise;
    await change(loaded, 'first');
    order.push('first ends');
  });
  await Promise.race([loadedFirst.promise, first]);
  const second = unitOfWork.run(async () => {
    const loaded = await load();
    order.push('second has loaded');
    await change(loaded, 'second');
  });
  await untilBlocked(second);
  goOn.resolve();
  await Promise.all([first, second]);
  return order;
}

export function deferred(): { resolve: () => void; promise: Promise<void> } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { resolve, promise };
}

/** Stores new feedback of that project. */
export async function aFeedback(ports: Ports, projectId: string): Promise<Feedback> {
  const { feedback, ids, clock } = ports;
  const entry = { id: ids.next(), projectId, userId: (await aUser(ports)).id, createdAt: clock.now() };
  const submitted = Feedback.submit(entry, { title: 'Wish' }, []);
  await feedback.add(submitted);
  return submitted;
}

/** Stores a new draft of a changelog entry in that project. */
export async function aChangelog(ports: Ports, projectId: string): Promise<Changelog> {
  const { changelogs, ids, clock } = ports;
  const [id, slug] = [ids.next(), ids.next()];
  const entry = { id, projectId, authorId: (await aUser(ports)).id, slug };
  const written = Changelog.write(entry, { title: 'Fixes' }, clock.now());
  await changelogs.add(written);
  return written;
}

/** Votes for feedback, by default as a new user. */
export async function castVote(
  ports: Ports,
  { projectId, id }: Feedback,
  userId?: string,
): Promise<VoteResult | null> {
  return ports.votes.add(projectId, id, userId ?? (await aUser(ports)).id, ports.clock.now());
}

/** Merges stored feedback without updating the counters. */
export async function merged({ feedback }: Ports, source: Feedback, target: Feedback): Promise<void> {
  source.mergeInto(target, false, 0);
  await feedback.save(source);
}

/** Returns the stored counters of the feedback, votes and comments, and asserts that they are correct. */
export async function countsOf({ feedback }: Ports, counted: Feedback): Promise<[number, number]> {
  const { was, is } = await feedback.recount(counted);
  expect(was).toEqual(is);
  return [is.upvotes, is.commentCount];
}
