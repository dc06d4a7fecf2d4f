import { once } from 'node:events';
import { get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import type { Express, Request, Response } from 'express';
import { ServiceAdapter } from '../../../src/platform/http/service-adapter.js';

it('creates requests and responses whose prototypes Express does not change', async () => {
  const adapter = new ServiceAdapter();
  adapter.initHttpServer();
  const server = adapter.getHttpServer() as Server;
  const application = adapter.getInstance<Express>();
  const before: object[] = [];
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    before.push(Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object);
  });
  const during: object[] = [];
  application.get('/', (request: Request, response: Response) => {
    during.push(Object.getPrototypeOf(request) as object, Object.getPrototypeOf(response) as object);
    response.json([request.query['x'], request.app === application]);
  });
  await once(server.listen(0), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const [answer] = (await once(get({ port, path: '/?x=1' }), 'response')) as [IncomingMessage];
    expect(JSON.parse(Buffer.concat(await answer.toArray()).toString())).toEqual(['1', true]);
    expect(during).toHaveLength(2);
    during.forEach((prototype, at) => expect(prototype).toBe(before[at]));
  } finally {
    server.close();
  }
});
