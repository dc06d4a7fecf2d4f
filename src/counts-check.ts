import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { CountService } from './feedback/index.js';
import { isDatabaseUnavailable } from './platform/persistence/index.js';
import { Environment, EnvironmentError } from './platform/config/index.js';

/** The names of the fields in the API. */
const names = { upvotes: 'upvotes', commentCount: 'comment_count' };

/** Checks and corrects the counters of all feedback. Prints a line for each wrong counter, and a summary. */
async function checkCounts(environment: Environment): Promise<void> {
  const app = await NestFactory.createApplicationContext(AppModule.of(environment), {
    abortOnError: false,
    logger: false,
  });
  try {
    const { checked, mended } = await app.get(CountService).check(({ feedbackId, field, was, is }) => {
      console.log(`Feedback ${feedbackId}: ${names[field]} was ${was}, is ${is}`);
    });
    console.log(
      `Checked ${checked} feedback: ${mended === 0 ? 'all counts are right' : `mended ${mended} counts`}.`,
    );
  } finally {
    await app.close();
  }
}

try {
  await checkCounts(Environment.ofProcess());
} catch (error) {
  const { message } = error as Error;
  console.error(
    isDatabaseUnavailable(error) ? `The database (DATABASE_URL) cannot be reached: ${message}` : message,
  );
  if (!(error instanceof EnvironmentError)) console.error('The counts have not been checked to the end.');
  process.exit(1);
}
