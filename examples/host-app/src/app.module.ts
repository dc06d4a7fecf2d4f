import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  DomainErrorFilter,
  FeedbackServiceModule,
  HostFeedbackPolicy,
  HostTokenVerifier,
} from 'feedback-changelog-service';
import { DataSource } from 'typeorm';
import { milestones } from './milestones/milestones.module.js';
import { FeedbackBudget, RoadmapItem } from './roadmap/roadmap-item.js';
import { RoadmapModule } from './roadmap/roadmap.module.js';
import { LoginTokenVerifier } from './users/login-token-verifier.js';
import { Person } from './users/person.view.js';
import { SuspensionPolicy } from './users/suspension.policy.js';
import { User } from './users/user.entity.js';
import { UsersModule } from './users/users.module.js';

@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      useFactory: () => ({
        type: 'postgres',
        url: process.env['DATABASE_URL'] ?? '',
        entities: [User, Person, RoadmapItem, FeedbackBudget],
        // A real application has migrations.
        synchronize: true,
      }),
    }),
    UsersModule,
    RoadmapModule,
    FeedbackServiceModule.forRootAsync({
      path: 'feedback',
      imports: [UsersModule],
      extensions: [milestones],
      ports: [
        { provide: HostTokenVerifier, useClass: LoginTokenVerifier },
        { provide: HostFeedbackPolicy, useClass: SuspensionPolicy },
      ],
      // The host's DataSource is initialized before the service reads the host's users.
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => ({
        database: { dataSource },
        users: { view: 'public.people' },
      }),
    }),
  ],
  providers: [{ provide: APP_FILTER, useClass: DomainErrorFilter }],
})
export class AppModule {}
