import { Ids } from '../../../src/shared/ids.js';

/** `00000000-0000-7000-8000-000000000001`, then `…2` and so on. */
export class FakeIds extends Ids {
  private made = 0;

  override next(): string {
    this.made += 1;
    return `00000000-0000-7000-8000-${this.made.toString(16).padStart(12, '0')}`;
  }
}
