export { changelogEvents } from './http/changelog.responses.js';
export { ChangelogModule } from './changelog.module.js';
