import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { FeedbackClient } from 'feedback-changelog-client';
import { createPortal } from '../src/app.js';
import { readSettings } from '../src/settings.js';
import { type Account, startIdentityProvider } from './identity-provider.js';
import { repository, serviceSettings, startService } from './service.js';

// npm run portal: starts the service, an identity provider and the portal, with the sample project of npm run demo.

const port = Number(process.env['PORT'] || 4000);
const folder = join(repository, 'data/portal');
const portalUrl = `http://127.0.0.1:${port}`;
const issuer = `http://127.0.0.1:${port + 1}`;
const serviceUrl = `http://127.0.0.1:${port + 2}`;
const audience = 'https://feedback.example.com';
const project = 'trailhead';

for (const each of [port, port + 1, port + 2]) {
  if (await isFree(each)) continue;
  console.error(
    `Port ${each} is in use. The trial needs three ports; PORT=5000 npm run portal uses 5000 to 5002.`,
  );
  process.exit(1);
}

let service: ChildProcess | undefined;
process.once('exit', () => service?.kill());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());

service = await startService(folder, serviceSettings({ port: port + 2, portalUrl, issuer, audience })).catch(
  (error: Error) => {
    console.error(error.message);
    process.exit(1);
  },
);
const token = (await readFile(join(folder, 'data/initial-access-token'), 'utf8')).trim();
await run(join(repository, 'demo/dist/demo/main.js'), { API: serviceUrl, TOKEN: token });

const client = new FeedbackClient({ baseUrl: serviceUrl, token });
await client.projects.updateSettings(project, {
  signed_in: 'contributor',
  public_feedback: true,
  public_changelog: true,
  public_names: true,
  approval: 'first',
  feedback_url: `${portalUrl}/ideas/{id}`,
  changelog_url: `${portalUrl}/changelog/{slug}`,
});

const accounts: Account[] = [];
for await (const { user, role } of client.members.list(project)) {
  if (user.email !== 'admin@localhost')
    accounts.push({ email: user.email, name: user.full_name, hint: role });
}
accounts.push({ email: 'grace.kim@example.com', name: 'Grace Kim', hint: 'customer' });
accounts.push({ email: 'newcomer@example.com', name: 'Nora Newcomer', hint: 'has never been here' });
await startIdentityProvider(port + 1, { portalUrl, audience, accounts });

const settings = readSettings({
  PORT: String(port),
  SERVICE_URL: serviceUrl,
  PROJECT: project,
  SESSION_SECRET: randomBytes(32).toString('hex'),
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: 'portal',
  OIDC_AUDIENCE: audience,
  OIDC_PROMPT: 'login',
  LINK_SECRET: process.env['LINK_SECRET'],
  // The service of the trial has no mail server.
  NEWS_BY_MAIL: 'off',
});
createPortal(settings).listen(port, '127.0.0.1', () => {
  console.log(`Portal             ${portalUrl}`);
  console.log(`API documentation  ${serviceUrl}/docs/?project=${project}`);
  console.log(`Access token       ${join(folder, 'data/initial-access-token')}`);
});

/** Returns whether nothing listens on a port. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isListening = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isListening;
}

/** Runs a program of the repository until it has succeeded. */
async function run(program: string, variables: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) process.exit(1);
}
