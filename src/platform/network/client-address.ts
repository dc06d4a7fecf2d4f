import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** NAT64 (RFC 6052): IPv4 addresses as a network without IPv4 sees them. */
const nat64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Returns the IP address in a member of `X-Forwarded-For`, without the port and the brackets that some proxies add, such as
 * Azure's, and without the name and the quotes of `Forwarded` (RFC 7239). Other texts are returned as they are.
 */
export function addressIn(member: string): string {
  const text = member
    .trim()
    .replace(/^for=/i, '')
    .replace(/^"(.*)"$/, '$1');
  const [, inBrackets, beforePort] = /^\[([^\]]*)\](?::\w*)?$|^([\d.]+):\w*$/.exec(text) ?? [];
  const address = inBrackets ?? beforePort ?? text;
  return isIP(address) === 0 ? member.trim() : address;
}

/**
 * Returns what identifies the network of a client: an IPv4 address, or the first 64 bits of an IPv6 address; undefined for other
 * texts. IPv6 addresses that route to an IPv4 address count as that address.
 */
export function networkOf(member: string): string | undefined {
  const text = addressIn(member);
  if (isIP(text) === 0) return undefined;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.toString();
  if (address.match(nat64)) return new ipaddr.IPv4(address.toByteArray().slice(12)).toString();
  return address.parts.slice(0, 4).join(':');
}
