import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { ProjectNotFound } from '../../project/index.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { TypeormUnitOfWork } from '../../platform/database/typeorm-unit-of-work.js';
import { isUuid } from '../../shared/rules.js';
import { ChangelogRepository } from '../domain/changelog.repository.js';
import { Changelog, numberedSlug } from '../domain/changelog.js';
import { indexChangelog } from './changelog-search.js';

@Injectable()
export class TypeormChangelogRepository extends ChangelogRepository {
  constructor(private readonly unitOfWork: TypeormUnitOfWork) {
    super();
  }

  override async freeSlug(projectId: string, slug: string): Promise<string> {
    // Those who may be given the same slug take turns, so that none of them is refused: `fixes` may become `fixes-2`.
    const stem = slug.replace(/(-[0-9]+)+$/, '');
    await this.manager.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${projectId}/${stem}`,
    ]);
    const rows: { slug: string }[] = await this.manager.query(
      `select slug from changelogs where project_id = $1 and (slug = $2 or slug ~ ('^' || $2 || '-[0-9]+$'))`,
      [projectId, slug],
    );
    const taken = new Set(rows.map((row) => row.slug));
    let number = 1;
    while (taken.has(numberedSlug(slug, number))) number++;
    return numberedSlug(slug, number);
  }

  override async add(changelog: Changelog): Promise<void> {
    try {
      await this.manager.insert(Changelog, { ...changelog });
    } catch (error) {
      throw brokenConstraint(error) === 'changelogs_project_id_fkey' ? new ProjectNotFound() : error;
    }
    await this.index(changelog);
  }

  override async load(projectId: string, id: string): Promise<Changelog | null> {
    if (!isUuid(id)) return null;
    return this.manager.findOne(Changelog, { where: { projectId, id }, lock: { mode: 'pessimistic_write' } });
  }

  override async loadDue(now: Date): Promise<Changelog | null> {
    return this.manager.findOne(Changelog, {
      where: { published: true, announced: false, publishDate: LessThanOrEqual(now) },
      order: { publishDate: 'asc' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  override async save(changelog: Changelog): Promise<void> {
    await this.manager.update(Changelog, changelog.id, { ...changelog });
    await this.index(changelog);
  }

  override async remove(changelog: Changelog): Promise<void> {
    await this.manager.delete(Changelog, changelog.id);
  }

  private async index(changelog: Changelog): Promise<void> {
    await indexChangelog((text, values) => this.manager.query(text, [...values]), changelog);
  }

  private get manager() {
    return this.unitOfWork.manager;
  }
}
