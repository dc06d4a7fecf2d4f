import type { ServerResponse } from 'node:http';
import { afterEach } from '@jest/globals';
import { type ClientOptions, FeedbackClient, type Retry } from '../../client/src/index.js';
import type { TestApp } from '../support/app.js';
import { type Hostile, startHostile, startProxy } from '../support/hostile.js';

const servers: Hostile[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A client of a server that responds as `answer` does, and the retries that the client reported. */
export async function clientOf(
  answer: Parameters<typeof startHostile>[0],
  options: Partial<ClientOptions> = {},
): Promise<{ client: FeedbackClient; server: Hostile; retries: Retry[] }> {
  const server = await startHostile(answer);
  servers.push(server);
  const retries: Retry[] = [];
  const onRetry = (retry: Retry) => void retries.push(retry);
  const client = new FeedbackClient({ baseUrl: server.url, token: 'any', onRetry, ...options });
  return { client, server, retries };
}

/** A client of the service whose first response is lost, although the service has executed the request. */
export async function clientLosingTheFirstResponse(
  service: TestApp,
  beforeLoss: () => Promise<unknown> = () => Promise.resolve(),
): Promise<{ client: FeedbackClient; proxy: Hostile }> {
  const proxy = await startProxy(service.url, (_, response, count) => {
    if (count === 1) void beforeLoss().then(() => disconnect(response));
    return count === 1;
  });
  servers.push(proxy);
  return { client: new FeedbackClient({ baseUrl: proxy.url, token: service.admin.token }), proxy };
}

export function disconnect(response: ServerResponse): void {
  response.socket?.destroy();
}

/** Returns the error that a request fails with. */
export async function failureOf(request: PromiseLike<unknown>): Promise<any> {
  try {
    await request;
  } catch (error) {
    return error;
  }
  throw new Error('The request has not failed.');
}

/** Returns all items of an iterable. */
export async function collect<T>(iterable: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of iterable) items.push(item);
  return items;
}
