export { ChangelogModule } from './changelog.module.js';
