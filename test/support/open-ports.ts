import type { Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { Environment } from '../../src/server/environment.js';
import { EventQueries } from '../../src/events/application/event.queries.js';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { EventRepository } from '../../src/events/domain/event.repository.js';
import { FeedbackServiceModule } from '../../src/feedback-service.module.js';
import { WebhookRepository } from '../../src/outreach/webhooks/domain/webhook.repository.js';
import { ChangelogRepository } from '../../src/changelog/entries/domain/changelog.repository.js';
import { FeedbackLinkRepository } from '../../src/changelog/linked-feedback/domain/feedback-link.repository.js';
import { CommentRepository } from '../../src/feedback/comments/domain/comment.repository.js';
import { FeedbackImportRepository } from '../../src/feedback/items/domain/feedback-import.repository.js';
import { FeedbackRepository } from '../../src/feedback/items/domain/feedback.repository.js';
import { TagRepository } from '../../src/project/tags/domain/tag.repository.js';
import { VoteRepository } from '../../src/feedback/votes/domain/vote.repository.js';
import { AccessTokenVerifier } from '../../src/identity/authentication/domain/access-token-verifier.js';
import { AccessTokenRepository } from '../../src/identity/access-tokens/domain/access-token.repository.js';
import { ProjectDirectory } from '../../src/identity/users/domain/project-directory.js';
import { UserIdentityRepository } from '../../src/identity/authentication/domain/user-identity.repository.js';
import { UserDirectory } from '../../src/identity/users/domain/user-directory.js';
import { UserRepository } from '../../src/identity/users/domain/user.repository.js';
import { StoredAccessTokenVerifier } from '../../src/identity/authentication/persistence/stored-access-token-verifier.js';
import { Caches } from '../../src/platform/caches/caches.js';
import { Database } from '../../src/platform/persistence/database.js';
import { AccessQueries } from '../../src/project/access/application/access.queries.js';
import { MemberRepository } from '../../src/project/members/domain/member.repository.js';
import { ProjectConfigRepository } from '../../src/project/projects/domain/project-config.repository.js';
import { ProjectMetadataRepository } from '../../src/project/metadata/domain/project-metadata.repository.js';
import { ProjectRepository } from '../../src/project/projects/domain/project.repository.js';
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

export interface OpenPorts extends Ports {
  /** Deletes what tests have stored, and sets the clock back. */
  empty(): Promise<void>;
  close(): Promise<void>;
}

type Token<T> = Type<T> | (abstract new (...args: never[]) => T);

/** Starts the service without HTTP on a new database, and returns its ports. */
export async function openPorts(): Promise<OpenPorts> {
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
