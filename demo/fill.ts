import { setTimeout } from 'node:timers/promises';
import { type FeedbackClient, type Import, NotFoundError } from '../client/src/index.js';
import { config, project } from './data/project.js';
import { demoFile } from './history.js';
import type { Progress } from './progress.js';

const slug = project.slug;

/** The project exists, and is not the one of the demo. */
export class ProjectExistsError extends Error {}

/** Some records could not be imported. */
export class ImportFailedError extends Error {}

/**
 * Fills a service with the demo's project, by importing a file. A project that was filled before is left unchanged, and an
 * import that still runs, after an interruption, is waited for.
 *
 * @throws ClientError, ProjectExistsError, ImportFailedError, or the signal's reason
 */
export async function fill(client: FeedbackClient, progress: Progress, signal: AbortSignal): Promise<void> {
  const options = { signal };
  const existing = await client.projects.get(slug, options).catch(undefinedIfNotFound);
  if (existing && existing.name !== project.name) {
    throw new ProjectExistsError(
      `The project ${slug} exists already, with the name ${existing.name}. The demo does not change it.`,
    );
  }
  if (!existing) await client.projects.create(project, options);

  const [latest] = (await client.imports.list(slug, { limit: 1 }, options)).records;
  const isFilled = (await client.feedback.list(slug, { limit: 1 }, options)).records.length > 0;
  const { file, count } = demoFile(Date.now());
  if (latest?.state === 'completed' || (!latest && isFilled)) {
    progress.begin('Records', count, count);
    return progress.end(0);
  }
  const isRunning = latest && latest.state !== 'failed';
  if (!isRunning) await client.projects.updateConfig(slug, config, options);
  progress.begin('Records', count);
  let current: Import = isRunning ? latest : await client.imports.start(slug, file, {}, options);
  let read = 0;
  while (current.state === 'queued' || current.state === 'running') {
    await setTimeout(200, undefined, options);
    current = await client.imports.get(slug, current.id, options);
    progress.advance(current.progress.read - read);
    ({ read } = current.progress);
  }
  if (current.state === 'failed' || current.progress.failed > 0) {
    const { records } = await client.imports.report.listNotes(slug, current.id, { limit: 5 }, options);
    const details = records.map(({ line, code, detail }) => `Line ${line}: ${detail} (${code})`);
    throw new ImportFailedError(`The import has failed.\n${details.join('\n')}`);
  }
  progress.end(current.progress.created);
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}
