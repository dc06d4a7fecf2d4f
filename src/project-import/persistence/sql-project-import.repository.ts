import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql } from '../../platform/persistence/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { ImportNotFound, maxPendingImports, TooManyImports } from '../domain/project-import.errors.js';
import {
  type ImportStep,
  type PendingMerge,
  ProjectImportRepository,
  type SeenFeedback,
} from '../domain/project-import.repository.js';
import {
  type ImportCounts,
  type ImportNote,
  maxDetailLength,
  maxNotes,
  type ProjectImport,
} from '../domain/project-import.js';

/** The number of ended imports that a project keeps. */
const maxKept = 100;

const advance = `
  update imports set position = $3, read_count = read_count + $4, created_count = created_count + $5,
    updated_count = updated_count + $6, skipped_count = skipped_count + $7, failed_count = failed_count + $8, failures = 0
  where id = $1 and position = $2 and state = 'running' returning 1`;

/** Adds notes while the report is not full. The note that it is full is the last one. */
const addNotes = `
  with report as (
    update imports set note_count = least(note_count + $3, ${maxNotes + 1}) where id = $1
    returning (select i.note_count from imports i where i.id = $1) as former
  )
  insert into import_notes (import_id, number, line, code, detail)
  select $1, r.former + n.number, n.line, n.code, n.detail
  from report r, (
    select row_number() over ()::int as number, line, code, detail
    from jsonb_to_recordset($2::jsonb) as n (line integer, code text, detail text)
  ) n
  where r.former + n.number <= ${maxNotes}
  union all
  select $1, ${maxNotes + 1}, 0, 'report_truncated', 'The report has more lines than the ${maxNotes} that are stored.'
  from report r where r.former <= ${maxNotes} and r.former + $3 > ${maxNotes}`;

/** Of the voters, adds those for feedback that has been added. */
const addVoters = `
  with given as materialized (
    select * from jsonb_to_recordset($2::jsonb) as v ("feedbackId" uuid, "userId" uuid, line integer)
  )
  insert into import_voters (import_id, feedback_id, user_id, line)
  select $1, "feedbackId", "userId", line from given v
  where "userId" is null
    or exists (select from given g where g."userId" is null and g."feedbackId" = v."feedbackId")
    or exists (select from import_voters i where i.import_id = $1 and i.feedback_id = v."feedbackId")`;

