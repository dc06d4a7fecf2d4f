import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect } from '@jest/globals';
import type { EventRepository } from '../../src/events/domain/event.repository.js';
import type { WebhookRepository } from '../../src/webhooks/domain/webhook.repository.js';
import { Changelog } from '../../src/changelog/domain/changelog.js';
import type { ChangelogRepository } from '../../src/changelog/domain/changelog.repository.js';
import type { FeedbackLinkRepository } from '../../src/changelog-feedback/domain/feedback-link.repository.js';
import type { PublicChangelogRepository } from '../../src/changelog/domain/public-changelog.repository.js';
import type { CommentRepository } from '../../src/feedback/domain/comment.repository.js';
import type { FeedbackImportRepository } from '../../src/feedback/domain/feedback-import.repository.js';
import { Feedback } from '../../src/feedback/domain/feedback.js';
import type { FeedbackRepository } from '../../src/feedback/domain/feedback.repository.js';
import type { TagRepository } from '../../src/feedback/domain/tag.repository.js';
import type { VoteRepository } from '../../src/feedback/domain/vote.repository.js';
import type { IdentityQueries } from '../../src/identity/application/identity.queries.js';
import type { AccessTokenVerifier } from '../../src/identity/domain/access-token-verifier.js';
import type { AccessTokenRepository } from '../../src/identity/domain/access-token.repository.js';
import type { ProjectDirectory } from '../../src/identity/domain/project-directory.js';
import { UserService } from '../../src/identity/application/user.service.js';
import { UserSource } from '../../src/identity/domain/user-source.js';
import { User } from '../../src/identity/domain/user.js';
import type { UserIdentityRepository } from '../../src/identity/domain/user-identity.repository.js';
import type { UserDirectory } from '../../src/identity/domain/user-directory.js';
import type { UserRepository } from '../../src/identity/domain/user.repository.js';
import { ProjectConfig } from '../../src/project/domain/project-config.js';
import type { ProjectRepository } from '../../src/project/domain/project.repository.js';
import { Project } from '../../src/project/domain/project.js';
import type { EventRecord, Events, NewEvent } from '../../src/shared/events.js';
import type { UnitOfWork } from '../../src/shared/unit-of-work.js';
import { FakeAccessTokenVerifier } from './fakes/fake-access-token-verifier.js';
import { FakeAccessTokenRepository } from './fakes/fake-access-token.repository.js';
import { FakeChangelogRepository } from './fakes/fake-changelog.repository.js';
import { FakeClock } from './fakes/fake-clock.js';
import { FakeCommentRepository } from './fakes/fake-comment.repository.js';
import { FakeEventRepository } from './fakes/fake-event.repository.js';
import { FakeEvents } from './fakes/fake-events.js';
import { FakeFeedbackImportRepository } from './fakes/fake-feedback-import.repository.js';
import { FakeFeedbackLinkRepository } from './fakes/fake-feedback-link.repository.js';
import { FakeFeedbackRepository } from './fakes/fake-feedback.repository.js';
import { FakeIds } from './fakes/fake-ids.js';
import { FakePublicChangelogRepository } from './fakes/fake-public-changelog.repository.js';
import { FakeProjectDirectory } from './fakes/fake-project-directory.js';
import { FakeProjectRepository } from './fakes/fake-project.repository.js';
import { FakeTagRepository } from './fakes/fake-tag.repository.js';
import { FakeUnitOfWork } from './fakes/fake-unit-of-work.js';
import { FakeUserIdentityRepository } from './fakes/fake-user-identity.repository.js';
import { FakeUserDirectory } from './fakes/fake-user-directory.js';
import { FakeUserRepository } from './fakes/fake-user.repository.js';
import { FakeVoteRepository } from './fakes/fake-vote.repository.js';
import { FakeWebhookRepository } from './fakes/fake-webhook.repository.js';
import { Memory } from './fakes/memory.js';
import { describeOnServer } from './server-url.js';
import type { StoredPorts } from './stored-ports.js';

/** Every port that stores something, all on one empty store. */
export interface Ports {
  readonly clock: FakeClock;
  readonly ids: FakeIds;
  readonly unitOfWork: UnitOfWork;
  readonly users: UserRepository;
  readonly userDirectory: UserDirectory;
  readonly tokens: AccessTokenRepository;
  readonly identities: UserIdentityRepository;
  readonly verifier: AccessTokenVerifier;
  readonly directory: ProjectDirectory;
  readonly projects: ProjectRepository;
  readonly feedback: FeedbackRepository;
  readonly feedbackImport: FeedbackImportRepository;
  readonly votes: VoteRepository;
  readonly comments: CommentRepository;
  readonly tags: TagRepository;
  readonly changelogs: ChangelogRepository;
  readonly feedbackLinks: FeedbackLinkRepository;
  readonly publicChangelogs: PublicChangelogRepository;
  readonly events: Events;
  readonly eventRepository: EventRepository;
  readonly webhooks: WebhookRepository;
  /** Returns the id of the project with the slug, or of the last one that had it. */
  findProject(slug: string): Promise<string | null>;
  /** Returns the stored event, or null. */
  findEvent(id: string): Promise<EventRecord | null>;
  /** Returns the recorded events of a project, in the order of the feed. */
  recordedEvents(projectId: string): Promise<Required<NewEvent>[]>;
  /** Waits until a unit of work waits for a lock, or until the given work has ended. */
  untilBlocked(work: Promise<unknown>): Promise<void>;
}

