import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { Links, type ListAnswer, Operation, Operations } from '../../platform/http/index.js';
import { QueryParams } from '../../platform/input/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import { EventQueries } from '../application/event.queries.js';
import { EventTypes } from '../domain/event-types.js';
import { EventFeedQuery } from './event.requests.js';
import { eventsGone } from './event.problems.js';
import { EventResponse } from './event.responses.js';

@Controller('projects/:projectSlug/events')
@InProject()
@Operations({ tag: 'Events' })
export class EventsController {
  constructor(
    private readonly events: EventQueries,
    private readonly eventTypes: EventTypes,
    private readonly links: Links,
  ) {}

  /** Every page that is not empty links to the next one, even if no further events exist yet. */
  @Get()
  @Operation({
    id: 'listEvents',
    summary: 'Read the event feed',
    description:
      'Returns the events of the project, oldest first. Every non-empty page links to the next one. An empty page means that the reader is up to date: poll its URL again later. Following the links returns each event exactly once.',
    list: EventResponse,
    problems: [eventsGone],
  })
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
