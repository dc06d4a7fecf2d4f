import { randomInt } from 'node:crypto';
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, existsSync, readdirSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

/** Folder of initdb and other programs, as on Debian; undefined if the PostgreSQL server is not installed. */
export const binaries = existsSync('/usr/lib/postgresql')
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

/** Whether tests can start PostgreSQL servers on this machine. */
export const hasServers = binaries !== undefined;

/** Whether PgBouncer is installed. */
export const hasPgBouncer = pgbouncer !== undefined;

/** Neither server can run as root. As root, they run as the user `postgres` of Debian's packages. */
export const postgresUser: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'])),
        gid: Number(execFileSync('id', ['-g', 'postgres'])),
      }
    : {};

/** Returns a free TCP port of 127.0.0.1, below those that the system gives to outgoing connections (from 32,768 on). */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_768);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'database-'));
  if (postgresUser.uid !== undefined) chownSync(folder, postgresUser.uid, postgresUser.gid ?? 0);
  return folder;
}

async function run(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(binaries ?? '', program), args, { ...postgresUser, cwd: tmpdir() });
}

/** A separate PostgreSQL server on 127.0.0.1 without authentication: a primary, or a streaming replica of one. */
export class PostgresServer {
  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  /** Starts an empty primary. */
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

  /** Starts a streaming replica of this primary. */
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

  /** Breaks all connections. */
  async stop(): Promise<void> {
    await run('pg_ctl', ['stop', '--wait', '--mode=fast', '--pgdata', this.data]);
  }

  /** Suspends it: connections stay open, and nothing responds. */
  async freeze(): Promise<void> {
    await this.signal('SIGSTOP');
  }

  /** Resumes it. */
  async thaw(): Promise<void> {
    await this.signal('SIGCONT');
  }

  /** Returns the rows of one statement. */
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
        // The process has ended meanwhile.
      }
    }
  }

  /** Stops it and removes its files. */
  async remove(): Promise<void> {
    await run('pg_ctl', ['stop', '--mode=immediate', '--pgdata', this.data]).catch(() => undefined);
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** PgBouncer on 127.0.0.1 in front of a PostgreSQL server, without authentication. */
export class PgBouncer {
  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  /** @param config the sections `pgbouncer` and `databases`; `host=…` is replaced by the address of the server */
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
    const child = spawn(pgbouncer ?? '', [file], { ...postgresUser, cwd: folder, stdio: 'ignore' });
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

  /** Returns the rows of a command of its console, such as `show pools`. */
  async show(command: string): Promise<any[]> {
    const client = new pg.Client(this.url('pgbouncer'));
    await client.connect();
    try {
      return (await client.query(command)).rows;
    } finally {
      await client.end();
    }
  }

  /** Stops it and removes its files. */
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
