import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ProjectNotFound } from '../../project/index.js';
import { brokenConstraint, MappedTable, Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { Words } from '../../platform/search/index.js';
import { isUuid } from '../../shared/rules.js';
import { ChangelogRepository } from '../domain/changelog.repository.js';
import { Changelog, numberedSlug } from '../domain/changelog.js';
import { changelogLexemes, changelogWords, indexChangelog } from './changelog-search.js';

@Injectable()
export class TypeormChangelogRepository extends ChangelogRepository {
  private readonly changelogs: MappedTable<Changelog>;
  private readonly words: Words;

  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    dataSource: DataSource,
  ) {
    super();
    this.changelogs = new MappedTable<Changelog>(sql, dataSource, Changelog);
    this.words = new Words(sql, unitOfWork, changelogWords);
  }

  override async freeSlug(projectId: string, slug: string): Promise<string> {
    // Those who may be given the same slug take turns, so that none of them is refused: `fixes` may become `fixes-2`.
    const stem = slug.replace(/(-[0-9]+)+$/, '');
    await this.sql.send('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${projectId}/${stem}`]);
    const rows = await this.sql.rows<{ slug: string }>(
      `select slug from changelogs where project_id = $1 and (slug = $2 or slug ~ ('^' || $2 || '-[0-9]+$'))`,
      [projectId, slug],
    );
    const taken = new Set(rows.map((row) => row.slug));
    let number = 1;
    while (taken.has(numberedSlug(slug, number))) number++;
    return numberedSlug(slug, number);
  }

  override async add(changelog: Changelog): Promise<void> {
    await this.changelogs.insert(changelog, (error) =>
      brokenConstraint(error) === 'changelogs_project_id_fkey' ? new ProjectNotFound() : error,
    );
    const lexemes = changelogLexemes(changelog);
    await this.words.learn(lexemes);
    await this.sql.send(indexChangelog, [changelog.id, lexemes]);
  }

  override async load(projectId: string, id: string): Promise<Changelog | null> {
    if (!isUuid(id)) return null;
    return this.changelogs.load('t.project_id = $1 and t.id = $2', [projectId, id]);
  }

  override async loadDue(now: Date): Promise<Changelog | null> {
    const [due = null] = await this.changelogs.loadAll(
      't.published and not t.announced and t.publish_date <= $1 order by t.publish_date limit 1',
      [now.toISOString()],
      'for update of t skip locked',
    );
    return due;
  }

  override async save(changelog: Changelog): Promise<void> {
    const isIndexed = (['title', 'summary', 'content'] as const).every(
      (text) => this.changelogs.stored(changelog, text) === changelog[text],
    );
    const lexemes = isIndexed ? null : changelogLexemes(changelog);
    // What is known of them is read, which comes before all that is written.
    if (lexemes) await this.words.learn(lexemes);
    await this.changelogs.update(changelog);
    if (lexemes) await this.sql.send(indexChangelog, [changelog.id, lexemes]);
  }

  override async remove(changelog: Changelog): Promise<void> {
    await this.unitOfWork.manager.delete(Changelog, changelog.id);
  }
}
