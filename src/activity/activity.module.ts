import { type DynamicModule, Global, Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Background } from '../platform/background.js';
import type { Persistence } from '../platform/database/database.js';
import { Jobs } from '../platform/database/jobs.js';
import { ProjectModule } from '../project/index.js';
import { Events, EventSubscriber } from '../shared/events.js';
import { EventQueries } from './application/event.queries.js';
import { Subscribers } from './application/subscribers.js';
import { EventTypes } from './domain/event-types.js';
import { TargetClient } from './domain/target-client.js';
import { EventsController } from './http/events.controller.js';
import { HttpsTargetClient } from './network/https-target-client.js';
import { Activity1763600014000 } from './persistence/migrations/activity-1763600014000.js';
import { SqlEventQueries } from './persistence/sql-event.queries.js';
import { SqlEvents } from './persistence/sql-events.js';

const hour = 3_600_000;

/** What happened, for those who ask for it and for those who want to be told: the event feed, subscribers, webhooks, chat. */
@Global()
@Module({})
export class ActivityModule implements OnModuleInit {
  static readonly persistence: Persistence = { schemas: [], migrations: [Activity1763600014000] };

  /** @param eventTypes types of the events of all modules */
  static of(eventTypes: readonly string[]): DynamicModule {
    return {
      module: ActivityModule,
      imports: [DiscoveryModule, ProjectModule],
      controllers: [EventsController],
      providers: [
        Subscribers,
        SqlEventQueries,
        { provide: EventTypes, useValue: new EventTypes(eventTypes) },
        { provide: EventQueries, useExisting: SqlEventQueries },
        { provide: Events, useClass: SqlEvents },
        { provide: TargetClient, useClass: HttpsTargetClient },
      ],
      // The port that the other modules speak into.
      exports: [Events],
    };
  }

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly background: Background,
    private readonly jobs: Jobs,
    private readonly events: SqlEventQueries,
    private readonly subscribers: Subscribers,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders()) {
      if (instance instanceof EventSubscriber) this.subscribers.add(instance);
    }
    this.jobs.handle('tell-subscriber', 'normal', async (payload) => {
      const { subscriber, eventId } = payload as { subscriber: string; eventId: string };
      await this.subscribers.tell(subscriber, eventId);
    });
    this.background.every(300, 'placing events', () => this.events.place(true));
    this.background.every(hour, 'removing old events', () => this.events.removeOld());
  }
}
