import { isIPv6 } from 'node:net';

/** Returns the local URL of a service that listens on the address, without a trailing slash. */
export function listeningUrl(address: string, port: number): string {
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = isIPv6(address) ? `[${address}]` : address;
  return `http://${everywhere ? '127.0.0.1' : host}:${port}`;
}
