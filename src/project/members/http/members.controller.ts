import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  RequirePermission,
  UserIdParam,
  userIdParameter,
  UserNotFound,
  UsersManagedElsewhere,
} from '../../../identity/index.js';
import { Created, Operation, Operations, PagedList, Preconditions } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { permissions } from '../../access/application/permissions.js';
import { MemberService } from '../application/member.service.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import type { MemberRecord } from '../domain/member.js';
import { AlreadyMember, LastOwner, MemberNotFound } from '../domain/member.errors.js';
import { InsufficientRole } from '../../access/domain/access.errors.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';
import { AddMemberDto, MemberListQuery, SetMemberRoleDto, MemberResponse } from './member.dto.js';

@Controller('projects/:projectSlug/members')
@InProject()
@Operations({
  tag: 'Members',
  parameters: { userId: userIdParameter() },
})
export class MembersController {
  constructor(private readonly members: MemberService) {}

  @Post()
  @Operation({
    id: 'addMember',
    summary: 'Add a member',
    description:
      'Adds the user with this external id or e-mail address, given as `user`, or with this e-mail address, given as `email`. The user is registered if there is none.',
    answer: MemberResponse,
    body: { user: { email: 'grace@example.com', full_name: 'Grace Hopper' }, role: 'editor' },
    problems: [new AlreadyMember(), new UserNotFound(), new UsersManagedElsewhere()],
  })
  @RequirePermission(permissions.addMember)
  async add(
    @CurrentAccess() access: ProjectAccess,
    @JsonBody() body: AddMemberDto,
  ): Promise<Created<MemberRecord>> {
    const member = await this.members.add(access, body.invitation());
    return new Created(member, member.record.user.id);
  }

  @Get()
  @Operation({
    id: 'listMembers',
    summary: 'List members',
    description: 'Returns the oldest record first. Only editors see members with the role `blocked`.',
    list: MemberResponse,
    problems: [new InsufficientRole('editor', 'Filtering by e-mail address')],
  })
  @RequirePermission(permissions.read)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() query: MemberListQuery,
  ): Promise<PagedList<MemberRecord>> {
    return new PagedList(query, (page) => this.members.list(access, query.email, page));
  }

  @Get(':userId')
  @Operation({
    id: 'getMember',
    summary: 'Get a member',
    description: 'Only editors can read a member with the role `blocked`.',
    answer: MemberResponse,
    problems: [new MemberNotFound()],
  })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @UserIdParam() userId: string,
  ): Promise<Versioned<MemberRecord>> {
    return this.members.read(access, userId);
  }

  @Put(':userId')
  @Operation({
    id: 'setMemberRole',
    summary: 'Set the role of a user',
    answer: MemberResponse,
    statuses: { 200: 'The role was changed.', 201: 'The user was added as a member.' },
    body: { role: 'editor' },
    problems: [new UserNotFound(), new LastOwner()],
  })
  @RequirePermission(permissions.setMemberRole)
  async setRole(
    @CurrentAccess() access: ProjectAccess,
    @UserIdParam() userId: string,
    @JsonBody() { role }: SetMemberRoleDto,
  ): Promise<Created<MemberRecord> | MemberRecord> {
    const { member, added } = await this.members.setRole(access, userId, role);
    return added ? new Created(member.record) : member.record;
  }

  @Delete(':userId')
  @Operation({
    id: 'removeMember',
    summary: 'Remove a member',
    description:
      'Removes the membership. The feedback, votes, comments and changelog entries of the user are kept.',
    problems: [new MemberNotFound(), new LastOwner()],
  })
  @RequirePermission(permissions.removeMember)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @UserIdParam() userId: string,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.members.remove(access, userId, precondition);
  }
}
