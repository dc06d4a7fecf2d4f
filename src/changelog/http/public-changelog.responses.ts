import { ApiProperty, PickType } from '@nestjs/swagger';
import { ApiRecord } from '../../platform/http/index.js';
import type { PublicChangelogRecord, PublicEntryRecord } from '../application/public-changelog.queries.js';
import { ChangelogResponse } from './changelog.responses.js';

@ApiRecord('PublicChangelog', 'Whether the changelog of a project is public.')
export class PublicChangelogResponse implements PublicChangelogRecord {
  static readonly example: PublicChangelogRecord = { enabled: true };

  @ApiProperty({ description: 'Whether everyone can read the published entries, and the feeds.' })
  enabled!: boolean;
}

const {
  author: _,
  author_id: __,
  project_id: ___,
  published: ____,
  ...publicExample
} = ChangelogResponse.example;

@ApiRecord('PublicEntry', 'A published changelog entry, without its author.')
export class PublicEntryResponse
  extends PickType(ChangelogResponse, ['id', 'title', 'slug', 'summary', 'content', 'image', 'publish_date'])
  implements PublicEntryRecord
{
  static readonly example: PublicEntryRecord = publicExample;
}
