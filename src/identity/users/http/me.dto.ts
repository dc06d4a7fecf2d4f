import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord } from '../../../platform/http/index.js';
import { OptionalField, ReadOnlyField } from '../../../platform/input/index.js';
import { tokenProperties, TokenResponse } from '../../access-tokens/http/token.dto.js';
import type { MeRecord } from '../application/identity.queries.js';
import type { ProfileChanges } from '../application/me.service.js';
import { userRules } from '../domain/user.js';
import { instanceAdmin, UserResponse } from './user.dto.js';

export class UpdateMeDto {
  @OptionalField(userRules.fullName, { description: 'Full name.' }) full_name?: string;
  @OptionalField(userRules.avatarUrl, { description: 'URL of the picture.' }) avatar_url?: string;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() instance_admin?: unknown;
  @ReadOnlyField() token?: unknown;

  changes(): ProfileChanges {
    return { fullName: this.full_name, avatarUrl: this.avatar_url };
  }
}

@ApiRecord('Me', 'The caller and the token in use.')
export class MeResponse implements MeRecord {
  static readonly example: MeRecord = {
    user: UserResponse.example,
    instance_admin: false,
    token: {
      id: TokenResponse.example.id,
      name: TokenResponse.example.name,
      scope: TokenResponse.example.scope,
      project: TokenResponse.example.project,
      expires_at: TokenResponse.example.expires_at,
    },
  };

  @ApiProperty({ description: 'The caller.' }) user!: UserResponse;
  @ApiProperty(instanceAdmin) instance_admin!: boolean;
  @ApiProperty({
    type: 'object',
    description: 'The token of the request.',
    properties: {
      id: { type: 'string', description: 'Id of the token; empty for a token of an identity provider.' },
      name: tokenProperties.name,
      scope: tokenProperties.scope,
      project: tokenProperties.project,
      expires_at: tokenProperties.expires_at,
    },
    required: ['id', 'name', 'scope', 'project', 'expires_at'],
    additionalProperties: false,
    selfRequired: true,
  })
  token!: MeRecord['token'];
}
