import { Controller, Get, Param, Patch, Post } from '@nestjs/common';
import {
  Created,
  Field,
  CurrentAccess,
  id,
  InProject,
  JsonBody,
  Operation,
  Operations,
  OptionalField,
  PagedList,
  PageQuery,
  type Precondition,
  Preconditions,
  type ProjectAccess,
  QueryParam,
  QueryParams,
  ReadOnlyField,
  RequirePermission,
  type Versioned,
} from 'feedback-changelog-service/kit';
import { MilestoneNotFound, type MilestoneRecord, MilestoneResponse, milestoneRules } from './milestone.js';
import { MilestonesService, permissions } from './milestones.service.js';

class CreateMilestoneRequest {
  @Field(milestoneRules.name) name!: string;
  @OptionalField(milestoneRules.due) due?: string;
}

class UpdateMilestoneRequest {
  @OptionalField(milestoneRules.name) name?: string;
  @OptionalField(milestoneRules.due) due?: string;
  @OptionalField(milestoneRules.state) state?: 'open' | 'reached';
  // So that a record can be sent back as it was read.
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() project_id?: unknown;
  @ReadOnlyField() created_at?: unknown;
}

class MilestoneListQuery extends PageQuery {
  @QueryParam(milestoneRules.state, { description: 'Only milestones in this state.' }) state?: string;
}

@Controller('projects/:projectSlug/milestones')
@InProject()
@Operations({
  tag: 'Milestones',
  parameters: {
    milestoneId: {
      schema: { ...id('Id of the milestone.'), example: MilestoneResponse.example.id },
      problems: [new MilestoneNotFound()],
    },
  },
})
export class MilestonesController {
  constructor(private readonly milestones: MilestonesService) {}

  @Post()
  @Operation({
    id: 'createMilestone',
    summary: 'Create a milestone',
    answer: MilestoneResponse,
    body: { name: 'Mobile app', due: '2027-03-31' },
  })
  @RequirePermission(permissions.createMilestone)
  async create(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() { name, due = '' }: CreateMilestoneRequest,
  ): Promise<Created<MilestoneRecord>> {
    const milestone = await this.milestones.create(access, { name, due });
    return new Created(milestone, milestone.record.id);
  }

  @Get()
  @Operation({ id: 'listMilestones', summary: 'List milestones', list: MilestoneResponse })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: MilestoneListQuery,
  ): Promise<PagedList<MilestoneRecord>> {
    return new PagedList(query, (page) => this.milestones.list(access, query.state, page));
  }

  @Get(':milestoneId')
  @Operation({ id: 'getMilestone', summary: 'Get a milestone', answer: MilestoneResponse })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('milestoneId') milestoneId: string,
  ): Promise<Versioned<MilestoneRecord>> {
    return this.milestones.read(access, milestoneId);
  }

  @Patch(':milestoneId')
  @Operation({
    id: 'updateMilestone',
    summary: 'Update a milestone',
    answer: MilestoneResponse,
    body: { state: 'reached' },
  })
  @RequirePermission(permissions.updateMilestone)
  async update(
    @CurrentAccess() access: ProjectAccess,
    @Param('milestoneId') milestoneId: string,
    @JsonBody() { name, due, state }: UpdateMilestoneRequest,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<MilestoneRecord>> {
    const changes = { ...(name !== undefined && { name }), ...(due !== undefined && { due }) };
    return this.milestones.update(access, milestoneId, { ...changes, ...(state && { state }) }, precondition);
  }
}
