import { Injectable } from '@nestjs/common';
import { ContributionImportService, FeedbackImportService, RevenueService } from '../../feedback/index.js';
import { ProjectAccess } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { DomainError } from '../../shared/domain-error.js';
import { Events } from '../../shared/events.js';
import type { ImportFailure } from '../../shared/imports.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { ProjectImportRepository } from '../domain/project-import.repository.js';
import type { ImportNote, ProjectImport } from '../domain/project-import.js';
import { ImportBatch } from './import-batch.js';
import type { ImportContext } from './import-context.js';
import { ImportFiles } from './import-files.js';
import type { ImportItem } from './import-items.js';
import { ImportQueries } from './import.queries.js';
import { ImportQueue } from './import-queue.js';
import { RecordImporter } from './record-importer.js';

/** The most items that one transaction applies, and their approximate size in characters. */
const [maxItems, maxCharacters] = [500, 2_000_000];

/** The number of unexpected errors at the same position after which an import fails. */
const maxFailures = 5;

/** The import was deleted, or another process has continued it. */
class Superseded extends Error {}

/**
 * Runs imports. The items of a file are applied in small transactions, each of which stores the position, so that an import
 * that is interrupted continues there.
 */
@Injectable()
export class ImportRunner {
  constructor(
    private readonly imports: ProjectImportRepository,
    private readonly queries: ImportQueries,
    private readonly files: ImportFiles,
    private readonly records: RecordImporter,
    private readonly feedback: FeedbackImportService,
    private readonly contributions: ContributionImportService,
    private readonly revenue: RevenueService,
    private readonly access: ProjectAccess,
    private readonly queue: ImportQueue,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs an import to its end, or continues it. Does nothing if it has ended.
   *
   * @param reportError called for unexpected errors that do not interrupt the import
   */
  async run(importId: string, signal: AbortSignal, reportError: (error: Error) => void): Promise<void> {
    await this.imports.start(importId);
    const started = await this.imports.load(importId);
    if (!started) return;
    const context = this.contextOf(started, reportError);
    try {
      await this.files.read(importId, signal, (items) => this.apply(context, items, signal));
      await this.mergeAll(context, signal);
      await this.removeVotes(context, signal);
      await this.finish(context, 'completed', await this.closingNotes(context));
    } catch (error) {
      await this.handleError(context, error, signal);
    }
  }

  private contextOf(started: ProjectImport, reportError: (error: Error) => void): ImportContext {
    const { projectId, userId, source, isComplete, options } = started;
    return {
      import: started,
      grant: this.access.grantOwner(projectId, userId),
      reportError,
      mode: { source, isComplete, dryRun: options.dryRun, notify: options.notify && !options.dryRun },
    };
  }

  /** Applies the items after the stored position, in batches. */
  private async apply(
    context: ImportContext,
    items: AsyncIterable<ImportItem>,
    signal: AbortSignal,
  ): Promise<void> {
    const { position: start } = context.import;
    let position = 0;
    let [batch, characters]: [ImportItem[], number] = [[], 0];
    for await (const item of items) {
      position += 1;
      if (position <= start) continue;
      batch.push(item);
      characters += sizeOf(item);
      if (batch.length < maxItems && characters < maxCharacters) continue;
      await this.applyBatch(context, batch, position - batch.length);
      signal.throwIfAborted();
      [batch, characters] = [[], 0];
    }
    signal.throwIfAborted();
    if (batch.length > 0) await this.applyBatch(context, batch, position - batch.length);
  }

  /** Applies items in one transaction. If that fails, the items are applied in halves, down to the one that cannot be stored. */
  private async applyBatch(
    context: ImportContext,
    items: readonly ImportItem[],
    from: number,
  ): Promise<void> {
    try {
      await this.applyAtOnce(context, items, from);
    } catch (error) {
      if (error instanceof Superseded || isUnavailable(error)) throw error;
      if (items.length === 1) {
        await this.applyAtOnce(context, items, from, reasonOf(error, context));
        return;
      }
      const middle = Math.ceil(items.length / 2);
      await this.applyBatch(context, items.slice(0, middle), from);
      await this.applyBatch(context, items.slice(middle), from + middle);
    }
  }

  private async applyAtOnce(
    context: ImportContext,
    items: readonly ImportItem[],
    from: number,
    failure?: ImportFailure,
  ): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.imports.avoidSequentialScans();
      const batch = new ImportBatch(items);
      if (failure) batch.count(items[0]!.line, failure);
      else await this.records.import(context, batch);
      const { counts, notes, merges, voters } = batch;
      const step = { from, to: from + items.length, counts, notes, merges, voters };
      if (!(await this.imports.advance(context.import.id, step))) throw new Superseded();
    });
  }

  /** Applies the merges, after all records of the file. */
  private async mergeAll({ import: { id }, grant, mode }: ImportContext, signal: AbortSignal): Promise<void> {
    for (let count = maxItems; count === maxItems;) {
      signal.throwIfAborted();
      count = await this.unitOfWork.run(async () => {
        await this.imports.avoidSequentialScans();
        const merges = await this.imports.takeMerges(id, maxItems);
        // A dry run has not stored what would be merged.
        if (merges.length === 0 || mode.dryRun) return merges.length;
        const outcomes = await this.feedback.merge(grant, merges, mode);
        const changed = merges.filter(({ wasSkipped }, index) => wasSkipped && outcomes[index] === 'updated');
        await this.imports.correct(id, { updated: changed.length, skipped: -changed.length });
        const notes = outcomes.flatMap((outcome, index) =>
          typeof outcome === 'string' ? [] : { line: merges[index]!.line, ...outcome },
        );
        await this.imports.note(id, notes);
        return merges.length;
      });
    }
  }

  /** Removes the imported votes that a complete file does not have. */
  private async removeVotes(
    { import: { id }, grant, mode }: ImportContext,
    signal: AbortSignal,
  ): Promise<void> {
    for (let count = maxItems; count === maxItems;) {
      signal.throwIfAborted();
      count = await this.unitOfWork.run(async () => {
        await this.imports.avoidSequentialScans();
        const seen = await this.imports.takeVoters(id, maxItems);
        if (seen.length === 0) return 0;
        const removed = await this.contributions.removeVotes(grant, seen, mode);
        const notes = seen.flatMap(({ feedbackId, line }) => {
          const votes = removed.get(feedbackId);
          return votes === undefined ? [] : { line, ...votesRemoved(votes) };
        });
        await this.imports.note(id, notes);
        return seen.length;
      });
    }
  }

  /** Returns the notes about the whole file. */
  private async closingNotes({ grant, mode }: ImportContext): Promise<ImportNote[]> {
    if (mode.dryRun) return [];
    const { feedback, votes } = await this.feedback.unattributedVotes(grant.projectId, mode.source);
    if (votes === 0) return [];
    const detail = `${votes} votes for ${feedback} feedback records were imported as a number, because the source does not name the voters. Upvotes include them.`;
    return [{ line: 0, code: 'votes_without_voters', detail }];
  }

  /** Queues the import again if the process stops; otherwise ends it, or throws the error so that its job is repeated. */
  private async handleError(context: ImportContext, error: unknown, signal: AbortSignal): Promise<void> {
    if (error instanceof Superseded) return;
    const { id, projectId } = context.import;
    if (signal.aborted) {
      // The process is about to stop: another one continues at once.
      await this.unitOfWork.run(() => this.queue.add(projectId, id));
    } else if (error instanceof DomainError && error.kind === 'invalid') {
      await this.finish(context, 'failed', [{ line: 0, code: error.code, detail: error.message }]);
    } else {
      if (isUnavailable(error) || (await this.imports.countFailure(id)) < maxFailures) throw error;
      context.reportError(error as Error);
      await this.finish(context, 'failed', [internalError]);
    }
  }

  private async finish(
    { import: { id }, grant }: ImportContext,
    state: 'completed' | 'failed',
    notes: readonly ImportNote[],
  ): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!(await this.imports.finish(id, state, this.clock.now()))) return;
      await this.imports.note(id, notes);
      await this.revenue.projectChanged(grant.projectId);
      const found = await this.queries.find(grant.projectId, id);
      if (found) await this.events.record(grant.event('import.completed', found.record));
    });
  }
}

/** Returns why a record could not be stored. */
function reasonOf(error: unknown, context: ImportContext): ImportFailure {
  if (error instanceof DomainError) return { code: error.code, detail: error.message };
  context.reportError(error as Error);
  return notStored;
}

function votesRemoved(count: number): ImportFailure {
  return {
    code: 'votes_removed',
    detail: `Imported votes that the source no longer has were removed: ${count}.`,
  };
}

const notStored = {
  code: 'not_stored',
  detail: 'The record could not be stored because of an unexpected error.',
};

const internalError: ImportNote = {
  line: 0,
  code: 'internal_error',
  detail: 'The import was interrupted several times by an unexpected error.',
};

function isUnavailable(error: unknown): boolean {
  return error instanceof DomainError && error.kind === 'unavailable';
}

/** Returns the approximate size of an item in characters: that of its texts and its content. */
function sizeOf(item: ImportItem): number {
  if (!('record' in item)) return item.detail.length;
  let size = item.content?.length ?? 0;
  for (const value of Object.values(item.record)) if (typeof value === 'string') size += value.length;
  return size;
}
