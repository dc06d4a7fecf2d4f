import { Injectable } from '@nestjs/common';
import { UserService } from '../../identity/index.js';
import { type ImportFailure, type ImportMode, type ImportOutcome, ownSource } from '../../shared/imports.js';
import { firstError, type JsonObject, parseTimestamp, timestamp } from '../../shared/rules.js';
import { slugRules } from '../../shared/slug.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { includesRole, Member, type MemberRole, roleRules } from '../domain/member.js';
import { metadataRules } from '../../shared/metadata.js';
import { type ProjectConfigChanges, projectConfigRules } from '../domain/project-config.js';
import { ProjectNotFound } from '../domain/project.errors.js';
import { BoardRepository } from '../domain/board.repository.js';
import type { BoardChanges } from '../domain/board.js';
import { FormerSlugRepository } from '../domain/former-slug.repository.js';
import { MemberRepository } from '../domain/member.repository.js';
import { ProjectConfigRepository } from '../domain/project-config.repository.js';
import { ProjectSettingsRepository } from '../domain/project-settings.repository.js';
import { type ProjectSettingsChanges, projectSettingsRules } from '../domain/project-settings.js';
import { ProjectMetadataRepository } from '../domain/project-metadata.repository.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { StatusRepository } from '../domain/status.repository.js';
import type { StatusChanges } from '../domain/status.js';
import { type ProjectChanges, projectRules } from '../domain/project.js';
import { BoardService } from './board.service.js';
import { MemberService } from './member.service.js';
import { StatusService } from './status.service.js';
import { importOutcome } from './import-outcome.js';
import type { ProjectGrant } from './project-grant.js';
import { ProjectSettingsService } from './project-settings.service.js';
import { ProjectMetadataService } from './project-metadata.service.js';
import { ProjectService } from './project.service.js';
import { permissions } from './permissions.js';

/** The settings of a project elsewhere. Secrets and the slug are not imported. */
export interface SettingsToImport {
  readonly project: Omit<ProjectChanges, 'slug'>;
  readonly config: Omit<ProjectConfigChanges, 'integrationChatWebhook' | 'integrationChatStatus'>;
  readonly metadata?: JsonObject | undefined;
}

/** A member of a project elsewhere. */
export interface MemberToImport {
  /** Null if the user is not stored yet, in a dry run. */
  readonly userId: string | null;
  readonly role: MemberRole;
  readonly createdAt: string;
}

