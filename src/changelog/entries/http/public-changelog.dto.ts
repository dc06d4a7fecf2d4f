import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { IncludeParam } from '../../../platform/input/index.js';
import {
  type PublicChangelogMember,
  publicChangelogMembers,
  type PublicChangelogRecord,
} from '../application/public-changelog.service.js';
import { ChangelogResponse } from './changelog.dto.js';
import { ChangelogFilterQuery } from './changelog-list.dto.js';
import { PublicUserResponse } from '../../../identity/index.js';
import { ApiRecord } from '../../../platform/http/index.js';

/** The query of operations that return a public entry, but no list. */
export class PublicChangelogQuery {
  @IncludeParam(publicChangelogMembers) include?: PublicChangelogMember[];
}

export class PublicChangelogListQuery extends ChangelogFilterQuery {
  @IncludeParam(publicChangelogMembers) include?: PublicChangelogMember[];
}

const { author_id: _, author: __, ...publicExample } = ChangelogResponse.example;

@ApiRecord('PublicChangelog', 'A published changelog entry as everyone can read it.')
export class PublicChangelogResponse
  extends OmitType(ChangelogResponse, [
    'author_id',
    'author',
    'state',
    'updated_at',
    'attachments',
    'metadata',
    'fields',
  ])
  implements PublicChangelogRecord
{
  static readonly example: PublicChangelogRecord = publicExample;

  @ApiPropertyOptional({ description: 'The author, if `public_names` is set.' }) author?: PublicUserResponse;
}
