/** Looks up DNS records. */
export abstract class TxtRecords {
  /**
   * Returns the values of the TXT records of a name (RFC 1035 §3.3.14); none when the name does not exist or the lookup
   * fails.
   */
  abstract lookUp(name: string): Promise<string[]>;
}
