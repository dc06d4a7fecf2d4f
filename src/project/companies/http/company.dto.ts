import { PageQuery } from '../../../platform/http/index.js';
import { OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { type JsonObject, oneOf, text } from '../../../shared/rules.js';
import { type CompanyChanges, companyRules, type CompanySort, companySorts } from '../domain/company.js';

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
  @OptionalField(companyRules.name, { description: 'Name. That of a new company is its id by default.' })
  name?: string;
  @OptionalField(companyRules.revenue, {
    description:
      'What the company pays, in a unit that the team chooses. That of a new company is 0 by default.',
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
