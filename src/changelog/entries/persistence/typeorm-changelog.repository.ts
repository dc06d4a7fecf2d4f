import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { ProjectNotFound } from '../../../project/index.js';
import { Sql, translateConstraints, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { Words } from '../../../platform/search/index.js';
import { Clock } from '../../../shared/clock.js';
import { originKey, ownSource } from '../../../shared/imports.js';
import type { PortableOrigin } from '../../../shared/portable-records.js';
import { type Locked, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { type ChangelogOrigin, ChangelogRepository } from '../domain/changelog.repository.js';
import {
  type Changelog,
  type ChangelogSnapshot,
  type ChangelogValues,
  numberedSlug,
} from '../domain/changelog.js';
import { changelogSnapshot } from './changelog-columns.js';
import { ChangelogEntity, changelogValues, toChangelog } from './changelog.entity.js';
import { changelogLexemes, changelogWords } from './changelog-search.js';

const readOthers = `
  select ${changelogSnapshot('$2')}, array(select ct.tag_id from changelog_tags ct where ct.changelog_id = c.id) as "tagIds"
  from changelogs c where c.id = $1`;

/**
 * Stores the tags `$2` of a stored entry and, unless `$3` is null, its search document, and returns its snapshot at the time
 * `$4`. Tags that have been deleted in the meantime are left out.
 */
const saveOthers = `
  with indexed as (
    insert into changelog_search (changelog_id, document)
    select $1::uuid, array_to_tsvector($3::text[]) where $3::text[] is not null
    on conflict (changelog_id) do update set document = excluded.document
  ), untagged as (
    delete from changelog_tags where changelog_id = $1 and tag_id <> all ($2::uuid[])
  ), tagged as (
    insert into changelog_tags (changelog_id, tag_id)
    select $1, t.id from project_tags t where t.id = any($2::uuid[]) for key share on conflict do nothing
  )
  select ${changelogSnapshot('$4', '$2::uuid[]')} from changelogs c where c.id = $1`;

/** Stores an entry by TypeORM, and its tags and its search document by one more statement. */
@Injectable()
export class TypeormChangelogRepository extends ChangelogRepository {
  private readonly words: Words;

  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeormUnitOfWork,
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
        // Only if the slug is taken, the other entries of the project are read.
        `select slug from changelogs where project_id = $1 and (slug = $2 or slug ~ ('^' || $2 || '-[0-9]+$'))
           and exists (select from changelogs where project_id = $1 and slug = $2)`,
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
    await this.changelogs
      .insert({
        ...{ id, projectId, authorId, slug },
        ...changelogValues(changelog),
        updatedAt: this.clock.now(),
        source: origin?.source ?? null,
        externalId: origin?.externalId ?? null,
      })
      .catch(translateConstraints({ changelogs_project_id_fkey: ProjectNotFound }));
    return this.saveOthers(changelog, changelogLexemes(changelog));
  }

  override async findImported(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.sql.rows<{ key: string; id: string }>(
      `select external_id as key, id from changelogs
       where project_id = $1 and external_id = any($3) and source = $2
       union all
       select id::text, id from changelogs where project_id = $1 and id = any($4::uuid[])`,
      [projectId, source, externalIds, source === ownSource ? externalIds.filter(isUuid) : []],
    );
    return new Map(rows.map(({ key, id }) => [key, id]));
  }

  override async takenOrigins(
    projectId: string,
    origins: readonly PortableOrigin[],
  ): Promise<ReadonlySet<string>> {
    if (origins.length === 0) return new Set();
    const rows = await this.sql.rows<PortableOrigin>(
      `select source, external_id from changelogs where project_id = $1
         and (source, external_id) in (select * from unnest($2::text[], $3::text[]))`,
      [projectId, origins.map(({ source }) => source), origins.map((each) => each.external_id)],
    );
    return new Set(rows.map(originKey));
  }

  override async exists(id: string): Promise<boolean> {
    return this.changelogs.existsBy({ id });
  }

  override async load(projectId: string, id: string): Promise<Locked<Changelog, ChangelogSnapshot> | null> {
    if (!isUuid(id)) return null;
    return this.loaded(
      await this.changelogs.findOne({ where: { id, projectId }, lock: { mode: 'for_no_key_update' } }),
    );
  }

  override async loadDue(
    now: Date,
    except: readonly string[] = [],
  ): Promise<Locked<Changelog, ChangelogSnapshot> | null> {
    return this.loaded(
      await this.changelogs
        .createQueryBuilder('c')
        // With literals, as in the condition of the index.
        .where('c.published and not c.announced and c.publishDate <= :now', { now: now.toISOString() })
        .andWhere('c.id <> all (:except)', { except })
        .orderBy('c.publishDate')
        .limit(1)
        .setLock('for_no_key_update')
        .setOnLocked('skip_locked')
        .getOne(),
    );
  }

  override async save(changelog: Changelog): Promise<Versioned<ChangelogSnapshot>> {
    const { id, title, summary, content } = changelog;
    const stored = changelog.stored!;
    const isIndexed = title === stored.title && summary === stored.summary && content === stored.content;
    const isEdited = !isDeepStrictEqual(contentOf(stored), contentOf(changelog));
    await this.changelogs.update(
      { id },
      {
        ...changelogValues(changelog),
        ...(isEdited && { updatedAt: this.clock.now(), version: () => 'version + 1' }),
      },
    );
    return this.saveOthers(changelog, isIndexed ? null : changelogLexemes(changelog));
  }

  override async remove({ id }: Changelog): Promise<void> {
    await this.changelogs.delete({ id });
  }

  /** Reads what other tables have of a locked entry. The statement that waited for the lock may not see tags committed meanwhile. */
  private async loaded(entity: ChangelogEntity | null): Promise<Locked<Changelog, ChangelogSnapshot> | null> {
    if (!entity) return null;
    const row = await this.sql.row<{ json: string; version: string; tagIds: string[] }>(readOthers, [
      entity.id,
      this.clock.now().toISOString(),
    ]);
    const before = Versioned.fromJson<ChangelogSnapshot>(row!.json, row!.version);
    const attachmentIds = before.record.attachments.map(({ id }) => id);
    return { aggregate: toChangelog(entity, { tagIds: row!.tagIds, attachmentIds }), before };
  }

  private async saveOthers(
    changelog: Changelog,
    lexemes: string[] | null,
  ): Promise<Versioned<ChangelogSnapshot>> {
    const { id, projectId, tagIds } = changelog;
    const [saved] = await Promise.all([
      this.sql.record<ChangelogSnapshot>(saveOthers, [id, tagIds, lexemes, this.clock.now().toISOString()]),
      this.words.learn(lexemes ?? [], projectId),
    ]);
    changelog.markStored();
    return saved!;
  }

  private get changelogs(): Repository<ChangelogEntity> {
    return this.unitOfWork.manager.getRepository(ChangelogEntity);
  }
}

/** Returns what people write, with tags in a fixed order: an announcement changes none of it. */
function contentOf({ announced: _, publisherId: __, tagIds, ...content }: ChangelogValues) {
  return { ...content, tagIds: [...tagIds].sort() };
}
