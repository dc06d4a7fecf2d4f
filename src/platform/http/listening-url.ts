import { isIPv6 } from 'node:net';

/** Where whoever started the service can reach it, without a slash at the end. */
export function listeningUrl(address: string, port: number): string {
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = isIPv6(address) ? `[${address}]` : address;
  return `http://${everywhere ? '127.0.0.1' : host}:${port}`;
}
