import { parseArgs } from 'node:util';
import { runCommand } from './run-command.js';
import { FailedJobs } from '../platform/jobs/index.js';

// Prints the jobs that have failed for the last time, or retries them: all, or those whose ids are given.
await runCommand(async (app) => {
  const { values, positionals } = parseArgs({
    options: { retry: { type: 'boolean' } },
    allowPositionals: true,
  });
  const jobs = app.get(FailedJobs, { strict: false });
  if (values.retry) {
    const retried = await jobs.retry(positionals.length > 0 ? positionals : undefined);
    console.log(`${retried} jobs are due again.`);
    return;
  }
  for (const { id, task, key, attempts, failedAt, error } of await jobs.list()) {
    const subject = [task, key].filter(Boolean).join(' ');
    console.log(`${id} ${failedAt.toISOString()} ${subject}, ${attempts} attempts: ${error}`);
  }
}, 'The jobs have not been read or retried.');
