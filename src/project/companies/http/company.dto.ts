import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { PageQuery, ApiRecord, instant } from '../../../platform/http/index.js';
import { OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { type JsonObject, oneOf, text } from '../../../shared/rules.js';
import {
  type CompanyChanges,
  companyRules,
  type CompanySort,
  companySorts,
  type CompanyRecord,
  notInPrevious,
} from '../domain/company.js';

export class CompanyListQuery extends PageQuery {
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns the companies whose name contains this text (case-insensitive).',
  })
  q?: string;
  @QueryParam(oneOf(companySorts), {
    description: 'Sort order: by name, or the largest revenue first.',
    default: 'name',
  })
  sort?: CompanySort;
}

export class PutCompanyDto {
  @OptionalField(companyRules.name, { description: 'Name. A new company has its id as name by default.' })
  name?: string;
  @OptionalField(companyRules.revenue, {
    description: 'What the company pays, in a unit that the team chooses. 0 by default in a new company.',
  })
  revenue?: number;
  @OptionalField(companyRules.metadata, {
    additionalProperties: true,
    description: 'Metadata, which replaces the former.',
  })
  metadata?: JsonObject;
  @ReadOnlyField() external_id?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;

  changes(): CompanyChanges {
    return { name: this.name, revenue: this.revenue, metadata: this.metadata };
  }
}

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
