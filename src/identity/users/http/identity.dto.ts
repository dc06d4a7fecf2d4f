import { Field, OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { PageQuery } from '../../../platform/http/index.js';
import type { FieldError } from '../../../shared/domain-error.js';
import { oneOf, parseTimestamp } from '../../../shared/rules.js';
import type { ProfileChanges } from '../application/me.service.js';
import type { TokenOrder } from '../../access-tokens/application/token.service.js';
import { type ContentOfUser, contentsOfUser } from '../application/personal-data.js';
import { accessTokenRules } from '../../access-tokens/domain/access-token.js';
import type { Caller, Scope } from '../../authentication/domain/caller.js';
import {
  externalIdRules,
  knownEmailRules,
  type UserByReference,
  type UserChanges,
  userRules,
} from '../domain/user.js';
import { resolveMe, userIdRules } from './user-id.js';

export class CreateTokenDto {
  @Field(accessTokenRules.name) name!: string;
  @Field(accessTokenRules.scope) scope!: Scope;
  @OptionalField(accessTokenRules.project) project?: string;
  @OptionalField(accessTokenRules.expiresAt) expires_at?: string;
  @OptionalField(userIdRules, {
    description:
      'Id of the owner of the token. Defaults to the caller (`me`); only instance admins can set another user.',
  })
  user_id?: string;

  order(caller: Caller): TokenOrder {
    return {
      name: this.name,
      scope: this.scope,
      project: this.project,
      expiresAt: parseTimestamp(this.expires_at ?? '') ?? undefined,
      userId: resolveMe(this.user_id, caller),
    };
  }
}

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

export class TokenListQuery extends PageQuery {
  @QueryParam(userIdRules, {
    description:
      'Id of the owner of the tokens. Defaults to the caller (`me`); only instance admins can set another user.',
  })
  user_id?: string;
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
