import { MemberResponse, PreviousMember } from '../members/http/member.dto.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import { BoardResponse, PreviousBoardValues } from '../boards/http/board.dto.js';
import { CompanyResponse, PreviousCompany } from '../companies/http/company.dto.js';
import { CustomFieldResponse, PreviousCustomFieldValues } from '../custom-fields/http/custom-field.dto.js';
import { PreviousStatusValues, StatusResponse } from '../statuses/http/status.dto.js';
import { PreviousTag, TagResponse } from '../tags/http/tag.dto.js';
import {
  PreviousProject,
  PreviousProjectConfig,
  PreviousProjectSettings,
  ProjectConfigResponse,
  ProjectReference,
  ProjectResponse,
  ProjectSettingsResponse,
} from '../projects/http/project.dto.js';

/** The events of this module by type. */
export const projectEvents: Readonly<Record<string, DescribedEvent>> = {
  'project.created': { when: 'A project was created.', data: ProjectResponse },
  'project.updated': {
    when: 'The name, slug or a picture of a project changed.',
    data: ProjectResponse,
    previous: PreviousProject,
  },
  'project.config_updated': {
    when: 'The configuration of a project changed.',
    data: ProjectConfigResponse,
    previous: PreviousProjectConfig,
  },
  'project.settings_updated': {
    when: 'The settings of a project changed.',
    data: ProjectSettingsResponse,
    previous: PreviousProjectSettings,
  },
  'project.metadata_updated': { when: 'The metadata of a project changed.', data: ProjectReference },
  'status.created': { when: 'A status was created.', data: StatusResponse },
  'status.updated': {
    when: 'The name, color, kind or place of a status changed.',
    data: StatusResponse,
    previous: PreviousStatusValues,
  },
  'status.deleted': {
    when: 'A status was deleted, after its feedback had got another one.',
    data: StatusResponse,
  },
  'board.created': { when: 'A board was created.', data: BoardResponse },
  'board.updated': {
    when: 'The name, description, place, visibility or submission of a board changed.',
    data: BoardResponse,
    previous: PreviousBoardValues,
  },
  'board.deleted': {
    when: 'A board was deleted, after its feedback had been moved.',
    data: BoardResponse,
  },
  'tag.created': { when: 'A tag was created.', data: TagResponse },
  'tag.updated': {
    when: 'The name or color of a tag changed.',
    data: TagResponse,
    previous: PreviousTag,
  },
  'tag.deleted': {
    when: 'A tag was deleted and removed from all feedback and changelog entries.',
    data: TagResponse,
  },
  'company.created': { when: 'A company was created.', data: CompanyResponse },
  'company.updated': {
    when: 'The name, revenue or metadata of a company changed.',
    data: CompanyResponse,
    previous: PreviousCompany,
  },
  'company.deleted': { when: 'A company was deleted. `data` is its last state.', data: CompanyResponse },
  'field.created': { when: 'A field was defined.', data: CustomFieldResponse },
  'field.updated': {
    when: 'The definition of a field changed.',
    data: CustomFieldResponse,
    previous: PreviousCustomFieldValues,
  },
  'field.deleted': {
    when: 'A field was deleted, after its values had been removed.',
    data: CustomFieldResponse,
  },
  'member.added': { when: 'A member was added.', data: MemberResponse },
  'member.updated': {
    when: 'The role of a member changed.',
    data: MemberResponse,
    previous: PreviousMember,
  },
  'member.removed': { when: 'A member was removed.', data: MemberResponse },
};
