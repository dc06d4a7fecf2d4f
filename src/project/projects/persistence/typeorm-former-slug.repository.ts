import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { Caches } from '../../../platform/caches/index.js';
import { TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { FormerSlugRepository } from '../domain/former-slug.repository.js';
import { FormerSlugEntity } from './former-slug.entity.js';
import { ProjectEntity } from './project.entity.js';

@Injectable()
export class TypeormFormerSlugRepository extends FormerSlugRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async projectOf(slug: string): Promise<string | null> {
    const project = await this.unitOfWork.manager.findOne(ProjectEntity, {
      select: { id: true },
      where: { slug },
    });
    return project?.id ?? (await this.slugs.findOneBy({ slug }))?.projectId ?? null;
  }

  override async add(projectId: string, slug: string): Promise<void> {
    await this.slugs.createQueryBuilder().insert().values({ slug, projectId }).orIgnore().execute();
    this.caches.invalidate();
  }

  private get slugs(): Repository<FormerSlugEntity> {
    return this.unitOfWork.manager.getRepository(FormerSlugEntity);
  }
}
