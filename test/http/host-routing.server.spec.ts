import { afterEach, expect, it } from '@jest/globals';
import {
  type ArgumentsHost,
  Catch,
  Controller,
  type ExceptionFilter,
  Get,
  NotFoundException,
} from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError, DomainErrorFilter } from '../../src/index.js';
import { type HostApp, startHost } from '../support/host.js';

/** Catches everything, as many hosts have it. */
@Catch()
class HostFilter implements ExceptionFilter {
  catch(error: Error, host: ArgumentsHost): void {
    host.switchToHttp().getResponse<Response>().status(418).json({ host: error.message });
  }
}

@Controller('ideas')
class IdeasController {
  @Get('closed')
  closed(): never {
    throw new DomainError('conflict', 'closed', 'The idea is closed.');
  }

  @Get('missing')
  missing(): never {
    throw new NotFoundException('no such idea');
  }
}

@Module({ controllers: [IdeasController] })
class IdeasModule {}

let host: HostApp;

afterEach(() => host.close());

const statusOf = async (path: string) => (await host.send('GET', path)).status;

it('Nest asks the global filter first that was registered last', async () => {
  const filters = [new HostFilter(), new DomainErrorFilter()];
  host = await startHost({
    imports: [IdeasModule],
    configure: (app) => void app.useGlobalFilters(...filters),
  });
  expect([await statusOf('/ideas/closed'), await statusOf('/ideas/missing')]).toEqual([409, 418]);
});

it('a filter for all errors that was registered after DomainErrorFilter leaves it nothing', async () => {
  const filters = [new DomainErrorFilter(), new HostFilter()];
  host = await startHost({
    imports: [IdeasModule],
    configure: (app) => void app.useGlobalFilters(...filters),
  });
  expect([await statusOf('/ideas/closed'), await statusOf('/ideas/missing')]).toEqual([418, 418]);
  // Errors of the service reach no filter of the host.
  expect(await statusOf('/feedback-service/v1/nothing')).toBe(404);
});

it('paths of the service match without regard to case, as all routes of Express', async () => {
  host = await startHost({});
  expect(await statusOf('/Feedback-Service/V1/Me')).toBe(200);
});
