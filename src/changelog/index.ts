export {
  type ChangelogMember,
  type ChangelogView,
  type ViewedChangelog,
} from './entries/application/changelog-view.js';
export { ChangelogImporter } from './entries/application/changelog-importer.js';
export {
  type ChangelogFilter,
  ChangelogQueries,
  type ChangelogSort,
} from './entries/application/changelog.queries.js';
export { type ChangelogOperation, HostChangelogPolicy } from './entries/application/changelog-policy.js';
export { type ChangelogListFilter, ChangelogService } from './entries/application/changelog.service.js';
export {
  type ChangelogChanges,
  type ChangelogRecord,
  copiedFields as copiedChangelogFields,
  type EntryChanges,
} from './entries/domain/changelog.js';
export { ChangelogResponse } from './entries/http/changelog.dto.js';
export { PublicChangelogGuard } from './entries/http/public-changelog.guard.js';
export { changelogEvents } from './http/changelog-events.js';
export { ChangelogModule, PublicChangelogsModule } from './changelog.module.js';
export { FeedbackLinkService } from './linked-feedback/application/feedback-link.service.js';
export { feedbackLinkEvents } from './linked-feedback/http/feedback-link.dto.js';
export { LinkedFeedbackModule } from './linked-feedback/linked-feedback.module.js';
