import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { activityEvents, activityFaults, ActivityModule, eventShape } from './activity/index.js';
import { changelogEvents, ChangelogModule } from './changelog/index.js';
import { feedbackEvents, feedbackFaults, FeedbackModule } from './feedback/index.js';
import * as guide from './guide.js';
import { accessNote, identityFaults, IdentityModule } from './identity/index.js';
import type { Persistence } from './platform/database/database.js';
import { DatabaseModule } from './platform/database/database.module.js';
import type { Environment } from './platform/environment.js';
import { HttpModule } from './platform/http/http.module.js';
import { replicaReads } from './platform/http/replica-reads.js';
import { ApiDescription } from './platform/http/openapi.js';
import { UnknownRouteModule } from './platform/http/unknown-route.controller.js';
import { PlatformModule } from './platform/platform.module.js';
import type { SupervisorLink } from './platform/workers/supervisor-link.js';
import { projectEvents, projectFaults, ProjectModule, projectNote } from './project/index.js';

const modules = [IdentityModule, ProjectModule, FeedbackModule, ChangelogModule];

/** What can happen in them. */
const eventTypes = [ProjectModule, FeedbackModule, ChangelogModule].flatMap((module) => module.eventTypes);

/** The API's document, beside what the controllers tell. */
const description = new ApiDescription({
  title: 'Feedback & Changelog Service',
  version: '1.0.0',
  introduction: guide.introduction,
  tags: guide.tags,
  security: guide.tokens,
  notes: [accessNote, projectNote],
  event: eventShape,
  events: { ...projectEvents, ...feedbackEvents, ...changelogEvents, ...activityEvents },
  faults: { ...identityFaults, ...projectFaults, ...feedbackFaults, ...activityFaults },
});

/** What all modules store. */
export const persistence: readonly Persistence[] = [
  DatabaseModule,
  HttpModule,
  ...modules,
  ActivityModule,
].map((module) => module.persistence);

/** The whole service. */
@Module({})
export class AppModule {
  /** @param supervisor of this process, where it is one of several workers */
  static of(environment: Environment, supervisor?: SupervisorLink): DynamicModule {
    return {
      module: AppModule,
      providers: [{ provide: ApiDescription, useValue: description }],
      imports: [
        PlatformModule.of(environment, supervisor),
        DatabaseModule.of(persistence),
        ...replicaReads(environment.databaseReplicaUrls),
        HttpModule,
        ...modules,
        ActivityModule.of(eventTypes),
        UnknownRouteModule,
        RouterModule.register(
          [...modules, ActivityModule, UnknownRouteModule].map((module) => ({ path: 'v1', module })),
        ),
      ],
    };
  }
}
