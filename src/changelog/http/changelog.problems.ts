import { id, type PathParameter } from '../../platform/http/index.js';
import { documented } from '../../platform/problems/index.js';
import { ChangelogNotFound } from '../domain/changelog.errors.js';
import { ChangelogResponse } from './changelog.responses.js';

const changelogNotFound = documented(
  new ChangelogNotFound(),
  'Check the id. The entry may belong to another project, or may be a draft or scheduled, which only editors can see.',
);

/** `{changelogId}`. */
export const changelogParameter: PathParameter = {
  schema: { ...id('Id of the changelog entry.'), example: ChangelogResponse.example.id },
  problems: [changelogNotFound],
};
