import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import { TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import { SecureRandom } from '../../../shared/ids.js';
import { type MailLink, MailLinkRepository } from '../domain/mail-link.repository.js';
import { MailKeyEntity, MailLinkEntity, toMailLink } from './mail-link.entity.js';

@Injectable()
export class TypeormMailLinkRepository extends MailLinkRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly secrets: SecretBox,
    private readonly random: SecureRandom,
  ) {
    super();
  }

  override async key(): Promise<string> {
    const keys = this.unitOfWork.manager.getRepository(MailKeyEntity);
    let stored = await keys.findOneBy({ id: 1 });
    if (!stored) {
      const key = this.secrets.seal(this.random.bytes(32).toString('base64url'));
      await keys.createQueryBuilder().insert().values({ id: 1, key }).orIgnore().execute();
      stored = await keys.findOneByOrFail({ id: 1 });
    }
    return this.secrets.open(stored.key);
  }

  override async add(
    digest: Buffer,
    { action, projectId, recipientId, feedbackId }: MailLink,
    expiresAt: Date | null,
  ): Promise<void> {
    await this.links.upsert({ digest, projectId, action, recipientId, feedbackId, expiresAt }, ['digest']);
  }

  override async find(digest: Buffer, now: Date): Promise<MailLink | null> {
    const entity = await this.links.findOneBy([
      { digest, expiresAt: IsNull() },
      { digest, expiresAt: MoreThan(now) },
    ]);
    return entity && toMailLink(entity);
  }

  override async removeExpired(now: Date): Promise<void> {
    await this.links.delete({ expiresAt: LessThanOrEqual(now) });
  }

  override async removeAllOf(recipientId: string): Promise<void> {
    await this.links.delete({ recipientId });
  }

  private get links(): Repository<MailLinkEntity> {
    return this.unitOfWork.manager.getRepository(MailLinkEntity);
  }
}
