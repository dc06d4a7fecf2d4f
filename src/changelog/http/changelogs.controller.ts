import { Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { JsonBody, QueryParams } from '../../platform/http/input.js';
import { Links } from '../../platform/http/links.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import type { ChangelogRecord } from '../application/changelog.queries.js';
import { ChangelogService } from '../application/changelog.service.js';
import { ChangelogListQuery, CreateChangelogRequest, UpdateChangelogRequest } from './changelog.requests.js';
import { withoutAuthor } from './changelog.responses.js';

@Controller('projects/:projectSlug/changelogs')
@InProject()
export class ChangelogsController {
  constructor(
    private readonly changelogs: ChangelogService,
    private readonly links: Links,
  ) {}

  /** Writes an entry: a draft unless `published` says otherwise, dated now unless `publish_date` does. */
  @Post()
  @NeedsScope('write')
  @NeedsRole('editor')
  async create(
    @Granted() grant: ProjectGrant,
    @JsonBody() body: CreateChangelogRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangelogRecord> {
    const changelog = await this.changelogs.write(grant, body.values());
    this.links.created(response, changelog.id);
    return changelog;
  }

  /** Newest `publish_date` first. Drafts, and entries whose date has not come, are seen by editors only. */
  @Get()
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @QueryParams() query: ChangelogListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangelogRecord[]> {
    return this.links.page(response, query, await this.changelogs.list(grant, query.filter(), query.page()));
  }

  @Get(':changelogId')
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(@Granted() grant: ProjectGrant, @Param('changelogId') id: string): Promise<ChangelogRecord> {
    return this.changelogs.read(grant, id);
  }

  /** Changes the fields that are sent: all six of them replace the entry. */
  @Put(':changelogId')
  @NeedsScope('write')
  @NeedsRole('editor')
  async update(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') id: string,
    @JsonBody() body: UpdateChangelogRequest,
  ): Promise<Omit<ChangelogRecord, 'author'>> {
    return withoutAuthor(await this.changelogs.revise(grant, id, body.changes()));
  }

  @Delete(':changelogId')
  @NeedsScope('write')
  @NeedsRole('editor')
  @HttpCode(204)
  async remove(@Granted() grant: ProjectGrant, @Param('changelogId') id: string): Promise<void> {
    await this.changelogs.remove(grant, id);
  }
}
