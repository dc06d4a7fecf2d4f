import { TxtRecords } from '../../../src/project/projects/domain/txt-records.js';

/** TXT records by name, as set by a test. */
export class FakeTxtRecords extends TxtRecords {
  readonly records = new Map<string, string[]>();

  override async lookUp(name: string): Promise<string[]> {
    return [...(this.records.get(name) ?? [])];
  }
}
