import { ApiProperty, PartialType } from '@nestjs/swagger';
import { ApiRecord } from '../../../platform/http/index.js';
import type { TagRecord } from '../../../shared/records.js';

@ApiRecord('Tag', 'A label for the feedback and the changelog entries of a project.')
export class TagResponse implements TagRecord {
  static readonly example: TagRecord = { name: 'Mobile', color: '#0ea5e9' };

  @ApiProperty({ description: 'Name of the tag, unique within the project (case-insensitive).' })
  name!: string;
  @ApiProperty({ description: 'CSS hex color.' }) color!: string;
}

/** `previous` of events. */
@ApiRecord('PreviousTag', 'Previous values of the changed fields of a tag.')
export class PreviousTag extends PartialType(TagResponse) {
  static readonly example: PreviousTag = { color: '#22c55e' };
}
