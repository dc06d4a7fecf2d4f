import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { newFeedback, newProject } from '../support/feedback.js';

let service: TestApp;
let project: string;
let feedback: string;

beforeAll(async () => {
  service = await startApp();
  project = await newProject(service);
  for (let number = 0; number < 20; number++) feedback = await newFeedback(service.admin, project);
  await service.admin.patch(feedback, { description: 'A long description. '.repeat(200) });
});

afterAll(() => service.close());

interface CompressedAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly bytes: Buffer;
}

/** Sends a GET request; unlike `fetch`, it leaves the body as it was sent. */
async function get(path: string, headers: Record<string, string>): Promise<CompressedAnswer> {
  return new Promise((resolve, reject) => {
    request(
      `${service.url}${path.startsWith('/openapi') ? '' : '/v1'}${path}`,
      { headers: { authorization: `Bearer ${service.admin.token}`, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
        );
      },
    )
      .on('error', reject)
      .end();
  });
}

const decompress: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

describe('A response of more than 1 kB', () => {
  it.each([
    ['br', 'gzip, deflate, br'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip', 'gzip, br;q=0'],
  ])('is compressed as %s for a client that accepts %s', async (encoding, accepted) => {
    for (const path of [feedback, `${project}/feedback`, '/openapi.json']) {
      const plain = await get(path, {});
      const compressed = await get(path, { 'accept-encoding': accepted });
      expect(compressed.headers['content-encoding']).toBe(encoding);
      expect(compressed.headers['vary']).toContain('Accept-Encoding');
      expect(plain.headers['vary']).toContain('Accept-Encoding');
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(decompress[encoding]?.(compressed.bytes).equals(plain.bytes)).toBe(true);
    }
  });

  it('is compressed as a stream', async () => {
    const headers = { accept: 'application/x-ndjson', 'accept-encoding': 'gzip' };
    const { bytes, headers: received } = await get(`${project}/feedback`, headers);
    expect(received['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).toString().trim().split('\n')).toHaveLength(20);
  });

  it('is compressed if it is a file of CSV', async () => {
    const path = `${project}/export?format=csv&kind=feedback`;
    const { bytes, headers } = await get(path, { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).equals((await get(path, {})).bytes)).toBe(true);
  });

  it.each([undefined, 'identity', 'zstd', 'br;q=0, gzip;q=0'])(
    'is not compressed for a client that accepts %s',
    async (accepted) => {
      const { headers } = await get(feedback, accepted === undefined ? {} : { 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBeUndefined();
    },
  );
});

it('a response of less than 1 kB is not compressed', async () => {
  expect((await get('/me', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
});

describe('The ETag of a compressed response', () => {
  it.each(['br', 'gzip'])(
    'differs from that of others, and is accepted in preconditions: %s',
    async (encoding) => {
      for (const path of [feedback, `${project}/feedback`]) {
        const accepting = { 'accept-encoding': encoding };
        const plain = await get(path, {});
        const compressed = await get(path, accepting);
        const etag = String(compressed.headers['etag']);
        expect(etag).toMatch(/^"[^"]+"$/);
        expect(etag).not.toBe(plain.headers['etag']);

        for (const tag of [etag, `W/${etag}`, `"x", ${etag}`]) {
          const unchanged = await get(path, { ...accepting, 'if-none-match': tag });
          expect([unchanged.status, unchanged.headers['etag'], unchanged.bytes.length]).toEqual([
            304,
            etag,
            0,
          ]);
          expect(unchanged.headers['vary']).toContain('Accept-Encoding');
        }
        expect((await get(path, { ...accepting, 'if-match': etag })).status).toBe(200);
        expect((await get(path, { ...accepting, 'if-match': `W/${etag}` })).status).toBe(412);
      }
      const { headers } = await get(feedback, { 'accept-encoding': encoding });
      const etag = String(headers['etag']);
      const changed = await service.admin.patch(feedback, { title: encoding }, { 'if-match': etag });
      expect(changed.status).toBe(200);
      const stale = await service.admin.patch(feedback, { title: 'Late' }, { 'if-match': etag });
      expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
      const current = changed.headers.get('etag') ?? '';
      expect((await service.admin.patch(feedback, { title: encoding }, { 'if-match': current })).status).toBe(
        200,
      );
    },
  );
});
