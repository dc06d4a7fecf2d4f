import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ProjectNotFound } from '../../../project/index.js';
import { brokenConstraint, Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { Words } from '../../../platform/search/index.js';
import { Clock } from '../../../shared/clock.js';
import { ownSource } from '../../../shared/imports.js';
import type { Loaded, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import {
  type ChangelogOrigin,
  ChangelogRepository,
  type FoundChangelog,
} from '../domain/changelog.repository.js';
import { type Changelog, type ChangelogSnapshot, numberedSlug } from '../domain/changelog.js';
import {
  changelogColumns,
  loadedColumns,
  type LoadedRow,
  savedSnapshot,
  toLoaded,
} from './changelog-columns.js';
import { changelogLexemes, changelogWords } from './changelog-search.js';

/** Stores an entry with its tags and its search document. */
const addChangelog = `
  with added as (
    insert into changelogs (id, project_id, author_id, slug, source, external_id, updated_at, ${changelogColumns.names})
    values ($1, $2, $3, $4, $5, $6, $8, ${changelogColumns.parameters(10)})
    returning *
  ), indexed as (
    insert into changelog_search (changelog_id, document) select id, array_to_tsvector($7::text[]) from added
  ), tagged as (
    insert into changelog_tags (changelog_id, tag_id) select id, unnest($9::uuid[]) from added
  )
  select ${savedSnapshot('$8', '$9::uuid[]')} from added c`;

const lockChangelog = 'select from changelogs where id = $1 and project_id = $2 for no key update';

const readChangelog = `select ${loadedColumns('$3')} from changelogs c where c.id = $1 and c.project_id = $2`;

const loadDue = `
  select ${loadedColumns('$1')} from changelogs c
  where c.published and not c.announced and c.publish_date <= $1
  order by c.publish_date limit 1 for update skip locked`;

/**
 * Stores the tags `$5`, and changes with the time `$3`, if `$4`; unless `$2` is null, also the search document. The version of
 * the entry is that of its tags as well. Tags that have been deleted in the meantime are left out.
 */
const saveChangelog = `
  with indexed as (
    update changelog_search set document = array_to_tsvector($2::text[])
    where changelog_id = $1 and $2::text[] is not null
  ), untagged as (
    delete from changelog_tags where changelog_id = $1 and tag_id <> all ($5::uuid[])
  ), tagged as (
    insert into changelog_tags (changelog_id, tag_id)
    select $1, t.id from project_tags t where t.id = any($5::uuid[]) for key share on conflict do nothing
  )
  update changelogs c set (version, updated_at, ${changelogColumns.names})
    = row(case when $4::boolean then c.version + 1 else c.version end,
      case when $4::boolean then $3::timestamptz else c.updated_at end, ${changelogColumns.parameters(6)})
  where c.id = $1
  returning ${savedSnapshot('$3', '$5::uuid[]')}`;

@Injectable()
export class SqlChangelogRepository extends ChangelogRepository {
  private readonly words: Words;
  /** What is stored, so that texts are indexed, and the time is set, only when something has changed. */
  private readonly stored = new WeakMap<Changelog, ChangelogContent>();

  constructor(
    private readonly sql: Sql,
    unitOfWork: TypeormUnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
    this.words = new Words(sql, unitOfWork, changelogWords);
  }

  override async freeSlug(projectId: string, slug: string): Promise<string> {
    // Serializes the units of work that may choose the same slug, so that none of them violates the unique constraint.
    const stem = slug.replace(/(-[0-9]+)+$/, '');
    const [, rows] = await Promise.all([
      this.sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${projectId}/${stem}`]),
      this.sql.rows<{ slug: string }>(
        `select slug from changelogs where project_id = $1 and (slug = $2 or slug ~ ('^' || $2 || '-[0-9]+$'))`,
        [projectId, slug],
      ),
    ]);
    const taken = new Set(rows.map((row) => row.slug));
    let number = 1;
    while (taken.has(numberedSlug(slug, number))) number++;
    return numberedSlug(slug, number);
  }

  override async add(changelog: Changelog, origin?: ChangelogOrigin): Promise<Versioned<ChangelogSnapshot>> {
    const { id, projectId, authorId, slug } = changelog;
    const lexemes = changelogLexemes(changelog);
    const unchanging = [id, projectId, authorId, slug, origin?.source, origin?.externalId, lexemes];
    try {
      const [added] = await Promise.all([
        this.sql.record<ChangelogSnapshot>(addChangelog, [
          ...unchanging,
          this.clock.now().toISOString(),
          changelog.tagIds,
          ...changelogColumns.valuesOf(changelog),
        ]),
        this.words.learn(lexemes, projectId),
      ]);
      this.remember(changelog);
      return added!;
    } catch (error) {
      throw brokenConstraint(error) === 'changelogs_project_id_fkey' ? new ProjectNotFound() : error;
    }
  }

  override async findImported(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, FoundChangelog>> {
    const rows = await this.sql.rows<FoundChangelog & { key: string }>(
      `select external_id as key, id, true as "isImported" from changelogs
       where project_id = $1 and external_id = any($3) and source = $2
       union all
       select id::text, id, source is not null from changelogs where project_id = $1 and id = any($4::uuid[])`,
      [projectId, source, externalIds, source === ownSource ? externalIds.filter(isUuid) : []],
    );
    return new Map(rows.map(({ key, ...found }) => [key, found]));
  }

  override async exists(id: string): Promise<boolean> {
    return (await this.sql.row('select 1 as found from changelogs where id = $1', [id])) !== null;
  }

  override async load(projectId: string, id: string): Promise<Loaded<Changelog, ChangelogSnapshot> | null> {
    if (!isUuid(id)) return null;
    // By a statement of its own: the one that waits for the lock does not see tags that were committed in the meantime.
    const [, row] = await Promise.all([
      this.sql.rows(lockChangelog, [id, projectId]),
      this.sql.row<LoadedRow & Record<string, unknown>>(readChangelog, [
        id,
        projectId,
        this.clock.now().toISOString(),
      ]),
    ]);
    return this.restored(row);
  }

  override async loadDue(now: Date): Promise<Loaded<Changelog, ChangelogSnapshot> | null> {
    return this.restored(
      await this.sql.row<LoadedRow & Record<string, unknown>>(loadDue, [now.toISOString()]),
    );
  }

  override async save(changelog: Changelog): Promise<Versioned<ChangelogSnapshot>> {
    const { id, projectId, title, summary, content, tagIds } = changelog;
    const stored = this.stored.get(changelog);
    const isIndexed = title === stored?.title && summary === stored.summary && content === stored.content;
    const lexemes = isIndexed ? [] : changelogLexemes(changelog);
    const isChanged = !isDeepStrictEqual(stored, contentOf(changelog));
    const now = this.clock.now().toISOString();
    const unchanging = [id, isIndexed ? null : lexemes, now, isChanged, tagIds];
    const [saved] = await Promise.all([
      this.sql.record<ChangelogSnapshot>(saveChangelog, [
        ...unchanging,
        ...changelogColumns.valuesOf(changelog),
      ]),
      this.words.learn(lexemes, projectId),
    ]);
    this.remember(changelog);
    return saved!;
  }

  override async remove({ id }: Changelog): Promise<void> {
    await this.sql.rows('delete from changelogs where id = $1', [id]);
  }

  private restored(row: LoadedRow | null): Loaded<Changelog, ChangelogSnapshot> | null {
    if (!row) return null;
    const loaded = toLoaded(row);
    this.remember(loaded.aggregate);
    return loaded;
  }

  private remember(changelog: Changelog): void {
    this.stored.set(changelog, contentOf(changelog));
  }
}

/** What people write: an announcement changes none of it. */
type ChangelogContent = Pick<
  Changelog,
  'title' | 'summary' | 'content' | 'image' | 'publishDate' | 'published' | 'tagIds' | 'attachmentIds'
>;

function contentOf(changelog: Changelog): ChangelogContent {
  const { title, summary, content, image, publishDate, published, tagIds, attachmentIds } = changelog;
  const tags = [...tagIds].sort();
  return { title, summary, content, image, publishDate, published, tagIds: tags, attachmentIds };
}
