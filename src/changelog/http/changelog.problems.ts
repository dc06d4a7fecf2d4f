import { documented } from '../../platform/http/index.js';
import { ChangelogNotFound } from '../domain/changelog.errors.js';

export const changelogNotFound = documented(
  new ChangelogNotFound(),
  'The id is wrong, or it belongs to another project, or only editors can see it yet.',
);
