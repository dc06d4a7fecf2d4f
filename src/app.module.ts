import { type DynamicModule, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import { ActivityModule } from './activity/index.js';
import { ChangelogModule } from './changelog/index.js';
import { FeedbackModule } from './feedback/index.js';
import { IdentityModule } from './identity/index.js';
import type { Persistence } from './platform/database/database.js';
import { DatabaseModule } from './platform/database/database.module.js';
import type { Environment } from './platform/environment.js';
import { HttpModule } from './platform/http/http.module.js';
import { UnknownRouteModule } from './platform/http/unknown-route.controller.js';
import { PlatformModule } from './platform/platform.module.js';
import { ProjectModule } from './project/index.js';

const modules = [IdentityModule, ProjectModule, FeedbackModule, ChangelogModule];

/** What can happen in them. */
const eventTypes = [ProjectModule, FeedbackModule, ChangelogModule].flatMap((module) => module.eventTypes);

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
  static of(environment: Environment): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.of(environment),
        DatabaseModule.of(persistence),
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
