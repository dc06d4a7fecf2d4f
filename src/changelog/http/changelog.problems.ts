import { documented } from '../../platform/http/index.js';
import { ChangelogNotFound } from '../domain/changelog.errors.js';

export const changelogNotFound = documented(
  new ChangelogNotFound(),
  'Check the id. The entry may belong to another project, or may be a draft or scheduled, which only editors can see.',
);
