import { type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { isDatabaseUnavailable } from '../platform/persistence/index.js';
import { SettingsError } from '../platform/config/index.js';
import { Environment, variableOf } from '../server/environment.js';
import { FeedbackServiceModule } from '../feedback-service.module.js';
import type { FeedbackServiceOptions } from '../settings/options.js';

/**
 * Runs a maintenance command on the application, which does not listen. Exits with 1 after an error.
 *
 * @param unfinished printed in addition to an error that is not one of the settings
 * @param readSettings returns the settings of the application
 */
export async function runCommand(
  work: (app: INestApplicationContext) => Promise<void>,
  unfinished: string,
  readSettings: () => Pick<Environment, 'options'> = () => Environment.ofProcess(),
): Promise<void> {
  try {
    const app = await NestFactory.createApplicationContext(
      FeedbackServiceModule.forRoot(withoutFirstAccess(readSettings().options)),
      {
        abortOnError: false,
        logger: false,
      },
    );
    try {
      await work(app);
    } finally {
      await app.close();
    }
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof SettingsError) {
      console.error(error.messageWith(variableOf));
    } else {
      console.error(
        isDatabaseUnavailable(error) ? `The database (DATABASE_URL) cannot be reached: ${message}` : message,
      );
      console.error(unfinished);
    }
    process.exit(1);
  }
}

/** Only the service creates the first admin. */
function withoutFirstAccess({
  authentication = {},
  ...options
}: FeedbackServiceOptions): FeedbackServiceOptions {
  const { bootstrapToken: _, ...others } = authentication;
  return { ...options, authentication: others };
}
