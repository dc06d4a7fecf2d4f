export type { DuplicateRecord, DuplicateSort } from './application/duplicate.queries.js';
export { DuplicateService } from './application/duplicate.service.js';
export {
  type ComparableFeedback,
  type DuplicateReason,
  type FoundDuplicate,
  HostDuplicateFinder,
} from './domain/duplicate-finder.js';
export { DuplicatesModule } from './duplicates.module.js';
