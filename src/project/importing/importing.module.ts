import { Module } from '@nestjs/common';
import { SourceComparisons } from './application/source-comparisons.js';
import { ImportedDigestsRepository } from './domain/imported-digests.repository.js';
import { SqlImportedDigestsRepository } from './persistence/sql-imported-digests.repository.js';

/** What the importers of all contexts share. */
@Module({
  providers: [
    SourceComparisons,
    { provide: ImportedDigestsRepository, useClass: SqlImportedDigestsRepository },
  ],
  exports: [SourceComparisons],
})
export class ImportingModule {}
