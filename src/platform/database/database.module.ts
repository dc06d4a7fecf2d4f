import { type DynamicModule, Global, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { Environment, EnvironmentError } from '../environment.js';
import { Database, type Persistence } from './database.js';
import { EmbeddedPostgres } from './embedded/embedded-postgres.js';
import { Jobs } from './jobs.js';
import { JobWorkers1763600013000 } from './migrations/job-workers-1763600013000.js';
import { Sql } from './sql.js';
import { StoredSecrets } from './stored-secrets.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';

/** Gives every module the database: the unit of work, TypeORM's data source, plain SQL, jobs. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  static readonly persistence: Persistence = { schemas: [], migrations: [JobWorkers1763600013000] };

  constructor(private readonly database: Database) {}

  static of(persistence: readonly Persistence[]): DynamicModule {
    const logger = new Logger('Database');
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: Database,
          inject: [Environment],
          useFactory: async ({ databaseUrl, databasePoolSize, dataDir }: Environment) =>
            Database.open({
              server: databaseUrl ?? (await openEmbedded(dataDir)),
              poolSize: databasePoolSize,
              persistence,
              onConnectionError: (error) => logger.warn(`A database connection broke: ${error.message}`),
            }),
        },
        { provide: DataSource, inject: [Database], useFactory: ({ dataSource }: Database) => dataSource },
        TypeormUnitOfWork,
        { provide: UnitOfWork, useExisting: TypeormUnitOfWork },
        Sql,
        Jobs,
        StoredSecrets,
      ],
      exports: [DataSource, UnitOfWork, TypeormUnitOfWork, Sql, Jobs, StoredSecrets],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

/** @throws EnvironmentError where another process has it open, say, or the directory cannot be written to */
async function openEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  try {
    return await EmbeddedPostgres.open({ directory: `${dataDir}/postgres` });
  } catch (error) {
    const reason = (error as Error).message.replace(/\.?$/, '.');
    throw new EnvironmentError(`DATA_DIR must be able to hold the database: ${reason}`);
  }
}
