import { Controller, Get } from '@nestjs/common';
import { Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import { permissions } from '../application/permissions.js';
import { type UserDataRecord, UserExport } from '../application/user-export.js';
import type { Caller } from '../../authentication/domain/caller.js';
import { InstanceAdminNeeded, UserNotFound } from '../domain/identity.errors.js';
import { CurrentCaller, RequirePermission } from '../../authentication/http/access.decorators.js';
import { UserDataResponse, UserExportQuery } from './user.dto.js';
import { UserIdParam, userIdParameter } from './user-id.js';

@Controller('users/:userId/export')
@Operations({
  tag: 'Tokens and users',
  parameters: {
    userId: userIdParameter({ problems: [new UserNotFound()] }),
  },
})
export class UserExportController {
  constructor(private readonly userExport: UserExport) {}

  @Get()
  @Operation({
    id: 'exportUser',
    summary: 'Export the data about a user',
    description:
      'Returns everything that is stored about a user in all projects, except secrets. Users can export their own data, without memberships and external ids of projects that blocked them. The data of other users requires that the caller is an instance admin. A page has records of one kind, so it may be shorter than `limit`: follow `Link`, or request NDJSON.',
    list: UserDataResponse,
    expensive: true,
    problems: [new InstanceAdminNeeded()],
  })
  @RequirePermission(permissions.exportUser)
  async export(
    @CurrentCaller() caller: Caller,
    @UserIdParam() userId: string,
    @QueryParams() query: UserExportQuery,
  ): Promise<PagedList<UserDataRecord>> {
    if (userId !== caller.userId && !caller.instanceAdmin) throw new InstanceAdminNeeded();
    const filter = { withBlocks: caller.instanceAdmin };
    return new PagedList(query, (page) => this.userExport.page(userId, page, filter));
  }
}