/** Stores the settings, former slugs and members of a project that was exported elsewhere. */
@Injectable()
export class ProjectImportService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly configs: ProjectConfigRepository,
    private readonly settings: ProjectSettingsRepository,
    private readonly metadata: ProjectMetadataRepository,
    private readonly slugs: FormerSlugRepository,
    private readonly statuses: StatusRepository,
    private readonly boards: BoardRepository,
    private readonly members: MemberRepository,
    private readonly projectService: ProjectService,
    private readonly settingsService: ProjectSettingsService,
    private readonly statusService: StatusService,
    private readonly boardService: BoardService,
    private readonly metadataService: ProjectMetadataService,
    private readonly memberService: MemberService,
    private readonly users: UserService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Replaces the settings of the project. */
  async importSettings(
    grant: ProjectGrant,
    { project, config, metadata = {} }: SettingsToImport,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize(permissions.importSettings);
    const error =
      firstError({ ...project }, projectRules) ??
      firstError({ ...config }, projectConfigRules) ??
      firstError({ metadata }, { metadata: metadataRules });
    if (error) return error;
    return this.unitOfWork.run(async () => {
      const stored = (await this.projects.load(grant.projectId))?.aggregate;
      const storedConfig = (await this.configs.load(grant.projectId))?.aggregate;
      const storedMetadata = (await this.metadata.load(grant.projectId))?.record;
      if (!stored || !storedConfig || !storedMetadata) throw new ProjectNotFound();
      const isNew =
        differs(stored, project) || differs(storedConfig, config) || differs(storedMetadata, metadata);
      if (!isNew) return 'skipped';
      if (mode.dryRun) return 'updated';
      if (mode.notify) {
        await this.projectService.update(grant, project);
        await this.projectService.configure(grant, config);
        await this.metadataService.replace(grant, { ...storedMetadata, ...metadata });
      } else {
        stored.update(project);
        storedConfig.update(config);
        await this.projects.save(stored);
        await this.configs.save(storedConfig);
        await this.metadata.save(grant.projectId, { ...storedMetadata, ...metadata });
      }
      return 'updated';
    });
  }

  /** Replaces the settings: who can access the project without being a member, what waits, and where its team shows records. */
  async importAccess(
    grant: ProjectGrant,
    changes: ProjectSettingsChanges,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize(permissions.importSettings);
    const error = firstError({ ...changes }, projectSettingsRules);
    if (error) return error;
    return this.unitOfWork.run(async () => {
      const stored = (await this.settings.load(grant.projectId))?.aggregate;
      if (!stored) throw new ProjectNotFound();
      if (!differs(stored, changes)) return 'skipped';
      if (mode.dryRun) return 'updated';
      if (mode.notify) {
        await this.settingsService.update(grant, changes);
      } else {
        stored.update(changes);
        await this.settings.save(stored);
      }
      return 'updated';
    });
  }

  /** Creates or changes a status. */
  async importStatus(
    grant: ProjectGrant,
    key: string,
    changes: StatusChanges,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize(permissions.importSettings);
    return this.unitOfWork.run(async () => {
      const statuses = await this.statuses.load(grant.projectId);
      const before = statuses.has(key) ? statuses.get(key) : null;
      return importOutcome(mode, before, {
        change: () => statuses.put(key, changes),
        save: (status) => this.statuses.save(grant.projectId, status),
        notify: () => this.statusService.put(grant, key, changes),
      });
    });
  }

  /**
   * Creates or changes a board. A file of another tool does not change a board that the project has: who sees its feedback is
   * decided here.
   */
  async importBoard(
    grant: ProjectGrant,
    slug: string,
    changes: BoardChanges,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize(permissions.importSettings);
    return this.unitOfWork.run(async () => {
      const boards = await this.boards.load(grant.projectId);
      const before = boards.has(slug) ? boards.get(slug) : null;
      if (before && mode.source !== ownSource) return 'skipped';
      return importOutcome(mode, before, {
        change: () => boards.put(slug, changes),
        save: (board) => this.boards.save(grant.projectId, board),
        notify: () => this.boardService.put(grant, slug, changes),
      });
    });
  }

  /**
   * Lets a former slug lead to the project, unless another project has or had it.
   */
  async importFormerSlug(grant: ProjectGrant, slug: string, mode: ImportMode): Promise<ImportOutcome> {
    grant.authorize(permissions.importSettings);
    const error = firstError({ slug }, { slug: slugRules });
    if (error) return error;
    return this.unitOfWork.run(async () => {
      const owner = await this.slugs.projectOf(slug);
      if (owner === grant.projectId) return 'skipped';
      if (owner !== null) {
        return { code: 'slug_taken', detail: `The former slug ${slug} is used by another project.` };
      }
      if (!mode.dryRun) await this.slugs.add(grant.projectId, slug);
      return 'created';
    });
  }

  /** Adds a member. A role that the user has already is never lowered. */
  async importMember(
    grant: ProjectGrant,
    { userId, role, createdAt }: MemberToImport,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize(permissions.importMember);
    const error = firstError({ role, createdAt }, { role: roleRules, createdAt: timestamp });
    if (error) return error;
    if (userId === null) return 'created';
    return this.unitOfWork.run(async () => {
      const member = (await this.members.load(grant.projectId, userId))?.aggregate;
      if (!(await this.users.isKnown(userId))) return userNotFound;
      if (member && includesRole(member.role, role)) return 'skipped';
      if (mode.dryRun) return member ? 'updated' : 'created';
      if (mode.notify) {
        await this.memberService.setRole(grant, userId, role);
      } else if (member) {
        member.role = role;
        await this.members.save(member);
      } else {
        await this.members.add(Member.join(grant.projectId, userId, role, parseTimestamp(createdAt)!));
      }
      return member ? 'updated' : 'created';
    });
  }
}

/** The user of a record is not one of the users any more. */
export const userNotFound: ImportFailure = { code: 'user_not_found', detail: 'The user has been deleted.' };

/** Returns whether a stored record has other values in the fields that are given. */
function differs(stored: object, given: object): boolean {
  const values = stored as Record<string, unknown>;
  return Object.entries(given).some(
    ([field, value]) => value !== undefined && JSON.stringify(values[field]) !== JSON.stringify(value),
  );
}
