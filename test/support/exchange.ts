import { once } from 'node:events';
import { Agent, type IncomingMessage, request as createRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const agent = new Agent({ keepAlive: true });

/**
 * Sends a request and returns the response, decompressed, as `fetch` does in three times the CPU time. Redirects are not
 * followed.
 *
 * @throws Error if the connection is closed before the end of the response
 */
export async function exchange(
  method: string,
  url: string,
  { body, headers }: { body?: string | Uint8Array; headers?: Record<string, string> } = {},
): Promise<{ status: number; headers: Headers; text: string }> {
  const request = createRequest(url, {
    ...{ method, agent },
    headers: {
      ...{ accept: '*/*', 'accept-encoding': 'gzip' },
      ...(typeof body === 'string' && { 'content-type': 'text/plain;charset=UTF-8' }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const content = Buffer.concat(chunks);
  const encoding = content.length > 0 ? response.headers['content-encoding'] : undefined;
  const decompress = { gzip: gunzipSync, br: brotliDecompressSync }[encoding ?? ''];
  const received = new Headers();
  for (const [name, values = []] of Object.entries(response.headersDistinct))
    for (const value of values) received.append(name, value);
  return {
    status: response.statusCode ?? 0,
    headers: received,
    text: new TextDecoder().decode(decompress ? decompress(content) : content),
  };
}
