import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ApiError, AuthenticationError, ConnectionError, FeedbackClient } from '../client/src/index.js';
import { project } from './data/project.js';
import { fill, ImportFailedError, ProjectExistsError } from './fill.js';
import { Progress } from './progress.js';

// npm run demo: fills a running service with a sample project.

const help = `
npm run demo [-- --url URL] [--token TOKEN]

Fills a running service with a project that has a year of feedback, votes, comments and a changelog, by importing a file. A
project that has been filled is left unchanged, so that it can be run again.

  --url    URL of the service (default: API from the environment, or http://127.0.0.1:3000)
  --token  access token of an instance admin (default: TOKEN from the environment, or the content of initial-access-token in
           DATA_DIR, where the first start of the service writes it)
`;

/** An error that the message explains completely. */
class DemoError extends Error {}

async function run(): Promise<void> {
  const { values } = options();
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const environment = process.env;
  const baseUrl = values.url ?? (environment['API'] || 'http://127.0.0.1:3000');
  const url = baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
  const progress = new Progress(process.stdout);
  const client = new FeedbackClient({
    baseUrl: url,
    token: values.token ?? (environment['TOKEN'] || initialToken(environment['DATA_DIR'] || './data')),
    userAgent: 'feedback-changelog-demo',
    // The rate limit is reset every minute.
    retryTimeout: 600_000,
    onRetry: (retry) => progress.reportRetry(retry),
  });

  const interruption = new AbortController();
  process.once('SIGINT', () =>
    interruption.abort(new DemoError('Interrupted. Run it again to create what is missing.')),
  );
  try {
    const { instance_admin: isAdmin, token } = await client.me({
      signal: interruption.signal,
      maxRetries: 1,
    });
    if (!isAdmin || token.scope !== 'admin' || token.project !== '') {
      throw new DemoError(
        'The token must belong to an instance admin, have the scope admin and not be bound to a project, because the demo registers users.',
      );
    }
    await fill(client, progress, interruption.signal);
  } catch (error) {
    progress.clear();
    // Timers report it as an error of their own.
    interruption.signal.throwIfAborted();
    throw explain(error, url);
  }
  process.stdout.write(nextSteps(url));
}

function options() {
  try {
    return parseArgs({
      options: { url: { type: 'string' }, token: { type: 'string' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    throw new DemoError(`${(error as Error).message}\n${help}`);
  }
}

/** Returns the token that the first start of the service has written to a file. */
function initialToken(dataDir: string): string {
  const file = resolve(dataDir, 'initial-access-token');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new DemoError(`An access token of an instance admin is required. The first start of the service prints one on a terminal, or writes it to
initial-access-token in DATA_DIR, but ${file} does not exist.

  TOKEN=fcs_… npm run demo
`);
}

/** Returns an error with a hint, if there is one for the cause. */
function explain(error: unknown, url: string): unknown {
  if (error instanceof ConnectionError) {
    return new DemoError(
      `${error.message} Is the service running at ${url}? Start it with npm start, or set --url or API.`,
    );
  }
  if (error instanceof AuthenticationError) {
    return new DemoError(
      `The service at ${url} does not accept the token (${error.detail}). Does it belong to another database?`,
    );
  }
  const isExpected = [ApiError, ProjectExistsError, ImportFailedError].some((each) => error instanceof each);
  if (isExpected) return new DemoError((error as Error).message);
  return error;
}

function nextSteps(url: string): string {
  const path = `${url}/v1/projects/${project.slug}`;
  return `
The project ${project.slug} is complete. With TOKEN=… in your shell, try:

  call() { curl -sS -H "Authorization: Bearer $TOKEN" "$@"; echo; }
  call '${path}/feedback?sort=most_upvoted&limit=3'
  call '${path}/feedback?q=offline&tag=maps'
  call '${path}/feedback/similar?title=dark+mode'
  call '${path}/changelogs?published=true'
  call '${path}/events?limit=5'

All operations: ${url}/docs/?project=${project.slug}
TypeScript client: client/README.md
`;
}

try {
  await run();
} catch (error) {
  console.error(error instanceof DemoError || error instanceof TypeError ? error.message : error);
  process.exitCode = 1;
}
