import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { RequestGenerator, requestIn } from '../support/generated-requests.js';
import { nameOf, type Operation, operations, prepareWorld, tokenFor } from '../support/operations.js';
import { stored } from '../support/stored.js';

/** Requests of each operation. More of them, and others, are sent with these variables. */
const numRuns = Number(process.env['GENERATED_REQUESTS'] ?? 12);
const seed = Number(process.env['GENERATED_SEED'] ?? 15);

let service: TestApp;
let document: Record<string, unknown>;
let adminId: string;

beforeAll(async () => {
  service = await startApp();
  document = service.app.get(ApiDocument).describe() as unknown as Record<string, unknown>;
  adminId = (await service.admin.get('/me')).body.user.id as string;
});

afterAll(() => service.close());

/** Whether a success can remove or rename the records that the next requests need. */
function isDestructive({ method, path }: Operation): boolean {
  return (
    method === 'DELETE' ||
    path.endsWith('/merge') ||
    ['PATCH /projects/:projectSlug', 'PUT /projects/:projectSlug/tags/:name'].includes(`${method} ${path}`)
  );
}

describe('Generated requests return documented answers and no 5xx, and change nothing if they are refused', () => {
  it.each(operations.map((called) => [nameOf(called), called] as const))('%s', async (_name, called) => {
    let world = await prepareWorld(service, adminId);
    let before = await stored(service);
    let accepted = 0;
    const requests = new RequestGenerator(document, called).requests();
    await fc.assert(
      fc.asyncProperty(requests, async (generated) => {
        const { path, headers, ...rest } = requestIn(world, called, generated);
        // Fails if the answer, or an accepted request, is not documented.
        const answer = await service.send(called.method, path, {
          headers: { authorization: `Bearer ${tokenFor(called, world, service.admin.token)}`, ...headers },
          ...rest,
        });
        expect(answer.status).toBeLessThan(500);
        if (answer.status < 300) accepted += 1;
        if (called.method === 'GET') return;
        if (answer.status >= 300) {
          const expected = before;
          // Other requests follow if this one has failed, to find a simpler one.
          before = await stored(service);
          expect(before).toEqual(expected);
          return;
        }
        if (isDestructive(called)) world = await prepareWorld(service, adminId);
        before = await stored(service);
      }),
      // A new world for each success takes longer than the requests.
      { numRuns: isDestructive(called) ? Math.ceil(numRuns / 3) : numRuns, seed },
    );
    expect(accepted).toBeGreaterThan(0);
    expect(await stored(service)).toEqual(before);
  });
});
