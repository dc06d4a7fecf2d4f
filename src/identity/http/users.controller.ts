import { Controller, Delete, Get, HttpCode, Param, Patch, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { JsonBody, QueryParams } from '../../platform/http/input.js';
import { Links } from '../../platform/http/links.js';
import { type AccountRecord, IdentityQueries } from '../application/identity.queries.js';
import { UserService } from '../application/user.service.js';
import { UserNotFound } from '../domain/identity.errors.js';
import { NeedsInstanceAdmin, NeedsScope } from './access.decorators.js';
import { CreateUserRequest, UpdateUserRequest, UserListQuery } from './identity.requests.js';

@Controller('users')
@NeedsInstanceAdmin(true)
export class UsersController {
  constructor(
    private readonly users: UserService,
    private readonly queries: IdentityQueries,
    private readonly links: Links,
  ) {}

  /** The user with this e-mail address, unchanged (200), or a new one (201). */
  @Post()
  @NeedsScope('admin')
  async create(
    @JsonBody() body: CreateUserRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccountRecord> {
    const { user, registered } = await this.users.findOrRegister(body.profile());
    if (registered) this.links.created(response, user.id);
    else response.status(200);
    return this.find(user.id);
  }

  /** Oldest first. */
  @Get()
  @NeedsScope('read')
  async list(
    @QueryParams() query: UserListQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AccountRecord[]> {
    return this.links.page(response, query, await this.queries.accounts(query.page()));
  }

  @Get(':userId')
  @NeedsScope('read')
  async read(@Param('userId') userId: string): Promise<AccountRecord> {
    return this.find(userId);
  }

  @Patch(':userId')
  @NeedsScope('admin')
  async update(@Param('userId') userId: string, @JsonBody() body: UpdateUserRequest): Promise<AccountRecord> {
    await this.users.revise(userId, body.changes());
    return this.find(userId);
  }

  /** Makes the user anonymous: what they submitted stays, name, e-mail address, picture, memberships and tokens go. */
  @Delete(':userId')
  @NeedsScope('admin')
  @HttpCode(204)
  async remove(@Param('userId') userId: string): Promise<void> {
    await this.users.remove(userId);
  }

  private async find(userId: string): Promise<AccountRecord> {
    const account = await this.queries.account(userId);
    if (!account) throw new UserNotFound();
    return account;
  }
}
