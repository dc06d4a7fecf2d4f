import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The folder of the compiled service and a prepared embedded database: see `support/build.js`. */
export const build = process.env['SERVICE_BUILD'] ?? '';

/** The services that have not ended yet. */
export const running = new Set<ServiceProcess>();

const listening = /"msg":"Listening on ([^" ]+)/;

/** The running processes with their parents, without zombies. */
function processes(): { pid: number; parent: number }[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return lines
    .map((line) => line.trim().split(/ +/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

/** Returns whether the process is running. */
export function isRunning(pid: number): boolean {
  return processes().some((each) => each.pid === pid);
}

/** The service as a child process with its own working directory. */
export class ServiceProcess {
  /** Everything written to stdout and stderr so far. */
  output = '';
  /** Such as `http://127.0.0.1:40123`; empty until the service listens. */
  url = '';
  readonly pid: number;
  private readonly ended: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    readonly folder: string,
  ) {
    this.pid = child.pid ?? 0;
    running.add(this);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (piece: string) => (this.output += piece));
    }
    this.ended = new Promise((done) => {
      child.once('close', () => {
        running.delete(this);
        done();
      });
    });
  }

  /**
   * Starts the service on a free port, with only `settings` as its environment.
   *
   * @param program the folder of the compiled service
   */
  static async spawn(
    folder: string,
    settings: Record<string, string> = {},
    program = build,
  ): Promise<ServiceProcess> {
    // Temporary files are created in the folder, where tests look for them.
    const env = { PATH: process.env['PATH'], PORT: '0', TMPDIR: folder, ...settings };
    return new ServiceProcess(
      spawn(process.execPath, [join(program, 'main.js')], { cwd: folder, env }),
      folder,
    );
  }

  /** Starts the service and waits until it listens. */
  static async start(
    folder: string,
    settings: Record<string, string> = {},
    program = build,
  ): Promise<ServiceProcess> {
    const service = await ServiceProcess.spawn(folder, settings, program);
    await service.says(listening);
    service.url = listening.exec(service.output)?.[1] ?? '';
    return service;
  }

  /** The running processes that it has started. */
  get workers(): number[] {
    return processes().flatMap(({ pid, parent }) => (parent === this.pid ? pid : []));
  }

  get hasEnded(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Waits until the output contains a text. */
  async says(what: RegExp): Promise<void> {
    while (!what.test(this.output)) {
      if (this.hasEnded) {
        await this.ended;
        if (what.test(this.output)) return;
        throw new Error(`The service ended before it said ${String(what)}:\n${this.output}`);
      }
      await sleep(5);
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Waits for the end of the process, and returns its exit code, or the signal that ended it. */
  async end(): Promise<number | NodeJS.Signals | null> {
    await this.ended;
    return this.child.exitCode ?? this.child.signalCode;
  }

  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }

  /** Sends a request to a path below `/v1`, with a token. */
  async call(
    method: string,
    path: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(`${this.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
  }
}
