import { Injectable } from '@nestjs/common';
import { ChangelogImportService } from '../../changelog/index.js';
import { ContributionImportService, FeedbackImportService } from '../../feedback/index.js';
import {
  type CustomFieldRecord,
  CustomFieldService,
  externalIdTaken,
  PeopleImportService,
  ProjectQueries,
} from '../../project/index.js';
import type { ImportOutcome } from '../../shared/imports.js';
import { isUuid } from '../../shared/rules.js';
import { ProjectImportRepository } from '../domain/project-import.repository.js';
import type { KnownStatuses } from './feedback-reader.js';
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
    private readonly projects: ProjectQueries,
    private readonly peopleImport: PeopleImportService,
    private readonly fields: CustomFieldService,
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

  /** Returns the ids of comments by the ids in the file. */
  async comments(context: ImportContext, keys: readonly string[]): Promise<Ids> {
    const { grant, mode } = context;
    const ids = await this.contributionImport.commentIdsOf(grant.projectId, mode.source, keys);
    return this.withPlanned(context, 'comment', keys, ids);
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

  /** Returns those of the ids that companies of the project have, or that a dry run would have created. */
  async companies(context: ImportContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const unique = [...new Set(ids)];
    const stored = await this.peopleImport.knownCompanies(context.grant.projectId, unique);
    const known = new Map(stored.map((id) => [id, id]));
    return new Set((await this.withPlanned(context, 'company', unique, known)).keys());
  }

  /** Returns the fields of the project, and the keys of those of these that a dry run would have created. */
  async knownFields(
    context: ImportContext,
    keys: readonly string[],
  ): Promise<{ known: readonly CustomFieldRecord[]; planned: ReadonlySet<string> }> {
    if (keys.length === 0) return { known: [], planned: new Set() };
    const known = await this.fields.share(context.grant);
    const missing = [...new Set(keys)].filter((key) => !known.some((field) => field.key === key));
    return {
      known,
      planned: new Set((await this.withPlanned(context, 'field', missing, new Map())).keys()),
    };
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
      await this.imports.plan(id, new Map(created.map((key) => [planKey(kind, key), '']))),
    );
    return outcomes.map((outcome, index) =>
      outcome === 'created' && !added.delete(planKey(kind, keys[index]!)) ? 'skipped' : outcome,
    );
  }

  /**
   * Stores, in a dry run, whom the external ids that it would have created belong to. Returns the outcomes: of equal ids, those of
   * other people than the first one fail.
   *
   * @param owners who each id would belong to
   */
  async planExternalIds(
    context: ImportContext,
    keys: readonly string[],
    owners: readonly string[],
    outcomes: readonly ImportOutcome[],
  ): Promise<readonly ImportOutcome[]> {
    if (!context.mode.dryRun) return outcomes;
    const { id } = context.import;
    const created = new Map<string, string>();
    for (const [index, key] of keys.entries()) {
      if (outcomes[index] !== 'created') continue;
      const planned = planKey('external_id', key);
      if (!created.has(planned)) created.set(planned, owners[index]!);
    }
    const added = new Set(await this.imports.plan(id, created));
    const planned = await this.imports.planned(id, [...created.keys()]);
    return outcomes.map((outcome, index) => {
      if (outcome !== 'created') return outcome;
      const key = planKey('external_id', keys[index]!);
      if (added.delete(key)) return outcome;
      return planned.get(key) === owners[index] ? 'skipped' : externalIdTaken;
    });
  }

  /** Returns, in a dry run, who the people of earlier parts of the file are: see `planPeople`. */
  async people(
    { import: { id } }: ImportContext,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const byPlanKey = new Map(keys.map((key) => [planKey('person', key), key]));
    const planned = await this.imports.planned(id, [...byPlanKey.keys()]);
    return new Map([...planned].map(([key, owner]) => [byPlanKey.get(key)!, owner]));
  }

  /**
   * Stores, in a dry run, who people are, as an import that is not a dry run stores imported people.
   *
   * @param people ids of users, or e-mail addresses of users who would be registered, by the ids of people
   * @returns those of the e-mail addresses that no person had before
   */
  async planPeople(
    { import: { id } }: ImportContext,
    people: ReadonlyMap<string, string>,
  ): Promise<ReadonlySet<string>> {
    await this.imports.plan(id, new Map([...people].map(([key, owner]) => [planKey('person', key), owner])));
    const addresses = [...new Set(people.values())].filter((owner) => !isUuid(owner));
    const added = await this.imports.plan(
      id,
      new Map(addresses.map((email) => [planKey('user', email), ''])),
    );
    return new Set(addresses.filter((email) => added.has(planKey('user', email))));
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
