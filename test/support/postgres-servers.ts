import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** Folder of initdb and its like, as Debian has it; undefined where PostgreSQL's server is not installed. */
const binaries = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql')
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => `/usr/lib/postgresql/${version}/bin`)
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

const pgbouncer = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Whether servers of one's own can be made here. */
export const hasServers = binaries !== undefined;

/** Whether there is PgBouncer. */
export const hasPgBouncer = pgbouncer !== undefined;

/** Neither server runs as root: there they are the user `postgres`, whom Debian's packages make. */
const user =
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'])),
        gid: Number(execFileSync('id', ['-g', 'postgres'])),
      }
    : {};

/** A TCP port of 127.0.0.1 that nobody has. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'database-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

async function run(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(binaries ?? '', program), args, { ...user, cwd: tmpdir() });
}

/** A PostgreSQL server of its own on 127.0.0.1, which lets everybody in: a primary, or a streaming replica of one. */
export class PostgresServer {
  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** An empty primary. */
  static async primary(): Promise<PostgresServer> {
    const server = new PostgresServer(await ownFolder(), await freePort());
    const initdb = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--no-sync'];
    await run('initdb', ['--pgdata', server.data, ...initdb]);
    await appendFile(
      join(server.data, 'postgresql.conf'),
      "listen_addresses = '127.0.0.1'\nfsync = off\nshared_buffers = 64MB\nmax_connections = 200\n",
    );
    await server.start();
    return server;
  }

  /** A replica of this primary, which streams from it. */
  async replica(): Promise<PostgresServer> {
    const server = new PostgresServer(await ownFolder(), await freePort());
    const from = ['--host=127.0.0.1', `--port=${this.port}`, '--username=postgres'];
    const how = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'];
    await run('pg_basebackup', ['--pgdata', server.data, ...from, ...how]);
    await server.start();
    return server;
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const options = `-p ${this.port} -k ${this.folder}`;
    const log = join(this.folder, 'log');
    await run('pg_ctl', ['start', '--wait', '--pgdata', this.data, '--log', log, '--options', options]);
  }

  /** Breaks all connections off. */
  async stop(): Promise<void> {
    await run('pg_ctl', ['stop', '--wait', '--mode=fast', '--pgdata', this.data]);
  }

  /** Lets it hang: connections stay, and nothing answers. */
  async freeze(): Promise<void> {
    await this.signal('SIGSTOP');
  }

  /** Ends that. */
  async thaw(): Promise<void> {
    await this.signal('SIGCONT');
  }

  /** The rows of one statement. */
  async query(statement: string, database = 'postgres'): Promise<any[]> {
    const client = new pg.Client(this.url(database));
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  private async signal(signal: NodeJS.Signals): Promise<void> {
    const [main = ''] = (await readFile(join(this.data, 'postmaster.pid'), 'utf8')).split('\n');
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    const children = lines.map((line) => line.trim().split(/ +/)).filter(([, parent]) => parent === main);
    for (const pid of [main, ...children.map(([pid]) => pid)]) {
      try {
        process.kill(Number(pid), signal);
      } catch {
        // It has ended meanwhile.
      }
    }
  }

  /** Stops it, and removes all of it. */
  async remove(): Promise<void> {
    await run('pg_ctl', ['stop', '--mode=immediate', '--pgdata', this.data]).catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** PgBouncer on 127.0.0.1 before a PostgreSQL server; it lets everybody in. */
export class PgBouncer {
  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  /** @param config of the section `pgbouncer`, and after it that of `databases`, in which `…` stands for the server */
  static async start(server: PostgresServer, config: string): Promise<PgBouncer> {
    const folder = await ownFolder();
    const port = await freePort();
    const users = join(folder, 'users');
    await writeFile(users, '"postgres" ""\n');
    const file = join(folder, 'pgbouncer.ini');
    const own = [
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      `unix_socket_dir = ${folder}`,
      `auth_type = trust`,
      `admin_users = postgres`,
      `auth_file = ${users}`,
    ];
    const rest = config.replace('[pgbouncer]', '').replace('host=…', `host=127.0.0.1 port=${server.port}`);
    await writeFile(file, `[pgbouncer]\n${own.join('\n')}\n${rest}`);
    const child = spawn(pgbouncer ?? '', [file], { ...user, cwd: folder, stdio: 'ignore' });
    const bouncer = new PgBouncer(folder, port, child);
    while (!(await bouncer.answers())) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
      await sleep(20);
    }
    return bouncer;
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** The rows of a command of its console, such as `show pools`. */
  async show(command: string): Promise<any[]> {
    const client = new pg.Client(this.url('pgbouncer'));
    await client.connect();
    try {
      return (await client.query(command)).rows;
    } finally {
      await client.end();
    }
  }

  /** Stops it, and removes all of it. */
  async remove(): Promise<void> {
    if (this.child.exitCode === null) {
      const ended = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<boolean> {
    return this.show('show version').then(
      () => true,
      () => false,
    );
  }
}
