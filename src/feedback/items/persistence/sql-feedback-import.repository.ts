import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { Words } from '../../../platform/search/index.js';
import { completeCopied, readCopied } from '../../../shared/copied-fields.js';
import { originKey, ownSource } from '../../../shared/imports.js';
import type { PortableOrigin, PortableStatusChange, PortableVote } from '../../../shared/portable-records.js';
import { isUuid } from '../../../shared/rules.js';
import {
  FeedbackImportRepository,
  type Imported,
  type ImportedComment,
  type ImportedFeedback,
  type ImportedVoters,
  type MergeCandidate,
  type StoredComment,
  type StoredFeedback,
  type UnattributedVotes,
} from '../domain/feedback-import.repository.js';
import { copiedFields, type CopiedValues } from '../domain/feedback.js';
import { byColumn, copiedColumns } from './feedback.entity.js';
import {
  addComments,
  addFeedback,
  addStatusChanges,
  addVotes,
  findComments,
  findFeedback,
  findReplies,
  findVotes,
  lockWithMerges,
  newStatusChanges,
  recount,
  removeObsoleteVotes,
  saveComments,
  saveFeedback,
} from './feedback-import-statements.js';
import { saveFieldValues } from './field-values.js';
import { feedbackLexemes, feedbackWords, projectLexeme } from './feedback-search.js';

/** Words that are learned with one call: as many as one document may add. */
const wordsPerCall = 1_000;

type Vote = Pick<PortableVote, 'feedback' | 'person'>;

/** Uses SQL, because one statement reads or stores all records of a part of a file, and one counts their votes and comments again. */
@Injectable()
export class SqlFeedbackImportRepository extends FeedbackImportRepository {
  private readonly words: Words;

  constructor(
    unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
    this.words = new Words(sql, unitOfWork, feedbackWords);
  }

