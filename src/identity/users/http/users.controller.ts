import { Controller, Delete, Get, HttpCode, Patch, Post } from '@nestjs/common';
import {
  Created,
  Links,
  Operation,
  Operations,
  PagedList,
  Preconditions,
} from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { permissions } from '../application/permissions.js';
import type { AccountRecord } from '../application/identity.queries.js';
import { UserService } from '../application/user.service.js';
import type { Caller } from '../../authentication/domain/caller.js';
import {
  EmailTaken,
  InstanceAdminNeeded,
  LastInstanceAdmin,
  UserNotFound,
  UsersManagedElsewhere,
} from '../domain/identity.errors.js';
import {
  CurrentCaller,
  FindsByAddress,
  RequirePermission,
} from '../../authentication/http/access.decorators.js';
import { AccountResponse, CreateUserDto, DeleteUserQuery, UpdateUserDto, UserListQuery } from './user.dto.js';
import { UserIdParam, userIdParameter } from './user-id.js';

@Controller('users')
@Operations({
  tag: 'Tokens and users',
  parameters: {
    userId: userIdParameter({ problems: [new UserNotFound()] }),
  },
})
export class UsersController {
  constructor(
    private readonly users: UserService,
    private readonly links: Links,
  ) {}

  @Post()
  @Operation({
    id: 'createUser',
    summary: 'Find or register a user',
    description:
      'Returns the user with this e-mail address (case-insensitive) unchanged, or registers a new one.',
    answer: AccountResponse,
    statuses: {
      200: 'A user with this e-mail address exists. Nothing was changed.',
      201: 'Registered.',
    },
    problems: [new UsersManagedElsewhere()],
    body: { email: 'ada@example.com', full_name: 'Ada Lovelace', avatar_url: 'https://example.com/ada.png' },
  })
  @RequirePermission(permissions.createUser)
  @HttpCode(200)
  async create(@JsonBody() body: CreateUserDto): Promise<Created<AccountRecord> | Versioned<AccountRecord>> {
    const { account, registered } = await this.users.create(body.profile());
    return registered ? new Created(account, account.record.id) : account;
  }

  @Get()
  @Operation({
    id: 'listUsers',
    summary: 'List users',
    description:
      'Returns the oldest user first. Anonymized users are excluded. Requires that the caller is an instance admin; with `email`, an editor or owner of a project is sufficient.',
    list: AccountResponse,
    problems: [new InstanceAdminNeeded()],
  })
  @RequirePermission(permissions.listUsers)
  @FindsByAddress(true)
  async list(
    @CurrentCaller() caller: Caller,
    @QueryParams() query: UserListQuery,
  ): Promise<PagedList<AccountRecord>> {
    return new PagedList(query, (page) => this.users.list(caller, query.email, page));
  }

  @Get(':userId')
  @Operation({
    id: 'getUser',
    summary: 'Get a user',
    description:
      'Users can read their own account. The accounts of other users require that the caller is an instance admin.',
    answer: AccountResponse,
    problems: [new InstanceAdminNeeded()],
  })
  @RequirePermission(permissions.getUser)
  async read(
    @CurrentCaller() caller: Caller,
    @UserIdParam() userId: string,
  ): Promise<Versioned<AccountRecord>> {
    if (userId !== caller.userId && !caller.instanceAdmin) throw new InstanceAdminNeeded();
    return this.users.read(userId);
  }

  @Patch(':userId')
  @Operation({
    id: 'updateUser',
    summary: 'Update a user',
    description: 'Omitted fields stay unchanged.',
    answer: AccountResponse,
    body: { full_name: 'Ada King' },
    problems: [new EmailTaken(), new LastInstanceAdmin(), new UsersManagedElsewhere()],
  })
  @RequirePermission(permissions.updateUser)
  async update(
    @UserIdParam() userId: string,
    @JsonBody() body: UpdateUserDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<AccountRecord>> {
    return this.users.update(userId, body.changes(), precondition);
  }

  @Delete(':userId')
  @Operation({
    id: 'deleteUser',
    summary: 'Anonymize a user',
    description:
      'Removes name, e-mail address, picture, memberships and tokens. Feedback, votes, comments and changelog entries stay, with an anonymous user. A job then makes the user anonymous in old events too, removes stored responses that contain the user, and with `content=delete` deletes their feedback, comments and votes.',
    problems: [new LastInstanceAdmin()],
  })
  @RequirePermission(permissions.deleteUser)
  @HttpCode(204)
  async remove(
    @CurrentCaller() caller: Caller,
    @UserIdParam() userId: string,
    @QueryParams() { content }: DeleteUserQuery,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.users.remove(userId, caller.userId, precondition, content);
  }
}
