import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RoadmapItem } from '../roadmap/roadmap-item.js';
import { User } from '../users/user.entity.js';
import { Initial1796000000000 } from './initial.migration.js';

/** Options of the database of the host, without its server. */
export const databaseOptions = {
  type: 'postgres' as const,
  schema: 'public',
  entities: [User, RoadmapItem],
  migrations: [Initial1796000000000],
  migrationsRun: true,
  installExtensions: false,
};

@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      useFactory: () => ({ ...databaseOptions, url: process.env['DATABASE_URL'] }),
    }),
  ],
})
export class DatabaseModule {}
