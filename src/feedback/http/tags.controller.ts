import { Controller, Delete, Get, HttpCode, Param, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope } from '../../identity/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import { Links, type ListAnswer, Operation, Operations } from '../../platform/http/index.js';
import { Granted, InProject, NeedsRole, type ProjectGrant } from '../../project/index.js';
import { InvalidInput } from '../../shared/domain-error.js';
import { firstViolation } from '../../shared/rules.js';
import { FeedbackQueries, type TagRecord } from '../application/feedback.queries.js';
import { TagService } from '../application/tag.service.js';
import { tagRules } from '../domain/tag.js';
import { PutTagRequest, TagListQuery } from './feedback.requests.js';
import { tagNameTaken, tagNotFound } from './feedback.problems.js';
import { TagResponse } from './feedback.responses.js';

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
  constructor(
    private readonly tags: TagService,
    private readonly queries: FeedbackQueries,
    private readonly links: Links,
  ) {}

  @Get()
  @Operation({
    id: 'listTags',
    summary: 'List tags',
    description: 'Returns the tags sorted by name.',
    list: TagResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @QueryParams() query: TagListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    return this.links.list(response, query, (page) => this.queries.tags(grant.projectId, page));
  }

  @Put(':name')
  @Operation({
    id: 'putTag',
    summary: 'Create, update or rename a tag',
    description:
      'A new tag requires a `color`. A different `name` in the body renames the tag, on all feedback that has it.',
    answer: TagResponse,
    statuses: { 200: 'Updated.', 201: 'Created.' },
    body: { color: '#0ea5e9' },
    problems: [tagNameTaken, tagNotFound],
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  async put(
    @Granted() grant: ProjectGrant,
    @Param('name') name: string,
    @JsonBody() { color, name: newName }: PutTagRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TagRecord> {
    const rule = firstViolation(tagRules.name, name);
    if (rule)
      throw new InvalidInput([{ parameter: 'name', code: rule.code, detail: `The name ${rule.detail}` }]);
    const { tag, created } = await this.tags.put(grant, name, { color, name: newName });
    if (created) response.status(201);
    return tag;
  }

  @Delete(':name')
  @Operation({
    id: 'deleteTag',
    summary: 'Delete a tag',
    description: 'Also removes the tag from all feedback.',
    problems: [tagNotFound],
  })
  @NeedsScope('write')
  @NeedsRole('editor')
  @HttpCode(204)
  async remove(@Granted() grant: ProjectGrant, @Param('name') name: string): Promise<void> {
    await this.tags.remove(grant, name);
  }
}
