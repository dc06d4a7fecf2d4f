import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  isDatabaseUnavailable,
  isStatementTimeout,
  Sql,
  translateConstraints,
} from '../../../platform/persistence/index.js';
import { ProjectNotFound } from '../../../project/index.js';
import { ImportNotFound, maxPendingImports, TooManyImports } from '../domain/project-import.errors.js';
import {
  type ImportChunk,
  type ImportManifest,
  importSteps,
  type NewChunk,
  type StagedLine,
} from '../domain/import-chunk.js';
import {
  type ImportProgress,
  ProjectImportRepository,
  type SeenFeedback,
} from '../domain/project-import.repository.js';
import { type ImportNote, maxNotes } from '../domain/import-note.js';
import type { ProjectImport } from '../domain/project-import.js';

/** The number of ended imports that a project keeps. */
const maxKept = 100;

/** The most feedback records, and the most voters, that are taken at once. One record may have more voters. */
const [maxTakenFeedback, maxTakenVoters] = [500, 20_000];

const addChunk = 'insert into import_chunks (import_id, step, number, bytes) values ($1, $2, $3, $4)';

const nextChunk = `
  select step, number, applied, bytes from import_chunks where import_id = $1 and step >= 0 order by step, number limit 1`;

/** Deletes the chunk once all of its lines have been applied. */
const advance = `
  with applied as (
    update import_chunks set applied = $4::integer
    where import_id = $1 and step = $2 and number = $3 and $4::integer < $5::integer
  ), deleted as (
    delete from import_chunks where import_id = $1 and step = $2 and number = $3 and $4::integer = $5::integer
  )
  update imports set read_count = read_count + $6, created_count = created_count + $7,
    updated_count = updated_count + $8, skipped_count = skipped_count + $9, failed_count = failed_count + $10, failures = 0
  where id = $1`;

/** Adds notes while the report is not full. The note that it is full is the last one. */
const addNotes = `
  with report as (
    update imports set note_count = least(note_count + $3, ${maxNotes + 1}) where id = $1
    returning (select i.note_count from imports i where i.id = $1) as former
  )
  insert into import_notes (import_id, number, line, kind, external_id, title, code, detail)
  select $1, r.former + n.number, n.line, n.kind, n.external_id, n.title, n.code, n.detail
  from report r, (
    select row_number() over ()::int as number, *
    from jsonb_to_recordset($2::jsonb)
      as n (line integer, kind text, external_id text, title text, code text, detail text)
  ) n
  where r.former + n.number <= ${maxNotes}
  union all
  select $1, ${maxNotes + 1}, 0, '', '', '', 'report_truncated', 'The report has more lines than the ${maxNotes} that are stored.'
  from report r where r.former <= ${maxNotes} and r.former + $3 > ${maxNotes}`;

const addApplied = `
  insert into import_plans (import_id, digest, value)
  select $1, decode(d, 'hex'), value from unnest($2::text[], $3::text[]) applied (d, value)
  on conflict (import_id, digest) do update set value = excluded.value`;

/** Of the voters, adds those for feedback that has been added. */
const addVoters = `
  insert into import_voters (import_id, feedback_id, user_id, line, external_id, title)
  select $1, feedback, person, line, external_id, title
  from jsonb_to_recordset($2::jsonb) as v (feedback uuid, person uuid, line integer, external_id text, title text)
  where person is null or exists (select from import_voters i where i.import_id = $1 and i.feedback_id = v.feedback)`;

const takeVoters = `
  with counted as (
    select feedback_id, count(*) as voters from import_voters where import_id = $1
    group by feedback_id order by feedback_id limit $2
  ), next as (
    select feedback_id, row_number() over so_far = 1 or sum(voters) over so_far <= $3 as is_next
    from counted window so_far as (order by feedback_id)
  ), taken as (
    delete from import_voters where import_id = $1 and feedback_id in (select feedback_id from next where is_next)
    returning *
  )
  select feedback_id as feedback, min(line) as line, max(external_id) as external_id, max(title) as title,
         coalesce(array_agg(user_id) filter (where user_id is not null), '{}') as people
  from taken group by feedback_id order by feedback_id`;

/** The step of the contents of attachments, which are read with their records. */
const contentStep = -1;

