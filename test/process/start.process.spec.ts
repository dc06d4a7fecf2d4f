import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify, stripVTControlCharacters } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { onServer } from '../support/server-database.js';
import { describeOnServer, itOnEmbedded, itOnServer, serverUrl } from '../support/server-url.js';
import {
  bootstrapToken,
  build,
  cleanUp,
  emptyDatabase,
  emptyFolder,
  onCleanUp,
  me,
  occupiedPort,
  preparedFolder,
  refusal,
  ServiceProcess,
} from './service-process.js';

afterEach(cleanUp);

itOnEmbedded(
  'keeps the embedded database and the token of the first start, for one process at a time, also after a kill',
  async () => {
    const folder = await emptyFolder();
    const file = join(folder, 'data', 'initial-access-token');
    // A file from an earlier database, readable by everyone.
    await mkdir(join(folder, 'data'), { mode: 0o700 });
    await writeFile(file, 'former token', { mode: 0o644 });

    const first = await ServiceProcess.start(folder);
    expect(first.output).toContain(`The access token of the first instance admin is in ${file}`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(/^fcs_[0-9a-f]{48}\n$/);
    const token = text.trim();
    const answer = await first.call('GET', '/me', token);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      instance_admin: true,
      token: { scope: 'admin', project: '' },
    });
    expect(first.output).not.toContain(token);
    // The output also states the limits of the embedded database.
    expect(first.output).toMatch(/"level":"warn".*survives a crash of this process, but not a power loss/);

    const isInUse = `is in use by process ${first.pid} since`;
    const refused = await refusal(folder, {});
    expect(refused).toMatch(
      new RegExp(
        `^DATA_DIR must be able to hold the database: .* ${isInUse} .*Z\\. Stop that process, or use another directory or a PostgreSQL server\\.$`,
      ),
    );
    const project = { name: 'Kept', slug: 'kept' };
    expect((await first.call('POST', '/projects', token, project)).status).toBe(201);
    await first.kill();

    const second = await ServiceProcess.start(folder);
    expect(second.output).not.toContain('The access token');
    expect(await readFile(file, 'utf8')).toBe(text);
    expect((await second.call('GET', '/projects/kept', token)).status).toBe(200);
    for (const list of ['/tokens', '/users']) {
      expect(await (await second.call('GET', list, token)).json()).toHaveLength(1);
    }
  },
);

const script = (() => {
  try {
    return execFileSync('script', ['--version'], { encoding: 'utf8' }).includes('util-linux');
  } catch {
    return false;
  }
})();

(script ? describeOnServer : describe.skip)('on a terminal (needs the script of util-linux)', () => {
  /** Runs the service on a pseudo-terminal. Returns its output once that text is shown, or the service has ended. */
  async function show(folder: string, settings: Record<string, string>, text: RegExp): Promise<string> {
    // The shell writes its process id to a file, because script offers no other way to signal the service.
    const command = `echo $$ > pid; exec '${process.execPath}' '${join(build, 'main.js')}'`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], SHELL: '/bin/sh', PORT: '0', ...settings },
    });
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (piece: string) => (shown += piece));
    const ended = once(terminal, 'close');
    onCleanUp(async () => {
      if (terminal.exitCode === null)
        process.kill(Number(await readFile(join(folder, 'pid'), 'utf8')), 'SIGKILL');
      await ended;
    });
    const lines = () => stripVTControlCharacters(shown).replaceAll('\r', '');
    while (!text.test(lines()) && terminal.exitCode === null) await sleep(10);
    return lines();
  }

  it('shows readable lines: the address, the token and the next step, which works', async () => {
    const folder = await emptyFolder();
    const shown = await show(folder, await emptyDatabase(), /\/docs\n/);
    const [, url = ''] = /^\[\d{2}:\d{2}:\d{2}\.\d{3}\] INFO: Listening on (\S+)$/m.exec(shown) ?? [];
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(shown).toContain(`\nThe service runs at ${url}/v1\n`);
    expect(shown).toMatch(/^ +fcs_[0-9a-f]{48}$/m);
    expect(existsSync(join(folder, 'data', 'initial-access-token'))).toBe(false);
    const [line = ''] = /^ *curl .*$/m.exec(shown) ?? [];
    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    expect(JSON.parse(stdout)).toMatchObject({ instance_admin: true });
    const [, token = ''] = /^ +(fcs_[0-9a-f]{48})$/m.exec(shown) ?? [];
    expect(shown).toMatch(new RegExp(`^ +API=${url} TOKEN=${token} npm run demo$`, 'm'));
    expect(shown).toMatch(new RegExp(` ${url}/docs$`, 'm'));
  });
});

it('creates nothing when the port is taken: no database, no token', async () => {
  const folder = await emptyFolder();
  const settings = await emptyDatabase();
  const port = await occupiedPort();
  expect(await refusal(folder, { ...settings, PORT: port })).toBe(
    `HOST (127.0.0.1) and PORT (${port}) must be free to listen on: listen EADDRINUSE: address already in use 127.0.0.1:${port}.`,
  );
  expect(await readdir(folder)).toEqual([]);
  if (serverUrl === undefined) return;
  await onServer(settings['DATABASE_URL'] ?? '', async (client) => {
    const { rowCount } = await client.query("select from pg_namespace where nspname ~ '^feedback'");
    expect(rowCount).toBe(0);
  });
});

describe('BOOTSTRAP_ACCESS_TOKEN', () => {
  // `first-access.db.spec.ts` has other histories of the setting.
  itOnServer(
    'is a token of the first instance admin, until another value replaces it, as in .env',
    async () => {
      const { folder, settings } = await preparedFolder();
      const first = await ServiceProcess.start(folder, settings);
      expect(await me(first, bootstrapToken)).toBe(200);
      expect(first.output).not.toContain(bootstrapToken);
      expect(first.output).not.toContain('initial-access-token');
      await first.says(new RegExp(`"The API documentation is at ${first.url}/docs"`));
      await first.kill();

      // The file in the working directory is read; environment variables take precedence.
      const other = `other-${bootstrapToken}`;
      const fromFile = { ...settings, BOOTSTRAP_ACCESS_TOKEN: other, LOG_LEVEL: 'nonsense', PORT: '1' };
      const lines = Object.entries(fromFile).map(([name, value]) => `${name}=${value}\n`);
      await writeFile(join(folder, '.env'), lines.join(''));
      const second = await ServiceProcess.start(folder, { LOG_LEVEL: 'info' });
      expect([await me(second, other), await me(second, bootstrapToken)]).toEqual([200, 401]);
      expect(await (await second.call('GET', '/users', other)).json()).toHaveLength(1);
      await second.kill();
    },
  );
});

itOnEmbedded('fails with one sentence if DATA_DIR is not writable', async () => {
  const folder = await emptyFolder();
  await writeFile(join(folder, 'file'), '');
  const said = await refusal(folder, { DATA_DIR: './file' });
  expect(said).toMatch(/^DATA_DIR must be able to hold the database: ENOTDIR: .*\.$/);
});
