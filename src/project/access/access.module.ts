import { Global, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { ProjectDirectory } from '../../identity/index.js';
import { providersExtending } from '../../platform/discovery/index.js';
import { ProjectContents, ProjectContentsOfModules } from '../application/project-contents.js';
import { AccessQueries } from './application/access.queries.js';
import { ProjectAuthorizer } from './application/project-authorizer.js';
import {
  HostChangelogVisibility,
  HostCommentVisibility,
  HostFeedbackVisibility,
  VisibilityOfHost,
  type Visibility,
} from './application/visibility.js';
import { SqlProjectDirectory } from './persistence/sql-project-directory.js';

/**
 * Who can do and see what in a project, and what other modules store in it. Global, because all contexts need it, and identity uses
 * its `ProjectDirectory` without depending on it.
 */
@Global()
@Module({
  imports: [DiscoveryModule],
  providers: [
    ProjectAuthorizer,
    {
      provide: ProjectContentsOfModules,
      inject: [DiscoveryService],
      useFactory: (discovery: DiscoveryService) =>
        new ProjectContentsOfModules(() => providersExtending(ProjectContents, discovery)),
    },
    {
      provide: VisibilityOfHost,
      inject: [HostFeedbackVisibility, HostChangelogVisibility, HostCommentVisibility].map((token) => ({
        token,
        optional: true,
      })),
      useFactory: (feedback?: Visibility, changelog?: Visibility, comment?: Visibility) =>
        new VisibilityOfHost({ feedback, changelog, comment }),
    },
    AccessQueries,
    { provide: ProjectDirectory, useClass: SqlProjectDirectory },
  ],
  exports: [ProjectAuthorizer, ProjectContentsOfModules, VisibilityOfHost, AccessQueries, ProjectDirectory],
})
export class AccessModule {}
