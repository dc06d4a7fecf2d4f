import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { clientOf, collect, disconnect, failureOf } from './server.js';

const type = { 'content-type': 'application/x-ndjson' };

describe('a stream', () => {
  it('returns whole records, however the response is divided', async () => {
    const { client, server } = await clientOf((_, response) => {
      const bytes = Buffer.from('{"name":"Größe 🚀"}\n{"name":"2"}\n');
      response.writeHead(200, type);
      for (let index = 0; index < bytes.length; index += 3) response.write(bytes.subarray(index, index + 3));
      response.end();
    });
    expect(await collect(client.projects.list().stream())).toEqual([{ name: 'Größe 🚀' }, { name: '2' }]);
    expect(server.requests.map(({ headers }) => headers.accept)).toEqual(['application/x-ndjson']);
  });

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['the connection breaks', (response) => disconnect(response)],
    ['the response ends within a record', (response) => response.end('{"name":')],
    ['no data arrives within the time limit', () => undefined],
  ])('throws a ConnectionError and is not restarted if %s', async (_, end) => {
    const opened: ServerResponse[] = [];
    const { client, server } = await clientOf(
      (_received, response) => {
        opened.push(response.writeHead(200, type));
        response.write('{"name":"1"}\n');
      },
      { timeout: 5_000 },
    );
    const records: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const record of client.projects.list().stream()) {
        records.push(record);
        // Only now, because a stream that ends before its first record is requested again.
        for (const response of opened) end(response);
      }
    };
    const error = await failureOf(read());
    expect(error.name).toMatch(/^Connection(Timeout)?Error$/);
    expect(records).toEqual([{ name: '1' }]);
    expect(server.requests).toHaveLength(1);
  });

  it('is requested again if the connection breaks before the first record', async () => {
    const { client } = await clientOf((_, response, count) =>
      count === 1 ? disconnect(response) : response.writeHead(200, type).end('{"name":"1"}\n'),
    );
    expect(await collect(client.projects.list().stream())).toEqual([{ name: '1' }]);
  });

  it('closes the connection when its reader stops', async () => {
    let isClosed = false;
    const { client } = await clientOf((_, response) => {
      response.once('close', () => (isClosed = true));
      response.writeHead(200, type).write('{"name":"1"}\n');
    });
    for await (const _ of client.projects.list().stream()) break;
    await until(() => isClosed);
  });

  it('throws an UnexpectedResponseError if the response is not NDJSON', async () => {
    const { client } = await clientOf((_, response) => response.writeHead(200).end('[]'));
    expect(await failureOf(collect(client.projects.list().stream()))).toMatchObject({
      name: 'UnexpectedResponseError',
    });
  });
});
