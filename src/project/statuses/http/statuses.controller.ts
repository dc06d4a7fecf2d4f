import { Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Created, Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { keyPattern } from '../../../shared/keys.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { firstViolation } from '../../../shared/rules.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { StatusService } from '../application/status.service.js';
import { LastOpenStatus, StatusInUse, StatusNotFound, TooManyStatuses } from '../domain/status.errors.js';
import { ChangesUnfinished } from '../../domain/changes-unfinished.js';
import { maxStatuses, statusKeyRules, type StatusRecord } from '../domain/status.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';
import { DeleteStatusQuery, PutStatusDto, StatusResponse } from './status.dto.js';

@Controller('projects/:projectSlug/statuses')
@InProject()
@Operations({
  tag: 'Statuses',
  parameters: {
    key: {
      schema: {
        type: 'string',
        pattern: keyPattern.source,
        description: 'Key of the status: what feedback has as its `status`.',
        example: StatusResponse.example.key,
      },
    },
  },
})
export class StatusesController {
  constructor(private readonly statuses: StatusService) {}

  @Get()
  @Operation({
    id: 'listStatuses',
    summary: 'List statuses',
    description: `Returns all statuses, at most ${maxStatuses}, in their order.`,
    array: StatusResponse,
  })
  @RequirePermission(permissions.read)
  async list(@CurrentAccess() access: ProjectAccess): Promise<StatusRecord[]> {
    return this.statuses.list(access);
  }

  @Get(':key')
  @Operation({
    id: 'getStatus',
    summary: 'Get a status',
    answer: StatusResponse,
    problems: [new StatusNotFound()],
  })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('key') key: string,
  ): Promise<Versioned<StatusRecord>> {
    return this.statuses.read(access, key);
  }

  @Put(':key')
  @Operation({
    id: 'putStatus',
    summary: 'Create or update a status',
    description:
      'Omitted fields of an existing status stay unchanged. At least one status has the kind `open`: new feedback gets the first of them.',
    answer: StatusResponse,
    statuses: { 200: 'Updated.', 201: 'Created.' },
    body: { name: 'Beta', color: '#8b5cf6', kind: 'active', position: 4, on_roadmap: true },
    problems: [new LastOpenStatus(), new TooManyStatuses(maxStatuses)],
  })
  @RequirePermission(permissions.putStatus)
  async put(
    @CurrentAccess() access: ProjectAccess,
    @Param('key') key: string,
    @JsonBody() body: PutStatusDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Created<StatusRecord> | StatusRecord> {
    const rule = firstViolation(statusKeyRules, key);
    if (rule) {
      throw new InvalidInput([{ parameter: 'key', code: rule.code, detail: `The key ${rule.detail}` }]);
    }
    const { status, created } = await this.statuses.put(access, key, body.changes(), precondition);
    return created ? new Created(status) : status;
  }

  @Delete(':key')
  @Operation({
    id: 'deleteStatus',
    summary: 'Delete a status',
    description:
      'Feedback that has the status gets the one of `replace_with` first, with an event for each record. This does not hold up other requests. If it takes more than 20 seconds, or is interrupted, repeat the request: it continues.',
    problems: [new StatusNotFound(), new StatusInUse(), new LastOpenStatus(), new ChangesUnfinished()],
  })
  @RequirePermission(permissions.deleteStatus)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('key') key: string,
    @QueryParams() { replace_with: replacement }: DeleteStatusQuery,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.statuses.remove(access, key, replacement, precondition);
  }
}
