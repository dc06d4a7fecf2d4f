import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient, NoAnswerError, ProblemError } from '../client/src/index.js';
import { project } from './data/project.js';
import { fill, ForeignProjectError } from './fill.js';
import { Progress } from './progress.js';

// npm run demo: fills a running service with a project to look at.

const help = `
npm run demo [-- --url URL] [--token TOKEN]

Fills a running service with a project that has a year of feedback, votes, comments and a changelog. What is there already is
left as it is, so it can be run again.

  --url    where the service is; else API from the environment, else http://127.0.0.1:3000
  --token  an access token of an instance admin; else TOKEN from the environment, else what the first start has written to
           initial-access-token in DATA_DIR
`;

/** It cannot be done, and the message says why. */
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
  const client = createClient({
    baseUrl: url,
    token: values.token ?? (environment['TOKEN'] || initialToken(environment['DATA_DIR'] || './data')),
    userAgent: 'feedback-changelog-demo',
    // A minute has to pass where the rate limit is reached, and many may wait for it.
    patience: 600_000,
    onWait: (wait) => progress.wait(wait),
  });

  const interruption = new AbortController();
  process.once('SIGINT', () =>
    interruption.abort(new DemoError('Interrupted. Run it again: it makes what is missing.')),
  );
  try {
    const { instance_admin: isAdmin, token } = await client.getMe({ signal: interruption.signal, tries: 2 });
    if (!isAdmin || token.scope !== 'admin' || token.project !== '') {
      throw new DemoError(
        'The token must be one of an instance admin, with the scope admin and bound to no project: the demo registers people.',
      );
    }
    await fill(client, progress, interruption.signal);
  } catch (error) {
    progress.clear();
    throw explained(error, url);
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

/** The token that the first start has left behind. */
function initialToken(dataDir: string): string {
  const file = resolve(dataDir, 'initial-access-token');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  throw new DemoError(`An access token of an instance admin is needed. The first start of the service shows one on a terminal; elsewhere it
writes it to initial-access-token in DATA_DIR, but there is no ${file}.

  TOKEN=fcs_… npm run demo
`);
}

function explained(error: unknown, url: string): unknown {
  if (error instanceof NoAnswerError) {
    return new DemoError(
      `${error.message} Is the service running at ${url}? npm start starts it; --url or API names another one.`,
    );
  }
  if (error instanceof ProblemError && error.status === 401) {
    return new DemoError(
      `The service at ${url} does not know the token (${error.detail}). Is it that of another database?`,
    );
  }
  if (error instanceof ProblemError || error instanceof ForeignProjectError)
    return new DemoError(error.message);
  return error;
}

function nextSteps(url: string): string {
  const path = `${url}/v1/projects/${project.slug}`;
  return `
The project ${project.slug} is filled. Have a look, with TOKEN=… in your shell:

  call() { curl -sS -H "Authorization: Bearer $TOKEN" "$@"; echo; }
  call '${path}/feedback?sort=most_upvoted&limit=3'
  call '${path}/feedback?q=offline&tag=maps'
  call '${path}/feedback/similar?title=dark+mode'
  call '${path}/changelogs?published=true'
  call '${path}/events?limit=5'

All operations, to try out in a browser: ${url}/docs
A client for TypeScript: client/README.md
`;
}

try {
  await run();
} catch (error) {
  console.error(error instanceof DemoError || error instanceof TypeError ? error.message : error);
  process.exitCode = 1;
}
