// CPU time and memory of processes, read from /proc on Linux.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const isThere = process.platform === 'linux';

/** Clock ticks per second, the unit of CPU times in /proc. */
const ticks = isThere ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) || 100 : 100;

/** @returns the text of the file, or undefined if the process has ended */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

function childrenOf(pid) {
  return (read(pid, `task/${pid}/children`) ?? '').split(' ').filter(Boolean).map(Number);
}

/** CPU time of the process so far in µs; undefined if unknown. */
export function cpuUsed(pid) {
  const stat = read(pid, 'stat');
  if (stat === undefined) return undefined;
  // The name of the program comes first, in parentheses, and may contain any character.
  const [, ...fields] = stat.slice(stat.lastIndexOf(')')).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) / ticks) * 1e6;
}

/** CPU time of the main thread of the process so far in µs; undefined if unknown. */
export const mainThreadCpuUsed = (pid) => cpuUsed(`${pid}/task/${pid}`);

function treeOf(pid) {
  return [pid, ...childrenOf(pid).flatMap(treeOf)];
}

/** Current memory (RSS) of the process in MB; undefined if unknown. */
export function memoryOf(pid) {
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(read(pid, 'status') ?? '')?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** The PostgreSQL processes of one database, including those that start and end during a measurement. */
export class Backends {
  #postmaster;
  #database;

  /**
   * @param {import('pg').Client} client is connected to the database
   */
  static async of(client, database) {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const backends = new Backends();
    backends.#database = database;
    const [pid] = [rows[0].pid];
    // Otherwise the server runs on another machine or in a container.
    if (read(pid, 'cmdline')?.includes(` ${database} `)) {
      const stat = read(pid, 'stat') ?? '';
      backends.#postmaster = Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
    }
    return backends;
  }

  pids() {
    if (this.#postmaster === undefined) return [];
    const titles = new Map(childrenOf(this.#postmaster).map((pid) => [pid, read(pid, 'cmdline') ?? '']));
    const own = new Set([...titles.keys()].filter((pid) => titles.get(pid)?.includes(` ${this.#database} `)));
    const helpsOwn = (title) => own.has(Number(/parallel worker for PID (\d+)/.exec(title)?.[1]));
    return [...titles].flatMap(([pid, title]) => (own.has(pid) || helpsOwn(title) ? pid : []));
  }
}

const sampleEvery = 100;

/** Observes a server and its database during a measurement. */
export class Watch {
  #server;
  #backends;
  #timer;
  /** CPU time of each process at its first and last observation. */
  #seen = new Map();
  #peak = 0;

  /** @param {number | undefined} server pid of the server; undefined if only PostgreSQL is measured */
  constructor(server, backends) {
    this.#server = server;
    this.#backends = backends;
    this.#sample(true);
    this.#timer = setInterval(() => this.#sample(false), sampleEvery);
  }

  /** Returns the CPU time in µs and the maximum memory in MB; undefined where the system does not provide them. */
  stop() {
    clearInterval(this.#timer);
    this.#sample(false);
    const used = { server: 0, postgres: 0 };
    const known = { server: false, postgres: false };
    for (const { whose, first, last } of this.#seen.values()) {
      used[whose] += last - first;
      known[whose] = true;
    }
    return {
      serverCpu: known.server ? used.server : undefined,
      postgresCpu: known.postgres ? used.postgres : undefined,
      memory: this.#peak || undefined,
    };
  }

  #sample(isFirst) {
    if (!isThere) return;
    if (this.#server !== undefined) {
      for (const pid of treeOf(this.#server)) this.#note('server', pid, isFirst);
      this.#peak = Math.max(this.#peak, memoryOf(this.#server) ?? 0);
    }
    for (const pid of this.#backends.pids()) this.#note('postgres', pid, isFirst);
  }

  #note(whose, pid, isFirst) {
    const cpu = cpuUsed(pid);
    if (cpu === undefined) return;
    const seen = this.#seen.get(pid);
    if (seen) seen.last = cpu;
    // A process that started later used all of its time within the measurement.
    else this.#seen.set(pid, { whose, first: isFirst ? cpu : 0, last: cpu });
  }
}