@Injectable()
export class SqlProjectImportRepository extends ProjectImportRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add({
    id,
    projectId,
    userId,
    source,
    isComplete,
    options,
    createdAt,
  }: Parameters<ProjectImportRepository['add']>[0]): Promise<void> {
    // Serializes the uploads of a project, so that the limit holds.
    const project = await this.sql.row('select from projects where id = $1 for no key update', [projectId]);
    if (!project) throw new ProjectNotFound();
    const pending = await this.sql.row<{ count: number }>(
      `select count(*)::int as count from imports
       where project_id = $1 and state in ('uploading', 'queued', 'running')`,
      [projectId],
    );
    if (pending!.count >= maxPendingImports) throw new TooManyImports();
    await this.sql.rows(
      `delete from imports where id in (
         select id from imports where project_id = $1 and state in ('completed', 'failed')
         order by created_at desc, id desc offset ${maxKept - 1}
       )`,
      [projectId],
    );
    await this.sql.rows(
      `insert into imports (id, project_id, user_id, source, is_complete, options, dry_run, state, created_at, uploaded_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'uploading', $8, $8)`,
      [
        ...[id, projectId, userId, source, isComplete],
        ...[JSON.stringify(options), options.dryRun, createdAt.toISOString()],
      ],
    );
  }

  override async append(id: string, number: number, bytes: Uint8Array, now: Date): Promise<void> {
    try {
      await this.sql.rows(
        `with uploaded as (update imports set uploaded_at = $4 where id = $1)
         insert into import_chunks (import_id, number, bytes) values ($1, $2, $3)`,
        [id, number, bytes, now.toISOString()],
      );
    } catch (error) {
      throw brokenConstraint(error) === 'import_chunks_import_id_fkey' ? new ImportNotFound() : error;
    }
  }

  override async enqueue(id: string): Promise<void> {
    const queued = await this.sql.rows(
      `update imports set state = 'queued' where id = $1 and state = 'uploading' returning 1`,
      [id],
    );
    if (queued.length === 0) throw new ImportNotFound();
  }

  override async remove(projectId: string, id: string): Promise<boolean> {
    const removed = await this.sql.rows('delete from imports where project_id = $1 and id = $2 returning 1', [
      projectId,
      id,
    ]);
    return removed.length > 0;
  }

  override async removeInterrupted(before: Date): Promise<void> {
    await this.sql.rows(`delete from imports where state = 'uploading' and uploaded_at < $1`, [
      before.toISOString(),
    ]);
  }

  override async load(id: string): Promise<ProjectImport | null> {
    return this.sql.row<ProjectImport & { id: string }>(
      `select id, project_id as "projectId", user_id as "userId", source, is_complete as "isComplete", options, state,
         position, failures
       from imports where id = $1 and state in ('queued', 'running')`,
      [id],
    );
  }

  override async start(id: string): Promise<void> {
    await this.sql.rows(`update imports set state = 'running' where id = $1 and state = 'queued'`, [id]);
  }

  override async avoidSequentialScans(): Promise<void> {
    // A plan that was made for an empty table would read it from start to end. Statistics are updated every minute at best.
    await this.sql.rows(
      `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true)`,
    );
  }

  override async advance(
    id: string,
    { from, to, counts, notes, merges, voters }: ImportStep,
  ): Promise<boolean> {
    const { read, created, updated, skipped, failed } = counts;
    const values = [id, from, to, read, created, updated, skipped, failed];
    const advanced = await this.sql.rows(advance, values);
    if (advanced.length === 0) return false;
    await this.note(id, notes);
    if (merges.length > 0) {
      await this.sql.rows(
        `insert into import_merges (import_id, line, external_id, into_id, was_skipped)
         select $1, line, "externalId", "into", "wasSkipped"
         from jsonb_to_recordset($2::jsonb) as m (line integer, "externalId" text, "into" text, "wasSkipped" boolean)`,
        [id, JSON.stringify(merges)],
      );
    }
    if (voters.length > 0) await this.sql.rows(addVoters, [id, JSON.stringify(voters)]);
    return true;
  }

  override async takeMerges(id: string, limit: number): Promise<PendingMerge[]> {
    return this.sql.rows(
      `with taken as (
         delete from import_merges where import_id = $1 and number in (
           select number from import_merges where import_id = $1 order by number limit $2
         ) returning *
       )
       select line, external_id as "externalId", into_id as "into", was_skipped as "wasSkipped" from taken order by number`,
      [id, limit],
    );
  }

  override async takeVoters(id: string, limit: number): Promise<SeenFeedback[]> {
    return this.sql.rows(
      `with taken as (
         delete from import_voters where import_id = $1 and feedback_id in (
           select distinct feedback_id from import_voters where import_id = $1 order by feedback_id limit $2
         ) returning *
       )
       select feedback_id as "feedbackId", min(line) as line,
              coalesce(array_agg(user_id) filter (where user_id is not null), '{}') as "userIds"
       from taken group by feedback_id order by feedback_id`,
      [id, limit],
    );
  }

  override async correct(id: string, { updated, skipped }: Pick<ImportCounts, 'updated' | 'skipped'>) {
    await this.sql.rows(
      `update imports set updated_count = updated_count + $2, skipped_count = skipped_count + $3 where id = $1`,
      [id, updated, skipped],
    );
  }

  override async note(id: string, notes: readonly ImportNote[]): Promise<void> {
    if (notes.length === 0) return;
    const stored = notes.map(({ line, code, detail }) => ({ line, code, detail: storable(detail) }));
    await this.sql.rows(addNotes, [id, JSON.stringify(stored), notes.length]);
  }

  override async finish(id: string, state: 'completed' | 'failed', now: Date): Promise<boolean> {
    const finished = await this.sql.rows(
      `update imports set state = $2, finished_at = $3 where id = $1 and state in ('queued', 'running') returning 1`,
      [id, state, now.toISOString()],
    );
    if (finished.length === 0) return false;
    for (const table of ['import_chunks', 'import_merges', 'import_voters', 'import_plans']) {
      await this.sql.rows(`delete from ${table} where import_id = $1`, [id]);
    }
    return true;
  }

  override async countFailure(id: string): Promise<number> {
    const row = await this.sql.row<{ failures: number }>(
      'update imports set failures = failures + 1 where id = $1 returning failures',
      [id],
    );
    return row?.failures ?? 0;
  }

  override async plan(id: string, values: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
    const byDigest = new Map([...values.keys()].map((key) => [digest(key), key]));
    const rows = await this.sql.rows<{ digest: string }>(
      `insert into import_plans (import_id, digest, value)
       select $1, decode(d, 'hex'), value from unnest($2::text[], $3::text[]) planned (d, value)
       on conflict do nothing returning encode(digest, 'hex') as digest`,
      [id, [...byDigest.keys()], [...values.values()]],
    );
    return new Set(rows.map((row) => byDigest.get(row.digest)!));
  }

  override async planned(id: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const byDigest = new Map(keys.map((key) => [digest(key), key]));
    const rows = await this.sql.rows<{ digest: string; value: string }>(
      `select encode(digest, 'hex') as digest, value from import_plans
       where import_id = $1 and digest = any(array(select decode(d, 'hex') from unnest($2::text[]) d))`,
      [id, [...byDigest.keys()]],
    );
    return new Map(rows.map((row) => [byDigest.get(row.digest)!, row.value]));
  }

  override async eraseDetails(userId: string): Promise<void> {
    await this.sql.rows(
      `update import_notes n set detail = 'Removed, because the data of a person in the project was deleted.'
       from imports i where i.id = n.import_id
         and i.project_id in (select project_id from imported_people where user_id = $1)`,
      [userId],
    );
  }
}

function digest(key: string): string {
  return hash('sha256', key, 'hex').slice(0, 40);
}

/** Returns a detail that PostgreSQL can store, cut to the limit. */
function storable(detail: string): string {
  const text = detail.replaceAll(/\p{Surrogate}|\0/gu, '\ufffd');
  return text.length <= maxDetailLength
    ? text
    : `${text.slice(0, maxDetailLength).replace(/\p{Surrogate}$/u, '')}…`;
}
