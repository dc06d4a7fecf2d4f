import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { RequestGenerator, requestIn } from '../support/generated-requests.js';
import {
  inDestructiveOrder,
  nameOf,
  type Operation,
  prepareWorld,
  tokenFor,
  type World,
} from '../support/operations.js';
import { stored } from '../support/stored.js';

/** Requests of each operation. The nightly check sends more of them, and others, with these variables. */
const numRuns = Number(process.env['GENERATED_REQUESTS'] ?? 6);
const seed = Number(process.env['GENERATED_SEED'] ?? 15);

let service: TestApp;
let document: Record<string, unknown>;
let adminId: string;
/** The world of all operations, until one of them has removed what it needs itself. */
let world: World;
/** What is stored. */
let before: Record<string, string>;

beforeAll(async () => {
  // Without the background work, which changes what is stored at any time.
  service = await startApp();
  document = service.app.get(ApiDocument).describe() as unknown as Record<string, unknown>;
  adminId = (await service.admin.get('/me')).body.user.id as string;
  await newWorld();
});

afterAll(() => service.close());

async function newWorld(): Promise<void> {
  world = await prepareWorld(service, adminId);
  before = await stored(service);
}

/** Whether a success can remove or rename the records that the next requests of the same operation need. */
function isDestructive({ method, path }: Operation): boolean {
  return (
    method === 'DELETE' ||
    path.endsWith('/merge') ||
    ['PATCH /projects/:projectSlug', 'PUT /projects/:projectSlug/tags/:name'].includes(`${method} ${path}`)
  );
}

describe('Generated requests return documented answers and no 5xx, and change nothing if they are refused', () => {
  // Preparing a world takes longer than the requests, so operations share one: in this order, each finds what it needs.
  it.each(inDestructiveOrder.map((called) => [nameOf(called), called] as const))(
    '%s',
    async (_name, called) => {
      const isRead = called.method === 'GET';
      const generator = new RequestGenerator(document, called);
      let isUsedUp = false;
      let accepted = 0;

      const attempt = async (generated: ReturnType<RequestGenerator['sample']>): Promise<void> => {
        if (isUsedUp) await newWorld();
        isUsedUp = false;
        const { path, headers, ...rest } = requestIn(world, called, generated);
        // Fails if the answer, or an accepted request, is not documented.
        const answer = await service.send(called.method, path, {
          headers: { authorization: `Bearer ${tokenFor(called, world, service.admin.token)}`, ...headers },
          ...rest,
        });
        expect(answer.status).toBeLessThan(500);
        if (answer.status < 300) accepted += 1;
        if (isRead) return;
        const expected = before;
        // Other requests follow if this one has failed, to find a simpler one.
        before = await stored(service);
        if (answer.status >= 300) expect(before).toEqual(expected);
        else isUsedUp = isDestructive(called);
      };

      const runs = isDestructive(called) ? Math.ceil(numRuns / 3) : numRuns;
      await fc.assert(fc.asyncProperty(generator.requests(), attempt), { numRuns: runs - 1, seed });
      // This request succeeds unless others have prevented it, such as one that made a field required.
      const acceptedBefore = accepted;
      await attempt(generator.sample());
      if (accepted === acceptedBefore) {
        await newWorld();
        await attempt(generator.sample());
      }
      expect(accepted).toBeGreaterThan(acceptedBefore);
      expect(await stored(service)).toEqual(before);
    },
  );
});
