import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedbackClient } from '../../client/src/index.js';
import type { Target } from './load.js';
import type { Receiver } from './receiver.js';

export const token = 'bootstrap-token-of-the-soak-test-0123456789';

export const slugs = ['first', 'second'];

/** Returns the settings of the processes. */
export function settingsOn(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    BOOTSTRAP_ACCESS_TOKEN: token,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'info',
    // Within this time, each client sends a request also on a busy machine.
    SHUTDOWN_DELAY_MS: '5000',
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    WEBHOOK_RETRY_SCHEDULE: '1,2,4,8,15,15,15',
  };
}

/** Creates the projects, users, tokens and webhooks that the load uses. */
export async function prepare(
  client: FeedbackClient,
  urls: readonly string[],
  receiver: Receiver,
  workers: number,
): Promise<{ target: Target; beforeWebhooks: ReadonlySet<string> }> {
  const voters: string[] = [];
  for (let n = 0; n < workers; n++) {
    voters.push((await client.users.create({ email: `voter-${n}@example.com`, full_name: `Voter ${n}` })).id);
  }
  const viewer = await client.users.create({ email: 'viewer@example.com', full_name: 'Viewer' });
  const { token: viewerToken } = await client.tokens.create({
    name: 'Viewer',
    scope: 'write',
    user_id: viewer.id,
  });
  const beforeWebhooks = new Set<string>();
  for (const slug of slugs) {
    await client.projects.create({ name: slug, slug });
    await client.members.setRole(slug, viewer.id, { role: 'viewer' });
    for (const [path, types] of [
      ['healthy', []],
      ['failing', ['changelog.published']],
      ['hanging', ['changelog.published']],
    ] as const) {
      const webhook = await client.webhooks.create(slug, {
        url: `${receiver.url}/${path}`,
        event_types: [...types],
      });
      receiver.secrets.push(webhook.secret);
    }
    // Only the creation of the project and of its member.
    while (beforeWebhooks.size < 2 * (slugs.indexOf(slug) + 1)) {
      for await (const { id } of client.events.list(slug)) beforeWebhooks.add(id);
      await sleep(100);
    }
  }
  return { target: { urls, token, viewerToken, slugs, voters }, beforeWebhooks };
}
