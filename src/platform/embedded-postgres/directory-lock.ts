import { randomBytes } from 'node:crypto';
import { readdir, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

// eslint-disable-next-line no-restricted-properties -- it is compared with the times of files, which the system sets
const now = (): number => Date.now();

interface Claim {
  file: string;
  pid: number;
  /** Distinguishes processes that had the same pid one after the other; '' if the system does not tell. */
  start: string;
  /** The pids that the process sees, which a container has of its own; '' if the system does not tell. */
  namespace: string;
  host: string;
  since: number;
  /** When the process last renewed the claim. */
  renewed: number;
}

/** The start of a zombie: a process that has ended, but is still in the process table. */
const ended = 'ended';
const claimName = /^lock-[0-9a-f]{16}\.json$/;
const retryDelayMs = 50;
const maxRetries = 40;
const renewEveryMs = 5_000;
/** A process whose pid cannot be seen, and which has not renewed its claim for so long, counts as dead. */
const maxSilenceMs = 20_000;
/** So many retries take longer than that. */
const maxRetriesForUnseen = 500;

/**
 * Locks a directory for one process, and for one holder within it. Unlike `proper-lockfile`, it takes over the lock of a killed
 * process at once, in another container within 20 seconds, and names the process that holds a lock. Each contender writes a claim into the directory, and holds the
 * lock once it finds no other claim of a living process there. Of two contenders the later reader sees the other's claim, so
 * both cannot hold the lock. Claims have unique names, so that removing one of a dead process never removes a living one's.
 */
export class DirectoryLock {
  private constructor(
    private readonly file: string,
    private readonly renewing: NodeJS.Timeout,
  ) {}

  /**
   * Acquires the lock of an existing directory; the lock of a dead process is taken over.
   * @throws Error with a message for the user if a living process, even this one, holds the lock
   */
  static async acquire(directory: string): Promise<DirectoryLock> {
    const file = join(directory, `lock-${randomBytes(8).toString('hex')}.json`);
    const start = (await processStart(process.pid)) ?? '';
    const namespace = await ownNamespace();
    const owner = { pid: process.pid, start, namespace, host: hostname(), since: now() };
    // A claim that has been removed is not renewed any more.
    const renew = () => void utimes(file, now() / 1_000, now() / 1_000).catch(() => undefined);
    const renewing = setInterval(renew, renewEveryMs).unref();
    try {
      // Renamed into place, so that it is never read half-written.
      await writeFile(`${file}.new`, JSON.stringify(owner), { flag: 'wx' });
      await rename(`${file}.new`, file);
      const own: Claim = { ...owner, file, renewed: owner.since };
      for (let retries = 0; ; retries += 1) {
        const rival = await earliestRival(directory, file);
        if (rival === undefined) return new DirectoryLock(file, renewing);
        const isUnseen = isInOtherContainer(rival, namespace);
        // Only the later contender gives up, so that one of several at the same time succeeds.
        if (isUnseen ? retries === maxRetriesForUnseen : precedes(rival, own) || retries >= maxRetries) {
          throw new Error(inUseMessage(directory, rival, isUnseen));
        }
        await pause(retryDelayMs);
      }
    } catch (error) {
      clearInterval(renewing);
      await rm(file, { force: true });
      throw error;
    }
  }

  async release(): Promise<void> {
    clearInterval(this.renewing);
    await rm(this.file, { force: true });
  }
}

/** Returns the earliest claim of another living process, and removes the claims of dead ones. */
async function earliestRival(directory: string, ownFile: string): Promise<Claim | undefined> {
  let earliest: Claim | undefined;
  const namespace = await ownNamespace();
  for (const name of await readdir(directory)) {
    const file = join(directory, name);
    if (!claimName.test(name) || file === ownFile) continue;
    const claim = await readClaim(file);
    if (claim === undefined) continue;
    if (!(await isAlive(claim, namespace))) await rm(file, { force: true });
    else if (earliest === undefined || precedes(claim, earliest)) earliest = claim;
  }
  return earliest;
}

/** Returns undefined if the claim has been removed meanwhile, or is damaged by a crash of the machine. */
async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    const owner = JSON.parse(await readFile(file, 'utf8')) as Omit<Claim, 'file' | 'renewed'>;
    const renewed = (await stat(file)).mtimeMs;
    // Former releases neither renewed claims, nor had they a namespace.
    return { ...owner, namespace: owner.namespace ?? '', since: owner.since ?? renewed, file, renewed };
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function precedes(one: Claim, other: Claim): boolean {
  return one.since === other.since ? one.file < other.file : one.since < other.since;
}

/** Whether a process is in another container with the same host name, where its pid belongs to another process. */
function isInOtherContainer(claim: Claim, namespace: string): boolean {
  const isKnown = claim.namespace !== '' && namespace !== '';
  return claim.host === hostname() && isKnown && claim.namespace !== namespace;
}

/** @param namespace of this process */
async function isAlive(claim: Claim, namespace: string): Promise<boolean> {
  // Processes of another machine or container are not visible here.
  if (claim.host !== hostname()) return true;
  if (isInOtherContainer(claim, namespace)) return now() - claim.renewed < maxSilenceMs;
  try {
    process.kill(claim.pid, 0);
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const start = await processStart(claim.pid);
  return start === undefined || (start !== ended && (claim.start === '' || claim.start === start));
}

/** Returns the boot's id and the clock ticks since then, `ended` for a zombie, or undefined without access to /proc. */
async function processStart(pid: number): Promise<string | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // The program's name comes first, in parentheses, and may contain any character.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? ended : `${boot.trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

async function ownNamespace(): Promise<string> {
  return readlink('/proc/self/ns/pid').catch(() => '');
}

function inUseMessage(directory: string, { file, pid, host, since }: Claim, isUnseen: boolean): string {
  let holder = `process ${pid}`;
  let remedy = 'Stop that process';
  if (isUnseen) {
    holder += ' in another container with this host name';
    remedy = 'Stop that container';
  } else if (host !== hostname()) {
    holder += ` on ${host}`;
    remedy += ` (or, when that machine or container is gone, delete ${file})`;
  } else if (pid === process.pid) {
    holder = `this process itself (${pid})`;
    remedy = 'Close it there first';
  }
  return (
    `The database in ${directory} is in use by ${holder} since ${new Date(since).toISOString()}. ` +
    `${remedy}, or use another directory or a PostgreSQL server.`
  );
}
