import { isIP } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isPublicAddress } from '../../../src/platform/network/public-address.js';
import { ownHosts, privateHosts, publicHosts } from '../../support/private-hosts.js';

/** Returns the addresses among the hosts, normalized as for connections. */
const addresses = (hosts: readonly string[]) =>
  hosts
    .map((host) => new URL(`https://${host}`).hostname.replace(/^\[(.*)\]$/, '$1'))
    .filter((host) => isIP(host) > 0);

describe('isPublicAddress', () => {
  it.each(addresses(publicHosts))('is true for %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([...new Set(addresses([...ownHosts, ...privateHosts]))])('is false for %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '8.8',
    '010.8.8.8',
    '8.8.8.8/32',
    '[2606::1]',
    '2606::1%eth0',
    'fe80::1%1',
  ])('is false for %j, whatever it means elsewhere', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('ignores the notation of an IPv4 address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (address) => {
        for (const prefix of ['::ffff:', '64:ff9b::']) {
          expect(isPublicAddress(prefix + address)).toBe(isPublicAddress(address));
        }
        for (const prefix of ['::', '::ffff:0:', '64:ff9b:1::']) {
          expect(isPublicAddress(prefix + address)).toBe(false);
        }
      }),
    );
  });

  it('is false for all IPv6 addresses outside 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(address.split(':')[0] || '0', 16);
        if (first >= 0x2000 && first < 0x4000) return;
        fc.pre(!/^(::ffff:|64:ff9b::)/i.test(address) && !address.includes('.'));
        expect({ address, isPublic: isPublicAddress(address) }).toEqual({ address, isPublic: false });
      }),
      { numRuns: 1_000 },
    );
  });
});
