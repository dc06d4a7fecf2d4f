import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { ApiRecord, instant } from '../../../platform/http/index.js';
import type { JsonObject } from '../../../shared/rules.js';
import { type CompanyRecord, notInPrevious } from '../domain/company.js';

@ApiRecord('Company', 'A customer of the team, which people of the project belong to.')
export class CompanyResponse implements CompanyRecord {
  static readonly example: CompanyRecord = {
    external_id: 'crm-77',
    name: 'Globex',
    revenue: 48_000,
    metadata: { plan: 'enterprise' },
    created_at: '2026-11-20T15:41:04.250Z',
    updated_at: '2026-11-20T15:41:04.250Z',
  };

  @ApiProperty({ description: 'Id in the own system of the team, unique within the project.' })
  external_id!: string;
  @ApiProperty({ description: 'Name of the company.' }) name!: string;
  @ApiProperty({
    type: 'integer',
    description: 'What the company pays, in a unit that the team chooses, such as euros a year.',
  })
  revenue!: number;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Metadata of the company.' })
  metadata!: JsonObject;
  @ApiProperty(instant('Time of creation.')) created_at!: string;
  @ApiProperty(instant('Time of the last change.')) updated_at!: string;
}

/** `previous` of events. */
@ApiRecord('PreviousCompany', 'Previous values of the changed fields of a company.')
export class PreviousCompany extends PartialType(OmitType(CompanyResponse, notInPrevious)) {
  static readonly example: PreviousCompany = { revenue: 36_000 };
}
