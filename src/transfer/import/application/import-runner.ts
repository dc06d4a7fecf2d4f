import { Injectable } from '@nestjs/common';
import { FeedbackImporter, RevenueService, VoteImporter } from '../../../feedback/index.js';
import { ProjectAuthorizer } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { DomainError } from '../../../shared/domain-error.js';
import { Events } from '../../../shared/events.js';
import { changedHere, type ImportFailure, type ImportResult, keyText } from '../../../shared/imports.js';
import type { PortableFeedback } from '../../../shared/portable-records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import type { ImportChunk, PendingMerge, StagedLine } from '../domain/import-chunk.js';
import { ImportedRecordRepository } from '../domain/imported-record.repository.js';
import {
  type ImportProgress,
  ProjectImportRepository,
  type SeenVoter,
} from '../domain/project-import.repository.js';
import { type ImportNote, nameOf, noteOn, noteOnFile } from '../domain/import-note.js';
import type { ProjectImport } from '../domain/project-import.js';
import { ImportQueries } from './import.queries.js';
import { ImportQueue } from './import-queue.js';
import { permissions } from './permissions.js';
import { type FileImport, RecordImporters } from './record-importers.js';

/** The number of unexpected errors without progress after which an import fails. */
const maxFailures = 5;

/** The numbers of chunks of a step after which the tables have grown so much that their statistics are computed again. */
const analyzedAfter = [2, 8, 32, 128, 512, 2_048, 8_192];

/** The user who started the import may not import into the project any more. */
class OwnerRemoved extends Error {}

/** The import that runs. */
interface Running extends FileImport {
  readonly id: string;
  /** Called for unexpected errors that do not interrupt the import. */
  readonly reportError: (error: Error) => void;
}

/**
 * Runs imports. Each chunk of a file is applied in one transaction, which also removes it, so that an import that is interrupted
 * continues with the next one. A dry run does the same, and rolls everything back except for its own progress.
 */
@Injectable()
export class ImportRunner {
  constructor(
    private readonly imports: ProjectImportRepository,
    private readonly imported: ImportedRecordRepository,
    private readonly queries: ImportQueries,
    private readonly records: RecordImporters,
    private readonly feedback: FeedbackImporter,
    private readonly votes: VoteImporter,
    private readonly revenue: RevenueService,
    private readonly authorizer: ProjectAuthorizer,
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
    const started = await this.imports.start(importId);
    if (!started) return;
    const run = this.begin(started, reportError);
    const { failure } = started.manifest;
    try {
      if (failure) return await this.finish(run, 'failed', [failure]);
      const applied = new Map<string, number>();
      for (let chunk = await this.next(started); chunk; chunk = await this.next(started)) {
        await this.apply(run, chunk, chunk.applied, chunk.lines.length);
        signal.throwIfAborted();
        applied.set(chunk.step, (applied.get(chunk.step) ?? 0) + 1);
        if (analyzedAfter.includes(applied.get(chunk.step)!)) await this.imports.analyze();
      }
      while (await this.removeVotes(run)) signal.throwIfAborted();
      await this.finish(run, 'completed', await this.closingNotes(run));
    } catch (error) {
      await this.handleError(run, error, signal);
    }
  }

  /** Ends an import if each attempt has ended the process. What was imported before stays. */
  async abandon(importId: string): Promise<void> {
    const started = await this.imports.start(importId);
    const run = started && this.begin(started, () => undefined);
    if (run) await this.finish(run, 'failed', [interrupted]);
  }

  /**
   * Returns the next chunk; null if all have been applied.
   *
   * @throws OwnerRemoved also then, since the last steps follow
   */
  private async next({ id, projectId, userId, isOwnerByToken }: ProjectImport): Promise<ImportChunk | null> {
    const chunk = await this.imports.next(id);
    const { role } = permissions.startImport;
    const mayImport = isOwnerByToken || (await this.authorizer.hasStoredRole(projectId, userId, role));
    if (!mayImport) throw new OwnerRemoved();
    return chunk;
  }

  private begin(
    { id, projectId, userId, manifest, options }: ProjectImport,
    reportError: Running['reportError'],
  ): Running {
    const { source, isComplete } = manifest;
    const { dryRun, ...mode } = options;
    const from = { projectId, source };
    return {
      id,
      reportError,
      access: this.authorizer.ownerAccess(projectId, userId),
      mode: { ...mode, source, isComplete },
      isDryRun: dryRun,
      known: (kind, keys) => this.imported.find(from, kind, keys),
      remember: (kind, records) => this.imported.save(from, kind, records),
      forget: (kind, keys) => this.imported.remove(from, kind, keys),
      applied: (kind, keys) => this.imports.findApplied(id, kind, keys),
      content: () => this.imports.content(id, 0),
    };
  }

