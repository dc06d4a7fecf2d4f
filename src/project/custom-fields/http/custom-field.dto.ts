import { ApiProperty, PartialType } from '@nestjs/swagger';
import { arrayOf, OptionalField, ReadOnlyField } from '../../../platform/input/index.js';
import {
  type CustomFieldChanges,
  fieldRules,
  maxOptions,
  optionRules,
  type CustomFieldRecord,
  fieldTypes,
} from '../domain/custom-field.js';
import { ApiRecord, choice } from '../../../platform/http/index.js';
import { fieldAudiences, fieldSetters } from '../../access/domain/field-access.js';

export class PutFieldDto {
  @OptionalField(fieldRules.name, {
    description: 'Name. A new field is named after its key by default.',
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

@ApiRecord('CustomField', 'A field that a project adds to its feedback.')
export class CustomFieldResponse implements CustomFieldRecord {
  static readonly example: CustomFieldRecord = {
    key: 'platform',
    name: 'Platform',
    type: 'choice',
    options: ['iOS', 'Android', 'Web'],
    required: false,
    set_by: 'contributors',
    visible_to: 'everyone',
    position: 1,
  };

  @ApiProperty({
    description: 'The name of the value among the `fields` of feedback; unique within the project.',
  })
  key!: string;
  @ApiProperty({ description: 'Name of the field.' }) name!: string;
  @ApiProperty(
    choice(fieldTypes, 'Type of the values. `choice` is one of the options, `choices` are several of them.'),
  )
  type!: CustomFieldRecord['type'];
  @ApiProperty({
    type: 'array',
    items: { type: 'string' },
    description: 'The values to choose from, in their order; empty for other types.',
  })
  options!: string[];
  @ApiProperty({ description: 'Whether contributors must set it when they submit feedback.' })
  required!: boolean;
  @ApiProperty(choice(fieldSetters, 'Who can set the values; contributors only on their own feedback.'))
  set_by!: CustomFieldRecord['set_by'];
  @ApiProperty(choice(fieldAudiences, 'Who can see the field and its values.'))
  visible_to!: CustomFieldRecord['visible_to'];
  @ApiProperty({ type: 'integer', description: 'Place among the fields; equal places are ordered by key.' })
  position!: number;
}

/** `previous` of events. */
@ApiRecord('PreviousCustomFieldValues', 'Previous values of the changed fields of a definition.')
export class PreviousCustomFieldValues extends PartialType(CustomFieldResponse) {
  static readonly example: PreviousCustomFieldValues = { name: 'Device' };
}
