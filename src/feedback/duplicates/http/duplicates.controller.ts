import { Controller, Get, Param, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { id, Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../../project/index.js';
import type { DuplicateRecord } from '../application/duplicate.queries.js';
import { DuplicateService } from '../application/duplicate.service.js';
import { permissions } from '../application/permissions.js';
import { DuplicateNotFound } from '../domain/duplicate.errors.js';
import { DuplicateListQuery, UpdateDuplicateDto, DuplicateResponse } from './duplicate.dto.js';

@Controller('projects/:projectSlug/duplicates')
@InProject()
@Operations({
  tag: 'Feedback',
  parameters: {
    duplicateId: {
      schema: { ...id('Id of the suggestion.'), example: DuplicateResponse.example.id },
      problems: [new DuplicateNotFound()],
    },
  },
})
export class DuplicatesController {
  constructor(private readonly duplicates: DuplicateService) {}

  @Get()
  @Operation({
    id: 'listDuplicates',
    summary: 'List suggested duplicates',
    description:
      'Returns pairs of feedback of the project that may be about the same, once each. Merging either of the two removes the pair, and so does a change after which they are no longer similar. A page may be shorter than `limit`: follow `Link`.',
    list: DuplicateResponse,
  })
  @RequirePermission(permissions.listDuplicates)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: DuplicateListQuery,
  ): Promise<PagedList<DuplicateRecord>> {
    return new PagedList(query, (page) => this.duplicates.list(access, query, page));
  }

  @Put(':duplicateId')
  @Operation({
    id: 'updateDuplicate',
    summary: 'Dismiss a suggested duplicate',
    description:
      'A dismissed pair is not suggested again, whichever of the two changes. `"dismissed": false` makes it open again. To accept a suggestion, merge `feedback` into `of`.',
    answer: DuplicateResponse,
    body: { dismissed: true },
  })
  @RequirePermission(permissions.updateDuplicate)
  async update(
    @CurrentAccess() access: ProjectAccess,
    @Param('duplicateId') duplicateId: string,
    @JsonBody() { dismissed }: UpdateDuplicateDto,
  ): Promise<DuplicateRecord> {
    return this.duplicates.setDismissed(access, duplicateId, dismissed);
  }
}
