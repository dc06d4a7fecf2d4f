import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { VisibilityOfHost } from '../../../project/index.js';
import { Versioned } from '../../../shared/records.js';
import type { PublicProject } from '../../entries/application/public-changelog.queries.js';
import { PublicChangelogService } from '../../entries/application/public-changelog.service.js';
import { type FeedFormat, renderFeed } from './feed-formats.js';

/** The maximum size of all feeds that are kept, in characters. */
const maxKeptSize = 32 * 1024 * 1024;

interface FeedRequest {
  readonly format: FeedFormat;
  readonly project: PublicProject;
  readonly serviceUrl: string;
}

/**
 * Renders the feeds of public changelogs. Keeps the last ones, because rendering Markdown takes long, and renders each once for
 * all requests that wait for it.
 */
@Injectable()
export class ChangelogFeeds {
  private readonly kept = new LRUCache<string, Versioned<string>, FeedRequest>({
    maxSize: maxKeptSize,
    sizeCalculation: ({ record }) => record.length,
    fetchMethod: (_key, _stale, { context }) => this.render(context),
    // A feed that is not kept, because of its size or others, is returned nonetheless.
    ignoreFetchAbort: true,
  });

  constructor(
    private readonly publicChangelogs: PublicChangelogService,
    private readonly visibility: VisibilityOfHost,
  ) {}

  /** Whether a host decides which entries feeds contain. What it hides can change at any time. */
  get dependOnHost(): boolean {
    return this.visibility.mayHide('changelog');
  }

  /**
   * Returns a feed, whose version is a hash of its text.
   *
   * @param serviceUrl the public URL of the service
   */
  async read(format: FeedFormat, project: PublicProject, serviceUrl: string): Promise<Versioned<string>> {
    if (this.dependOnHost) return this.render({ format, project, serviceUrl });
    const key = JSON.stringify([project.id, project.version, format, serviceUrl]);
    return (await this.kept.fetch(key, { context: { format, project, serviceUrl } }))!;
  }

  private async render({ format, project, serviceUrl }: FeedRequest): Promise<Versioned<string>> {
    const entries = await this.publicChangelogs.newest(project);
    const record = await renderFeed(format, project, entries, serviceUrl);
    return new Versioned(record, hash('sha256', record, 'base64url').slice(0, 22));
  }
}
