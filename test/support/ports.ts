import { afterEach, beforeAll, beforeEach, expect, jest } from '@jest/globals';
import { Changelog } from '../../src/changelog/entries/domain/changelog.js';
import { Feedback } from '../../src/feedback/items/domain/feedback.js';
import type { VoteResult } from '../../src/feedback/votes/domain/vote.repository.js';
import { IdentityQueries } from '../../src/identity/users/application/identity.queries.js';
import { PersonalData, PersonalDataOfModules } from '../../src/identity/users/application/personal-data.js';
import { UserService } from '../../src/identity/users/application/user.service.js';
import { UserSource } from '../../src/identity/users/domain/user-source.js';
import { User } from '../../src/identity/users/domain/user.js';
import { ProjectConfig } from '../../src/project/projects/domain/project-config.js';
import { Project } from '../../src/project/projects/domain/project.js';
import { keep } from './kept.js';
import { openPorts, type OpenPorts, type Ports } from './open-ports.js';

export type { Ports } from './open-ports.js';

/**
 * Returns the ports of the service without HTTP, which all files of a worker share. Each test starts with an empty database,
 * the same time, and no spies.
 */
export function usePorts(): () => Ports {
  let ports: OpenPorts;
  beforeAll(async () => {
    ports = await keep(openPorts);
  });
  beforeEach(() => ports.empty());
  afterEach(() => {
    jest.restoreAllMocks();
  });
  return () => ports;
}

/** A service on these ports, with its own users unless a source is given. */
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
