import { Controller, Get, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Links, Operation, Operations, Public } from '../../../platform/http/index.js';
import { CurrentPublicProject, publicProjectParameter, SharedCaching } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import type { Versioned } from '../../../shared/records.js';
import type { PublicProject } from '../../entries/application/public-changelog.queries.js';
import { ChangelogFeeds } from './changelog-feeds.js';
import { type FeedFormat, mediaTypes } from './feed-formats.js';
import { PublicChangelogGuard } from '../../entries/http/public-changelog.guard.js';

const description =
  'The newest 50 entries, of at most 500,000 characters in all, with `content` as HTML and tags as categories, if `public_changelog` is on.';

/** For how long a change has to be visible before `Last-Modified` is sent, in milliseconds. */
const settledMs = 60_000;

/** The feeds of public changelogs, which need no token. */
@Controller('public/projects/:projectSlug')
@UseGuards(PublicChangelogGuard)
@UseInterceptors(SharedCaching)
@Operations({
  tag: 'Public reading',
  parameters: publicProjectParameter,
})
@Public(true)
export class ChangelogFeedsController {
  constructor(
    private readonly feeds: ChangelogFeeds,
    private readonly links: Links,
    private readonly clock: Clock,
  ) {}

  @Get('changelog.atom')
  @Operation({
    id: 'getAtomFeed',
    summary: 'Get the changelog as an Atom feed',
    description,
    document: mediaTypes.atom,
    expensive: true,
  })
  atom(
    @CurrentPublicProject() project: PublicProject,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Versioned<string>> {
    return this.feed('atom', project, request, response);
  }

  @Get('changelog.rss')
  @Operation({
    id: 'getRssFeed',
    summary: 'Get the changelog as an RSS feed',
    description,
    document: mediaTypes.rss,
    expensive: true,
  })
  rss(
    @CurrentPublicProject() project: PublicProject,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Versioned<string>> {
    return this.feed('rss', project, request, response);
  }

  @Get('changelog.json')
  @Operation({
    id: 'getJsonFeed',
    summary: 'Get the changelog as a JSON Feed',
    description,
    document: mediaTypes.json,
    expensive: true,
  })
  json(
    @CurrentPublicProject() project: PublicProject,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Versioned<string>> {
    return this.feed('json', project, request, response);
  }

  private async feed(
    format: FeedFormat,
    project: PublicProject,
    request: Request,
    response: Response,
  ): Promise<Versioned<string>> {
    const feed = await this.feeds.read(format, project, this.links.absolute(request, ''));
    if (!this.feeds.dependOnHost) this.setLastModified(response, project);
    response.type(mediaTypes[format]);
    return feed;
  }

  /**
   * Sets `Last-Modified` once the last change is a minute old. Before, a further change within the same second, or one that
   * is not committed yet, would have the same date (RFC 9110 §8.8.2).
   */
  private setLastModified(response: Response, { modified_at: modifiedAt }: PublicProject): void {
    const modified = Date.parse(modifiedAt);
    if (modified > this.clock.now().getTime() - settledMs) return;
    response.set('Last-Modified', new Date(Math.ceil(modified / 1_000) * 1_000).toUTCString());
  }
}
