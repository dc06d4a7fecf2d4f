import { Injectable } from '@nestjs/common';
import { UserService } from '../../identity/index.js';
import type { ImportMode, ImportOutcome } from '../../shared/imports.js';
import { firstError, type JsonObject, parseTimestamp, timestamp } from '../../shared/rules.js';
import { slugRules } from '../../shared/slug.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { includesRole, Member, type Role, roleRules } from '../domain/member.js';
import { metadataRules } from '../domain/metadata.js';
import { type ProjectConfigChanges, projectConfigRules } from '../domain/project-config.js';
import { ProjectNotFound } from '../domain/project.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { type ProjectChanges, projectRules } from '../domain/project.js';
import { MemberService } from './member.service.js';
import type { ProjectGrant } from './project-grant.js';
import { ProjectMetadataService } from './project-metadata.service.js';
import { ProjectService } from './project.service.js';

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
  readonly role: Role;
  readonly createdAt: string;
}

/** Stores the settings, former slugs and members of a project that was exported elsewhere. */
@Injectable()
export class ProjectImportService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly service: ProjectService,
    private readonly metadataService: ProjectMetadataService,
    private readonly members: MemberService,
    private readonly users: UserService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Replaces the settings of the project. @throws InsufficientRole, InsufficientScope */
  async importSettings(
    grant: ProjectGrant,
    { project, config, metadata = {} }: SettingsToImport,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize('owner', 'admin');
    const error =
      firstError({ ...project }, projectRules) ??
      firstError({ ...config }, projectConfigRules) ??
      firstError({ metadata }, { metadata: metadataRules });
    if (error) return error;
    return this.unitOfWork.run(async () => {
      const [stored, storedConfig] = [
        await this.load(grant.projectId),
        await this.projects.loadConfig(grant.projectId),
      ];
      if (!storedConfig) throw new ProjectNotFound();
      const { record: storedMetadata } = await this.metadataService.read(grant);
      const isNew =
        differs(stored, project) || differs(storedConfig, config) || differs(storedMetadata, metadata);
      if (!isNew) return 'skipped';
      if (mode.dryRun) return 'updated';
      if (mode.notify) {
        await this.service.revise(grant, project);
        await this.service.configure(grant, config);
        await this.metadataService.replace(grant, { ...storedMetadata, ...metadata });
      } else {
        stored.revise(project);
        storedConfig.revise(config);
        await this.projects.save(stored);
        await this.projects.saveConfig(storedConfig);
        await this.projects.saveMetadata(grant.projectId, { ...storedMetadata, ...metadata });
      }
      return 'updated';
    });
  }

  /**
   * Lets a former slug lead to the project, unless another project has or had it.
   *
   * @throws InsufficientRole, InsufficientScope
   */
  async importFormerSlug(grant: ProjectGrant, slug: string, mode: ImportMode): Promise<ImportOutcome> {
    grant.authorize('owner', 'admin');
    const error = firstError({ slug }, { slug: slugRules });
    if (error) return error;
    return this.unitOfWork.run(async () => {
      const owner = await this.projects.idOfSlug(slug);
      if (owner === grant.projectId) return 'skipped';
      if (owner !== null) {
        return { code: 'slug_taken', detail: `The former slug ${slug} is used by another project.` };
      }
      if (!mode.dryRun) await this.projects.addFormerSlug(grant.projectId, slug);
      return 'created';
    });
  }

  /** Adds a member. A role that the user has already is never lowered. @throws InsufficientRole, InsufficientScope */
  async importMember(
    grant: ProjectGrant,
    { userId, role, createdAt }: MemberToImport,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    grant.authorize('owner', 'admin');
    const error = firstError({ role, createdAt }, { role: roleRules, createdAt: timestamp });
    if (error) return error;
    if (userId === null) return 'created';
    return this.unitOfWork.run(async () => {
      await this.load(grant.projectId);
      if (!(await this.users.isKnown(userId))) {
        return { code: 'user_not_found', detail: 'The user has been deleted.' };
      }
      const member = await this.projects.loadMember(grant.projectId, userId);
      if (member && includesRole(member.role, role)) return 'skipped';
      if (mode.dryRun) return member ? 'updated' : 'created';
      if (mode.notify) {
        await this.members.setRole(grant, userId, role);
      } else {
        const joined = member?.createdAt ?? parseTimestamp(createdAt)!;
        await this.projects.saveMember(Member.join(grant.projectId, userId, role, joined));
      }
      return member ? 'updated' : 'created';
    });
  }

  private async load(projectId: string) {
    const project = await this.projects.load(projectId);
    if (!project) throw new ProjectNotFound();
    return project;
  }
}

/** Returns whether a stored record has other values in the fields that are given. */
function differs(stored: object, given: object): boolean {
  const values = stored as Record<string, unknown>;
  return Object.entries(given).some(
    ([field, value]) => value !== undefined && JSON.stringify(values[field]) !== JSON.stringify(value),
  );
}
