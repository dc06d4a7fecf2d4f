import { ApiProperty, PartialType } from '@nestjs/swagger';
import { ApiRecord, choice } from '../../../platform/http/index.js';
import { statusKinds, type StatusRecord } from '../domain/status.js';

@ApiRecord('Status', 'A status that feedback of a project can have.')
export class StatusResponse implements StatusRecord {
  static readonly example: StatusRecord = {
    key: 'planned',
    name: 'Planned',
    color: '#3b82f6',
    kind: 'planned',
    position: 2,
    on_roadmap: true,
  };

  @ApiProperty({ description: 'What feedback has as its `status`; unique within the project.' }) key!: string;
  @ApiProperty({ description: 'Name of the status.' }) name!: string;
  @ApiProperty({ description: 'CSS hex color.' }) color!: string;
  @ApiProperty(
    choice(statusKinds, 'What the status means. New feedback gets the first status of the kind `open`.'),
  )
  kind!: StatusRecord['kind'];
  @ApiProperty({ type: 'integer', description: 'Place among the statuses; equal places are ordered by key.' })
  position!: number;
  @ApiProperty({ description: 'Whether the roadmap contains feedback with this status.' })
  on_roadmap!: boolean;
}

/** `previous` of events. */
@ApiRecord('PreviousStatusValues', 'Previous values of the changed fields of a status.')
export class PreviousStatusValues extends PartialType(StatusResponse) {
  static readonly example: PreviousStatusValues = { name: 'Soon' };
}
