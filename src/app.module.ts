import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { changelogEvents, ChangelogModule, PublicChangelogsModule } from './changelog/index.js';
import { ChangelogFeedbackModule, feedbackLinkEvents } from './changelog-feedback/index.js';
import { eventFieldErrors, describeEvents, EventsModule } from './events/index.js';
import { feedbackEvents, feedbackFieldErrors, FeedbackModule } from './feedback/index.js';
import * as guide from './guide.js';
import {
  accessNote,
  identityFieldErrors,
  IdentityModule,
  ProtectedResourceModule,
} from './identity/index.js';
import { DatabaseModule, type Persistence } from './platform/persistence/index.js';
import type { Environment } from './platform/config/index.js';
import { HttpModule, UnknownRouteModule } from './platform/http/index.js';
import { ApiDescription, OpenApiModule } from './platform/openapi/index.js';
import { JobsModule } from './platform/jobs/index.js';
import { PlatformModule } from './platform/platform.module.js';
import { ReplicasModule } from './platform/replicas/index.js';
import { readPublisher } from './publisher.js';
import { projectEvents, projectFieldErrors, ProjectModule, projectNote } from './project/index.js';
import { ProjectExportModule } from './project-export/index.js';
import { ProjectImportModule } from './project-import/index.js';
import { receivedEvent, webhookEvents, webhookFieldErrors, WebhooksModule } from './webhooks/index.js';

const modules = [IdentityModule, ProjectModule, FeedbackModule, ChangelogModule, ChangelogFeedbackModule];

/** The event types of all modules. */
const eventTypes = [ProjectModule, FeedbackModule, ChangelogModule, ChangelogFeedbackModule].flatMap(
  (module): readonly string[] => module.eventTypes,
);

/** The parts of the API document that are not derived from the controllers. */
const description: ApiDescription = {
  title: 'Feedback & Changelog Service',
  version: '1.0.0',
  publisher: readPublisher(),
  introduction: guide.introduction,
  tags: guide.tags,
  security: guide.tokens,
  notes: [accessNote, projectNote],
  events: describeEvents({
    ...projectEvents,
    ...feedbackEvents,
    ...changelogEvents,
    ...feedbackLinkEvents,
    ...webhookEvents,
  }),
  webhooks: { event: { post: receivedEvent } },
  fieldErrors: {
    ...identityFieldErrors,
    ...projectFieldErrors,
    ...feedbackFieldErrors,
    ...webhookFieldErrors,
    ...eventFieldErrors,
  },
};

/** The tables of all modules. */
export const persistence: readonly Persistence[] = [
  DatabaseModule,
  ...modules,
  EventsModule,
  WebhooksModule,
].map((module) => module.persistence);

/** The root module of the service. */
@Module({})
export class AppModule {
  static of(environment: Environment): DynamicModule {
    return {
      module: AppModule,
      providers: [{ provide: ApiDescription, useValue: description }],
      imports: [
        PlatformModule.of(environment),
        DatabaseModule.of(persistence),
        ReplicasModule,
        JobsModule,
        HttpModule,
        OpenApiModule,
        ...modules,
        EventsModule.of(eventTypes),
        WebhooksModule,
        ProjectExportModule.of(description.version),
        ProjectImportModule,
        ProtectedResourceModule,
        PublicChangelogsModule,
        UnknownRouteModule,
        RouterModule.register(
          [...modules, EventsModule, WebhooksModule, ProjectExportModule, ProjectImportModule].map(
            (module) => ({
              path: 'v1',
              module,
            }),
          ),
        ),
      ],
    };
  }
}