  /** Applies lines in one transaction. If that fails, they are applied in halves, down to the one that cannot be stored. */
  private async apply(run: Running, chunk: ImportChunk, from: number, to: number): Promise<void> {
    try {
      await this.applyAtOnce(run, chunk, from, to);
    } catch (error) {
      if (this.isUnavailable(error)) throw error;
      if (to - from === 1) return this.applyAtOnce(run, chunk, from, to, reasonOf(error, run));
      const middle = Math.ceil((from + to) / 2);
      await this.apply(run, chunk, from, middle);
      await this.apply(run, chunk, middle, to);
    }
  }

  private async applyAtOnce(
    run: Running,
    chunk: ImportChunk,
    from: number,
    to: number,
    failure?: ImportFailure,
  ): Promise<void> {
    const lines = chunk.lines.slice(from, to);
    const records = lines.map(([, record]) => ({ ...record }));
    const context = { ...run, content: () => this.imports.content(run.id, chunk.number) };
    const next = { chunk, from };
    await this.applyOrRollBack(
      run,
      // If the response to an earlier COMMIT was lost, or another process applied the lines, the next chunk is another one.
      () => this.imports.lock(run.id, next),
      async () =>
        failure
          ? { results: [{ outcome: failure }], resolved: [], applied: [] }
          : this.records.import(context, chunk.step, records),
      async ({ results, resolved, applied }) => {
        const voters = run.mode.isComplete ? votersOf(chunk.step, lines, results, resolved) : [];
        const progress = { ...progressOf(chunk.step, lines, results), voters, applied };
        await this.imports.advance(run.id, chunk, to, progress);
      },
    );
  }

  /**
   * Changes the project and stores the progress of the import, both in one transaction, after the import has been locked. A dry run
   * rolls the change back, and stores the progress in a second transaction.
   *
   * @param lock locks the import; false: there is nothing to do
   */
  private async applyOrRollBack<T>(
    { isDryRun }: Running,
    lock: () => Promise<boolean>,
    change: () => Promise<T>,
    advance: (result: T) => Promise<void>,
  ): Promise<void> {
    const rehearsed = isDryRun
      ? await this.unitOfWork.rehearse(async () => ((await lock()) ? change() : null))
      : null;
    await this.unitOfWork.run(async () => {
      if (!(await lock())) return;
      const result = isDryRun ? rehearsed : await change();
      if (result !== null) await advance(result);
    });
  }

  /** Removes imported votes that a complete file does not have. Returns whether there may be more. */
  private async removeVotes(run: Running): Promise<boolean> {
    const { id } = run;
    let mayHaveMore = false;
    await this.applyOrRollBack(
      run,
      () => this.imports.lock(id),
      async () => {
        const seen = await this.imports.takeVoters(id);
        mayHaveMore = seen.length > 0;
        return { seen, removed: await this.votes.removeOthers(run, seen) };
      },
      async ({ seen, removed }) => {
        if (run.isDryRun) await this.imports.takeVoters(id);
        const notes = seen.flatMap(({ feedback, line, external_id, title }): ImportNote | [] => {
          const count = removed.get(feedback);
          return count === undefined
            ? []
            : { line, kind: 'feedback', external_id, title, ...votesRemoved(count) };
        });
        await this.imports.note(id, notes);
      },
    );
    return mayHaveMore;
  }

  /** Returns what the report says of the whole file. */
  private async closingNotes(run: Running): Promise<ImportFailure[]> {
    if (run.isDryRun) return [];
    const { feedback, votes } = await this.feedback.unattributedVotes(run);
    if (votes === 0) return [];
    const detail = `${votes} votes for ${feedback} feedback records were imported as a number, because the source does not name the voters. Upvotes include them.`;
    return [{ code: 'votes_without_voters', detail }];
  }

