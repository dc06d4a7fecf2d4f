import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { SecureRandom } from '../../../shared/ids.js';

const prefix = 'fcs_';
const form = /^fcs_([0-9a-f]{40})([0-9a-f]{8})$/;

/**
 * Returns the value of a new access token: `fcs_`, 160 random bits and their CRC-32, in hexadecimal. Prefix and
 * checksum let secret scanners detect leaked tokens offline.
 */
export function generateToken(random: SecureRandom): string {
  const bits = random.bytes(20).toString('hex');
  return `${prefix}${bits}${checksum(bits)}`;
}

/**
 * Returns whether the text has the prefix of this service's tokens but is not a valid one, for example because of a
 * typo.
 */
export function isMistypedToken(text: string): boolean {
  if (!text.startsWith(prefix)) return false;
  const [, bits = '', sum] = form.exec(text) ?? [];
  return sum === undefined || sum !== checksum(bits);
}

/** Returns whether the text can only be a token of this service. */
export function hasTokenPrefix(text: string): boolean {
  return text.startsWith(prefix);
}

/** Returns the digest that is stored of a token: its SHA-256, 32 bytes. */
export function tokenDigest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function checksum(bits: string): string {
  return crc32(bits).toString(16).padStart(8, '0');
}
