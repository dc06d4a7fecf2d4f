import { Controller, Get } from '@nestjs/common';
import { RequirePermission } from '../../identity/index.js';
import { Operation, Operations, PagedList } from '../../platform/http/index.js';
import { QueryParams } from '../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../project/index.js';
import type { EventRecord } from '../../shared/events.js';
import { permissions } from '../application/permissions.js';
import { EventQueries } from '../application/event.queries.js';
import { EventTypes } from '../domain/event-types.js';
import { EventsGone } from '../domain/event.errors.js';
import { EventFeedQuery, EventResponse } from './event.dto.js';

@Controller('projects/:projectSlug/events')
@InProject()
@Operations({ tag: 'Events' })
export class EventsController {
  constructor(
    private readonly events: EventQueries,
    private readonly eventTypes: EventTypes,
  ) {}

  /** Links to the next page from every page that is not empty, even if no further events exist yet. */
  @Get()
  @Operation({
    id: 'listEvents',
    summary: 'Read the event feed',
    description:
      'Returns the events of the project, oldest first. An empty page means that the reader is up to date: poll later, with the `Link` of the page if it has one, otherwise with its URL. Following the links returns each event exactly once.',
    list: EventResponse,
    problems: [new EventsGone(90)],
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: EventFeedQuery,
  ): Promise<PagedList<EventRecord>> {
    const { type: types } = query;
    this.eventTypes.check(types ?? [], () => ({ parameter: 'type' }));
    return new PagedList(query, (page) => this.events.feed(access.projectId, types, page, access.reader));
  }
}
