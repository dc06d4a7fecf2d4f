import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Links, type ListAnswer, Operation, Operations } from '../../platform/http/index.js';
import { QueryParams } from '../../platform/input/index.js';
import { UserExport } from '../application/user-export.js';
import type { Caller } from '../domain/caller.js';
import { InstanceAdminNeeded } from '../domain/identity.errors.js';
import { CurrentCaller, NeedsScope } from './access.decorators.js';
import { instanceAdminNeeded, userNotFound } from './identity.problems.js';
import { UserExportQuery } from './identity.requests.js';
import { AccountResponse, UserDataResponse } from './identity.responses.js';

@Controller('users/:userId/export')
@Operations({
  tag: 'Tokens and users',
  parameters: {
    userId: {
      schema: {
        type: 'string',
        description: 'Id of the user, or `me` for the caller.',
        example: AccountResponse.example.id,
      },
      problems: [userNotFound],
    },
  },
})
export class UserExportController {
  constructor(
    private readonly userExport: UserExport,
    private readonly links: Links,
  ) {}

  @Get()
  @Operation({
    id: 'exportUser',
    summary: 'Export the data about a user',
    description:
      'Returns everything that is stored about a user: account, tokens (without secrets), memberships, feedback, comments, votes and changelog entries of all projects. Users can export their own data. The data of other users requires that the caller is an instance admin. A page has records of one kind, so it may be shorter than `limit`; follow `Link`, or request a stream with `Accept: application/x-ndjson`.',
    list: UserDataResponse,
    expensive: true,
    problems: [instanceAdminNeeded],
  })
  @NeedsScope('read')
  async export(
    @CurrentCaller() caller: Caller,
    @Param('userId') userId: string,
    @QueryParams() query: UserExportQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListAnswer> {
    const exported = userId === 'me' ? caller.userId : userId.toLowerCase();
    if (exported !== caller.userId && !caller.instanceAdmin) throw new InstanceAdminNeeded();
    return this.links.list(response, query, (page) => this.userExport.page(exported, page));
  }
}
