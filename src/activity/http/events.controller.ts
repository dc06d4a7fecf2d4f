import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { QueryParams } from '../../platform/http/input.js';
import { Links, type ListAnswer } from '../../platform/http/links.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import { EventQueries } from '../application/event.queries.js';
import { EventTypes } from '../domain/event-types.js';
import { EventFeedQuery } from './activity.requests.js';

@Controller('projects/:projectSlug/events')
@InProject()
export class EventsController {
  constructor(
    private readonly events: EventQueries,
    private readonly eventTypes: EventTypes,
    private readonly links: Links,
  ) {}

  /**
   * What happened in the project, oldest first. Every page that is not empty links to the next one; an empty one is the end
   * for now.
   */
  @Get()
  @NeedsScope('read')
  @NeedsRole('editor')
  async list(
    @Granted() grant: ProjectGrant,
    @QueryParams() query: EventFeedQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    const { type: types } = query;
    this.eventTypes.check(types ?? [], () => ({ parameter: 'type' }));
    return this.links.list(response, query, (page) => this.events.feed(grant.projectId, types, page));
  }
}
