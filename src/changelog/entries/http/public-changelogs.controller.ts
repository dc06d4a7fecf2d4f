import { Controller, Get, Param, UseGuards, UseInterceptors } from '@nestjs/common';
import { Operation, Operations, PagedList, Public } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import {
  CurrentPublicProject,
  publicProjectParameter,
  SharedCaching,
  versionedByContent,
} from '../../../project/index.js';
import type { Versioned } from '../../../shared/records.js';
import type { PublicProject } from '../application/public-changelog.queries.js';
import {
  type PublicChangelogRecord,
  PublicChangelogService,
} from '../application/public-changelog.service.js';
import { changelogParameter } from './changelog.dto.js';
import { PublicChangelogGuard } from './public-changelog.guard.js';
import {
  PublicChangelogListQuery,
  PublicChangelogQuery,
  PublicChangelogResponse,
} from './public-changelog.dto.js';

/** The entries of public changelogs, which can be read without a token. */
@Controller('public/v1/projects/:projectSlug/changelogs')
@UseGuards(PublicChangelogGuard)
@UseInterceptors(SharedCaching)
@Operations({
  tag: 'Public reading',
  parameters: { ...publicProjectParameter, changelogId: changelogParameter },
})
@Public(true)
export class PublicChangelogsController {
  constructor(private readonly publicChangelogs: PublicChangelogService) {}

  @Get()
  @Operation({
    id: 'listPublicChangelogs',
    summary: 'List public changelog entries',
    description:
      'Returns the published entries, newest `publish_date` first, if the setting `public_changelog` is on. `content` is not sanitized.',
    list: PublicChangelogResponse,
  })
  async list(
    @CurrentPublicProject() project: PublicProject,
    @QueryParams() query: PublicChangelogListQuery,
  ): Promise<PagedList<PublicChangelogRecord>> {
    const filter = query.filter();
    return new PagedList(query, (page) => this.publicChangelogs.list(project, filter, page, query.include));
  }

  @Get(':changelogId')
  @Operation({
    id: 'getPublicChangelog',
    summary: 'Get a public changelog entry',
    answer: PublicChangelogResponse,
  })
  async read(
    @CurrentPublicProject() project: PublicProject,
    @Param('changelogId') id: string,
    @QueryParams() { include }: PublicChangelogQuery,
  ): Promise<Versioned<PublicChangelogRecord>> {
    return versionedByContent(await this.publicChangelogs.read(project, id, include));
  }
}
