import { Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Created, Operation, Operations } from '../../../platform/http/index.js';
import type { Versioned } from '../../../shared/records.js';
import { permissions } from '../application/permissions.js';
import { SuppressionService } from '../application/suppression.service.js';
import { SuppressionNotFound } from '../domain/mail.errors.js';
import type { SuppressionRecord } from '../domain/suppression.repository.js';
import { SuppressionResponse } from './mail.dto.js';

@Controller('mail-suppressions')
@Operations({
  tag: 'Mail',
  parameters: {
    email: {
      schema: {
        type: 'string',
        description: 'E-mail address (case-insensitive), percent-encoded.',
        example: SuppressionResponse.example.email,
      },
    },
  },
})
export class MailSuppressionsController {
  constructor(private readonly suppressions: SuppressionService) {}

  @Get(':email')
  @Operation({
    id: 'getMailSuppression',
    summary: 'Find out whether mails to an address are suppressed',
    answer: SuppressionResponse,
    problems: [new SuppressionNotFound()],
  })
  @RequirePermission(permissions.readSuppression)
  async read(@Param('email') email: string): Promise<Versioned<SuppressionRecord>> {
    return this.suppressions.read(email);
  }

  @Put(':email')
  @Operation({
    id: 'putMailSuppression',
    summary: 'Suppress mails to an address',
    description: 'An address that is suppressed already stays as it is.',
    answer: SuppressionResponse,
    statuses: { 200: 'The address was suppressed already.', 201: 'Created.' },
  })
  @RequirePermission(permissions.putSuppression)
  async put(@Param('email') email: string): Promise<Created<SuppressionRecord> | SuppressionRecord> {
    const { suppression, added } = await this.suppressions.add(email);
    return added ? new Created(suppression.record) : suppression.record;
  }

  @Delete(':email')
  @Operation({
    id: 'deleteMailSuppression',
    summary: 'Send mails to an address again',
    problems: [new SuppressionNotFound()],
  })
  @RequirePermission(permissions.deleteSuppression)
  @HttpCode(204)
  async remove(@Param('email') email: string): Promise<void> {
    await this.suppressions.remove(email);
  }
}
