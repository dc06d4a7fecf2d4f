import { Injectable } from '@nestjs/common';
import { uuidv7 } from 'uuidv7';
import { Ids } from '../../shared/ids.js';

/** Generates UUIDs of version 7 (RFC 9562 §5.7), whose order by time keeps indexes dense. */
@Injectable()
export class UuidV7Ids extends Ids {
  override next(): string {
    return uuidv7();
  }
}
