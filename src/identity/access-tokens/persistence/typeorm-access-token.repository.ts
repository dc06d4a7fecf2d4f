import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, IsNull, MoreThan, type Repository } from 'typeorm';
import { Caches } from '../../../platform/caches/index.js';
import { TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { isUuid } from '../../../shared/rules.js';
import { AccessTokenRepository } from '../domain/access-token.repository.js';
import { AccessToken } from '../domain/access-token.js';
import { AccessTokenEntity } from './access-token.entity.js';

@Injectable()
export class TypeormAccessTokenRepository extends AccessTokenRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async add(token: AccessToken): Promise<void> {
    await this.tokens.insert({ ...token });
    // A token with this value may already exist.
    if (token.bootstrap) this.caches.invalidate();
  }

  override async load(id: string): Promise<AccessToken | null> {
    return isUuid(id) ? this.findOne({ id }) : null;
  }

  override async loadBootstrapToken(): Promise<AccessToken | null> {
    return this.findOne({ bootstrap: true });
  }

  override async countOf(userId: string, now: Date): Promise<number> {
    return this.tokens.countBy([
      { userId, expiresAt: IsNull() },
      { userId, expiresAt: MoreThan(now) },
    ]);
  }

  override async remove(token: AccessToken): Promise<void> {
    await this.tokens.delete(token.id);
    this.caches.invalidate();
  }

  override async removeAllOf(userId: string): Promise<void> {
    await this.tokens.delete({ userId });
    this.caches.invalidate();
  }

  private async findOne(where: FindOptionsWhere<AccessTokenEntity>): Promise<AccessToken | null> {
    const entity = await this.tokens.findOneBy(where);
    return entity && AccessToken.restore(entity);
  }

  private get tokens(): Repository<AccessTokenEntity> {
    return this.unitOfWork.manager.getRepository(AccessTokenEntity);
  }
}
