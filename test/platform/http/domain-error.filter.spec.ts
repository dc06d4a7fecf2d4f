import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, type INestApplication, Module } from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import { DomainError, DomainErrorFilter, InvalidInput } from '../../../src/index.js';

@Controller('ideas')
class IdeasController {
  @Get('invalid')
  invalid(): never {
    throw new InvalidInput([{ pointer: '/title', code: 'blank', detail: 'The field is blank.' }]);
  }

  @Get('unavailable')
  unavailable(): never {
    throw new DomainError('unavailable', 'too_busy', 'Try again later.');
  }

  @Get('broken')
  broken(): never {
    throw new Error('secret');
  }
}

@Module({
  controllers: [IdeasController],
  providers: [{ provide: APP_FILTER, useClass: DomainErrorFilter }],
})
class Host {}

describe('DomainErrorFilter', () => {
  let app: INestApplication;
  let url: string;

  beforeAll(async () => {
    app = await NestFactory.create(Host, { logger: false });
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });

  afterAll(() => app.close());

  it('answers the rejections of use cases with problem details', async () => {
    const response = await fetch(`${url}/ideas/invalid`);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'The request contains invalid values.',
      code: 'invalid_input',
      errors: [{ pointer: '/title', code: 'blank', detail: 'The field is blank.' }],
    });
  });

  it('sends Retry-After with a 503', async () => {
    const response = await fetch(`${url}/ideas/unavailable`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it("leaves other errors, and unknown routes, to the application's filters", async () => {
    const [broken, unknown] = await Promise.all(
      ['broken', 'unknown'].map(async (path) => (await fetch(`${url}/ideas/${path}`)).json()),
    );
    expect(broken).toEqual({ statusCode: 500, message: 'Internal server error' });
    expect(unknown).toMatchObject({ statusCode: 404, error: 'Not Found' });
  });
});
