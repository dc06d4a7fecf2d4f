import { expect, it } from '@jest/globals';
import type { PublicProject } from '../../../../src/changelog/entries/application/public-changelog.queries.js';
import type { PublicChangelogService } from '../../../../src/changelog/entries/application/public-changelog.service.js';
import { ChangelogFeeds } from '../../../../src/changelog/feeds/http/changelog-feeds.js';
import { VisibilityOfHost } from '../../../../src/project/index.js';

const project = {
  id: 'acme',
  slug: 'acme',
  name: 'Acme',
  icon: '',
  og_image: '',
  custom_domain: '',
  changelog_url: '',
  version: '1',
};

/** Returns feeds, and the versions of the changelog that they were rendered for. */
function feedsOf(visibility: VisibilityOfHost) {
  const read: string[] = [];
  const newest = ({ version }: PublicProject) => {
    read.push(version);
    return Promise.resolve([]);
  };
  const service = { newest } as Partial<PublicChangelogService> as PublicChangelogService;
  const feeds = new ChangelogFeeds(service, visibility);
  const of = (version: string) => {
    const changed = { ...project, modified_at: '2026-11-21T10:00:00.000Z', version };
    return feeds.read('json', changed as PublicProject, 'https://feedback.example.com');
  };
  return { read, of };
}

it('renders a feed once for all requests, until the changelog changes', async () => {
  const { read, of } = feedsOf(new VisibilityOfHost());
  const [first, second] = await Promise.all([of('1'), of('1')]);
  expect(first).toBe(second);
  expect(await of('1')).toBe(first);
  expect(read).toEqual(['1']);
  expect((await of('2')).record).toBe(first.record);
  expect(read).toEqual(['1', '2']);
});

it('renders a feed for each request if a host may hide entries', async () => {
  const { read, of } = feedsOf(new VisibilityOfHost({ changelog: { conditionFor: () => undefined } }));
  await of('1');
  await of('1');
  expect(read).toEqual(['1', '1']);
});
