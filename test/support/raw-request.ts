import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Sends bytes unchanged, for requests that no HTTP client would send, and reads until the service closes the
 * connection. A well-formed request must contain `Connection: close`.
 */
export async function rawRequest(url: string, request: string | Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const answer = await new Promise<string>((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
    // The service may respond and close the connection before everything has been sent.
    socket.on('error', (error) => (chunks.length > 0 ? undefined : reject(error)));
  });
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  return {
    status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]),
    headers: new Headers(
      lines.map((line): [string, string] => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1).trim()];
      }),
    ),
    text: rest.join('\r\n\r\n'),
  };
}
