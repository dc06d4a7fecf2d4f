import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { startApp, type TestApp } from './support/app.js';
import { serverUrl } from './support/server-url.js';
import { linesPrintedBy, patternOf, sessionOf } from './support/terminal-session.js';

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

    const lines = await linesPrintedBy(script, (text) => text.replaceAll(service.url, documentedUrl));

    expect(lines).toEqual(output.map((line) => expect.stringMatching(patternOf(line))));
  },
);
