import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's metadata and DNS server has an address that the registries list as public. */
const metadata = ['168.63.129.16'];

/** The only IPv6 range that is allocated for the internet (RFC 4291 §2.4, IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns whether an IP address is on the internet: not in the special-purpose registries (RFC 6890), such as private,
 * loopback, link-local, shared, multicast and reserved addresses, and no metadata service. Returns false for
 * addresses with a zone and for text that is not an IP address.
 *
 * IPv6 addresses that route to an IPv4 address count as that address: IPv4-mapped ones (RFC 4291 §2.5.5.2) and NAT64
 * (RFC 6052). The obsolete forms (6to4, Teredo, IPv4-compatible) are not public.
 */
export function isPublicAddress(address: string): boolean {
  // The library takes IPv4-compatible addresses for IPv4-mapped ones.
  if (isIP(address) === 0 || /%|^::[\d.]+$/.test(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isPublicIPv4(parsed);
  const range = parsed.range();
  const leadsToIPv4 = range === 'ipv4Mapped' || parsed.match(ipaddr.IPv6.parseCIDR('64:ff9b::/96'));
  if (leadsToIPv4) return isPublicIPv4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return range === 'unicast' && parsed.match(globalUnicast);
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !metadata.includes(address.toString());
}
