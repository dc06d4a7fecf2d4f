import { Module, ValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import {
  DomainErrorFilter,
  FeedbackServiceModule,
  HostFeedbackPolicy,
  HostFeedbackVisibility,
  HostTokenVerifier,
} from 'feedback-changelog-service';
import { DataSource } from 'typeorm';
import { milestones } from '../libs/milestones/milestones.module.js';
import { webOrigin } from './configure.js';
import { DatabaseModule } from './database/database.module.js';
import { ConfidentialItems } from './feedback/confidential-items.js';
import { LoginTokenVerifier } from './feedback/login-token-verifier.js';
import { SuspensionPolicy } from './feedback/suspension.policy.js';
import { EnvelopeInterceptor } from './http/envelope.interceptor.js';
import { ErrorFilter } from './http/error.filter.js';
import { RoadmapModule } from './roadmap/roadmap.module.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    DatabaseModule,
    UsersModule,
    RoadmapModule,
    FeedbackServiceModule.forRootAsync({
      path: 'feedback',
      imports: [UsersModule],
      extensions: [milestones],
      ports: [
        { provide: HostTokenVerifier, useClass: LoginTokenVerifier },
        { provide: HostFeedbackPolicy, useClass: SuspensionPolicy },
        { provide: HostFeedbackVisibility, useClass: ConfidentialItems },
      ],
      // The migrations of the host have run before the service reads its users.
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => ({
        database: { dataSource },
        users: { view: 'public.people' },
        fields: [{ key: 'plan', type: 'choice', options: ['free', 'paid'] }],
        authentication: { tokenFrom: ({ session }) => session?.['token'], trustedOrigins: [webOrigin] },
      }),
    }),
  ],
  providers: [
    { provide: APP_PIPE, useValue: new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true }) },
    { provide: APP_INTERCEPTOR, useClass: EnvelopeInterceptor },
    // Nest asks the last one first.
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_FILTER, useClass: DomainErrorFilter },
  ],
})
export class AppModule {}
