import { Injectable } from '@nestjs/common';
import { IsNull, MoreThan } from 'typeorm';
import { Caches } from '../../../platform/caches/index.js';
import { TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { isUuid } from '../../../shared/rules.js';
import { AccessTokenRepository } from '../domain/access-token.repository.js';
import { AccessToken } from '../domain/access-token.js';

@Injectable()
export class TypeormAccessTokenRepository extends AccessTokenRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async add(token: AccessToken): Promise<void> {
    await this.repository.insert({ ...token });
    // A token with this value may already exist.
    if (token.bootstrap) this.caches.invalidate();
  }

  override async load(id: string): Promise<AccessToken | null> {
    return isUuid(id) ? this.repository.findOneBy({ id }) : null;
  }

  override async loadBootstrapToken(): Promise<AccessToken | null> {
    return this.repository.findOneBy({ bootstrap: true });
  }

  override async countOf(userId: string, now: Date): Promise<number> {
    return this.repository.countBy([
      { userId, expiresAt: IsNull() },
      { userId, expiresAt: MoreThan(now) },
    ]);
  }

  override async remove(token: AccessToken): Promise<void> {
    await this.repository.delete(token.id);
    this.caches.invalidate();
  }

  override async removeAllOf(userId: string): Promise<void> {
    await this.repository.delete({ userId });
    this.caches.invalidate();
  }

  private get repository() {
    return this.unitOfWork.manager.getRepository(AccessToken);
  }
}
