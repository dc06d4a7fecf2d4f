import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  Links,
  type ListAnswer,
  Operation,
  Operations,
  Public,
  versioned,
} from '../../platform/http/index.js';
import { QueryParams } from '../../platform/input/index.js';
import { projectMoved, projectNotFound } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import type { PublicProject } from '../application/public-changelog.queries.js';
import { PublicChangelogService } from '../application/public-changelog.service.js';
import { ChangelogFeeds } from './changelog-feeds.js';
import { type FeedFormat, mediaTypes } from './feed-formats.js';
import { PublicEntryListQuery } from './public-changelog.requests.js';
import { PublicEntryResponse } from './public-changelog.responses.js';
import { OpenedProject, PublicProjectGuard } from './public-project.guard.js';

const description = 'Contains the newest 50 entries, with `content` as HTML. See `setPublicChangelog`.';

/** For how long a change has to be visible before `Last-Modified` is sent, in milliseconds. */
const settledMs = 60_000;

/** What everyone can read of a public changelog, outside of `/v1` and without a token. */
@Controller('public/projects/:projectSlug')
@UseGuards(PublicProjectGuard)
@Operations({
  tag: 'Public changelogs',
  parameters: {
    projectSlug: {
      schema: {
        type: 'string',
        description: 'Slug of the project. A former slug redirects to the current one (308).',
        example: 'acme',
      },
      problems: [projectNotFound, projectMoved],
    },
  },
})
@Public(true)
export class PublicChangelogsController {
  constructor(
    private readonly publicChangelogs: PublicChangelogService,
    private readonly feeds: ChangelogFeeds,
    private readonly links: Links,
    private readonly clock: Clock,
  ) {}

  @Get('changelogs')
  @Operation({
    id: 'listPublicChangelogs',
    summary: 'List public changelog entries',
    description:
      'Returns the newest `publish_date` first, if the changelog is public: see `setPublicChangelog`. `content` is not sanitized.',
    list: PublicEntryResponse,
  })
  async list(
    @OpenedProject() project: PublicProject,
    @QueryParams() query: PublicEntryListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    this.setLastModified(response, project);
    const answer = await this.links.list(response, query, (page) =>
      this.publicChangelogs.list(project, { slug: query.slug }, page),
    );
    allowSharedCaching(response);
    return answer;
  }

  @Get('changelog.atom')
  @Operation({
    id: 'getAtomFeed',
    summary: 'Get the changelog as an Atom feed',
    description,
    document: mediaTypes.atom,
  })
  atom(
    @OpenedProject() project: PublicProject,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    return this.feed('atom', project, request, response);
  }

  @Get('changelog.rss')
  @Operation({
    id: 'getRssFeed',
    summary: 'Get the changelog as an RSS feed',
    description,
    document: mediaTypes.rss,
  })
  rss(
    @OpenedProject() project: PublicProject,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    return this.feed('rss', project, request, response);
  }

  @Get('changelog.json')
  @Operation({
    id: 'getJsonFeed',
    summary: 'Get the changelog as a JSON Feed',
    description,
    document: mediaTypes.json,
  })
  json(
    @OpenedProject() project: PublicProject,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    return this.feed('json', project, request, response);
  }

  private async feed(
    format: FeedFormat,
    project: PublicProject,
    request: Request,
    response: Response,
  ): Promise<string | undefined> {
    const feed = await this.feeds.read(format, project, this.links.absolute(request, ''));
    this.setLastModified(response, project);
    response.type(mediaTypes[format]);
    const body = versioned(response, feed);
    allowSharedCaching(response);
    return body;
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

function allowSharedCaching(response: Response): void {
  response.set('Cache-Control', 'public, max-age=60');
}
