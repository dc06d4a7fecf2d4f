import { type DynamicModule, Global, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { Environment, EnvironmentError } from '../config/index.js';
import { Caches } from './caches.js';
import { DatabaseMetrics } from './database-metrics.js';
import { Database, type Persistence } from './database.js';
import { Metrics } from '../telemetry/index.js';
import { HostTransaction } from '../host-transaction/index.js';
import { EmbeddedPostgres } from '../embedded-postgres/index.js';
import { Platform1763600000000 } from './migrations/platform-1763600000000.js';
import { Sql } from './sql.js';
import { StoredSecrets } from './stored-secrets.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';

/** How long the process continues after the embedded database has died, in milliseconds. */
const exitDelayMs = 500;

/** Gives every module the database: the unit of work, TypeORM's data source, plain SQL, jobs. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  static readonly persistence: Persistence = {
    schemas: [],
    migrations: [Platform1763600000000],
  };

  constructor(private readonly database: Database) {}

  static of(persistence: readonly Persistence[]): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: Database,
          inject: [Environment],
          useFactory: async (environment: Environment) => openDatabase(environment, persistence),
        },
        {
          provide: TypeormUnitOfWork,
          inject: [Database, Metrics],
          useFactory: (database: Database, metrics: Metrics) =>
            new TypeormUnitOfWork(database, new DatabaseMetrics(database, metrics)),
        },
        { provide: UnitOfWork, useExisting: TypeormUnitOfWork },
        {
          provide: HostTransaction,
          inject: [Database, TypeormUnitOfWork],
          useFactory: ({ schema }: Database, unitOfWork: TypeormUnitOfWork) =>
            new HostTransaction(schema, (transaction, work) => unitOfWork.runIn(transaction, work)),
        },
        Sql,
        Caches,
        StoredSecrets,
      ],
      exports: [Database, UnitOfWork, TypeormUnitOfWork, HostTransaction, Sql, Caches, StoredSecrets],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

/**
 * Opens the database of the settings, and migrates it.
 *
 * @throws EnvironmentError, DatabaseUnavailable
 */
export async function openDatabase(
  environment: Environment,
  persistence: readonly Persistence[],
): Promise<Database> {
  const logger = new Logger('Database');
  return Database.open({
    server: environment.databaseUrl ?? (await openEmbedded(environment.dataDir)),
    direct: environment.databaseDirectUrl,
    schema: environment.databaseSchema,
    poolSize: environment.databasePoolSize,
    persistence,
    onConnectionError: (error) => logger.warn(`A database connection broke: ${error.message}`),
  });
}

/** Exits after the responses to the current requests. The memory of the database may be damaged; its files are not. */
function exit({ message }: Error): void {
  const advice =
    'Check that the disk has free space, and start the service again: no acknowledged change is lost.';
  new Logger('Database').fatal(`${message}. ${advice}`);
  setTimeout(() => process.exit(1), exitDelayMs);
}

/** @throws EnvironmentError if, for example, another process has the directory open, or it is not writable */
async function openEmbedded(dataDir: string): Promise<EmbeddedPostgres> {
  try {
    return await EmbeddedPostgres.open({ directory: `${dataDir}/postgres`, onDeath: exit });
  } catch (error) {
    const reason = (error as Error).message.replace(/\.?$/, '.');
    throw new EnvironmentError(`DATA_DIR must be able to hold the database: ${reason}`);
  }
}
