import type { AddressInfo } from 'node:net';
import {
  Body,
  Controller,
  Get,
  Header,
  Module,
  NotFoundException,
  type NestApplicationOptions,
  Post,
  Query,
  type Type,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { FeedbackServiceModule } from '../../src/feedback-service.module.js';
import type { FeedbackServiceOptions } from '../../src/settings/options.js';
import { Database } from '../../src/platform/persistence/index.js';
import { createTestDatabase } from './database.js';

export const hostToken = 'token-of-the-instance-admin-in-a-host';

/** Routes of an application that mounts the service. */
@Controller('orders')
export class OrdersController {
  @Get()
  list(@Query() query: object): object {
    return { orders: [], query };
  }

  @Get('missing')
  missing(): never {
    throw new NotFoundException('no such order');
  }

  @Get('broken')
  broken(): never {
    throw new Error('broken');
  }

  @Get('text')
  @Header('X-Of-Host', 'yes')
  text(): string {
    return 'an order';
  }

  @Post()
  create(@Body() body: unknown): object {
    return { body };
  }
}

@Module({ controllers: [OrdersController] })
class OrdersModule {}

/** An application that mounts the service beside routes of its own, listening on a free port. */
export interface HostApp {
  readonly app: NestExpressApplication;
  readonly url: string;
  /** Sends a request, by default with the token of the instance admin. Redirects are not followed. */
  send(
    method: string,
    path: string,
    init?: { body?: string; headers?: Record<string, string> },
  ): Promise<HostAnswer>;
  close(): Promise<void>;
}

export interface HostAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;
}

/**
 * Starts a host application.
 *
 * @param settings `service`: the options, or false to leave the service out. `imports`: further modules of the host. `nest`:
 * the options of Nest. `configure`: sets global prefixes, pipes and the like
 */
export async function startHost(
  settings: {
    service?: Partial<FeedbackServiceOptions> | false;
    imports?: Type[];
    nest?: NestApplicationOptions;
    configure?: (app: NestExpressApplication) => void;
  } = {},
): Promise<HostApp> {
  const { service = {}, imports = [], nest = {}, configure } = settings;
  const database =
    service === false
      ? undefined
      : await createTestDatabase(
          service.extensions?.map(({ migrations = [], entities = [] }) => ({ migrations, entities })),
        );
  const mounted =
    service === false
      ? []
      : [
          FeedbackServiceModule.forRoot({
            database: { embedded: true },
            rateLimitPerMinute: 0,
            backgroundWork: false,
            authentication: { bootstrapToken: hostToken },
            ...service,
          }),
        ];
  const building = Test.createTestingModule({ imports: [OrdersModule, ...imports, ...mounted] });
  if (database) building.overrideProvider(Database).useValue(database.database);
  const app = (await building.compile()).createNestApplication<NestExpressApplication>({
    logger: false,
    ...nest,
  });
  configure?.(app);
  try {
    await app.listen(0, '127.0.0.1');
  } catch (error) {
    await app.close();
    await database?.drop();
    throw error;
  }
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    app,
    url,
    send: async (method, path, { body = null, headers = {} } = {}) => {
      const response = await fetch(`${url}${path}`, {
        method,
        body,
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${hostToken}`,
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    close: async () => {
      await app.close();
      await database?.drop();
    },
  };
}
