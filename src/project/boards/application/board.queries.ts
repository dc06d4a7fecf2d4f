import type { Versioned } from '../../../shared/records.js';
import type { BoardRecord } from '../domain/board.js';
import type { ProjectReader } from '../../access/application/project-access.js';

/** Reads boards as records that are ready to be sent. */
export abstract class BoardQueries {
  /** Returns the boards that the reader can see, in their order. */
  abstract list(reader: ProjectReader): Promise<BoardRecord[]>;

  /** Returns null when the slug is unknown, or the reader cannot see the board. */
  abstract find(reader: ProjectReader, slug: string): Promise<Versioned<BoardRecord> | null>;
}
