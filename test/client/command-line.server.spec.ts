import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseArguments, UsageError } from '../../client/src/cli/arguments.js';
import { ProgressBar } from '../../client/src/cli/progress-bar.js';
import { fetchWithProgress } from '../../client/src/cli/upload-progress.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { startHostile } from '../support/hostile.js';
import { feedback, portableFile } from '../support/portable-file.js';
import { comparable, parseExport } from '../support/portable.js';
import { unique } from '../support/unique.js';

describe('the command line', () => {
  it.each([
    [[], 'A command is missing.'],
    [['delete', 'acme'], 'Unknown command: delete'],
    [['export'], 'The slug of a project is missing.'],
    [['export', 'acme', 'file'], 'Unexpected argument: file'],
    [['import', 'acme', 'file', 'other'], 'Unexpected argument: other'],
    [['import', 'acme', '--source', 'canny'], "Unknown option '--source'"],
    [['export', 'acme', '--format', 'csv'], '--format csv and --kind must be used together.'],
    [['export', 'acme', '--format', 'xml'], '--format must be ndjson or csv.'],
    [['import', 'acme', '--token', 'secret'], "Unknown option '--token'"],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(args)).toThrow(UsageError);
    expect(() => parseArguments(args)).toThrow(message);
  });

  it('accepts all options', () => {
    const rest = ['--unknown-tags', 'skip', '--dry-run', '--notify', '--report', '-q', '--url', 'http://a'];
    expect(parseArguments(['import', 'acme', '-', ...rest])).toEqual({
      command: 'import',
      project: 'acme',
      url: 'http://a',
      tokenFile: undefined,
      isQuiet: true,
      file: undefined,
      dryRun: true,
      notify: true,
      unknownTags: 'skip',
      hasReport: true,
    });
    expect(parseArguments(['export', 'acme', '--kind', 'feedback'])).toMatchObject({ format: 'csv' });
    expect(parseArguments(['export', '--help'])).toBe('help');
    expect(parseArguments(['-v'])).toBe('version');
  });
});

describe('the progress bar', () => {
  const shown = (isTTY: boolean, isEnabled: boolean) => {
    let text = '';
    const stream = { isTTY, columns: 60, write: (part: string) => (text += part) };
    const bar = new ProgressBar(isEnabled, stream as unknown as NodeJS.WriteStream);
    bar.update('1,000 records', 500, 1_000);
    bar.update('too early', 600, 1_000);
    bar.clear();
    return text;
  };

  it('shows the share that is done on one line, and removes it', () => {
    expect(shown(true, true)).toBe('\r\x1b[K[============            ]  50 %  1,000 records\r\x1b[K');
  });

  it('shows nothing without a terminal, and when it is switched off', () => {
    expect([shown(false, true), shown(true, false)]).toEqual(['', '']);
  });
});

it('shows how much of a file has been sent, and sends all of it with its size', async () => {
  let shown = '';
  const terminal = { isTTY: true, columns: 80, write: (part: string) => (shown += part) };
  const send = fetchWithProgress(new ProgressBar(true, terminal as unknown as NodeJS.WriteStream));
  const received: unknown[] = [];
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => (bytes += chunk.length));
    request.on('end', () => {
      received.push(bytes, request.headers['content-length'], request.headers['x-test']);
      response.end('done');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const body = new Blob([Buffer.alloc(300_000, 'a')]);
    const response = await send(url, { method: 'POST', body, headers: { 'x-test': 'kept' } });
    expect(await response.text()).toBe('done');
    expect(received).toEqual([300_000, '300000', 'kept']);
    expect(shown).toMatch(/ %  Uploaded \d+ kB/);
  } finally {
    server.close();
  }
});

