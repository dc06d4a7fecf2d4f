import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecureRandom } from '../../shared/ids.js';

/** The random number generator of Node's `crypto`. */
@Injectable()
export class NodeSecureRandom extends SecureRandom {
  override bytes(size: number): Buffer {
    return randomBytes(size);
  }
}
