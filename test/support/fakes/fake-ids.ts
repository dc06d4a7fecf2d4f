import { Ids } from '../../../src/shared/ids.js';

/** `00000000-0000-7000-abcd-000000000001`, then `…2` and so on; each has letters, which may be in upper case. */
export class FakeIds extends Ids {
  private made = 0;

  override next(): string {
    this.made += 1;
    return `00000000-0000-7000-abcd-${this.made.toString(16).padStart(12, '0')}`;
  }
}
