export {
  type ChangelogMember,
  changelogMembers,
  type ChangelogView,
  type ViewedChangelog,
} from './application/changelog-view.js';
export { ChangelogImporter } from './application/changelog-importer.js';
export {
  type ChangelogFilter,
  ChangelogQueries,
  type ChangelogSort,
} from './application/changelog.queries.js';
export { ChangelogService, type EntryChanges } from './application/changelog.service.js';
export { PublicChangelogService } from './application/public-changelog.service.js';
export type { ChangelogChanges, ChangelogRecord } from './domain/changelog.js';
export { changelogParameter } from './http/changelog.problems.js';
export { changelogEvents, ChangelogResponse } from './http/changelog.responses.js';
export { PublicChangelogGuard } from './http/public-changelog.guard.js';
export { ChangelogModule, PublicChangelogsModule } from './changelog.module.js';
