import { Controller, Get, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { Operation, Operations, Preconditions, versioned } from '../../platform/http/index.js';
import { JsonBody } from '../../platform/input/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import type { Precondition } from '../../shared/records.js';
import type { PublicChangelogRecord } from '../application/public-changelog.queries.js';
import { PublicChangelogService } from '../application/public-changelog.service.js';
import { SetPublicChangelogRequest } from './public-changelog.requests.js';
import { PublicChangelogResponse } from './public-changelog.responses.js';

/** The setting that makes the changelog of a project public. */
@Controller('projects/:projectSlug/public-changelog')
@InProject()
@Operations({ tag: 'Changelogs' })
export class PublicChangelogController {
  constructor(private readonly publicChangelogs: PublicChangelogService) {}

  @Get()
  @Operation({
    id: 'getPublicChangelog',
    summary: 'Get whether the changelog is public',
    answer: PublicChangelogResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Res({ passthrough: true }) response: Response,
  ): Promise<PublicChangelogRecord | undefined> {
    return versioned(response, await this.publicChangelogs.read(grant));
  }

  @Put()
  @Operation({
    id: 'setPublicChangelog',
    summary: 'Set whether the changelog is public',
    description: 'Initially, it is not. If it is, everyone can read the published entries under `/public`.',
    answer: PublicChangelogResponse,
    body: { enabled: true },
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  async set(
    @Granted() grant: ProjectGrant,
    @JsonBody() { enabled }: SetPublicChangelogRequest,
    @Preconditions() precondition: Precondition,
  ): Promise<PublicChangelogRecord> {
    return (await this.publicChangelogs.set(grant, enabled, precondition)).record;
  }
}
