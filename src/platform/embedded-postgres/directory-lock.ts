import { randomBytes } from 'node:crypto';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Who stands behind a claim. */
interface Owner {
  pid: number;
  /** Tells processes apart that had the same number one after the other; '' where the system does not say. */
  start: string;
  host: string;
}

interface Claim {
  file: string;
  owner: Owner;
  since: Date;
}

/** The start of a process that has ended, and that nobody has asked for yet. */
const ENDED = 'ended';
const CLAIM_NAME = /^lock-[0-9a-f]{16}\.json$/;
const RIVALS_WAIT_MS = 50;
const RIVALS_WAITS = 40;

/**
 * Keeps a directory to one process, and to one holder within it.
 *
 * Everyone who wants the directory puts a claim of its own into it, and holds the lock once it has seen no other
 * claim of a living process there. Of two, the later to look sees the other's claim, so both cannot hold it. And as
 * no two claims ever have the same name, whoever clears away a dead process's claim cannot hit a living one's.
 */
export class DirectoryLock {
  private constructor(private readonly file: string) {}

  /**
   * Takes the lock of an existing directory, over from a process that is dead if need be.
   * @throws Error with a sentence for the user when a living process holds it, this one included
   */
  static async acquire(directory: string): Promise<DirectoryLock> {
    const file = join(directory, `lock-${randomBytes(8).toString('hex')}.json`);
    const owner: Owner = {
      pid: process.pid,
      start: (await processStart(process.pid)) ?? '',
      host: hostname(),
    };
    // Renamed into place, so that nobody reads half of it.
    await writeFile(`${file}.new`, JSON.stringify(owner), { flag: 'wx' });
    await rename(`${file}.new`, file);
    const mine: Claim = { file, owner, since: (await stat(file)).mtime };
    try {
      for (let waits = 0; ; waits += 1) {
        const rival = await earliestRival(directory, file);
        if (rival === undefined) return new DirectoryLock(file);
        // The later one withdraws, so that of several who come at once one gets through.
        if (precedes(rival, mine) || waits === RIVALS_WAITS) throw new Error(refusal(directory, rival));
        await sleep(RIVALS_WAIT_MS);
      }
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
  }

  /** Gives the directory free. */
  async release(): Promise<void> {
    await rm(this.file, { force: true });
  }
}

async function earliestRival(directory: string, ownFile: string): Promise<Claim | undefined> {
  let earliest: Claim | undefined;
  for (const name of await readdir(directory)) {
    const file = join(directory, name);
    if (!CLAIM_NAME.test(name) || file === ownFile) continue;
    const claim = await readClaim(file);
    if (claim === undefined) continue;
    if (!(await isAlive(claim.owner))) {
      await rm(file, { force: true });
    } else if (earliest === undefined || precedes(claim, earliest)) {
      earliest = claim;
    }
  }
  return earliest;
}

/** Undefined where the claim has been withdrawn meanwhile, or is what a crash of the whole machine left of one. */
async function readClaim(file: string): Promise<Claim | undefined> {
  try {
    const owner = JSON.parse(await readFile(file, 'utf8')) as Owner;
    return { file, owner, since: (await stat(file)).mtime };
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function precedes(one: Claim, other: Claim): boolean {
  const difference = one.since.getTime() - other.since.getTime();
  return difference === 0 ? one.file < other.file : difference < 0;
}

async function isAlive(owner: Owner): Promise<boolean> {
  // Processes of another machine or container cannot be seen from here.
  if (owner.host !== hostname()) return true;
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  const start = await processStart(owner.pid);
  if (start === undefined) return true;
  return start !== ENDED && (owner.start === '' || owner.start === start);
}

/**
 * When a process began, as boot and clock ticks since; ENDED for a zombie, undefined where the system has no
 * /proc or hides the process.
 */
async function processStart(pid: number): Promise<string | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // The name of the program comes before, in parentheses, and may itself contain any character.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' || fields[0] === 'X' ? ENDED : `${boot.trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

function refusal(directory: string, { file, owner, since }: Claim): string {
  const here = owner.host === hostname();
  const self = here && owner.pid === process.pid;
  const holder = self
    ? `this process itself (${owner.pid})`
    : `process ${owner.pid}${here ? '' : ` on ${owner.host}`}`;
  const remedy = self
    ? 'Close it there first'
    : here
      ? 'Stop that process'
      : `Stop that process (or, when that machine or container is gone, delete ${file})`;
  return (
    `The database in ${directory} is in use by ${holder} since ${since.toISOString()}. ` +
    `${remedy}, or use another directory (DATA_DIR) or a PostgreSQL server (DATABASE_URL).`
  );
}
