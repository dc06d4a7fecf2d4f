import { Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { Created, Operation, Operations, PagedList, Preconditions } from '../../../platform/http/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import type { Precondition, TagRecord, Versioned } from '../../../shared/records.js';
import { firstViolation } from '../../../shared/rules.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { TagService } from '../application/tag.service.js';
import { tagRules } from '../domain/tag.js';
import { TagNameTaken, TagNotFound } from '../domain/tag.errors.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';
import { PutTagDto, TagListQuery, TagResponse } from './tag.dto.js';

@Controller('projects/:projectSlug/tags')
@InProject()
@Operations({
  tag: 'Tags',
  parameters: {
    name: {
      schema: {
        type: 'string',
        description: 'Name of the tag (case-insensitive).',
        example: TagResponse.example.name,
      },
    },
  },
})
export class TagsController {
  constructor(private readonly tags: TagService) {}

  @Get()
  @Operation({
    id: 'listTags',
    summary: 'List tags',
    description: 'Returns the tags sorted by name.',
    list: TagResponse,
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: TagListQuery,
  ): Promise<PagedList<TagRecord>> {
    return new PagedList(query, (page) => this.tags.list(access, page));
  }

  @Get(':name')
  @Operation({ id: 'getTag', summary: 'Get a tag', answer: TagResponse, problems: [new TagNotFound()] })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('name') name: string,
  ): Promise<Versioned<TagRecord>> {
    return this.tags.read(access, name);
  }

  @Put(':name')
  @Operation({
    id: 'putTag',
    summary: 'Create, update or rename a tag',
    description:
      'A different `name` in the body renames the tag, on all feedback and changelog entries that have it.',
    answer: TagResponse,
    statuses: { 200: 'Updated.', 201: 'Created.' },
    body: { color: '#0ea5e9' },
    problems: [new TagNameTaken(), new TagNotFound()],
  })
  @RequirePermission(permissions.putTag)
  async put(
    @CurrentAccess() access: ProjectAccess,
    @Param('name') name: string,
    @JsonBody() { color, name: newName }: PutTagDto,
  ): Promise<Created<TagRecord> | TagRecord> {
    const rule = firstViolation(tagRules.name, name);
    if (rule)
      throw new InvalidInput([{ parameter: 'name', code: rule.code, detail: `The name ${rule.detail}` }]);
    const { tag, created } = await this.tags.put(access, name, { color, name: newName });
    return created ? new Created(tag) : tag;
  }

  @Delete(':name')
  @Operation({
    id: 'deleteTag',
    summary: 'Delete a tag',
    description: 'Also removes the tag from all feedback and changelog entries.',
    problems: [new TagNotFound()],
  })
  @RequirePermission(permissions.deleteTag)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('name') name: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.tags.remove(access, name, precondition);
  }
}
