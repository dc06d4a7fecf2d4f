import { type DynamicModule, Global, Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Settings } from '../platform/config/index.js';
import { providersExtending } from '../platform/discovery/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { Background } from '../platform/jobs/index.js';
import type { DescribedEvent } from '../platform/openapi/index.js';
import { IdentityModule } from '../identity/index.js';
import { ProjectModule } from '../project/index.js';
import { AfterCommitEventHandler, BeforeCommitEventHandler, Events } from '../shared/events.js';
import { TransactionalEventHandler } from './application/transactional-event-handler.js';
import { EventErasure } from './application/event-erasure.js';
import { EventRecorder } from './application/event-recorder.js';
import { EventRelay } from './application/event-relay.js';
import { EventRetention } from './application/event-retention.js';
import { EventQueries } from './application/event.queries.js';
import { EventTypes } from './domain/event-types.js';
import { EventRepository } from './domain/event.repository.js';
import { RetentionPeriod } from './domain/retention-period.js';
import { examplesOf } from './http/event-schemas.js';
import { EventsController } from './http/events.controller.js';
import { EventMetrics } from './persistence/event-metrics.js';
import { Events1763600005000 } from './persistence/migrations/events-1763600005000.js';
import { SqlEventRepository } from './persistence/sql-event.repository.js';
import { AfterCommitJobs } from './jobs/after-commit-jobs.js';

const hour = 3_600_000;

/** How often the relay polls for events of other processes, in milliseconds. Events of this process trigger it. */
const pollInterval = 500;

/** The transactional outbox behind the port `Events`: the relay, the event feed, and the handlers of events. */
@Global()
@Module({})
export class EventsModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    migrations: [Events1763600005000],
  };

  /** @param events what the API document says of the events of all modules */
  static of(events: Readonly<Record<string, DescribedEvent>>): DynamicModule {
    return {
      module: EventsModule,
      imports: [DiscoveryModule, IdentityModule, ProjectModule],
      controllers: [EventsController],
      providers: [
        EventMetrics,
        EventRecorder,
        EventErasure,
        EventRelay,
        EventRetention,
        AfterCommitJobs,
        { provide: EventTypes, useValue: new EventTypes(examplesOf(events)) },
        { provide: Events, useExisting: EventRecorder },
        EventQueries,
        { provide: EventRepository, useClass: SqlEventRepository },
        {
          provide: RetentionPeriod,
          inject: [Settings],
          useFactory: ({ eventRetentionDays }: Settings) => new RetentionPeriod(eventRetentionDays),
        },
      ],
      exports: [Events, EventRecorder, EventQueries, EventTypes],
    };
  }

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly background: Background,
    private readonly events: EventRepository,
    private readonly recorder: EventRecorder,
    private readonly relay: EventRelay,
    private readonly retention: EventRetention,
    private readonly handlers: AfterCommitJobs,
  ) {}

  onModuleInit(): void {
    for (const each of providersExtending(TransactionalEventHandler, this.discovery))
      this.relay.register(each);
    for (const each of providersExtending(BeforeCommitEventHandler, this.discovery))
      this.recorder.register(each);
    for (const each of providersExtending(AfterCommitEventHandler, this.discovery))
      this.handlers.register(each);
    const relaying = this.background.every(pollInterval, 'relaying events', () => this.relay.relay());
    this.events.onCommitted(() => relaying.trigger());
    this.background.every(hour, 'removing old events', () => this.retention.removeOld());
  }
}
