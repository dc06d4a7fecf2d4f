import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import {
  Created,
  Operation,
  Operations,
  PagedList,
  Preconditions,
  ReplayedIf,
} from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess, sortsByField } from '../../../project/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { permissions } from '../application/permissions.js';
import type { ViewedChangelog } from '../application/changelog-view.js';
import { ChangelogService } from '../application/changelog.service.js';
import {
  ChangelogQuery,
  CreateChangelogDto,
  UpdateChangelogDto,
  ChangelogResponse,
  ChangelogUpdateResponse,
  withoutAuthor,
  changelogParameter,
} from './changelog.dto.js';
import { ChangelogListQuery } from './changelog-list.dto.js';

/** Marks an operation whose response contains an entry: its stored response is returned again only if no host hides the entry. */
function ReplayedIfEntryIsVisible(): MethodDecorator {
  return ReplayedIf((find, { access }: { access: ProjectAccess }, { id }: { id: string }) =>
    find(ChangelogService).isShown(access, id),
  );
}

@Controller('projects/:projectSlug/changelogs')
@InProject()
@Operations({
  tag: 'Changelogs',
  parameters: { changelogId: changelogParameter },
})
export class ChangelogsController {
  constructor(private readonly changelogs: ChangelogService) {}

  @Post()
  @Operation({
    id: 'createChangelog',
    summary: 'Create a changelog entry',
    description:
      'The entry is a draft unless `published` is true. `publish_date` defaults to the current time. A published entry with a future date becomes visible at that time.',
    answer: ChangelogResponse,
    body: {
      title: 'Dark mode is here',
      summary: 'Easy on the eyes.',
      content: '# Dark mode\n\nSwitch it on in the settings.',
      image: 'https://example.com/dark.png',
      publish_date: '2026-11-20T12:00:00Z',
      published: true,
    },
  })
  @RequirePermission(permissions.createChangelog)
  @ReplayedIfEntryIsVisible()
  async create(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() body: CreateChangelogDto,
    @QueryParams() { include }: ChangelogQuery,
  ): Promise<Created<ViewedChangelog>> {
    const changelog = await this.changelogs.create(access, body.values());
    const seen = await this.changelogs.withMembers(access, changelog, include);
    return new Created(seen, changelog.record.id);
  }

  @Get()
  @Operation({
    id: 'listChangelogs',
    summary: 'List changelog entries',
    description:
      'Returns the newest `publish_date` first. Only editors can see drafts and scheduled entries.',
    list: ChangelogResponse,
    expensive: sortsByField,
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: ChangelogListQuery,
  ): Promise<PagedList<ViewedChangelog>> {
    return new PagedList(query, (page) =>
      this.changelogs.list(access, query.listFilter(), page, query.include),
    );
  }

  @Get(':changelogId')
  @Operation({ id: 'getChangelog', summary: 'Get a changelog entry', answer: ChangelogResponse })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('changelogId') changelogId: string,
    @QueryParams() { include }: ChangelogQuery,
  ): Promise<Versioned<ViewedChangelog>> {
    return this.changelogs.read(access, changelogId, include);
  }

  /** The response has no `ETag`, because it differs from the representation that a GET returns (RFC 9110 §9.3.4). */
  @Put(':changelogId')
  @Operation({
    id: 'updateChangelog',
    summary: 'Replace or update a changelog entry',
    description:
      'Omitted fields stay unchanged; sending all six fields replaces the entry. The response contains `author_id` but not `author`. It has no `ETag`, because it differs from the representation that a GET returns.',
    answer: ChangelogUpdateResponse,
    body: { title: 'Dark mode is here!', published: true },
  })
  @RequirePermission(permissions.updateChangelog)
  async update(
    @CurrentAccess() access: ProjectAccess,
    @Param('changelogId') changelogId: string,
    @JsonBody() body: UpdateChangelogDto,
    @QueryParams() { include }: ChangelogQuery,
    @Preconditions() precondition: Precondition,
  ): Promise<Omit<ViewedChangelog, 'author'>> {
    const updated = await this.changelogs.update(access, changelogId, body.changes(), precondition);
    return withoutAuthor((await this.changelogs.withMembers(access, updated, include)).record);
  }

  @Patch(':changelogId')
  @Operation({
    id: 'patchChangelog',
    summary: 'Update a changelog entry',
    description:
      'Omitted fields stay unchanged. Does the same as PUT, but returns the whole entry with its `ETag`.',
    answer: ChangelogResponse,
    body: { title: 'Dark mode is here!', published: true },
  })
  @RequirePermission(permissions.updateChangelog)
  @ReplayedIfEntryIsVisible()
  async patch(
    @CurrentAccess() access: ProjectAccess,
    @Param('changelogId') changelogId: string,
    @JsonBody() body: UpdateChangelogDto,
    @QueryParams() { include }: ChangelogQuery,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<ViewedChangelog>> {
    const updated = await this.changelogs.update(access, changelogId, body.changes(), precondition);
    return this.changelogs.withMembers(access, updated, include);
  }

  @Delete(':changelogId')
  @Operation({ id: 'deleteChangelog', summary: 'Delete a changelog entry' })
  @RequirePermission(permissions.deleteChangelog)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('changelogId') changelogId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.changelogs.remove(access, changelogId, precondition);
  }
}
