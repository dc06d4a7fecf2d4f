import { type DynamicModule, Global, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { type ServerConnection, Settings, SettingsError } from '../config/index.js';
import { EmbeddedPostgres } from '../embedded-postgres/index.js';
import { DatabaseMetrics } from './database-metrics.js';
import { Database, type Persistence } from './database.js';
import { HostTransaction } from './host-transaction.js';
import { IdempotencyAccess1764200004000 } from './migrations/idempotency-access-1764200004000.js';
import { Platform1763600000000 } from './migrations/platform-1763600000000.js';
import { Sql } from './sql.js';
import { TypeormUnitOfWork } from './typeorm-unit-of-work.js';

/** Provides units of work, plain SQL, and transactions of the host application to every module. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  static readonly persistence: Persistence = {
    migrations: [Platform1763600000000, IdempotencyAccess1764200004000],
  };

  constructor(private readonly database: Database) {}

  /**
   * @param persistence the tables of the modules that are on
   * @param known the tables of all modules
   */
  static of(persistence: readonly Persistence[], known: readonly Persistence[]): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: Database,
          inject: [Settings],
          useFactory: async (settings: Settings) => openDatabase(settings, persistence, known),
        },
        DatabaseMetrics,
        TypeormUnitOfWork,
        { provide: UnitOfWork, useExisting: TypeormUnitOfWork },
        HostTransaction,
        Sql,
      ],
      exports: [Database, UnitOfWork, TypeormUnitOfWork, HostTransaction, Sql],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

/**
 * Opens the database of the settings, and migrates it.
 *
 * @param known the tables of all modules of this release, if `persistence` has only some modules
 * @throws SettingsError, DatabaseUnavailable
 */
export async function openDatabase(
  { database }: Settings,
  persistence: readonly Persistence[],
  known = persistence,
): Promise<Database> {
  const { schema, jobsSchema = `${schema}_jobs`, poolSize, migrations } = database;
  return Database.open({
    server: await serverOf(database),
    isShared: !database.embedded,
    direct: connectionTo(database.directUrl),
    schema,
    jobsSchema,
    poolSize,
    migrations,
    persistence,
    known,
  });
}

/** Returns the server of the settings, or the embedded database, which may belong to a test. */
async function serverOf(settings: Settings['database']): Promise<ServerConnection | EmbeddedPostgres> {
  const server = connectionTo(settings.url) ?? settings.connection ?? settings.dataSource;
  if (server === undefined) return openEmbedded(settings);
  return EmbeddedPostgres.withStream(server.stream) ?? server;
}

function connectionTo(url: string | undefined): ServerConnection | undefined {
  return url === undefined ? undefined : { connectionString: url };
}

/** @throws SettingsError if, for example, another process has the directory open, or it is not writable */
async function openEmbedded({ directory, onDeath }: Settings['database']): Promise<EmbeddedPostgres> {
  try {
    const logger = new Logger('Database');
    let reported: string | undefined;
    return await EmbeddedPostgres.open({
      directory: `${directory}/postgres`,
      onDeath: (error) => {
        reported = undefined;
        const advice =
          'Check that the disk has free space: the database is opened again as soon as possible. No acknowledged change is lost.';
        logger.fatal(`${error.message}. ${advice}`);
        onDeath?.(error);
      },
      onReopenFailed: ({ message }) => {
        if (message !== reported) logger.error(`The embedded database cannot be opened yet: ${message}.`);
        reported = message;
      },
      onReopened: () => logger.log('The embedded database has been opened again.'),
    });
  } catch (error) {
    const reason = (error as Error).message.replace(/\.?$/, '.');
    throw new SettingsError(
      (nameOf) => `${nameOf('database.directory')} must be able to hold the database: ${reason}`,
    );
  }
}
