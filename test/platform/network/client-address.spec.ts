import { expect, it } from '@jest/globals';
import { addressIn, networkOf } from '../../../src/platform/network/index.js';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  [' 203.0.113.9:50123 ', '203.0.113.9'],
  ['203.0.113.9:', '203.0.113.9'],
  ['[2001:db8::1]:501', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['for="[2001:db8::1]:501"', '2001:db8::1'],
  ['For=203.0.113.9', '203.0.113.9'],
  ['"203.0.113.9:50123"', '203.0.113.9'],
  ['unknown', 'unknown'],
  ['_hidden:80', '_hidden:80'],
  ['999.0.0.1:80', '999.0.0.1:80'],
  ['[203.0.113.9', '[203.0.113.9'],
  ['[::1]x', '[::1]x'],
  ['', ''],
])('the address in %j is %j', (member, address) => {
  expect(addressIn(member)).toBe(address);
});

it.each([
  ['203.0.113.9:50123', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['[::ffff:cb00:7109]:80', '203.0.113.9'],
  ['64:ff9b::cb00:7109', '203.0.113.9'],
  ['2001:db8:0:1::1', '2001:DB8:0:1:ffff::2'],
  ['[2001:db8::1]:501', '2001:db8::'],
  ['fe80::1%eth0', 'fe80::2'],
])('%s and %s are in the same network', (one, other) => {
  expect(networkOf(one)).toBe(networkOf(other));
  expect(networkOf(one)).toBeDefined();
});

it('other texts are in no network', () => {
  expect(['unknown', '', '1.2.3', '0x7f.0.0.1', '203.0.113.9, 203.0.113.10'].map(networkOf)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
