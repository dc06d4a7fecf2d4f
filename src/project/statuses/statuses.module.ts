import { Module } from '@nestjs/common';
import { StatusQueries } from './application/status.queries.js';
import { StatusService } from './application/status.service.js';
import { StatusRepository } from './domain/status.repository.js';
import { StatusesController } from './http/statuses.controller.js';
import { TypeormStatusRepository } from './persistence/typeorm-status.repository.js';

/** The statuses of feedback in a project. */
@Module({
  controllers: [StatusesController],
  providers: [StatusService, { provide: StatusRepository, useClass: TypeormStatusRepository }, StatusQueries],
  exports: [StatusService, StatusRepository, StatusQueries],
})
export class StatusesModule {}
