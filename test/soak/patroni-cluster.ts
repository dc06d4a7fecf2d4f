import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { binaries, postgresUser } from '../support/postgres-servers.js';
import { createNetwork, deliverPackets, dropPackets, Machine } from './machines.js';

const etcdAddress = '10.0.0.2';

/** The longest time that any wait may take, in milliseconds. */
const longestWait = 120_000;

const names = ['one', 'two', 'three'] as const;

/** A member as `GET /cluster` of Patroni describes it. */
interface MemberState {
  readonly role: string;
}

/**
 * Three servers with Patroni, each on a machine of its own, with etcd and HAProxy beside the service, as `docs/internals/patroni.md`
 * configures them.
 */
export class PatroniCluster {
  private readonly machines = new Map<string, Machine>();
  private readonly password = randomBytes(12).toString('hex');
  /** etcd and HAProxy. */
  private readonly local: ChildProcess[] = [];

  /**
   * @param folder for all files, of the user of PostgreSQL
   * @param page the text of `docs/internals/patroni.md`
   */
  constructor(
    private readonly folder: string,
    private readonly page: string,
  ) {}

  /** Starts all programs, and waits until both replicas follow. To be called in a network namespace of its own. */
  async start(): Promise<void> {
    createNetwork(['10.0.0.1', etcdAddress]);
    await this.startLocal();
    for (const [index, name] of names.entries()) {
      await this.createFolder(join(this.folder, name));
      this.machines.set(name, await Machine.start(`10.0.0.${11 + index}`));
      await this.startMember(name);
      // The first one creates the cluster.
      if (index === 0) await this.primary();
    }
    await this.isComplete();
  }

  /** The URL of the service's database, through HAProxy. */
  get url(): string {
    return `postgres://feedback:${this.password}@127.0.0.1:5000/feedback`;
  }

  /** The URLs of the service's database on the members. */
  get memberUrls(): string[] {
    return [...this.machines.values()].map(
      ({ address }) => `postgres://feedback:${this.password}@${address}:5432/feedback`,
    );
  }

  /** Creates the role and the database of the service. */
  async createDatabase(): Promise<void> {
    const statements = this.block('sql').replaceAll("'…'", `'${this.password}'`).split(';\n').filter(Boolean);
    await this.asSuperuser(async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  }

  /** Waits until a member other than `former` is the primary, and returns its name. */
  async primary(former?: string): Promise<string> {
    return until('no member became the primary', async () => {
      const others = names.filter((name) => name !== former);
      const answers = await Promise.all(others.map((name) => this.ask(name, '/primary')));
      return others.find((_, index) => answers[index]?.ok);
    });
  }

  /** Waits until both other members follow the primary, one of them synchronously. */
  async isComplete(): Promise<void> {
    await until('the members did not follow the primary', async () => {
      const members = await this.members();
      const roles = members.map(({ role }) => role).sort();
      const isComplete =
        roles.join() === 'leader,replica,sync_standby' && (await this.countFollowers()) === 2;
      return isComplete || undefined;
    });
  }

  /** Kills everything on the machine of a member. */
  async kill(name: string): Promise<void> {
    await this.machine(name).kill();
  }

  /** Starts Patroni on the machine of a member. */
  async startMember(name: string): Promise<void> {
    const { address } = this.machine(name);
    const own = join(this.folder, name);
    const config = this.block('yaml')
      .replaceAll('10.0.0.11', address)
      .replace('name: one', `name: ${name}`)
      .replace('/var/lib/postgresql/feedback', join(own, 'data'))
      .replace('/var/run/postgresql', own)
      .replace(/bin_dir: .*/, `bin_dir: ${binaries}`)
      .replaceAll("'…'", `'${this.password}'`);
    const file = join(this.folder, `${name}.yml`);
    await writeFile(file, config);
    this.machine(name).run('patroni', [file], this.folder, join(this.folder, `${name}.log`));
  }

  /** Asks Patroni for a switchover from the primary. */
  async switchOver(leader: string): Promise<void> {
    const answer = await fetch(`http://${this.machine(leader).address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader }),
    });
    if (!answer.ok)
      throw new Error(`Patroni refuses the switchover: ${answer.status} ${await answer.text()}`);
  }

  /** Drops what etcd sends to a member. Clients and replicas still reach it. */
  partition(name: string): void {
    dropPackets(etcdAddress, this.machine(name).address);
  }

  /** Undoes `partition`. */
  heal(name: string): void {
    deliverPackets(etcdAddress, this.machine(name).address);
  }

  /** Ends all programs. */
  async stop(): Promise<void> {
    for (const machine of this.machines.values()) await machine.remove();
    for (const child of this.local) child.kill('SIGKILL');
  }

  private async createFolder(path: string): Promise<void> {
    await mkdir(path, { mode: 0o700 });
    await chown(path, postgresUser.uid ?? -1, postgresUser.gid ?? -1);
  }

  /** Starts etcd, and HAProxy. */
  private async startLocal(): Promise<void> {
    const etcd = `http://${etcdAddress}:2379`;
    this.runLocally('etcd', [
      ...[
        '--data-dir',
        join(this.folder, 'etcd'),
        '--listen-client-urls',
        etcd,
        '--advertise-client-urls',
        etcd,
      ],
    ]);
    const file = join(this.folder, 'haproxy.cfg');
    await writeFile(file, this.block('haproxy'));
    this.runLocally('haproxy', ['-db', '-f', file]);
  }

  private runLocally(program: string, args: readonly string[]): void {
    const child = spawn(program, args, {
      ...postgresUser,
      cwd: this.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const log = createWriteStream(join(this.folder, `${program}.log`));
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
    this.local.push(child);
  }

  /** Returns the first code block of a language on the page. */
  private block(language: string): string {
    const [, text] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(this.page) ?? [];
    if (text === undefined) throw new Error(`The page has no block in ${language}.`);
    return text;
  }

  private machine(name: string): Machine {
    const machine = this.machines.get(name);
    if (!machine) throw new Error(`There is no member ${name}.`);
    return machine;
  }

  /** Returns the answer of a member's Patroni, or undefined if it does not answer. */
  private async ask(name: string, path: string): Promise<Response | undefined> {
    const address = this.machines.get(name)?.address;
    if (address === undefined) return undefined;
    return fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
  }

  private async members(): Promise<MemberState[]> {
    for (const name of names) {
      const answer = await this.ask(name, '/cluster');
      if (answer?.ok) return ((await answer.json()) as { members: MemberState[] }).members;
    }
    return [];
  }

  /** Returns how many replicas the primary sends its log to. */
  private async countFollowers(): Promise<number> {
    const state = "select count(*)::int as count from pg_stat_replication where state = 'streaming'";
    return this.asSuperuser(async (client) => {
      const { rows } = await client.query<{ count: number }>(state);
      return rows[0]?.count ?? 0;
    }).catch(() => 0);
  }

  private async asSuperuser<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const connectionString = `postgres://postgres:${this.password}@127.0.0.1:5000/postgres`;
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
    // Its connection may break at any time.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

/** @throws Error if the condition does not hold within two minutes */
async function until<T>(what: string, isSo: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + longestWait; performance.now() < end; await sleep(50)) {
    const found = await isSo();
    if (found !== undefined) return found;
  }
  throw new Error(`Within ${longestWait / 1_000} seconds, ${what}.`);
}
