import { Injectable } from '@nestjs/common';
import { Caches } from '../../../platform/caches/index.js';
import { Sql } from '../../../platform/persistence/index.js';
import { FormerSlugRepository } from '../domain/former-slug.repository.js';

@Injectable()
export class SqlFormerSlugRepository extends FormerSlugRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async projectOf(slug: string): Promise<string | null> {
    const row = await this.sql.row<{ project_id: string }>(
      'select project_id from project_slugs where slug = $1 order by is_former limit 1',
      [slug],
    );
    return row?.project_id ?? null;
  }

  override async add(projectId: string, slug: string): Promise<void> {
    await this.sql.rows(
      'insert into former_project_slugs (slug, project_id) values ($1, $2) on conflict do nothing',
      [slug, projectId],
    );
    this.caches.invalidate();
  }
}
