import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './postgres-servers.js';

const program = '/usr/sbin/exim4';

/** Whether Exim, the mail transfer agent of Debian, is installed. */
export const hasExim = existsSync(program);

/** Exim refuses to deliver as root. This is `nobody`, unless the tests run as somebody else than root. */
const user =
  process.getuid!() === 0 ? { uid: 65_534, gid: 65_534 } : { uid: process.getuid!(), gid: process.getgid!() };

/**
 * A mail transfer agent with its own configuration and folders, which delivers what is sent to `example.com` into one folder.
 * It offers STARTTLS with a certificate that it has signed itself, refuses mails to `gone@`, and defers those to `busy@` until
 * `acceptBusy` is called.
 */
export class Exim {
  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<Exim> {
    const folder = mkdtempSync(join(tmpdir(), 'exim-'));
    chmodSync(folder, 0o755);
    chownSync(folder, user.uid, user.gid);
    const port = await freePort();
    await writeFile(join(folder, 'exim.conf'), configuration(folder, port));
    const child = spawn(program, ['-C', join(folder, 'exim.conf'), '-bdf'], { ...user, stdio: 'ignore' });
    const agent = new Exim(folder, port, child);
    while (!(await agent.isListening())) {
      if (child.exitCode !== null) throw new Error(`Exim ended with ${child.exitCode}.`);
      await sleep(10);
    }
    return agent;
  }

  /** The value of `SMTP_URL`: with STARTTLS, and the certificate is not checked. */
  get url(): string {
    return `smtp://127.0.0.1:${this.port}?requireTLS=true&tls.rejectUnauthorized=false`;
  }

  /** From now on, mails to `busy@` are accepted. */
  async acceptBusy(): Promise<void> {
    await writeFile(join(this.folder, 'accept-busy'), '');
  }

  /** Waits until so many mails have been delivered, and returns their sources. */
  async untilDelivered(count: number): Promise<string[]> {
    const inbox = join(this.folder, 'mail/new');
    for (;;) {
      const files = existsSync(inbox) ? await readdir(inbox) : [];
      if (files.length >= count) {
        return Promise.all(files.map((file) => readFile(join(inbox, file), 'utf8')));
      }
      await sleep(20);
    }
  }

  async remove(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      this.child.kill('SIGTERM');
      await once(this.child, 'exit');
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private async isListening(): Promise<boolean> {
    const socket = connect(this.port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}

function configuration(folder: string, port: number): string {
  return `
exim_user = ${user.uid}
exim_group = ${user.gid}
deliver_drop_privilege = true
spool_directory = ${folder}/spool
log_file_path = ${folder}/%slog
pid_file_path = ${folder}/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
primary_hostname = mx.example.com
keep_environment =
dkim_verify_signers =
acl_smtp_rcpt = recipients

begin acl
recipients:
  deny local_parts = gone
       message = No such user
  defer local_parts = busy
        condition = \${if exists{${folder}/accept-busy}{no}{yes}}
        message = Try again later
  accept domains = example.com

begin routers
local:
  driver = accept
  transport = inbox

begin transports
inbox:
  driver = appendfile
  directory = ${folder}/mail
  maildir_format
  create_directory
  envelope_to_add
`;
}
