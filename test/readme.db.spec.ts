import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startApp, type TestApp } from './support/app.js';
import { serverUrl } from './support/server-url.js';

/** The address of the service in the documentation. */
const documentedUrl = 'http://127.0.0.1:3000';

/** The page whose session is on the embedded database, as its reader has it, and the minimum number of its commands. */
const firstPage: [file: string, commands: number] = ['README.md', 6];

/** The other pages with a terminal session. */
const pages: [file: string, commands: number][] = [
  ['docs/getting-started.md', 14],
  ['docs/events-and-webhooks.md', 4],
  ['docs/search.md', 4],
  ['docs/building-a-front-end.md', 18],
  ['docs/workflow.md', 12],
];

let service: TestApp;

beforeEach(async () => {
  // Events appear in the feed only if the background work runs.
  service = await startApp({ background: true });
});

afterEach(() => service.close());

/** Replaces values that differ from run to run, such as ids and times. */
function normalize(output: string): string {
  return output
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replaceAll(/"request_id":"[0-9a-f]+"/g, '"request_id":"<request>"');
}

/** Returns the pattern of a line of output in which `…` stands for any text. */
function patternOf(line: string): RegExp {
  const parts = normalize(line)
    .split('…')
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*')}$`, 'u');
}

/** Returns the commands and the output of a session. Commands begin with `$`, and their continuation lines with `>`. */
function sessionOf(file: string): { commands: string[]; output: string[] } {
  const blocks = readFileSync(file, 'utf8').matchAll(/^```console\n(.*?)^```$/gms);
  const lines = [...blocks].flatMap(([, block = '']) => block.split('\n')).filter((line) => line !== '');
  return {
    commands: lines.filter((line) => /^[$>] /.test(line)).map((line) => line.slice(2)),
    output: lines.filter((line) => !/^[$>] /.test(line)),
  };
}

// curl may not be installed.
const withCurl = spawnSync('curl', ['--version']).status === 0 ? it : it.skip;

withCurl.each(serverUrl === undefined ? [firstPage] : [firstPage, ...pages])(
  'the session in %s prints what the page shows',
  async (file, minCommands) => {
    const { commands, output } = sessionOf(file);
    expect(commands.length).toBeGreaterThanOrEqual(minCommands);
    const script = commands
      .join('\n')
      .replace('TOKEN=fcs_…', `TOKEN=${service.admin.token}`)
      // A busy machine needs longer.
      .replaceAll('sleep 1', 'sleep 3')
      .replaceAll(documentedUrl, service.url);

    const { stdout } = await promisify(execFile)('sh', ['-euc', script]);

    const lines = normalize(stdout.replaceAll(service.url, documentedUrl).replaceAll('\r', '')).split('\n');
    expect(lines.filter((line) => line !== '')).toEqual(
      output.map((line) => expect.stringMatching(patternOf(line))),
    );
  },
);
