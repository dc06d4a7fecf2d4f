import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readdirSync, readlinkSync } from 'node:fs';
import { postgresUser } from '../support/postgres-servers.js';

/**
 * Makes the network namespace of this process a network of its own: nothing in it reaches another one, and everything ends with
 * its processes. To be called in a process that `unshare --net` has started.
 *
 * @param addresses those of this process in 10.0.0.0/24
 */
export function createNetwork(addresses: readonly string[]): void {
  ip('link set lo up');
  ip('link add switch type bridge');
  for (const address of addresses) ip(`addr add ${address}/24 dev switch`);
  ip('link set switch up');
  // Rules of partitions come before the table of local addresses, which is the first one otherwise.
  ip('rule add pref 10 lookup local');
  ip('rule del pref 0');
}

/** Drops what is sent from one address to another one. Neither side notices more than that nothing is received. */
export function dropPackets(from: string, to: string): void {
  ip(`rule add pref 5 from ${from} to ${to} blackhole`);
}

/** Undoes `dropPackets`. */
export function deliverPackets(from: string, to: string): void {
  ip(`rule del pref 5 from ${from} to ${to}`);
}

function ip(args: string): void {
  execFileSync('ip', args.split(' '));
}

/** A machine in the network: a network namespace with an address, and the programs that run in it. */
export class Machine {
  private readonly programs: ChildProcess[] = [];

  private constructor(
    readonly address: string,
    private readonly holder: ChildProcess,
  ) {}

  static async start(address: string): Promise<Machine> {
    const holder = spawn('unshare', ['--net', 'sleep', 'infinity'], { stdio: 'ignore' });
    await once(holder, 'spawn');
    const machine = new Machine(address, holder);
    const link = `link${address.split('.')[3]}`;
    // The namespace exists as soon as `unshare` has run.
    while (namespaceOf(holder.pid) === namespaceOf('self')) await new Promise((done) => setTimeout(done, 10));
    ip(`link add ${link} type veth peer name eth0 netns ${holder.pid}`);
    ip(`link set ${link} master switch`);
    ip(`link set ${link} up`);
    for (const args of ['link set lo up', `addr add ${address}/24 dev eth0`, 'link set eth0 up']) {
      execFileSync('nsenter', [machine.namespace, 'ip', ...args.split(' ')]);
    }
    return machine;
  }

  /** Starts a program as the user of PostgreSQL, with a home folder. Its output is appended to a log. */
  run(program: string, args: readonly string[], home: string, log: string): void {
    const { uid, gid } = postgresUser;
    const as = ['--setuid', String(uid), '--setgid', String(gid)];
    const child = spawn('nsenter', [this.namespace, ...as, program, ...args], {
      cwd: home,
      env: { ...process.env, HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(createWriteStream(log, { flags: 'a' }));
    this.programs.push(child);
  }

  /** Kills all its programs at once, with the programs that these have started. */
  async kill(): Promise<void> {
    for (const pid of this.processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    }
    for (const child of this.programs.splice(0)) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
  }

  /** Kills its programs, and removes it from the network. */
  async remove(): Promise<void> {
    await this.kill();
    this.holder.kill('SIGKILL');
  }

  private get namespace(): string {
    return `--net=/proc/${this.holder.pid}/ns/net`;
  }

  /** The processes in its namespace, apart from the one that holds it. */
  private processes(): number[] {
    const own = namespaceOf(this.holder.pid);
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && Number(name) !== this.holder.pid && namespaceOf(name) === own)
      .map(Number);
  }
}

/** Returns the network namespace of a process, or undefined if it has ended. */
function namespaceOf(pid: number | string | undefined): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/net`);
  } catch {
    return undefined;
  }
}