  /** Queues the import again if the process stops; otherwise ends it, or throws the error so that its job is repeated. */
  private async handleError(run: Running, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      // The process is about to stop: another one continues at once.
      await this.unitOfWork.run(() => this.queue.add(run.access.projectId, run.id));
      return;
    }
    if (error instanceof OwnerRemoved) return this.finish(run, 'failed', [ownerRemoved]);
    if (this.isUnavailable(error)) throw error;
    const failures = await this.imports.countFailure(run.id);
    // The import or its project was deleted: that caused the error.
    if (failures === 0) return;
    if (failures < maxFailures) throw error;
    run.reportError(error as Error);
    await this.finish(run, 'failed', [internalError]);
  }

  /** Whether the database, or what a policy asks, is unavailable at the moment. */
  private isUnavailable(error: unknown): boolean {
    const isDomainError = error instanceof DomainError && error.kind === 'unavailable';
    return isDomainError || this.imports.isUnavailable(error);
  }

  private async finish(
    { id, access }: Running,
    state: 'completed' | 'failed',
    notes: readonly ImportFailure[],
  ): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!(await this.imports.finish(id, state, this.clock.now()))) return;
      await this.imports.note(id, notes.map(noteOnFile));
      await this.revenue.projectChanged(access.projectId);
      const found = await this.queries.find(access.projectId, id);
      if (found) await this.events.record(access.event('import.completed', found.record));
    });
  }
}

/** Returns the numbers of outcomes, the report, and the merges of feedback that has been stored. */
function progressOf(
  step: ImportChunk['step'],
  lines: readonly StagedLine[],
  results: readonly ImportResult[],
): Pick<ImportProgress, 'counts' | 'notes' | 'merges'> {
  const counts = { read: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  const notes: ImportNote[] = [];
  const merges: StagedLine[] = [];
  for (const [index, staged] of lines.entries()) {
    const [line, record] = staged;
    const { outcome, id, remarks = [] } = results[index]!;
    const isFailure = typeof outcome !== 'string';
    for (const remark of isFailure ? [...remarks, outcome] : remarks) notes.push(noteOn(staged, remark));
    if (step === 'merge') {
      // It was counted as feedback already.
      const isChange = outcome === 'updated' && (record as PendingMerge).was_skipped;
      counts.updated += Number(isChange);
      counts.skipped -= Number(isChange);
      continue;
    }
    counts.read += 1;
    counts[isFailure ? 'failed' : outcome] += 1;
    const { external_id, merged_into } = record as PortableFeedback;
    const into = step === 'feedback' && id !== undefined ? keyText(merged_into) : '';
    const was_skipped = outcome === 'skipped';
    if (into !== '') merges.push([line, { kind: 'merge', external_id, into, was_skipped }]);
  }
  return { counts, notes, merges };
}

/** Returns feedback of a complete file that was stored before, or voters, so that votes can be removed that it does not have. */
function votersOf(
  step: ImportChunk['step'],
  lines: readonly StagedLine[],
  results: readonly ImportResult[],
  resolved: readonly Readonly<Record<string, unknown>>[],
): SeenVoter[] {
  return lines.flatMap(([line, record], index): SeenVoter | [] => {
    const { outcome, id, remarks = [] } = results[index]!;
    const { feedback, person } = resolved[index] ?? {};
    // What was changed here keeps its votes: the number of votes of the file was not taken either.
    if (step === 'feedback' && id !== undefined && outcome !== 'created' && !remarks.includes(changedHere)) {
      const { external_id, title } = nameOf(record);
      return { feedback: id, person: null, line, external_id, title };
    }
    return step === 'vote' && feedback && person
      ? { feedback: feedback as string, person: person as string, line, external_id: '', title: '' }
      : [];
  });
}

/** Returns why a record could not be stored. */
function reasonOf(error: unknown, { reportError }: Running): ImportFailure {
  if (error instanceof DomainError) return { code: error.code, detail: error.message };
  reportError(error as Error);
  return notStored;
}

function votesRemoved(count: number): ImportFailure {
  return {
    code: 'votes_removed',
    detail: `Imported votes that the source no longer has were removed: ${count}.`,
  };
}

const notStored: ImportFailure = {
  code: 'not_stored',
  detail: 'The record could not be stored because of an unexpected error.',
};

const ownerRemoved: ImportFailure = {
  code: 'owner_removed',
  detail:
    'The user who started the import is no owner of the project any more. What was imported before stays.',
};

const interrupted: ImportFailure = {
  code: 'interrupted',
  detail:
    'The process that imported the file, or its connection to the database, ended three times. What was imported before stays.',
};

const internalError: ImportFailure = {
  code: 'internal_error',
  detail: 'The import was interrupted several times by an unexpected error.',
};