  override async find(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<StoredFeedback[]> {
    const ids = await this.idsOf(projectId, source, externalIds);
    if (ids.size === 0) return [];
    const keys = new Map([...ids].map(([key, id]) => [id, key]));
    const rows = await this.sql.rows<Omit<StoredFeedback, 'key'>>(findFeedback, [
      projectId,
      [...keys.keys()],
    ]);
    return rows.map((row) => ({
      ...row,
      key: keys.get(row.id)!,
      values: { ...row.values, ...completeCopied(copiedFields, { ...row.values }) },
    }));
  }

  override async idsOf(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.rows<{ key: string; id: string }>(
      `select external_id as key, id from feedback
       where project_id = $1 and external_id = any($3) and source = $2
       union all
       select id::text, id from feedback where project_id = $1 and id = any($4::uuid[])`,
      [projectId, source, externalIds, ownIds(source, externalIds)],
    );
    return new Map(rows.map(({ key, id }) => [key, id]));
  }

  override async takenIds(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.sql.rows<{ id: string }>(
      `select id from feedback where id = any($1::uuid[]) union all select id from comments where id = any($1::uuid[])`,
      [ids.filter(isUuid)],
    );
    return new Set(rows.map(({ id }) => id));
  }

  override async takenOrigins(
    projectId: string,
    table: 'feedback' | 'comments',
    origins: readonly PortableOrigin[],
  ): Promise<ReadonlySet<string>> {
    if (origins.length === 0) return new Set();
    const project = table === 'feedback' ? 'project_id' : 'import_project_id';
    const rows = await this.sql.rows<PortableOrigin>(
      `select source, external_id from ${table} where ${project} = $1
         and (source, external_id) in (select * from unnest($2::text[], $3::text[]))`,
      [projectId, origins.map(({ source }) => source), origins.map((each) => each.external_id)],
    );
    return new Set(rows.map(originKey));
  }

  override async add(projectId: string, feedback: readonly (ImportedFeedback & Imported)[]): Promise<void> {
    await this.sql.rows(addFeedback, [projectId, await this.documents(projectId, feedback)]);
    await saveFieldValues(this.sql, feedback, []);
  }

  override async save(
    projectId: string,
    feedback: readonly (ImportedFeedback & { readonly id: string })[],
  ): Promise<void> {
    await this.sql.rows(saveFeedback, [await this.documents(projectId, feedback)]);
    const ids = feedback.map(({ id }) => id);
    await saveFieldValues(this.sql, feedback, ids);
    await this.recount(ids);
  }

  override async addVotes(votes: readonly PortableVote[], checkOnly: boolean): Promise<boolean[]> {
    if (!checkOnly) await this.lock(votes.map(({ feedback }) => feedback));
    const rows = await this.sql.rows<Vote>(checkOnly ? findVotes : addVotes, [JSON.stringify(votes)]);
    const added = new Set(rows.map(({ feedback, person }) => `${feedback} ${person}`));
    // The first of two equal votes is the new one.
    return votes.map(({ feedback, person }) => added.delete(`${feedback} ${person}`));
  }

  override async removeVotes(voters: readonly ImportedVoters[]): Promise<Vote[]> {
    await this.lock(voters.map(({ feedback }) => feedback));
    const removed = await this.sql.rows<Vote>(removeObsoleteVotes, [JSON.stringify(voters)]);
    if (removed.length > 0) await this.recount(removed.map(({ feedback }) => feedback));
    return removed;
  }

  override async findComments(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<StoredComment[]> {
    return this.sql.rows(findComments, [projectId, source, externalIds, ownIds(source, externalIds)]);
  }

  override async repliesTo(ids: readonly string[], source: string): Promise<StoredComment[]> {
    return this.sql.rows(findReplies, [ids, source]);
  }

  override async addComments(
    projectId: string,
    comments: readonly (ImportedComment & Imported & { readonly parent: string | null })[],
  ): Promise<void> {
    await this.lock(comments.map(({ feedback }) => feedback));
    await this.sql.rows(addComments, [projectId, JSON.stringify(comments)]);
  }

  override async saveComments(
    comments: readonly (ImportedComment & { readonly id: string })[],
  ): Promise<void> {
    const before = await this.sql.rows<{ feedback: string }>(
      'select feedback_id as feedback from comments where id = any($1::uuid[])',
      [comments.map(({ id }) => id)],
    );
    const all = [...new Set([...comments, ...before].map(({ feedback }) => feedback))];
    await this.lock(all);
    await this.sql.rows(saveComments, [JSON.stringify(comments)]);
    await this.recount(all);
  }

  override async addStatusChanges(
    changes: readonly (PortableStatusChange & { readonly id: string })[],
    checkOnly: boolean,
  ): Promise<boolean[]> {
    const rows = await this.sql.rows<{ id: string }>(
      checkOnly ? `select id from (${newStatusChanges}) new` : addStatusChanges,
      [JSON.stringify(changes)],
    );
    const added = new Set(rows.map(({ id }) => id));
    return changes.map(({ id }) => added.has(id));
  }

  override async loadMerges(projectId: string, ids: readonly string[]): Promise<MergeCandidate[]> {
    await this.lock(ids);
    return this.sql.rows(
      `select f.id, f.merged_into as "mergedInto", f.approval = 'approved' as "isApproved",
         array(select m.id from feedback m where m.merged_into = f.id) as merged
       from feedback f where f.project_id = $1
         and f.id in (select unnest($2::uuid[]) union select g.merged_into from feedback g where g.id = any($2::uuid[]))`,
      [projectId, ids],
    );
  }

  override async saveMerges(
    merges: readonly { readonly id: string; readonly into: string }[],
    recounted: readonly string[],
  ): Promise<void> {
    await this.sql.rows(
      `update feedback f set merged_into = g."into"
       from jsonb_to_recordset($1::jsonb) as g (id uuid, "into" uuid)
       where f.id = g.id and f.merged_into is distinct from g."into"`,
      [JSON.stringify(merges)],
    );
    await this.recount(recounted);
  }

  override async unattributedVotes(projectId: string, source: string): Promise<UnattributedVotes> {
    const votes = await this.sql.row<UnattributedVotes>(
      `select count(*)::int as feedback, coalesce(sum(unattributed_votes), 0)::float8 as votes from feedback
       where project_id = $1 and source = $2 and unattributed_votes > 0`,
      [projectId, source],
    );
    return votes!;
  }

  /** Locks feedback, what it is merged into, and what is merged into it. */
  private async lock(ids: readonly string[]): Promise<void> {
    await this.sql.rows(lockWithMerges, [[...new Set(ids)]]);
  }

  private async recount(ids: readonly string[]): Promise<void> {
    await this.sql.rows(recount, [ids]);
  }

  /** Returns the rows to store as JSON, with their search documents, and stores their words. */
  private async documents(projectId: string, feedback: readonly ImportedFeedback[]): Promise<string> {
    const words = new Set<string>();
    const rows: object[] = [];
    for (const each of feedback) {
      const lexemes = feedbackLexemes(each);
      for (const lexeme of lexemes) words.add(lexeme);
      const copied = byColumn(copiedColumns(readCopied<CopiedValues>(copiedFields, { ...each })));
      rows.push({ ...each, copied, document: [projectLexeme(projectId), ...lexemes] });
      await nextTurn();
    }
    const all = [...words];
    for (let start = 0; start < all.length; start += wordsPerCall) {
      await this.words.learn(all.slice(start, start + wordsPerCall), projectId);
    }
    return JSON.stringify(rows);
  }
}

/** Returns the external ids that may be ids of this service. */
function ownIds(source: string, externalIds: readonly string[]): string[] {
  return source === ownSource ? externalIds.filter(isUuid) : [];
}
