import { Injectable } from '@nestjs/common';
import { UserService } from '../../../identity/index.js';
import { type ImportOutcome, type ImportResult, keyText, ownSource } from '../../../shared/imports.js';
import { metadataRules } from '../../../shared/metadata.js';
import type {
  PortableBoard,
  PortableFormerSlug,
  PortableMember,
  PortableProject,
  PortableProjectSettings,
  PortableStatus,
} from '../../../shared/portable-records.js';
import {
  check,
  fieldName,
  firstError,
  normalizedFields,
  parseTimestamp,
  timestamp,
} from '../../../shared/rules.js';
import { BoardRepository } from '../../boards/domain/board.repository.js';
import { includesRole, roleRules } from '../../access/domain/role.js';
import { Member } from '../../members/domain/member.js';
import { MemberRepository } from '../../members/domain/member.repository.js';
import { projectConfigRules } from '../domain/project-config.js';
import { ProjectConfigRepository } from '../domain/project-config.repository.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { projectRules, projectSlugRules } from '../domain/project.js';
import { ProjectMetadataRepository } from '../../metadata/domain/project-metadata.repository.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { projectSettingsRules } from '../domain/project-settings.js';
import { ProjectSettingsRepository } from '../domain/project-settings.repository.js';
import { StatusRepository } from '../../statuses/domain/status.repository.js';
import { BoardService } from '../../boards/application/board.service.js';
import { importOutcome } from '../../importing/application/import-outcome.js';
import { MemberService } from '../../members/application/member.service.js';
import { permissions } from '../../access/application/permissions.js';
import { ProjectMetadataService } from '../../metadata/application/project-metadata.service.js';
import { ProjectService } from './project.service.js';
import { ProjectSettingsService } from './project-settings.service.js';
import {
  deletedResult,
  importEach,
  type ImportRun,
  type Known,
  type RecordImporter,
  userDeleted,
} from '../../importing/application/record-importer.js';
import { StatusService } from '../../statuses/application/status.service.js';

const projectProperties = ['name', 'icon', 'iconRadius', 'ogImage'] as const;
const configProperties = [
  'changelogPreviewStyle',
  'changelogSocialHandle',
  'customDomain',
  'integrationChatRoleId',
] as const;
const settingsProperties = Object.keys(projectSettingsRules) as (keyof typeof projectSettingsRules)[];

type SettingsRecord =
  | PortableProject
  | PortableFormerSlug
  | PortableProjectSettings
  | PortableStatus
  | PortableBoard
  | PortableMember;

