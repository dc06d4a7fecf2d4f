import type { PortableCounts, portableFormat, portableVersion } from './portable-records.js';

/** The first line of a file. */
export interface PortableManifest {
  kind: 'manifest';
  format: typeof portableFormat;
  version: typeof portableVersion;
  /** The tool that the records and their ids are from, such as `canny`; if absent, this service. */
  source?: string;
  /** Whether the file has all votes, fields and metadata that the source has. Records that are missing in it may still exist. */
  complete?: boolean;
  /** The version of the service that wrote the file. */
  service_version: string;
  exported_at: string;
  /** Slug of the project. */
  project: string;
  counts: PortableCounts;
}

/** The last line of a file. A file without it is incomplete. */
export interface PortableEnd {
  kind: 'end';
  counts: PortableCounts;
  /** SHA-256 of all bytes before this line, in hexadecimal digits. */
  sha256: string;
}
