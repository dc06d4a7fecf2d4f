import { id, type PathParameter } from '../../../platform/http/index.js';
import { ChangelogNotFound } from '../domain/changelog.errors.js';
import { ChangelogResponse } from './changelog.responses.js';

/** `{changelogId}`. */
export const changelogParameter: PathParameter = {
  schema: { ...id('Id of the changelog entry.'), example: ChangelogResponse.example.id },
  problems: [new ChangelogNotFound()],
};
