import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Azure's metadata and DNS server stands at an address that is public by the registries. */
const metadata = ['168.63.129.16'];

/** The only part of IPv6 that is given out for use on the internet (RFC 4291 §2.4, IANA's registry). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is somewhere on the internet, and not private, loopback, link-local, shared (carrier-grade NAT),
 * multicast, for documentation or benchmarks, reserved, or a metadata service: what the special-purpose registries
 * (RFC 6890) do not list. False for what is no IP address, and for addresses with a zone.
 *
 * Of IPv6 addresses with an IPv4 one inside, those that lead just there count as that one: IPv4-mapped ones (RFC 4291
 * §2.5.5.2) and those of NAT64 (RFC 6052), which networks without IPv4 have for all of its hosts. Other such forms (6to4,
 * Teredo, IPv4-compatible) are obsolete and false.
 */
export function isPublicAddress(address: string): boolean {
  // What the library reads as IPv4-mapped without being it is the IPv4-compatible form.
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
