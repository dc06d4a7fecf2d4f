import { Injectable } from '@nestjs/common';
import { type ImportMode, ownSource } from '../../shared/imports.js';
import {
  type ComparedKind,
  ImportedDigestsRepository,
  type RecordSource,
} from '../domain/imported-digests.repository.js';
import { SourceComparison } from './source-comparison.js';

/** Compares the records of a source with what it had at its last import into a project. */
@Injectable()
export class SourceComparisons {
  constructor(private readonly digests: ImportedDigestsRepository) {}

  /** Returns the comparison of a part of the records of a kind, for {@link save} afterwards. */
  async begin(
    projectId: string,
    kind: ComparedKind,
    externalIds: readonly string[],
    mode: ImportMode,
  ): Promise<SourceComparison> {
    const { source } = mode;
    return new SourceComparison(await this.digests.find({ projectId, source }, kind, externalIds), mode);
  }

  /** Stores what the source has now, for its next import. */
  async save(
    projectId: string,
    kind: ComparedKind,
    { digests }: SourceComparison,
    { source }: ImportMode,
  ): Promise<void> {
    await this.digests.save({ projectId, source }, kind, digests);
  }

  /**
   * Returns those of the ids in the source whose records were imported and deleted here. Files of this service restore such
   * records.
   *
   * @param findStored returns the records of the project by their ids in the source
   */
  async deletedHere(
    source: RecordSource,
    kind: ComparedKind,
    externalIds: readonly string[],
    findStored: (externalIds: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
  ): Promise<ReadonlySet<string>> {
    if (source.source === ownSource || externalIds.length === 0) return new Set();
    const imported = [...(await this.digests.find(source, kind, [...new Set(externalIds)])).keys()];
    const stored = await findStored(imported);
    return new Set(imported.filter((id) => !stored.has(id)));
  }
}
