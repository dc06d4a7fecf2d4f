import { Controller, Delete, Get, HttpCode, Param, Post, Put, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { NeedsScope, userNotFound, usersManagedElsewhere } from '../../identity/index.js';
import {
  IdempotencyInterceptor,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  Preconditions,
  versioned,
} from '../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import type { Precondition } from '../../shared/records.js';
import { MemberService } from '../application/member.service.js';
import type { ProjectGrant } from '../application/project-grant.js';
import type { MemberRecord } from '../application/project.queries.js';
import { Granted, InProject, NeedsRole } from './project.guard.js';
import { AddMemberRequest, MemberListQuery, SetMemberRoleRequest } from './project.requests.js';
import { alreadyMember, lastOwner, memberNotFound } from './project.problems.js';
import { MemberResponse } from './project.responses.js';

/** In paths, `me` stands for the caller. */
@Controller('projects/:projectSlug/members')
@InProject()
@Operations({
  tag: 'Members',
  parameters: {
    userId: {
      schema: {
        type: 'string',
        description: 'Id of the user, or `me` for the caller.',
        example: MemberResponse.example.user.id,
      },
    },
  },
})
export class MembersController {
  constructor(
    private readonly members: MemberService,
    private readonly links: Links,
  ) {}

  @Post()
  @UseInterceptors(IdempotencyInterceptor)
  @Operation({
    id: 'addMember',
    summary: 'Add a member',
    description: 'Adds the user with this e-mail address, who is registered if there is none.',
    answer: MemberResponse,
    body: { email: 'grace@example.com', full_name: 'Grace Hopper', role: 'editor' },
    problems: [alreadyMember, userNotFound, usersManagedElsewhere],
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  async add(
    @Granted() grant: ProjectGrant,
    @JsonBody() { email, full_name, role }: AddMemberRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberRecord | undefined> {
    const member = await this.members.add(grant, { email, fullName: full_name, role });
    this.links.created(response, member.record.user.id);
    return versioned(response, member);
  }

  @Get()
  @Operation({
    id: 'listMembers',
    summary: 'List members',
    description: 'Returns the oldest record first.',
    list: MemberResponse,
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async list(
    @Granted() grant: ProjectGrant,
    @QueryParams() query: MemberListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    return this.links.list(response, query, (page) => this.members.list(grant, query.email, page));
  }

  @Get(':userId')
  @Operation({
    id: 'getMember',
    summary: 'Get a member',
    answer: MemberResponse,
    problems: [memberNotFound],
  })
  @NeedsScope('read')
  @NeedsRole('viewer')
  async read(
    @Granted() grant: ProjectGrant,
    @Param('userId') userId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberRecord | undefined> {
    return versioned(response, await this.members.read(grant, grant.userNamed(userId)));
  }

  @Put(':userId')
  @Operation({
    id: 'setMemberRole',
    summary: 'Set the role of a user',
    answer: MemberResponse,
    statuses: { 200: 'The role was changed.', 201: 'The user was added as a member.' },
    body: { role: 'editor' },
    problems: [userNotFound, lastOwner],
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  async setRole(
    @Granted() grant: ProjectGrant,
    @Param('userId') userId: string,
    @JsonBody() { role }: SetMemberRoleRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemberRecord> {
    const { member, added } = await this.members.setRole(grant, grant.userNamed(userId), role);
    if (added) response.status(201);
    return member.record;
  }

  @Delete(':userId')
  @Operation({
    id: 'removeMember',
    summary: 'Remove a member',
    description:
      'Removes the membership. The feedback, votes, comments and changelog entries of the user are kept.',
    problems: [memberNotFound, lastOwner],
  })
  @NeedsScope('admin')
  @NeedsRole('owner')
  @HttpCode(204)
  async remove(
    @Granted() grant: ProjectGrant,
    @Param('userId') userId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.members.remove(grant, grant.userNamed(userId), precondition);
  }
}