/** Imports what belongs to a project itself. Secrets and the slug are not imported. */
@Injectable()
export class SettingsImporter implements RecordImporter<SettingsRecord> {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly configs: ProjectConfigRepository,
    private readonly settings: ProjectSettingsRepository,
    private readonly metadata: ProjectMetadataRepository,
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
  ) {}

  async import(
    run: ImportRun,
    records: readonly SettingsRecord[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    // A project always has an open status, whatever the order of the lines is.
    const isFirst = (index: number) => {
      const record = records[index]!;
      return record.kind === 'status' && record.status_kind === 'open';
    };
    const order = [...records.keys()].sort((one, other) => Number(isFirst(other)) - Number(isFirst(one)));
    const results = await importEach(order, async (index) => {
      const record = records[index]!;
      if (record.kind === 'project') return this.importProject(run, record, known[index]);
      if (record.kind === 'former_slug') return this.importFormerSlug(run, record, known[index]);
      if (record.kind === 'project_settings') return this.importSettings(run, record, known[index]);
      if (record.kind === 'status') return this.importStatus(run, record, known[index]);
      if (record.kind === 'board') return this.importBoard(run, record, known[index]);
      return this.importMember(run, record, known[index]);
    });
    return records.map((_, index) => results[order.indexOf(index)]!);
  }

  /** Replaces the name, the pictures, the configuration and the metadata of the project. */
  private async importProject(
    { access, mode }: ImportRun,
    record: PortableProject,
    known: Known,
  ): Promise<ImportOutcome | ImportResult> {
    access.authorize(permissions.importSettings);
    const [changes, config] = [
      normalizedFields(valuesOf(record, projectProperties), projectRules),
      valuesOf(record, configProperties),
    ];
    const { metadata = {} } = record;
    const rules = { ...projectRules, ...projectConfigRules, metadata: metadataRules };
    const error = firstError({ ...changes, ...config, metadata }, rules);
    if (error) return error;
    const project = (await this.projects.load(access.projectId))?.aggregate;
    const projectConfig = (await this.configs.load(access.projectId))?.aggregate;
    const stored = (await this.metadata.load(access.projectId))?.record;
    if (!project || !projectConfig || !stored) throw new ProjectNotFound();
    const before = {
      ...pick(project, projectProperties),
      ...pick(projectConfig, configProperties),
      metadata: stored,
    };
    return importOutcome(mode, known, record, before, {
      change: () => ({
        ...before,
        ...given({ ...changes, ...config }),
        metadata: mode.isComplete && record.metadata ? metadata : { ...stored, ...metadata },
      }),
      check: async (after) => void check({ metadata: after.metadata }, { metadata: metadataRules }),
      save: async (after) => {
        project.update(changes);
        projectConfig.update(config);
        await this.projects.save(project);
        await this.configs.save(projectConfig);
        await this.metadata.save(access.projectId, after.metadata);
      },
      notify: async (after) => {
        await this.projectService.update(access, changes);
        await this.projectService.configure(access, config);
        await this.metadataService.replace(access, after.metadata);
      },
    });
  }

  /** Lets a former slug lead to the project, unless another project has or had it. */
  private async importFormerSlug(
    { access }: ImportRun,
    { slug = '' }: PortableFormerSlug,
    known: Known,
  ): Promise<ImportOutcome | ImportResult> {
    access.authorize(permissions.importSettings);
    const error = firstError({ slug }, { slug: projectSlugRules });
    if (error) return error;
    const owner = await this.projects.idBySlug(slug);
    if (owner === access.projectId) return 'skipped';
    if (known) return deletedResult;
    if (owner !== null) {
      return { code: 'slug_taken', detail: `The former slug ${slug} is used by another project.` };
    }
    await this.projects.addFormerSlug(access.projectId, slug);
    return 'created';
  }

  /** Replaces the settings: who can access the project without being a member, what waits, and where its team shows records. */
  private async importSettings(
    { access, mode }: ImportRun,
    record: PortableProjectSettings,
    known: Known,
  ): Promise<ImportOutcome | ImportResult> {
    access.authorize(permissions.importSettings);
    const changes = normalizedFields(valuesOf(record, settingsProperties), projectSettingsRules);
    const error = firstError(changes, projectSettingsRules);
    if (error) return error;
    const stored = (await this.settings.load(access.projectId))?.aggregate;
    if (!stored) throw new ProjectNotFound();
    const before = pick(stored, settingsProperties);
    return importOutcome(mode, known, record, before, {
      change: () => ({ ...before, ...given(changes) }),
      save: () => {
        stored.update(changes);
        return this.settings.save(stored);
      },
      notify: () => this.settingsService.update(access, changes),
    });
  }

  /** Creates or changes a status. */
  private async importStatus(
    { access, mode }: ImportRun,
    record: PortableStatus,
    known: Known,
  ): Promise<ImportOutcome | ImportResult> {
    access.authorize(permissions.importSettings);
    const [key, kind] = [keyText(record.key), record.status_kind];
    const changes = { ...valuesOf(record, ['name', 'color', 'position', 'onRoadmap'] as const), kind };
    const statuses = await this.statuses.load(access.projectId);
    return importOutcome(mode, known, record, statuses.find(key), {
      change: () => statuses.put(key, changes),
      save: (status) => this.statuses.save(access.projectId, status),
      notify: () => this.statusService.put(access, key, changes),
    });
  }

  /**
   * Creates or changes a board. A file of another tool does not change a board that the project has: who sees its feedback is
   * decided here.
   */
  private async importBoard(
    { access, mode }: ImportRun,
    record: PortableBoard,
    known: Known,
  ): Promise<ImportOutcome | ImportResult> {
    access.authorize(permissions.importSettings);
    const { name, description, position, visibility, submission } = record;
    const slug = keyText(record.slug);
    const changes = { name, description, position, visibility, submission };
    const boards = await this.boards.load(access.projectId);
    const before = boards.find(slug);
    if (before && mode.source !== ownSource) return 'skipped';
    return importOutcome(mode, known, record, before, {
      change: () => boards.put(slug, changes),
      save: (board) => this.boards.save(access.projectId, board),
      notify: () => this.boardService.put(access, slug, changes),
    });
  }

  /**
   * Adds a member. A role that the user has already is never lowered, a member who was removed here does not come back, and who is
   * blocked stays so.
   */
  private async importMember(
    { access, mode }: ImportRun,
    record: PortableMember,
    known: Known,
  ): Promise<ImportOutcome | ImportResult> {
    const { person: userId, role, created_at = '' } = record;
    access.authorize(permissions.importMember);
    const error = firstError({ role: role ?? '', created_at }, { role: roleRules, created_at: timestamp });
    if (error) return error;
    const member = (await this.members.load(access.projectId, userId))?.aggregate;
    if (!(await this.users.isKnown(userId))) return userDeleted;
    const before = member ? { role: member.role } : null;
    const isKept = member && (member.role === 'blocked' || includesRole(member.role, role));
    return importOutcome(mode, known, record, before, {
      change: () => (isKept ? before! : { role }),
      save: () => {
        if (!member)
          return this.members.add(Member.join(access.projectId, userId, role, parseTimestamp(created_at)!));
        member.role = role;
        return this.members.save(member);
      },
      notify: () => this.memberService.setRole(access, userId, role),
    });
  }
}

/** Returns values of a record, which are not checked yet: `iconRadius` is the field `icon_radius`. */
function valuesOf<Name extends string>(record: object, names: readonly Name[]): Record<Name, never> {
  const fields = record as Readonly<Record<string, unknown>>;
  return Object.fromEntries(names.map((name) => [name, fields[fieldName(name)]])) as never;
}

/** Returns the stored values of fields. */
function pick(stored: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, (stored as Record<string, unknown>)[name]]));
}

/** Returns the values that a record has. */
function given(changes: object): object {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}
