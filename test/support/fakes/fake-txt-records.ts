import { TxtRecords } from '../../../src/project/domain/txt-records.js';

/** TXT records by name, as they are put in. */
export class FakeTxtRecords extends TxtRecords {
  readonly records = new Map<string, string[]>();

  override async lookUp(name: string): Promise<string[]> {
    return [...(this.records.get(name) ?? [])];
  }
}
