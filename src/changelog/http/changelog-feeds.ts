import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Versioned } from '../../shared/records.js';
import type { PublicProject } from '../application/public-changelog.queries.js';
import { PublicChangelogService } from '../application/public-changelog.service.js';
import { type FeedFormat, renderFeed } from './feed-formats.js';

/** The maximum size of all feeds that are kept, in characters. */
const maxKeptSize = 32 * 1024 * 1024;

/** Renders the feeds of public changelogs. Keeps the last ones, because rendering Markdown takes long. */
@Injectable()
export class ChangelogFeeds {
  private readonly kept = new LRUCache<string, { projectVersion: string; feed: Versioned<string> }>({
    maxSize: maxKeptSize,
    sizeCalculation: ({ feed }) => feed.record.length,
  });

  constructor(private readonly publicChangelogs: PublicChangelogService) {}

  /**
   * Returns a feed, whose version is a hash of its text.
   *
   * @param serviceUrl the public URL of the service
   */
  async read(format: FeedFormat, project: PublicProject, serviceUrl: string): Promise<Versioned<string>> {
    const key = JSON.stringify([project.id, format, serviceUrl]);
    const kept = this.kept.get(key);
    if (kept?.projectVersion === project.version) return kept.feed;
    const record = renderFeed(format, project, await this.publicChangelogs.newest(project), serviceUrl);
    const feed = new Versioned(record, hash('sha256', record, 'base64url').slice(0, 22));
    this.kept.set(key, { projectVersion: project.version, feed });
    return feed;
  }
}
