export { ChangelogImportService } from './application/changelog-import.service.js';
export type { ChangelogFilter, ChangelogRecord } from './application/changelog.queries.js';
export { ChangelogService } from './application/changelog.service.js';
export { PublicChangelogService } from './application/public-changelog.service.js';
export type { ChangelogChanges } from './domain/changelog.js';
export { changelogParameter } from './http/changelog.problems.js';
export { changelogEvents, ChangelogResponse } from './http/changelog.responses.js';
export { exportedChangelog, peopleOfChangelog } from './persistence/exported-changelog.js';
export { ChangelogModule, PublicChangelogsModule } from './changelog.module.js';