describe('the program', () => {
  const [acme, empty, other] = [unique('acme'), unique('empty'), unique('other')];
  let service: TestApp;
  let folder: string;
  let program: string;
  let file: string;

  beforeAll(async () => {
    service = await sharedApp();
    folder = await mkdtemp(join(tmpdir(), 'cli-'));
    const dist = join(folder, 'dist');
    await symlink(resolve('node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const options = ['--project', 'client/tsconfig.cli.json', '--outDir', dist, '--noCheck'];
    await promisify(execFile)(process.execPath, ['node_modules/.bin/tsc', ...options]);
    program = join(dist, 'cli/main.js');
    file = join(folder, 'acme.ndjson');
    for (const slug of [acme, empty, other]) await service.admin.post('/projects', { name: slug, slug });
    for (let n = 0; n < 30; n += 1) {
      await service.admin.post(`/projects/${acme}/feedback`, { title: `Größe ${n}`, description: '"x"\n,;' });
    }
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** Runs the program with a token, and returns its exit code and output. */
  async function run(
    args: string[],
    { input = '', environment = {} }: { input?: string; environment?: Record<string, string> } = {},
  ): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const env = {
      PATH: process.env['PATH'],
      FEEDBACK_API_URL: service.url,
      FEEDBACK_API_TOKEN: service.admin.token,
      ...environment,
    };
    const child = spawn(process.execPath, [program, ...args], { env, cwd: folder });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
    }
    // The program may end before it has read its input.
    child.stdin.on('error', () => undefined).end(input);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...output };
  }

  it('prints its usage and its version, and explains wrong options with exit code 2', async () => {
    const { version } = JSON.parse(await readFile('client/package.json', 'utf8')) as { version: string };
    expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect((await run(['--help'])).stdout).toContain('Usage:\n  feedback-changelog-client export');
    expect(await run(['export'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'The slug of a project is missing.\nSee feedback-changelog-client --help.\n',
    });
    const withoutToken = await run(['export', acme], { environment: { FEEDBACK_API_TOKEN: '' } });
    expect([withoutToken.code, withoutToken.stderr]).toEqual([
      2,
      expect.stringContaining('FEEDBACK_API_TOKEN'),
    ]);
    const badUrl = await run(['export', acme, '--url', 'ftp://a']);
    expect([badUrl.code, badUrl.stderr]).toEqual([2, expect.stringContaining('URL')]);
  });

  it('exports to the standard output, and to a file that only its owner can read', async () => {
    const piped = await run(['export', acme]);
    expect([piped.code, piped.stderr]).toEqual([0, '']);
    expect(parseExport(piped.stdout).filter(({ kind }) => kind === 'feedback')).toHaveLength(30);

    expect(await run(['export', acme, '--output', file])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(parseExport(await readFile(file, 'utf8'))).toEqual(parseExport(piped.stdout));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('exports a table for spreadsheets', async () => {
    const { code, stdout } = await run(['export', acme, '--format', 'csv', '--kind', 'feedback']);
    expect(code).toBe(0);
    expect(stdout.split('\r\n')[0]).toMatch(/^\ufeff?id,title,/);
    expect(stdout).toContain('Größe 29');
  });

  it('reports errors of the service with exit code 1, and leaves no file behind', async () => {
    const output = join(folder, 'missing.ndjson');
    expect(await run(['export', 'missing', '--output', output])).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/\(404 project_not_found\)\n$/),
    });
    await expect(stat(output)).rejects.toThrow('ENOENT');
    const away = await run(['export', acme, '--url', 'http://127.0.0.1:9'], {});
    expect([away.code, away.stdout]).toEqual([1, '']);
  });

  it('reads the token from a file', async () => {
    const tokenFile = join(folder, 'token');
    await writeFile(tokenFile, `${service.admin.token}\n`);
    const environment = { FEEDBACK_API_TOKEN: 'wrong' };
    expect((await run(['export', acme, '--token-file', tokenFile], { environment })).code).toBe(0);
    expect((await run(['export', acme, '--token-file', '/missing'], { environment })).code).toBe(2);
  });

  it.each([
    [
      'is cut off',
      (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1),
      'incomplete',
    ],
    ['has been changed', (text: string) => text.replace('Größe 7', 'Größe 8'), 'damaged'],
  ])('refuses a file that %s', async (_, damage, message) => {
    const text = damage((await service.admin.get(`/projects/${acme}/export`)).text);
    const proxy = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/x-ndjson' }).end(text),
    ).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    try {
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      const output = join(folder, 'damaged.ndjson');
      const { code, stderr } = await run(['export', acme, '--output', output, '--url', url]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
      await expect(stat(output)).rejects.toThrow('ENOENT');
    } finally {
      proxy.close();
    }
  });

  it('imports a file, and the standard input', async () => {
    const text = (await service.admin.get(`/projects/${acme}/export`)).text;
    await writeFile(file, text);
    const first = await run(['import', empty, file]);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/^Imported: .*30|created/);
    const again = await run(['import', empty], { input: text });
    expect([again.code, again.stderr]).toEqual([0, '']);
    expect(again.stdout).toContain('0 created, 0 updated');
    const copy = (await service.admin.get(`/projects/${empty}/export`)).text;
    const feedback = (records: string) =>
      comparable(parseExport(records), 'admin@localhost').filter((record) =>
        record.includes('"kind":"feedback"'),
      );
    expect(feedback(copy)).toEqual(feedback(text));
  });

  it('checks a file without storing anything, and prints a report', async () => {
    const input = portableFile([feedback('1'), feedback('2', { created_at: 'never' }), feedback('3')]);
    const result = await run(['import', other, '--dry-run', '--report'], { input });
    expect(result.stdout).toMatch(/^3\t\w+\t.+$/m);
    expect(result.code).toBe(1);
    expect((await service.admin.get(`/projects/${other}/feedback`)).body).toEqual([]);
  });

  it('prints nothing of a service that would control the terminal', async () => {
    const text = (name: string) => `\u001b]0;${name}\u0007\u009b2J`;
    const answers: Record<string, [status: number, body: object]> = {
      import: [
        200,
        {
          ...{ id: text('id'), state: 'failed', dry_run: false },
          progress: { read: text('read'), created: 0, updated: 0, skipped: 0, failed: 0 },
        },
      ],
      report: [
        200,
        [{ line: 0, kind: '', external_id: '', title: '', code: text('code'), detail: text('a') }],
      ],
      export: [
        422,
        {
          ...{ status: 422, code: text('code'), title: 'x', detail: text('b'), request_id: '1' },
          errors: [{ parameter: text('c'), code: 'x', detail: text('d') }],
        },
      ],
    };
    const hostile = await startHostile(({ path, method }, response) => {
      const name = path.includes('/report') ? 'report' : path.includes('/export') ? 'export' : 'import';
      const [status, body] = answers[name]!;
      const type = status < 400 ? 'application/json' : 'application/problem+json';
      response
        .writeHead(method === 'POST' ? 202 : status, { 'content-type': type })
        .end(JSON.stringify(body));
    });
    try {
      const input = portableFile([feedback('1')]);
      for (const [args, expected] of [
        [
          ['import', acme],
          [']0;a', ']0;code', ']0;read'],
        ],
        [
          ['import', acme, '--report'],
          ['0\t ]0;code 2J\t ]0;a 2J', ']0;read'],
        ],
        [
          ['export', acme],
          [']0;b', '\n   ]0;c'],
        ],
      ] as const) {
        const { code, stdout, stderr } = await run([...args, '--url', hostile.url], { input });
        expect(code).toBe(1);
        for (const each of expected) expect(stdout + stderr).toContain(each);
        expect(`${stdout}${stderr}`.replaceAll(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
      }
    } finally {
      await hostile.close();
    }
  });

  it('says why a file cannot be imported', async () => {
    const { code, stdout, stderr } = await run(['import', other], { input: 'id,title\n1,x\n' });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/manifest of an export. \(not_an_export\)\n$/)]);
    expect(stdout).toMatch(/^The import failed: 0 records read/);
  });

  it('exits with 1 when its output is closed, and with 130 when it is interrupted', async () => {
    const command = `${process.execPath} ${program} export ${acme}; echo "code $?" >&2`;
    const env = {
      PATH: process.env['PATH'],
      FEEDBACK_API_URL: service.url,
      FEEDBACK_API_TOKEN: service.admin.token,
    };
    const { stderr } = await promisify(execFile)('sh', ['-c', `{ ${command}; } | true`], { env });
    expect(stderr).toBe('code 1\n');

    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const child = spawn(process.execPath, [program, 'export', acme, '--url', url], { env });
    await once(silent, 'request');
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    silent.closeAllConnections();
    silent.close();
  });
});
