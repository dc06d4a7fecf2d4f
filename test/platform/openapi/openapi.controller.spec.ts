import { expect, it } from '@jest/globals';
import type { Response } from 'express';
import { Environment } from '../../../src/server/environment.js';
import { Links } from '../../../src/platform/http/index.js';
import type { ApiDocument } from '../../../src/platform/openapi/index.js';
import { OpenApiController } from '../../../src/platform/openapi/openapi.controller.js';

/** Returns a response to a request for the document of a service that is mounted at the path. */
function responseAt(serviceRoot: string): Response {
  const response = {
    req: { method: 'GET', headers: {}, serviceRoot },
    get: () => undefined,
    set: () => response,
    type: () => response,
    vary: () => response,
  };
  return response as unknown as Response;
}

it('keeps the texts of few paths of the service, because clients choose the case of their letters', () => {
  let created = 0;
  const info = { title: 'API', version: '1', toJSON: () => `text ${++created}` };
  const api = { describe: () => ({ openapi: '3.1.0', info, paths: {} }) } as unknown as ApiDocument;
  const { settings } = new Environment({});
  const layout = { path: 'service', docs: true, modules: [] };
  const controller = new OpenApiController(api, new Links(settings), settings, layout);
  controller.readJson(responseAt('/service'));
  const { record: text } = controller.readJson(responseAt('/service'));
  expect(text).toContain('"text 1"');
  for (let n = 0; n < 50; n++) controller.readJson(responseAt(`/service${n}`));
  expect(controller.readJson(responseAt('/service')).record).toBe(text.replace('text 1', 'text 52'));
});
