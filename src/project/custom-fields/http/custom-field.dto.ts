import { arrayOf, OptionalField, ReadOnlyField } from '../../../platform/input/index.js';
import { type CustomFieldChanges, fieldRules, maxOptions, optionRules } from '../domain/custom-field.js';

export class PutFieldDto {
  @OptionalField(fieldRules.name, {
    description: 'Name. That of a new field is made of its key by default.',
  })
  name?: string;
  @OptionalField(fieldRules.type, {
    description: 'Type of the values. It cannot change while feedback has values. Default: `text`.',
  })
  type?: CustomFieldChanges['type'];
  @OptionalField(arrayOf(optionRules, { maxItems: maxOptions }), {
    description:
      'The values to choose from, in their order. Required for the types `choice` and `choices`, and not accepted for others. An option that feedback has cannot be removed.',
  })
  options?: string[];
  @OptionalField(fieldRules.required, {
    description: 'Whether contributors must set it when they submit feedback. Default: `false`.',
  })
  required?: boolean;
  @OptionalField(fieldRules.setBy, {
    description: 'Who can set the values: `contributors` (the default) or `editors`.',
  })
  set_by?: CustomFieldChanges['setBy'];
  @OptionalField(fieldRules.visibleTo, {
    description:
      'Who can see the field and its values: `everyone` (the default) or `editors`. Contributors set no field that they cannot see.',
  })
  visible_to?: CustomFieldChanges['visibleTo'];
  @OptionalField(fieldRules.position, { description: 'Place. A new field is the last one by default.' })
  position?: number;
  @ReadOnlyField() key?: unknown;

  changes(): CustomFieldChanges {
    const { name, type, options, required, set_by: setBy, visible_to: visibleTo, position } = this;
    return { name, type, options, required, setBy, visibleTo, position };
  }
}
