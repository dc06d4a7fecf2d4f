import { Controller, Delete, Get, HttpCode, Patch } from '@nestjs/common';
import { Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import type { MeRecord } from '../application/identity.queries.js';
import { MeService } from '../application/me.service.js';
import { permissions } from '../application/permissions.js';
import type { Caller } from '../../authentication/domain/caller.js';
import { LastInstanceAdmin, TokenNotFound, UsersManagedElsewhere } from '../domain/identity.errors.js';
import {
  CurrentCaller,
  RequirePermission,
  ReachedByBoundTokens,
} from '../../authentication/http/access.decorators.js';
import { MeResponse, UpdateMeDto } from './me.dto.js';
import { DeleteUserQuery } from './user.dto.js';

@Controller('me')
@Operations({ tag: 'Tokens and users' })
export class MeController {
  constructor(private readonly me: MeService) {}

  @Get()
  @ReachedByBoundTokens(true)
  @Operation({
    id: 'getMe',
    summary: 'Get the caller',
    description: 'Returns the caller and the token of the request. A good first request.',
    answer: MeResponse,
    problems: [new TokenNotFound()],
  })
  @RequirePermission(permissions.getMe)
  async read(@CurrentCaller() caller: Caller): Promise<Versioned<MeRecord>> {
    return this.me.read(caller);
  }

  @Patch()
  @Operation({
    id: 'updateMe',
    summary: 'Update the caller',
    description:
      'Changes the name and the picture of the caller. Omitted fields stay unchanged. Returns 409 if a host application manages the users. E-mail addresses are changed by instance admins.',
    answer: MeResponse,
    body: { full_name: 'Ada King' },
    problems: [new TokenNotFound(), new UsersManagedElsewhere()],
  })
  @RequirePermission(permissions.updateMe)
  async update(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: UpdateMeDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Versioned<MeRecord>> {
    return this.me.update(caller, body.changes(), precondition);
  }

  @Delete()
  @Operation({
    id: 'deleteMe',
    summary: 'Delete the account of the caller',
    description:
      'Like `DELETE /users/{userId}`, for the caller: also revokes the token of the request. This cannot be undone. Returns 409 if the caller is the last instance admin or the only owner of a project, or if a host application manages the users.',
    problems: [new TokenNotFound(), new LastInstanceAdmin(), new UsersManagedElsewhere()],
  })
  @RequirePermission(permissions.deleteMe)
  @HttpCode(204)
  async remove(
    @CurrentCaller() caller: Caller,
    @QueryParams() { content }: DeleteUserQuery,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.me.remove(caller, content, precondition);
  }
}
