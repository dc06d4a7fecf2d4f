import { Injectable } from '@nestjs/common';
import { ChangelogImportService } from '../../changelog/index.js';
import { ContributionImportService, FeedbackImportService } from '../../feedback/index.js';
import type { ImportOutcome } from '../../shared/imports.js';
import { ProjectImportRepository } from '../domain/project-import.repository.js';
import type { ImportContext } from './import-context.js';

/** The id of a record; `''` if a dry run would have created it. */
type Ids = ReadonlyMap<string, string>;

/**
 * Finds the records that other records refer to. A dry run stores the keys of the records that it would have created
 * in their place.
 */
@Injectable()
export class ImportReferences {
  constructor(
    private readonly imports: ProjectImportRepository,
    private readonly feedbackImport: FeedbackImportService,
    private readonly contributionImport: ContributionImportService,
    private readonly changelogImport: ChangelogImportService,
  ) {}

  /** Returns the ids of feedback by the ids in the file. */
  async feedback(context: ImportContext, keys: readonly string[]): Promise<Ids> {
    const { grant, mode } = context;
    const ids = await this.feedbackImport.idsOf(grant.projectId, mode.source, keys);
    return this.withPlanned(context, 'feedback', keys, ids);
  }

  /** Returns those of the replies, by `threadKey`, whose comment is stored, or that a dry run would have created. */
  async threads(
    context: ImportContext,
    replies: readonly { feedback: string; parent: string }[],
  ): Promise<ReadonlySet<string>> {
    const { grant, mode } = context;
    const parents = replies.map(({ parent }) => parent);
    const ids = await this.contributionImport.commentIdsOf(grant.projectId, mode.source, parents);
    const stored = replies
      .filter(({ parent }) => ids.has(parent))
      .map((reply) => [threadKey(reply), ''] as const);
    return new Set(
      (await this.withPlanned(context, 'thread', replies.map(threadKey), new Map(stored))).keys(),
    );
  }

  /** Returns the ids of changelog entries by the ids in the file. */
  async changelogs(context: ImportContext, keys: readonly string[]): Promise<Ids> {
    const { grant, mode } = context;
    const ids = await this.changelogImport.idsOf(grant.projectId, mode.source, keys);
    return this.withPlanned(context, 'changelog', keys, ids);
  }

  /**
   * Stores, in a dry run, which records it would have created. Returns the outcomes, in which records that an earlier part of the
   * file would have created are skipped.
   */
  async plan(
    { import: { id }, mode }: ImportContext,
    kind: string,
    keys: readonly string[],
    outcomes: readonly ImportOutcome[],
  ): Promise<readonly ImportOutcome[]> {
    if (!mode.dryRun) return outcomes;
    const created = keys.filter((_, index) => outcomes[index] === 'created');
    const added = new Set(
      await this.imports.plan(
        id,
        created.map((key) => planKey(kind, key)),
      ),
    );
    return outcomes.map((outcome, index) =>
      outcome === 'created' && !added.delete(planKey(kind, keys[index]!)) ? 'skipped' : outcome,
    );
  }

  /**
   * Stores, in a dry run, which people are users. Returns which of the others were users in an earlier part of the file: an
   * import that is not a dry run stores them as imported people.
   */
  async foundPeople(
    context: ImportContext,
    found: readonly string[],
    others: readonly string[],
  ): Promise<ReadonlySet<string>> {
    await this.plan(
      context,
      'person',
      found,
      found.map(() => 'created'),
    );
    return new Set((await this.withPlanned(context, 'person', others, new Map())).keys());
  }

  private async withPlanned(
    { import: { id }, mode }: ImportContext,
    kind: string,
    keys: readonly string[],
    ids: Ids,
  ): Promise<Ids> {
    if (!mode.dryRun) return ids;
    const missing = keys.filter((key) => !ids.has(key));
    const planned = await this.imports.planned(
      id,
      missing.map((key) => planKey(kind, key)),
    );
    const all = new Map(ids);
    for (const key of missing) if (planned.has(planKey(kind, key))) all.set(key, '');
    return all;
  }
}

/** Returns the key of a top-level comment on feedback, by their ids in the file. */
export function threadKey({ feedback, parent }: { feedback: string; parent: string }): string {
  return JSON.stringify([feedback, parent]);
}

function planKey(kind: string, key: string): string {
  return `${kind} ${key}`;
}
