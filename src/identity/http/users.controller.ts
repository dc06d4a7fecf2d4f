import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Res, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import {
  Preconditions,
  id,
  IdempotencyInterceptor,
  Links,
  type ListAnswer,
  Operation,
  Operations,
  versioned,
} from '../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../platform/input/index.js';
import type { Precondition } from '../../shared/records.js';
import { type AccountRecord, IdentityQueries } from '../application/identity.queries.js';
import { UserService } from '../application/user.service.js';
import type { Caller } from '../domain/caller.js';
import { CurrentCaller, NeedsInstanceAdmin, NeedsScope } from './access.decorators.js';
import { CreateUserRequest, DeleteUserQuery, UpdateUserRequest, UserListQuery } from './identity.requests.js';
import { emailTaken, lastInstanceAdmin, usersManagedElsewhere, userNotFound } from './identity.problems.js';
import { AccountResponse } from './identity.responses.js';

@Controller('users')
@Operations({
  tag: 'Tokens and users',
  parameters: {
    userId: {
      schema: { ...id('Id of the user.'), example: AccountResponse.example.id },
      problems: [userNotFound],
    },
  },
})
@NeedsInstanceAdmin(true)
export class UsersController {
  constructor(
    private readonly users: UserService,
    private readonly queries: IdentityQueries,
    private readonly links: Links,
  ) {}

  @Post()
  @UseInterceptors(IdempotencyInterceptor)
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
    problems: [usersManagedElsewhere],
    body: { email: 'ada@example.com', full_name: 'Ada Lovelace', avatar_url: 'https://example.com/ada.png' },
  })
  @NeedsScope('admin')
  async create(
    @JsonBody() body: CreateUserRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccountRecord | undefined> {
    const { account, registered } = await this.users.create(body.profile());
    if (registered) this.links.created(response, account.record.id);
    else response.status(200);
    return versioned(response, account);
  }

  @Get()
  @Operation({
    id: 'listUsers',
    summary: 'List users',
    description: 'Returns the oldest user first. Anonymized users are excluded.',
    list: AccountResponse,
  })
  @NeedsScope('read')
  async list(
    @QueryParams() query: UserListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    return this.links.list(response, query, (page) => this.queries.accounts({ email: query.email }, page));
  }

  @Get(':userId')
  @Operation({ id: 'getUser', summary: 'Get a user', answer: AccountResponse })
  @NeedsScope('read')
  async read(
    @Param('userId') userId: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccountRecord | undefined> {
    return versioned(response, await this.users.read(userId));
  }

  @Patch(':userId')
  @Operation({
    id: 'updateUser',
    summary: 'Update a user',
    description: 'Omitted fields stay unchanged.',
    answer: AccountResponse,
    body: { full_name: 'Ada King' },
    problems: [emailTaken, lastInstanceAdmin, usersManagedElsewhere],
  })
  @NeedsScope('admin')
  async update(
    @Param('userId') userId: string,
    @JsonBody() body: UpdateUserRequest,
    @Preconditions() precondition: Precondition,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccountRecord | undefined> {
    return versioned(response, await this.users.revise(userId, body.changes(), precondition));
  }

  @Delete(':userId')
  @Operation({
    id: 'deleteUser',
    summary: 'Anonymize a user',
    description:
      'Removes name, e-mail address, picture, memberships and tokens of the user. Their feedback, votes, comments and changelog entries are kept, with an anonymous user. A job then makes the user anonymous in old events too, removes stored responses that contain the user, and with `content=delete` deletes their feedback, comments and votes.',
    problems: [lastInstanceAdmin],
  })
  @NeedsScope('admin')
  @HttpCode(204)
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @QueryParams() { content }: DeleteUserQuery,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.users.remove(userId, caller.userId, precondition, content);
  }
}
