import { Injectable } from '@nestjs/common';
import { ChangelogImportService } from '../../changelog/index.js';
import { FeedbackImportService } from '../../feedback/index.js';
import { ProjectQueries } from '../../project/index.js';
import type { ImportOutcome } from '../../shared/imports.js';
import { ProjectImportRepository } from '../domain/project-import.repository.js';
import type { KnownStatuses } from '../domain/status-mapping.js';
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
    private readonly changelogImport: ChangelogImportService,
    private readonly projects: ProjectQueries,
  ) {}

  /** Returns the ids of feedback by the ids in the file. */
  async feedback(context: ImportContext, keys: readonly string[]): Promise<Ids> {
    const { grant, mode } = context;
    const ids = await this.feedbackImport.idsOf(grant.projectId, mode.source, keys);
    return this.withPlanned(context, 'feedback', keys, ids);
  }

  /** Returns the ids of changelog entries by the ids in the file. */
  async changelogs(context: ImportContext, keys: readonly string[]): Promise<Ids> {
    const { grant, mode } = context;
    const ids = await this.changelogImport.idsOf(grant.projectId, mode.source, keys);
    return this.withPlanned(context, 'changelog', keys, ids);
  }

  /** Returns the statuses of the project, and those of these keys that a dry run would have created. */
  async statuses(context: ImportContext, keys: readonly string[]): Promise<KnownStatuses> {
    const statuses = await this.projects.statuses(context.grant.projectId);
    const stored = new Map(statuses.map(({ key }) => [key, key]));
    const all = await this.withPlanned(context, 'status', [...new Set(keys)], stored);
    const first = statuses.find(({ kind }) => kind === 'open')?.key ?? '';
    return { keys: new Set(all.keys()), first };
  }

  /** Returns the slugs of the boards of the project, and those of these slugs that a dry run would have created. */
  async boards(context: ImportContext, slugs: readonly string[]): Promise<ReadonlySet<string>> {
    const boards = await this.projects.boards(context.grant.reader);
    const stored = new Map(boards.map(({ slug }) => [slug, slug]));
    return new Set((await this.withPlanned(context, 'board', [...new Set(slugs)], stored)).keys());
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

function planKey(kind: string, key: string): string {
  return `${kind} ${key}`;
}
