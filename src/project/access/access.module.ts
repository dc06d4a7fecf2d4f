import { Global, Module } from '@nestjs/common';
import { ProjectDirectory } from '../../identity/index.js';
import { AccessQueries } from './application/access.queries.js';
import {
  FeedbackVisibility,
  FullVisibility,
  HostFeedbackVisibility,
} from './application/feedback-visibility.js';
import { ProjectAuthorizer } from './application/project-authorizer.js';
import { SqlAccessQueries } from './persistence/sql-access.queries.js';
import { SqlProjectDirectory } from './persistence/sql-project-directory.js';

/**
 * Who can do and see what in a project, and the guard of all routes under a project. Global, because all contexts need it, and identity
 * uses its `ProjectDirectory` without depending on it.
 */
@Global()
@Module({
  providers: [
    ProjectAuthorizer,
    {
      provide: FeedbackVisibility,
      inject: [{ token: HostFeedbackVisibility, optional: true }],
      useFactory: (ofHost?: FeedbackVisibility) => ofHost ?? new FullVisibility(),
    },
    { provide: AccessQueries, useClass: SqlAccessQueries },
    { provide: ProjectDirectory, useClass: SqlProjectDirectory },
  ],
  exports: [ProjectAuthorizer, FeedbackVisibility, AccessQueries, ProjectDirectory],
})
export class AccessModule {}
