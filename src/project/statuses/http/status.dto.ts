import { ApiProperty, PartialType } from '@nestjs/swagger';
import { OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { defaultColor } from '../../../shared/color.js';
import { text } from '../../../shared/rules.js';
import { type StatusChanges, statusRules, statusKinds, type StatusRecord } from '../domain/status.js';
import { ApiRecord, choice } from '../../../platform/http/index.js';

export class PutStatusDto {
  @OptionalField(statusRules.name, {
    description: 'Name. A new status is named after its key by default.',
  })
  name?: string;
  @OptionalField(statusRules.color, {
    description: `Color. A new status has \`${defaultColor}\` by default.`,
  })
  color?: string;
  @OptionalField(statusRules.kind, { description: 'Meaning. A new status has `open` by default.' })
  kind?: StatusChanges['kind'];
  @OptionalField(statusRules.position, { description: 'Place. A new status is the last one by default.' })
  position?: number;
  @OptionalField(statusRules.onRoadmap, { description: 'A new status is not on the roadmap by default.' })
  on_roadmap?: boolean;
  @ReadOnlyField() key?: unknown;

  changes(): StatusChanges {
    const { name, color, kind, position, on_roadmap: onRoadmap } = this;
    return { name, color, kind, position, onRoadmap };
  }
}

export class DeleteStatusQuery {
  @QueryParam(text({ max: 40 }), {
    description:
      'Key of the status that feedback with the deleted one gets. Required if there is such feedback.',
  })
  replace_with?: string;
}

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
