import { Controller, Delete, Get, HttpCode, Param, Post, Put, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import {
  Preconditions,
  id,
  IdempotencyInterceptor,
  JsonBody,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  QueryParams,
  versioned,
} from '../../platform/http/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import type { Precondition } from '../../shared/records.js';
import type { ChangelogRecord } from '../application/changelog.queries.js';
import { ChangelogService } from '../application/changelog.service.js';
import { ChangelogListQuery, CreateChangelogRequest, UpdateChangelogRequest } from './changelog.requests.js';
import { ChangelogResponse, ChangelogUpdateResponse, withoutAuthor } from './changelog.responses.js';
import { changelogNotFound } from './changelog.problems.js';

@Controller('projects/:projectSlug/changelogs')
@InProject()
@Operations({
  tag: 'Changelogs',
  parameters: {
    changelogId: {
      schema: { ...id('Id of the entry.'), example: ChangelogResponse.example.id },
      problems: [changelogNotFound],
    },
  },
})
export class ChangelogsController {
  constructor(
    private readonly changelogs: ChangelogService,
    private readonly links: Links,
  ) {}

  /** Writes an entry: a draft unless `published` says otherwise, dated now unless `publish_date` does. */
  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createChangelog',
    summary: 'Write an entry',
    description:
      'It is a draft unless `published` is true, and dated now unless `publish_date` says otherwise. Published with a date ahead, it appears at that time.',
    answer: ChangelogResponse,
    body: {
      title: 'Dark mode is here',
      summary: 'Easy on the eyes.',
      content: '# Dark mode\n\nSwitch it on in the settings.',
      image: 'https://example.com/dark.png',
      publish_date: '2026-11-20T12:00:00Z',
      published: true,
    },
  })
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
  @Operation({
    id: 'listChangelogs',
    summary: 'List entries',
    description:
      'Newest `publish_date` first. Drafts, and entries whose date has not come, are seen by editors only.',
    list: ChangelogResponse,
  })
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
  @Operation({ id: 'getChangelog', summary: 'Read an entry', answer: ChangelogResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') changelogId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangelogRecord | undefined> {
    return versioned(response, await this.changelogs.read(grant, changelogId));
  }

  /**
   * Changes the fields that are sent: all six of them replace the entry. The answer has no `ETag`: it is not what a GET
   * of the entry gives (RFC 9110 §9.3.4).
   */
  @Put(':changelogId')
  @Operation({
    id: 'updateChangelog',
    summary: 'Replace or change an entry',
    description:
      'Fields that are left out stay as they are: all six of them replace the entry. The answer names the author by id alone, and has no `ETag`: it is not what a read of the entry gives.',
    answer: ChangelogUpdateResponse,
    body: { title: 'Dark mode is here!', published: true },
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  async update(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') changelogId: string,
    @JsonBody() body: UpdateChangelogRequest,
    @Preconditions() precondition: Precondition,
  ): Promise<Omit<ChangelogRecord, 'author'>> {
    return withoutAuthor(await this.changelogs.revise(grant, changelogId, body.changes(), precondition));
  }

  @Delete(':changelogId')
  @Operation({ id: 'deleteChangelog', summary: 'Delete an entry' })
  @NeedsScope('write')
  @NeedsRole('editor')
  @HttpCode(204)
  async remove(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') changelogId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.changelogs.remove(grant, changelogId, precondition);
  }
}
