/** Asks the domain name system. */
export abstract class TxtRecords {
  /** The texts of a name's TXT records (RFC 1035 §3.3.14); none where there is no such name, or nobody could say. */
  abstract lookUp(name: string): Promise<string[]>;
}
