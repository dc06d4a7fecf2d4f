import { EventRecorder } from '../../src/events/application/event-recorder.js';
import { EventRelay } from '../../src/events/application/event-relay.js';
import { RetentionPeriod } from '../../src/events/domain/retention-period.js';
import { SqlEventQueries } from '../../src/events/persistence/sql-event.queries.js';
import { SqlEventRepository } from '../../src/events/persistence/sql-event.repository.js';
import { TypeormWebhookRepository } from '../../src/webhooks/persistence/typeorm-webhook.repository.js';
import { SqlPublicChangelogRepository } from '../../src/changelog/persistence/sql-public-changelog.repository.js';
import { TypeormChangelogRepository } from '../../src/changelog/persistence/typeorm-changelog.repository.js';
import { SqlFeedbackLinkRepository } from '../../src/changelog-feedback/persistence/sql-feedback-link.repository.js';
import { SqlFeedbackImportRepository } from '../../src/feedback/persistence/sql-feedback-import.repository.js';
import { SqlVoteRepository } from '../../src/feedback/persistence/sql-vote.repository.js';
import { TypeormCommentRepository } from '../../src/feedback/persistence/typeorm-comment.repository.js';
import { TypeormFeedbackRepository } from '../../src/feedback/persistence/typeorm-feedback.repository.js';
import { TypeormTagRepository } from '../../src/feedback/persistence/typeorm-tag.repository.js';
import { SqlUserIdentityRepository } from '../../src/identity/persistence/sql-user-identity.repository.js';
import { StoredAccessTokenVerifier } from '../../src/identity/persistence/stored-access-token-verifier.js';
import { TypeormAccessTokenRepository } from '../../src/identity/persistence/typeorm-access-token.repository.js';
import { UserSource } from '../../src/identity/domain/user-source.js';
import { SqlUserDirectory } from '../../src/identity/persistence/sql-user-directory.js';
import { TypeormUserRepository } from '../../src/identity/persistence/typeorm-user.repository.js';
import { Caches } from '../../src/platform/caches/caches.js';
import { Sql } from '../../src/platform/persistence/sql.js';
import { Environment } from '../../src/environment.js';
import { SecretBox } from '../../src/platform/secrets/secret-box.js';
import { SqlProjectDirectory } from '../../src/project/persistence/sql-project-directory.js';
import { SqlProjectQueries } from '../../src/project/persistence/sql-project.queries.js';
import { TypeormProjectRepository } from '../../src/project/persistence/typeorm-project.repository.js';
import { createTestDatabase, unitOfWorkOn, untilBlocked } from './database.js';
import { FakeClock } from './fakes/fake-clock.js';
import { FakeIds } from './fakes/fake-ids.js';
import type { Ports } from './ports.js';

/** The adapters on a separate database. */
export interface StoredPorts {
  /** Deletes everything stored, and returns new adapters. */
  empty(): Promise<Ports>;
  drop(): Promise<void>;
}

/** Creates a database, and the adapters on it. */
export async function openStoredPorts(): Promise<StoredPorts> {
  const testDatabase = await createTestDatabase();
  const { database, drop } = testDatabase;
  const { dataSource } = database;
  const empty = async (): Promise<Ports> => {
    // Faster than truncating, which creates new files for every table and index.
    await dataSource.query(
      'delete from projects; delete from access_tokens; delete from user_identities; delete from users',
    );
    const unitOfWork = unitOfWorkOn(database);
    const sql = new Sql(database, unitOfWork);
    const secrets = new SecretBox(
      new Environment({ SECRETS_KEY: 'a key of tests that is long enough' }).settings,
    );
    const clock = new FakeClock();
    const caches = new Caches(unitOfWork, clock);
    const queries = new SqlProjectQueries(sql, secrets, caches);
    const ids = new FakeIds();
    const eventRepository = new SqlEventRepository(unitOfWork, sql);
    const relay = new EventRelay(eventRepository, unitOfWork);
    const eventQueries = new SqlEventQueries(sql, relay, new RetentionPeriod(90), clock);
    return {
      clock,
      ids,
      unitOfWork,
      users: new TypeormUserRepository(unitOfWork, sql, caches, new UserSource(null)),
      userDirectory: new SqlUserDirectory(sql, new UserSource(null)),
      tokens: new TypeormAccessTokenRepository(unitOfWork, caches),
      identities: new SqlUserIdentityRepository(sql, caches),
      verifier: new StoredAccessTokenVerifier(sql, clock, caches),
      directory: new SqlProjectDirectory(sql, queries),
      projects: new TypeormProjectRepository(unitOfWork, sql, secrets, caches),
      feedback: new TypeormFeedbackRepository(unitOfWork, sql),
      feedbackImport: new SqlFeedbackImportRepository(unitOfWork, sql),
      votes: new SqlVoteRepository(sql),
      comments: new TypeormCommentRepository(unitOfWork),
      tags: new TypeormTagRepository(unitOfWork, sql),
      changelogs: new TypeormChangelogRepository(unitOfWork, sql),
      feedbackLinks: new SqlFeedbackLinkRepository(sql),
      publicChangelogs: new SqlPublicChangelogRepository(sql),
      events: new EventRecorder(eventRepository, ids, clock),
      eventRepository,
      webhooks: new TypeormWebhookRepository(unitOfWork, secrets),
      findProject: async (slug) =>
        (await queries.resolve(slug, { userId: ids.next(), instanceAdmin: true }))?.id ?? null,
      findEvent: (id) => eventQueries.find(id),
      recordedEvents: async (projectId) => {
        await relay.relay();
        const { records } = await eventQueries.feed(projectId, undefined, { limit: 100, count: false });
        return records.map(({ type, project_id, actor_id, data, previous }) => ({
          type,
          projectId: project_id,
          actorId: actor_id,
          data,
          previous,
        }));
      },
      untilBlocked: (work) => untilBlocked(testDatabase, work),
    };
  };
  return {
    empty,
    drop,
  };
}
