import { ApiProperty, PickType } from '@nestjs/swagger';
import { ApiRecord, id, instant, PageQuery } from '../../../platform/http/index.js';
import { Field, OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import type { FieldError } from '../../../shared/domain-error.js';
import type { PublicUserRecord, UserRecord } from '../../../shared/records.js';
import { oneOf } from '../../../shared/rules.js';
import type { AccountRecord } from '../application/identity.queries.js';
import { type ContentOfUser, contentsOfUser } from '../application/personal-data.js';
import type { UserDataRecord } from '../application/user-export.js';
import {
  externalIdRules,
  knownEmailRules,
  type UserByReference,
  type UserChanges,
  userRules,
} from '../domain/user.js';

export class UserListQuery extends PageQuery {
  @QueryParam(knownEmailRules, {
    description: 'Returns the user with this e-mail address (case-insensitive), or an empty list.',
  })
  email?: string;
}

export class UserExportQuery extends PageQuery {}

export class DeleteUserQuery {
  @QueryParam(oneOf(contentsOfUser), {
    description:
      'Whether the feedback, comments and votes of the user are kept, with an anonymous user, or deleted.',
    default: 'keep',
  })
  content?: ContentOfUser;
}

export class CreateUserDto {
  @Field(userRules.email) email!: string;
  @Field(userRules.fullName) full_name!: string;
  @OptionalField(userRules.avatarUrl) avatar_url?: string;
  @OptionalField(userRules.instanceAdmin) instance_admin?: boolean;

  profile(): UserChanges & { email: string } {
    return {
      email: this.email,
      fullName: this.full_name,
      avatarUrl: this.avatar_url,
      instanceAdmin: this.instance_admin,
    };
  }
}

export class UpdateUserDto {
  @OptionalField(knownEmailRules) email?: string;
  @OptionalField(userRules.fullName) full_name?: string;
  @OptionalField(userRules.avatarUrl) avatar_url?: string;
  @OptionalField(userRules.instanceAdmin) instance_admin?: boolean;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() created_at?: unknown;

  changes(): UserChanges {
    return {
      email: this.email,
      fullName: this.full_name,
      avatarUrl: this.avatar_url,
      instanceAdmin: this.instance_admin,
    };
  }
}

/** A user identified by external id or e-mail address, who is registered if there is none. */
export class UserReference {
  @OptionalField(userRules.email, {
    description:
      'E-mail address of the user (case-insensitive). The user is registered if there is none. Required without `external_id`.',
  })
  email?: string;
  @OptionalField(externalIdRules, {
    description:
      'Id of the user in your own system. If it is unknown, the person is created, with the other fields. If it is known, they are ignored.',
  })
  external_id?: string;
  @OptionalField(userRules.fullName, { description: 'Full name, used only if the user is registered.' })
  full_name?: string;
  @OptionalField(userRules.avatarUrl, {
    description: 'URL of the picture, used only if the user is registered.',
  })
  avatar_url?: string;

  profile(): UserByReference {
    return {
      externalId: this.external_id,
      email: this.email,
      fullName: this.full_name,
      avatarUrl: this.avatar_url,
    };
  }

  /** Returns the error if neither the external id nor the e-mail address is given. */
  static errorsOf(user: unknown, pointer: string): FieldError[] {
    if (!(user instanceof UserReference) || user.email !== undefined || user.external_id !== undefined)
      return [];
    const detail = 'The field is required, unless external_id is given.';
    return [{ pointer: `${pointer}/email`, code: 'required', detail }];
  }
}

/** A user as embedded in other records. */
@ApiRecord('User', 'A user: a person or a program.')
export class UserResponse implements UserRecord {
  static readonly example: UserRecord = {
    id: '01a1f99e-4e92-79df-8d7f-18e702c08029',
    email: 'ada@example.com',
    full_name: 'Ada Lovelace',
    avatar_url: 'https://example.com/ada.png',
  };

  @ApiProperty(id('Id of the user.')) id!: string;
  @ApiProperty({ description: 'E-mail address; empty for an anonymized user.' })
  email!: string;
  @ApiProperty({ description: 'Full name.' }) full_name!: string;
  @ApiProperty({ description: 'URL of the picture.' }) avatar_url!: string;
}

@ApiRecord('PublicUser', 'A user as records show it that everyone can read.')
export class PublicUserResponse
  extends PickType(UserResponse, ['full_name', 'avatar_url'])
  implements PublicUserRecord
{
  static readonly example: PublicUserRecord = {
    full_name: UserResponse.example.full_name,
    avatar_url: UserResponse.example.avatar_url,
  };
}

/** The property `instance_admin` of a user. */
export const instanceAdmin = {
  description: 'Whether the user is an instance admin, who is owner of every project and manages users.',
};

/** A user as instance admins see it. */
@ApiRecord('Account', 'A user as instance admins see it.')
export class AccountResponse extends UserResponse implements AccountRecord {
  static override readonly example: AccountRecord = {
    ...UserResponse.example,
    instance_admin: false,
    created_at: '2026-11-20T15:41:04.018Z',
  };

  @ApiProperty(instanceAdmin) instance_admin!: boolean;
  @ApiProperty(instant('Time of registration.')) created_at!: string;
}

@ApiRecord('UserData', 'A record of the data about a user.')
export class UserDataResponse implements UserDataRecord {
  static readonly example: UserDataRecord = { kind: 'account', record: AccountResponse.example };

  @ApiProperty({
    description:
      'What the record is: `account`, `token`, `membership`, `person`, `attachment`, `feedback`, `comment`, `vote`, `changelog`, `import`, `preferences`, `subscription` or `notification`. More may be added.',
  })
  kind!: string;
  @ApiProperty({
    type: 'object',
    description: 'The record, as other operations return it, with the id of its project.',
    additionalProperties: true,
  })
  record!: object;
}