/**
 * Uses SQL, because an import is never saved as a whole: each statement changes its state, if that is the expected one, or its
 * progress.
 */
@Injectable()
export class SqlProjectImportRepository extends ProjectImportRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async add(
    { id, projectId, userId, options, createdAt }: Parameters<ProjectImportRepository['add']>[0],
    limits: { readonly ofUser: boolean },
  ): Promise<void> {
    // Serializes the uploads of a project, so that the limit holds.
    const project = await this.sql.row('select from projects where id = $1 for no key update', [projectId]);
    if (!project) throw new ProjectNotFound();
    // And the imports of a user.
    await this.sql.rows('select from users where id = $1 for no key update', [userId]);
    const pending = await this.sql.row<{ project: number; user: number }>(
      `select count(*) filter (where project_id = $1)::int as project, count(*) filter (where user_id = $2)::int as user
       from imports where (project_id = $1 or user_id = $2) and state in ('uploading', 'queued', 'running')`,
      [projectId, userId],
    );
    if (pending!.project >= maxPendingImports) throw new TooManyImports('project');
    // The queues are shared, so one user could otherwise occupy all of them.
    if (limits.ofUser && pending!.user >= maxPendingImports) throw new TooManyImports('user');
    await this.sql.rows(
      `delete from imports where id in (
         select id from imports where project_id = $1 and state in ('completed', 'failed')
         order by created_at desc, id desc offset ${maxKept - 1}
       )`,
      [projectId],
    );
    await this.sql.rows(
      `insert into imports (id, project_id, user_id, options, dry_run, state, created_at)
       values ($1, $2, $3, $4, $5, 'uploading', $6)`,
      [id, projectId, userId, JSON.stringify(options), options.dryRun, createdAt.toISOString()],
    );
  }

  override async append(id: string, number: number, { step, bytes }: NewChunk): Promise<void> {
    await this.sql
      .rows(addChunk, [id, step === 'content' ? contentStep : importSteps.indexOf(step), number, bytes])
      .catch(translateConstraints({ import_chunks_import_id_fkey: ImportNotFound }));
  }

  override async enqueue(
    id: string,
    manifest: ImportManifest,
    { isOwnerByToken }: Pick<ProjectImport, 'isOwnerByToken'>,
  ): Promise<void> {
    const queued = await this.sql.rows(
      `update imports set state = 'queued', source = $2, manifest = $3, owner_by_token = $4
       where id = $1 and state = 'uploading' returning 1`,
      [id, manifest.source, JSON.stringify(manifest), isOwnerByToken],
    );
    if (queued.length === 0) throw new ImportNotFound();
  }

  override async remove(projectId: string, id: string): Promise<void> {
    await this.sql.rows('delete from imports where project_id = $1 and id = $2', [projectId, id]);
  }

  override async removeInterrupted(before: Date): Promise<void> {
    await this.sql.rows(`delete from imports where state = 'uploading' and created_at < $1`, [
      before.toISOString(),
    ]);
  }

  override async start(id: string): Promise<ProjectImport | null> {
    return this.sql.row<ProjectImport>(
      `update imports set state = 'running' where id = $1 and state in ('queued', 'running')
       returning id, project_id as "projectId", user_id as "userId", owner_by_token as "isOwnerByToken", manifest, options`,
      [id],
    );
  }

  override async lock(
    id: string,
    next?: { readonly chunk: ImportChunk; readonly from: number },
  ): Promise<boolean> {
    // The project first, as when it is deleted.
    const locked = await this.sql.row(
      `select from projects p join imports i on i.project_id = p.id where i.id = $1
       for key share of p for no key update of i`,
      [id],
    );
    if (!locked) return false;
    // A plan that was made for an empty table would read it from start to end. Workers take longer to start than the lines to apply.
    await this.sql.rows(
      `select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
              set_config('max_parallel_workers_per_gather', '0', true)`,
    );
    if (!next) return true;
    const { step, number } = next.chunk;
    const chunk = await this.sql.row<{ applied: number }>(
      'select applied from import_chunks where import_id = $1 and step = $2 and number = $3',
      [id, importSteps.indexOf(step), number],
    );
    return chunk?.applied === next.from;
  }

  override async analyze(): Promise<void> {
    const tables = await this.sql.rows<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and pg_has_role(c.relowner, 'usage')`,
    );
    // Without tables, it would be all tables of the database.
    if (tables.length > 0) await this.sql.rows(`analyze ${tables.map(({ name }) => name).join(', ')}`);
  }

  override async next(id: string): Promise<ImportChunk | null> {
    const row = await this.sql.row<{ step: number; number: number; applied: number; bytes: Buffer }>(
      nextChunk,
      [id],
    );
    if (!row) return null;
    const lines = JSON.parse(row.bytes.toString('utf8')) as StagedLine[];
    return { step: importSteps[row.step]!, number: row.number, applied: row.applied, lines };
  }

  override async *content(id: string, number: number): AsyncGenerator<Buffer> {
    for (let part = number + 1; ; part++) {
      const row = await this.sql.row<{ bytes: Buffer }>(
        'select bytes from import_chunks where import_id = $1 and step = $2 and number = $3',
        [id, contentStep, part],
      );
      if (!row) return;
      yield row.bytes;
    }
  }

  override async advance(
    id: string,
    { step, number, lines }: ImportChunk,
    to: number,
    { counts, notes, merges, voters, applied }: ImportProgress,
  ): Promise<void> {
    const { read, created, updated, skipped, failed } = counts;
    const chunk = [importSteps.indexOf(step), number, to, lines.length];
    await this.sql.rows(advance, [id, ...chunk, read, created, updated, skipped, failed]);
    await this.note(id, notes);
    if (merges.length > 0) {
      const bytes = Buffer.from(JSON.stringify(merges));
      await this.sql.rows(addChunk, [id, importSteps.indexOf('merge'), merges[0]![0], bytes]);
    }
    if (applied.length > 0) {
      const values = [applied.map((each) => digest(each.kind, each.key)), applied.map(({ value }) => value)];
      await this.sql.rows(addApplied, [id, ...values]);
    }
    if (voters.length > 0) await this.sql.rows(addVoters, [id, JSON.stringify(voters)]);
  }

  override async takeVoters(id: string): Promise<SeenFeedback[]> {
    return this.sql.rows(takeVoters, [id, maxTakenFeedback, maxTakenVoters]);
  }

  override async note(id: string, notes: readonly ImportNote[]): Promise<void> {
    if (notes.length === 0) return;
    await this.sql.rows(addNotes, [id, JSON.stringify(notes), notes.length]);
  }

  override async finish(id: string, state: 'completed' | 'failed', now: Date): Promise<boolean> {
    const finished = await this.sql.rows(
      `update imports set state = $2, finished_at = $3 where id = $1 and state in ('queued', 'running') returning 1`,
      [id, state, now.toISOString()],
    );
    if (finished.length === 0) return false;
    for (const table of ['import_chunks', 'import_voters', 'import_plans']) {
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

  override isUnavailable(error: unknown): boolean {
    return isDatabaseUnavailable(error) && !isStatementTimeout(error);
  }

  override async findApplied(
    id: string,
    kind: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (keys.length === 0) return new Map();
    const byDigest = new Map(keys.map((key) => [digest(kind, key), key]));
    const rows = await this.sql.rows<{ digest: string; value: string }>(
      `select encode(digest, 'hex') as digest, value from import_plans
       where import_id = $1 and digest = any(array(select decode(d, 'hex') from unnest($2::text[]) d))`,
      [id, [...byDigest.keys()]],
    );
    return new Map(rows.map((row) => [byDigest.get(row.digest)!, row.value]));
  }

  override async eraseReports(userId: string): Promise<void> {
    const imports = await this.sql.rows<{ id: string }>(
      `select id from imports
       where project_id in (select project_id from imported_records where kind = 'person' and id = $1)`,
      [userId],
    );
    // One after the other: a report has up to 10,000 lines, and a project 100 imports.
    for (const { id } of imports) {
      await this.sql.rows(
        `update import_notes set external_id = '', title = '', detail = $2 where import_id = $1 and detail <> $2`,
        [id, 'Removed, because the data of a person in the project was deleted.'],
      );
    }
  }
}

function digest(kind: string, key: string): string {
  return hash('sha256', `${kind} ${key}`, 'hex').slice(0, 40);
}