export function fakePorts(): Ports & { readonly memory: Memory; readonly events: FakeEvents } {
  const memory = new Memory();
  const events = new FakeEvents(memory);
  const clock = new FakeClock();
  return {
    memory,
    clock,
    ids: new FakeIds(),
    unitOfWork: new FakeUnitOfWork(memory),
    users: new FakeUserRepository(memory),
    userDirectory: new FakeUserDirectory(memory),
    tokens: new FakeAccessTokenRepository(memory),
    identities: new FakeUserIdentityRepository(memory),
    verifier: new FakeAccessTokenVerifier(memory, clock),
    directory: new FakeProjectDirectory(memory),
    projects: new FakeProjectRepository(memory),
    feedback: new FakeFeedbackRepository(memory),
    feedbackImport: new FakeFeedbackImportRepository(memory),
    votes: new FakeVoteRepository(memory),
    comments: new FakeCommentRepository(memory),
    tags: new FakeTagRepository(memory),
    changelogs: new FakeChangelogRepository(memory),
    feedbackLinks: new FakeFeedbackLinkRepository(memory),
    publicChangelogs: new FakePublicChangelogRepository(memory),
    events,
    eventRepository: new FakeEventRepository(memory),
    webhooks: new FakeWebhookRepository(memory),
    findProject: async (slug) =>
      memory.projects.where((project) => project.slug === slug)[0]?.id ??
      memory.formerSlugs.get(slug)?.projectId ??
      null,
    findEvent: async (id) => memory.storedEvents.get(id)?.event ?? null,
    recordedEvents: async (projectId) => events.recorded.filter((event) => event.projectId === projectId),
    untilBlocked: async (work) => {
      let hasEnded = false;
      const end = (): void => void (hasEnded = true);
      work.then(end, end);
      while (!hasEnded && !memory.transactions.isAnyBlocked) await nextTurn();
    },
  };
}

/**
 * Describes the guarantees of a port, once for its fake and, on a server, once for its adapter. Each test starts with an
 * empty store.
 *
 * @param describeAdapter `describe` for suites whose adapter also runs on the embedded database
 */
export function describePort(
  name: string,
  suite: (ports: () => Ports) => void,
  describeAdapter: (name: string, suite: () => void) => void = describeOnServer,
): void {
  describe(`${name}: the fake`, () => {
    let ports: Ports;
    beforeEach(() => {
      ports = fakePorts();
    });
    suite(() => ports);
  });

  describeAdapter(`${name}: the adapter`, () => {
    let stored: StoredPorts;
    let ports: Ports;
    beforeAll(async () => {
      // Suites that only use the fakes do not load the adapters.
      const { openStoredPorts } = await import('./stored-ports.js');
      stored = await openStoredPorts();
    });
    beforeEach(async () => {
      ports = await stored.empty();
    });
    afterAll(() => stored.drop());
    suite(() => ports);
  });
}

/** Finds a record without other fields for every id. */
export const fakeIdentityQueries = {
  account: (id: string) => Promise.resolve({ record: { id }, version: '1' }),
  token: (id: string) => Promise.resolve({ record: { id }, version: '1' }),
} as unknown as IdentityQueries;

/** A service on these ports; the users are those of the service unless a source is given. */
export function aUserService(
  { users, userDirectory, tokens, unitOfWork, ids, clock }: Ports,
  source = new UserSource(null),
): UserService {
  return new UserService(users, userDirectory, source, tokens, unitOfWork, ids, clock, fakeIdentityQueries);
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

/** Stores a new project without members. Its slug is `project-` and its id by default. */
export async function aProject(
  { projects, ids, clock }: Pick<Ports, 'projects' | 'ids' | 'clock'>,
  slug?: string,
): Promise<Project> {
  const id = ids.next();
  const project = Project.create(id, { name: 'Project', slug: slug ?? `project-${id}` }, clock.now());
  await projects.add(project, ProjectConfig.createFor(id, ids.next(), clock.now()));
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
export async function castVote(ports: Ports, { projectId, id }: Feedback, userId?: string): Promise<unknown> {
  return ports.votes.cast(projectId, id, userId ?? (await aUser(ports)).id, ports.clock.now());
}

/** Merges stored feedback without updating the counters. */
export async function merged({ feedback }: Ports, source: Feedback, target: Feedback): Promise<void> {
  source.mergeInto(target, false);
  await feedback.save(source);
}

/** Returns the stored counters of the feedback, votes and comments, and asserts that they are correct. */
export async function countsOf({ feedback }: Ports, counted: Feedback): Promise<[number, number]> {
  const { was, is } = await feedback.recount(counted);
  expect(was).toEqual(is);
  return [is.upvotes, is.commentCount];
}
