import type { ProjectAccess } from '../../../project/index.js';
import type { PortableCounts, PortableKind } from '../../../shared/portable-records.js';

/** The kinds of records that can be exported as a table. */
export const tableKinds = ['feedback', 'vote', 'comment', 'changelog', 'person'] as const;

export type TableKind = (typeof tableKinds)[number];

/** What a project contained at one moment. */
export interface ProjectSnapshot {
  counts(): Promise<PortableCounts>;
  /** Reads the records of a kind in batches: JSON, one record per line. */
  records(kind: PortableKind): AsyncIterable<Buffer>;
  /** Reads the records of a kind as a table in batches of rows. The first row has the names of the columns. */
  table(kind: TableKind): AsyncIterable<readonly (readonly string[])[]>;
  /** To be called when everything is read, or nothing more will be. */
  close(): Promise<void>;
}

/** Reads projects as they are at one moment, whatever is written meanwhile. */
export abstract class ProjectSnapshots {
  /** @param reader for whom it is read: records that a host hides from them, and what belongs to these, are left out */
  abstract open(reader: Pick<ProjectAccess, 'projectId' | 'conditions'>): Promise<ProjectSnapshot>;
}
