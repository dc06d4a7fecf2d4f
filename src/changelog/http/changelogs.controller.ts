import { Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { Expected, versioned } from '../../platform/http/conditional.js';
import { JsonBody, QueryParams } from '../../platform/http/input.js';
import { Links, type ListAnswer } from '../../platform/http/links.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import type { Precondition } from '../../shared/records.js';
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
  ): Promise<ChangelogRecord | undefined> {
    const changelog = await this.changelogs.write(grant, body.values());
    this.links.created(response, changelog.record.id);
    return versioned(response, changelog);
  }

  /** Newest `publish_date` first. Drafts, and entries whose date has not come, are seen by editors only. */
  @Get()
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @QueryParams() query: ChangelogListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    return this.links.list(response, query, (page) => this.changelogs.list(grant, query.filter(), page));
  }

  @Get(':changelogId')
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangelogRecord | undefined> {
    return versioned(response, await this.changelogs.read(grant, id));
  }

  /**
   * Changes the fields that are sent: all six of them replace the entry. The answer has no `ETag`: it is not what a GET
   * of the entry gives (RFC 9110 §9.3.4).
   */
  @Put(':changelogId')
  @NeedsScope('write')
  @NeedsRole('editor')
  async update(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') id: string,
    @JsonBody() body: UpdateChangelogRequest,
    @Expected() precondition: Precondition,
  ): Promise<Omit<ChangelogRecord, 'author'>> {
    return withoutAuthor((await this.changelogs.revise(grant, id, body.changes(), precondition)).record);
  }

  @Delete(':changelogId')
  @NeedsScope('write')
  @NeedsRole('editor')
  @HttpCode(204)
  async remove(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') id: string,
    @Expected() precondition: Precondition,
  ): Promise<void> {
    await this.changelogs.remove(grant, id, precondition);
  }
}
