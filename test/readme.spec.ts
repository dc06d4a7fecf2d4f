import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from './support/app.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp();
});

afterAll(() => service.close());

/** Ids, times and the like differ from run to run. */
function withoutAccidents(output: string): string {
  return output
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
    .replaceAll(/"request_id":"[0-9a-f]+"/g, '"request_id":"<request>"');
}

// A machine with nothing but Node has no curl.
const withCurl = spawnSync('curl', ['--version']).status === 0 ? it : it.skip;

withCurl('gives what the README shows', async () => {
  const [, session = ''] = /```console\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? [];
  const lines = session.split('\n').filter((line) => line !== '');
  const script = lines
    .filter((line) => line.startsWith('$ '))
    .map((line) => line.slice(2))
    .map((line) => (line.startsWith('TOKEN=') ? `TOKEN=${service.admin.token}` : line))
    .map((line) => (line.startsWith('API=') ? `API=${service.url}/v1` : line));
  const shown = lines.filter((line) => !line.startsWith('$ '));
  expect(shown.length).toBeGreaterThanOrEqual(9);

  const { stdout } = await promisify(execFile)('sh', ['-euc', script.join('\n')]);

  expect(withoutAccidents(stdout.trimEnd()).split('\n')).toEqual(shown.map(withoutAccidents));
});
