import { OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { defaultColor } from '../../../shared/color.js';
import { text } from '../../../shared/rules.js';
import { type StatusChanges, statusRules } from '../domain/status.js';

export class PutStatusDto {
  @OptionalField(statusRules.name, {
    description: 'Name. That of a new status is made of its key by default.',
  })
  name?: string;
  @OptionalField(statusRules.color, {
    description: `Color. That of a new status is \`${defaultColor}\` by default.`,
  })
  color?: string;
  @OptionalField(statusRules.kind, { description: 'Meaning. That of a new status is `open` by default.' })
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
