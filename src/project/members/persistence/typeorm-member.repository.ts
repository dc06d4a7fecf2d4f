import { Injectable } from '@nestjs/common';
import { Not, type Repository } from 'typeorm';
import { UserNotFound } from '../../../identity/index.js';
import { Caches } from '../../../platform/caches/index.js';
import { Sql, translateConstraints, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { MemberRepository } from '../domain/member.repository.js';
import { Member, type MemberRecord } from '../domain/member.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { oneMember, MemberEntity } from './member.entity.js';
import { lockProject } from '../../projects/persistence/project.entity.js';

const lockProjectsOf = `
  select id from projects where id in (select project_id from members where user_id = $1)
  order by id for no key update`;

@Injectable()
export class TypeormMemberRepository extends MemberRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(projectId: string, userId: string): Promise<Locked<Member, MemberRecord> | null> {
    if (!(await lockProject(this.unitOfWork.manager, projectId))) throw new ProjectNotFound();
    const entity = isUuid(userId) ? await this.members.findOneBy({ projectId, userId }) : null;
    return entity && this.loaded(entity);
  }

  override async loadAll(userId: string): Promise<Locked<Member, MemberRecord>[]> {
    await this.unitOfWork.manager.query(lockProjectsOf, [userId]);
    const entities = await this.members.find({ where: { userId }, order: { projectId: 'asc' } });
    return Promise.all(entities.map((entity) => this.loaded(entity)));
  }

  override async hasOtherOwner({ projectId, userId }: Member): Promise<boolean> {
    return this.members.existsBy({ projectId, userId: Not(userId), role: 'owner' });
  }

  override async add({ projectId, userId, role, createdAt }: Member): Promise<Versioned<MemberRecord>> {
    if (!isUuid(userId)) throw new UserNotFound();
    await this.members
      .insert({ projectId, userId, role, createdAt })
      .catch(translateConstraints({ members_user_id_fkey: UserNotFound }));
    this.caches.invalidate();
    return this.recordOf(projectId, userId);
  }

  override async save({ projectId, userId, role }: Member): Promise<Versioned<MemberRecord>> {
    await this.members.update({ projectId, userId }, { role });
    this.caches.invalidate();
    return this.recordOf(projectId, userId);
  }

  override async remove({ projectId, userId }: Member): Promise<void> {
    await this.members.delete({ projectId, userId });
    this.caches.invalidate();
  }

  private async loaded(entity: MemberEntity): Promise<Locked<Member, MemberRecord>> {
    return {
      aggregate: Member.restore(entity),
      before: await this.recordOf(entity.projectId, entity.userId),
    };
  }

  /** The record has the user, so it is read by SQL, as lists are. */
  private async recordOf(projectId: string, userId: string): Promise<Versioned<MemberRecord>> {
    return (await this.sql.record<MemberRecord>(oneMember, [projectId, userId]))!;
  }

  private get members(): Repository<MemberEntity> {
    return this.unitOfWork.manager.getRepository(MemberEntity);
  }
}
