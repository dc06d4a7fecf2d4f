import { ApiProperty } from '@nestjs/swagger';
import { UserResponse } from '../../../identity/index.js';
import { ApiRecord, instant } from '../../../platform/http/index.js';
import type { PersonRecord } from '../domain/person.js';
import { CompanyResponse } from '../../companies/http/company.responses.js';

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
