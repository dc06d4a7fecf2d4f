import { ApiProperty, PartialType } from '@nestjs/swagger';
import { ApiRecord, choice } from '../../../platform/http/index.js';
import { type CustomFieldRecord, fieldTypes } from '../domain/custom-field.js';
import { fieldAudiences, fieldSetters } from '../../access/domain/field-access.js';

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
