import { ApiProperty } from '@nestjs/swagger';
import { knownEmailRules, userRules, UserResponse } from '../../../identity/index.js';
import { PageQuery, ApiRecord, instant } from '../../../platform/http/index.js';
import { OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { text } from '../../../shared/rules.js';
import type { PersonProfile } from '../application/people.service.js';
import type { PersonRecord } from '../domain/person.js';
import { CompanyResponse } from '../../companies/http/company.dto.js';

export class PersonListQuery extends PageQuery {
  @QueryParam(knownEmailRules, {
    description: 'Returns the people with this e-mail address (case-insensitive), or an empty list.',
  })
  email?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns the people whose full name contains this text (case-insensitive).',
  })
  q?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns the people of the company with this external id.',
  })
  company?: string;
}

export class PutPersonDto {
  @OptionalField(knownEmailRules, {
    description:
      'E-mail address. Without one, a new person gets a placeholder that ends in `@users.invalid`.',
  })
  email?: string;
  @OptionalField(userRules.fullName, { description: 'Full name.' }) full_name?: string;
  @OptionalField(userRules.avatarUrl, { description: 'URL of the picture.' }) avatar_url?: string;
  @OptionalField(text({ max: 200 }), {
    description: 'External id of the company that the person belongs to; empty for none.',
  })
  company?: string;
  @ReadOnlyField() external_id?: unknown;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() created_at?: unknown;
  @ReadOnlyField() updated_at?: unknown;

  profile(): PersonProfile {
    return { email: this.email, fullName: this.full_name, avatarUrl: this.avatar_url, company: this.company };
  }
}

@ApiRecord('Person', 'A user of the project by their id in the own system of the team.')
export class PersonResponse implements PersonRecord {
  static readonly example: PersonRecord = {
    external_id: 'customer-4711',
    user: UserResponse.example,
    company: CompanyResponse.example.external_id,
    created_at: '2026-11-20T15:41:04.250Z',
    updated_at: '2026-11-20T15:41:04.250Z',
  };

  @ApiProperty({ description: 'Id in the own system of the team, unique within the project.' })
  external_id!: string;
  @ApiProperty({ description: 'The user.' }) user!: UserResponse;
  @ApiProperty({ description: 'External id of the company that they belong to; empty if it is none.' })
  company!: string;
  @ApiProperty(instant('Time of creation.')) created_at!: string;
  @ApiProperty(instant('Time at which the profile or the company was last changed through the person.'))
  updated_at!: string;
}
