import { ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { PublicUserResponse } from '../../../identity/index.js';
import { ApiRecord } from '../../../platform/http/index.js';
import type { PublicChangelogRecord } from '../application/public-changelog.service.js';
import { ChangelogResponse } from './changelog.responses.js';

const { author_id: _, author: __, ...publicExample } = ChangelogResponse.example;

@ApiRecord('PublicChangelog', 'A published changelog entry as everyone can read it.')
export class PublicChangelogResponse
  extends OmitType(ChangelogResponse, ['author_id', 'author', 'state', 'updated_at', 'attachments'])
  implements PublicChangelogRecord
{
  static readonly example: PublicChangelogRecord = publicExample;

  @ApiPropertyOptional({ description: 'The author, if `public_names` is set.' }) author?: PublicUserResponse;
}
