import { Injectable } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import { caseFold, isUuid } from '../../shared/rules.js';
import { brokenConstraint, Caches, Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { EmailTaken } from '../domain/identity.errors.js';
import { UserRepository } from '../domain/user.repository.js';
import { User } from '../domain/user.js';

// Any 64-bit number that nothing else uses as an advisory lock.
const instanceAdminsLock = '5893310458812217846';

@Injectable()
export class TypeormUserRepository extends UserRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(id: string): Promise<User | null> {
    if (!isUuid(id)) return null;
    return this.repository.findOne({
      where: { id, emailKey: Not(IsNull()) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  override async exists(id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    return (await this.sql.row('select from users where id = $1 and email_key is not null', [id])) !== null;
  }

  override async findByEmail(email: string): Promise<User | null> {
    return this.repository.findOneBy({ emailKey: caseFold(email) });
  }

  override async isEmpty(): Promise<boolean> {
    return !(await this.repository.exists());
  }

  override async lockInstanceAdmins(): Promise<User[]> {
    await this.unitOfWork.manager.query(`select pg_advisory_xact_lock(${instanceAdminsLock})`);
    return this.repository.find({ where: { instanceAdmin: true }, order: { createdAt: 'asc', id: 'asc' } });
  }

  override async add(user: User): Promise<boolean> {
    const result = await this.repository
      .createQueryBuilder()
      .insert()
      .values(columns(user))
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }

  override async save(user: User): Promise<void> {
    try {
      await this.repository.update(user.id, columns(user));
      this.caches.invalidate();
    } catch (error) {
      throw brokenConstraint(error) === 'users_email_key' ? new EmailTaken() : error;
    }
  }

  private get repository() {
    return this.unitOfWork.manager.getRepository(User);
  }
}

/** Includes the getter, which spreading does not copy. */
function columns(user: User): Partial<User> {
  return { ...user, emailKey: user.emailKey };
}
