import { Injectable } from '@nestjs/common';
import { UserNotFound } from '../../../identity/index.js';
import { Caches } from '../../../platform/caches/index.js';
import { brokenConstraint, Sql } from '../../../platform/persistence/index.js';
import { type Loaded, Versioned } from '../../../shared/records.js';
import { isUuid } from '../../../shared/rules.js';
import { MemberRepository } from '../domain/member.repository.js';
import { includesRole, Member, type MemberRecord, roles } from '../domain/member.js';
import { ProjectNotFound } from '../../projects/domain/project.errors.js';
import { memberRecord } from './member-columns.js';
import { lockProject } from '../../projects/persistence/project-columns.js';

const readMember = `select ${memberRecord} from members m where m.project_id = $1 and m.user_id = $2`;

const lockProjectsOf = `
  select id from projects where id in (select project_id from members where user_id = $1)
  order by id for no key update`;

const readMemberships = `
  select m.project_id, ${memberRecord} from members m where m.user_id = $1 and m.project_id = any($2::uuid[])
  order by m.project_id`;

const findOtherOwner = `
  select 1 as found from members where project_id = $1 and user_id <> $2 and role = 'owner' limit 1`;

const addMember = `
  insert into members as m (project_id, user_id, role, created_at) values ($1, $2, $3, $4)
  returning ${memberRecord}`;

const saveMember = `
  update members m set role = $3 where m.project_id = $1 and m.user_id = $2 returning ${memberRecord}`;

@Injectable()
export class SqlMemberRepository extends MemberRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(projectId: string, userId: string): Promise<Loaded<Member, MemberRecord> | null> {
    // Two statements: the one that waits for the lock does not see what others have stored in the meantime.
    const [projects, before] = await Promise.all([
      this.sql.rows(lockProject, [projectId]),
      isUuid(userId) ? this.sql.record<MemberRecord>(readMember, [projectId, userId]) : null,
    ]);
    if (projects.length === 0) throw new ProjectNotFound();
    return before && { aggregate: Member.restore(projectId, before.record), before };
  }

  override async loadAll(userId: string): Promise<Loaded<Member, MemberRecord>[]> {
    const locked = await this.sql.rows<{ id: string }>(lockProjectsOf, [userId]);
    const rows = await this.sql.rows<{ project_id: string; json: string; version: string }>(readMemberships, [
      userId,
      locked.map(({ id }) => id),
    ]);
    return rows.map(({ project_id: projectId, json, version }) => {
      const before = Versioned.fromJson<MemberRecord>(json, version);
      return { aggregate: Member.restore(projectId, before.record), before };
    });
  }

  override async projectsEditedBy(userId: string): Promise<string[]> {
    const rows = await this.sql.rows<{ id: string }>(
      'select project_id as id from members where user_id = $1 and role = any($2)',
      [userId, roles.filter((role) => includesRole(role, 'editor'))],
    );
    return rows.map(({ id }) => id);
  }

  override async hasOtherOwner({ projectId, userId }: Member): Promise<boolean> {
    return (await this.sql.row(findOtherOwner, [projectId, userId])) !== null;
  }

  override async add({ projectId, userId, role, createdAt }: Member): Promise<Versioned<MemberRecord>> {
    if (!isUuid(userId)) throw new UserNotFound();
    try {
      const added = await this.sql.record<MemberRecord>(addMember, [
        projectId,
        userId,
        role,
        createdAt.toISOString(),
      ]);
      this.caches.invalidate();
      return added!;
    } catch (error) {
      throw brokenConstraint(error) === 'members_user_id_fkey' ? new UserNotFound() : error;
    }
  }

  override async save({ projectId, userId, role }: Member): Promise<Versioned<MemberRecord>> {
    const saved = await this.sql.record<MemberRecord>(saveMember, [projectId, userId, role]);
    this.caches.invalidate();
    return saved!;
  }

  override async remove({ projectId, userId }: Member): Promise<void> {
    await this.sql.rows('delete from members where project_id = $1 and user_id = $2', [projectId, userId]);
    this.caches.invalidate();
  }
}
