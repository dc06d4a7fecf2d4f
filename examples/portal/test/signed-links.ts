import { equal, ok } from 'node:assert/strict';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { project, world } from './world.js';

interface Claims {
  readonly secret?: string;
  readonly audience?: string;
  readonly expires?: string;
  readonly issuedAt?: number;
}

/** Signs a link as the product does. */
async function linkFor({ secret, audience, expires = '5 minutes', issuedAt }: Claims = {}): Promise<string> {
  const token = await new SignJWT({ email: 'lin@example.com', name: 'Lin' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('customer-4711')
    .setAudience(audience ?? world.settings.url)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .sign(Buffer.from(secret ?? world.settings.linkSecret));
  return `${world.settings.url}/sign-in/link?back=%2Froadmap&token=${token}`;
}

test('a link that the product has signed signs its customer in', async () => {
  const { id } = await world.admin.feedback.create(project, { title: 'Links' });
  const page = await world.visit('/');
  await page.goto(await linkFor());
  equal(page.url(), `${world.settings.url}/roadmap`);
  equal(await page.locator('.menu__name').textContent(), 'Lin');
  await page.goto(`${world.settings.url}/posts/${id}`);
  await page.getByRole('button', { name: 'Vote for “Links”' }).click();
  await page.getByRole('button', { name: 'Withdraw the vote for “Links”' }).waitFor();
  const [vote] = (await world.admin.feedback.upvotes.list(project, id)).records;
  equal(vote?.user.email, 'lin@example.com');
});

test('other links sign nobody in', async () => {
  const page = await world.visit('/');
  const links = [
    await linkFor({ secret: 'the secret of somebody else, and long enough' }),
    await linkFor({ audience: 'https://another-portal.example' }),
    await linkFor({ expires: '1 second ago' }),
    await linkFor({ issuedAt: Math.floor(Date.now() / 1_000) - 3_600, expires: '1 day' }),
    `${world.settings.url}/sign-in/link?token=nothing`,
  ];
  for (const link of links) {
    equal((await page.goto(link))?.status(), 400);
    ok(await page.getByRole('link', { name: 'Sign in', exact: true }).isVisible());
  }
});
