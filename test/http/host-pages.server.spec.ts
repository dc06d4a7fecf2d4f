import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { ApiOkResponse, ApiProperty, ApiTags, DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type HostApp, startHost } from '../support/host.js';

/** Has the name of a schema of the service, and other properties. */
class User {
  @ApiProperty()
  nickname!: string;
}

@ApiTags('Feedback')
@Controller('people')
class PeopleController {
  @Get()
  @ApiOkResponse({ type: [User] })
  list(): User[] {
    return [{ nickname: 'ada' }];
  }
}

@Module({ controllers: [PeopleController] })
class PeopleModule {}

type Document = ReturnType<typeof SwaggerModule.createDocument>;

const configuration = new DocumentBuilder().setTitle('The host').build();

/** Serves a page and a document at `/host-docs`, as the documentation of Nest shows it. */
function setUpSwagger(app: NestExpressApplication): void {
  SwaggerModule.setup('host-docs', app, () => SwaggerModule.createDocument(app, configuration));
}

describe.each<[string, Parameters<typeof startHost>[0]]>([
  ['', { configure: setUpSwagger }],
  ['below a global prefix', { configure: (app) => setUpSwagger(app.setGlobalPrefix('api')) }],
])('The OpenAPI document of a host %s', (_name, settings) => {
  let alone: HostApp;
  let together: HostApp;
  let prefix: string;

  beforeAll(async () => {
    [alone, together] = await Promise.all([
      startHost({ ...settings, imports: [PeopleModule], service: false }),
      startHost({ ...settings, imports: [PeopleModule] }),
    ]);
    const { paths } = await documentOf(together, '/host-docs-json');
    prefix = '/api/people' in paths ? '/api' : '';
  });

  afterAll(async () => {
    await alone?.close();
    await together?.close();
  });

  const documentOf = async (host: HostApp, path: string) =>
    JSON.parse((await host.send('GET', path)).text) as Document;

  it('is the same with and without the service', async () => {
    const document = await documentOf(together, '/host-docs-json');
    expect(document).toEqual(await documentOf(alone, '/host-docs-json'));
    expect(Object.keys(document.paths).sort()).toEqual(
      ['/orders', '/orders/broken', '/orders/missing', '/orders/text', '/people'].map(
        (path) => `${prefix}${path}`,
      ),
    );
    expect(document.components?.schemas).toEqual({
      User: { type: 'object', properties: { nickname: { type: 'string' } }, required: ['nickname'] },
    });
  });

  it('stays the same after the service has created its own, which has the schema of the same name', async () => {
    const own = await documentOf(together, `${prefix}/feedback-service/openapi.json`);
    expect(Object.keys(own.paths)).toContain('/v1/projects/{projectSlug}/feedback');
    expect(Object.keys(own.paths)).not.toContain('/people');
    expect(own.components?.schemas?.['User']).toMatchObject({ properties: { full_name: {} } });
    expect(await documentOf(together, '/host-docs-json')).toEqual(await documentOf(alone, '/host-docs-json'));
  });

  it('has no operation of the service if it scans the modules that others import', () => {
    const options = { deepScanRoutes: true };
    const { paths } = SwaggerModule.createDocument(together.app, configuration, options);
    expect(Object.keys(paths).filter((path) => path.includes('feedback-service'))).toEqual([]);
  });
});
