import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { RequestGenerator, requestIn } from '../support/generated-requests.js';
import {
  nameOf,
  type Operation,
  operations,
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
/** The world of all reads, which change nothing. */
let readWorld: World;
/** What is stored. */
let before: Record<string, string>;

beforeAll(async () => {
  // Without the background work, which changes what is stored at any time.
  service = await startApp();
  document = service.app.get(ApiDocument).describe() as unknown as Record<string, unknown>;
  adminId = (await service.admin.get('/me')).body.user.id as string;
  readWorld = await newWorld();
});

afterAll(() => service.close());

async function newWorld(): Promise<World> {
  const world = await prepareWorld(service, adminId);
  before = await stored(service);
  return world;
}

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
    const isRead = called.method === 'GET';
    let prepared = isRead ? readWorld : undefined;
    let accepted = 0;
    const generator = new RequestGenerator(document, called);
    await fc.assert(
      fc.asyncProperty(generator.requests(), async (generated) => {
        const world = (prepared ??= await newWorld());
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
        else if (isDestructive(called)) prepared = undefined;
      }),
      {
        // A new world for each success takes longer than the requests.
        numRuns: isDestructive(called) ? Math.ceil(numRuns / 3) : numRuns,
        seed,
        examples: [[generator.sample()]],
      },
    );
    expect(accepted).toBeGreaterThan(0);
    expect(await stored(service)).toEqual(before);
  });
});
