import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Put,
  Res,
  UseInterceptors,
} from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import {
  Preconditions,
  IdempotencyInterceptor,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  versioned,
} from '../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import type { Precondition } from '../../shared/records.js';
import type { ChangelogRecord } from '../application/changelog.queries.js';
import { ChangelogService } from '../application/changelog.service.js';
import { ChangelogListQuery, CreateChangelogRequest, UpdateChangelogRequest } from './changelog.requests.js';
import { ChangelogResponse, ChangelogUpdateResponse, withoutAuthor } from './changelog.responses.js';
import { changelogParameter } from './changelog.problems.js';

@Controller('projects/:projectSlug/changelogs')
@InProject()
@Operations({
  tag: 'Changelogs',
  parameters: { changelogId: changelogParameter },
})
export class ChangelogsController {
  constructor(
    private readonly changelogs: ChangelogService,
    private readonly links: Links,
  ) {}

  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'createChangelog',
    summary: 'Create a changelog entry',
    description:
      'The entry is a draft unless `published` is true. `publish_date` defaults to the current time. A published entry with a future date becomes visible at that time.',
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

  @Get()
  @Operation({
    id: 'listChangelogs',
    summary: 'List changelog entries',
    description:
      'Returns the newest `publish_date` first. Only editors can see drafts and scheduled entries.',
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
  @Operation({ id: 'getChangelog', summary: 'Get a changelog entry', answer: ChangelogResponse })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') changelogId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangelogRecord | undefined> {
    return versioned(response, await this.changelogs.read(grant, changelogId));
  }

  /** The response has no `ETag`, because it differs from the representation that a GET returns (RFC 9110 §9.3.4). */
  @Put(':changelogId')
  @Operation({
    id: 'updateChangelog',
    summary: 'Replace or update a changelog entry',
    description:
      'Omitted fields stay unchanged; sending all six fields replaces the entry. The response contains `author_id` but not `author`. It has no `ETag`, because it differs from the representation that a GET returns.',
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
    const { record } = await this.changelogs.revise(grant, changelogId, body.changes(), precondition);
    return withoutAuthor(record);
  }

  @Patch(':changelogId')
  @Operation({
    id: 'patchChangelog',
    summary: 'Update a changelog entry',
    description:
      'Omitted fields stay unchanged. Does the same as PUT, but returns the whole entry with its `ETag`.',
    answer: ChangelogResponse,
    body: { title: 'Dark mode is here!', published: true },
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  async patch(
    @Granted() grant: ProjectGrant,
    @Param('changelogId') changelogId: string,
    @JsonBody() body: UpdateChangelogRequest,
    @Preconditions() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChangelogRecord | undefined> {
    return versioned(
      response,
      await this.changelogs.revise(grant, changelogId, body.changes(), precondition),
    );
  }

  @Delete(':changelogId')
  @Operation({ id: 'deleteChangelog', summary: 'Delete a changelog entry' })
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
