import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { ProjectNotFound } from '../../project/index.js';
import { brokenConstraint, Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { Words } from '../../platform/search/index.js';
import { ownSource } from '../../shared/imports.js';
import { isUuid } from '../../shared/rules.js';
import { type ChangelogOrigin, ChangelogRepository } from '../domain/changelog.repository.js';
import { Changelog, numberedSlug } from '../domain/changelog.js';
import { changelogLexemes, changelogWords, indexChangelog } from './changelog-search.js';

const loadChangelog = `
  select id, project_id as "projectId", author_id as "authorId", title, slug, summary, content, image,
         publish_date as "publishDate", published, announced, publisher_id as "publisherId"
  from changelogs where id = $1 and project_id = $2 for no key update`;

const saveChangelog = `
  update changelogs set title = $2, summary = $3, content = $4, image = $5, publish_date = $6, published = $7,
    announced = $8, publisher_id = $9
  where id = $1`;

@Injectable()
export class TypeormChangelogRepository extends ChangelogRepository {
  private readonly words: Words;
  /** The stored texts, so that they are indexed only when they have changed. */
  private readonly stored = new WeakMap<Changelog, Pick<Changelog, 'title' | 'summary' | 'content'>>();

  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
    this.words = new Words(sql, unitOfWork, changelogWords);
  }

  override async freeSlug(projectId: string, slug: string): Promise<string> {
    // Serializes the units of work that may choose the same slug, so that none of them violates the unique constraint.
    const stem = slug.replace(/(-[0-9]+)+$/, '');
    await this.sql.rows('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${projectId}/${stem}`]);
    const rows = await this.sql.rows<{ slug: string }>(
      `select slug from changelogs where project_id = $1 and (slug = $2 or slug ~ ('^' || $2 || '-[0-9]+$'))`,
      [projectId, slug],
    );
    const taken = new Set(rows.map((row) => row.slug));
    let number = 1;
    while (taken.has(numberedSlug(slug, number))) number++;
    return numberedSlug(slug, number);
  }

  override async add(changelog: Changelog, origin?: ChangelogOrigin): Promise<void> {
    try {
      await this.manager.insert(Changelog, { ...changelog });
    } catch (error) {
      throw brokenConstraint(error) === 'changelogs_project_id_fkey' ? new ProjectNotFound() : error;
    }
    if (origin) {
      await this.sql.rows('update changelogs set source = $2, external_id = $3 where id = $1', [
        changelog.id,
        origin.source,
        origin.externalId,
      ]);
    }
    await this.index(changelog);
    this.stored.set(changelog, { ...changelog });
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

  override async exists(id: string): Promise<boolean> {
    return this.manager.existsBy(Changelog, { id });
  }

  override async load(projectId: string, id: string): Promise<Changelog | null> {
    if (!isUuid(id)) return null;
    const row = await this.sql.row<Changelog>(loadChangelog, [id, projectId]);
    if (!row) return null;
    const changelog = this.manager.create(Changelog, row);
    this.stored.set(changelog, row);
    return changelog;
  }

  override async loadDue(now: Date): Promise<Changelog | null> {
    const changelog = await this.manager.findOne(Changelog, {
      where: { published: true, announced: false, publishDate: LessThanOrEqual(now) },
      order: { publishDate: 'asc' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    if (changelog) this.stored.set(changelog, { ...changelog });
    return changelog;
  }

  override async save(changelog: Changelog): Promise<void> {
    const { id, title, summary, content, image, publishDate, published, announced, publisherId } = changelog;
    const stored = this.stored.get(changelog);
    const isIndexed = title === stored?.title && summary === stored.summary && content === stored.content;
    await Promise.all([
      this.sql.rows(saveChangelog, [
        id,
        title,
        summary,
        content,
        image,
        publishDate.toISOString(),
        published,
        announced,
        publisherId,
      ]),
      isIndexed || this.index(changelog),
    ]);
    this.stored.set(changelog, { ...changelog });
  }

  override async remove(changelog: Changelog): Promise<void> {
    await this.manager.delete(Changelog, changelog.id);
  }

  private async index(changelog: Changelog): Promise<void> {
    const lexemes = changelogLexemes(changelog);
    await this.sql.rows(indexChangelog, [changelog.id, lexemes]);
    await this.words.learn(lexemes, changelog.projectId);
  }

  private get manager() {
    return this.unitOfWork.manager;
  }
}
