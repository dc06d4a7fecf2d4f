import { Field, OptionalField, QueryParam, ReadOnlyField } from '../../platform/input/index.js';
import { PageQuery } from '../../platform/http/index.js';
import { oneOf, parseTimestamp, uuid } from '../../shared/rules.js';
import type { TokenOrder } from '../application/token.service.js';
import { type ContentOfUser, contentsOfUser } from '../application/user-erasure.js';
import { accessTokenRules } from '../domain/access-token.js';
import type { Scope } from '../domain/caller.js';
import { type UserChanges, userRules } from '../domain/user.js';

export class CreateTokenRequest {
  @Field(accessTokenRules.name) name!: string;
  @Field(accessTokenRules.scope) scope!: Scope;
  @OptionalField(accessTokenRules.project) project?: string;
  @OptionalField(accessTokenRules.expiresAt) expires_at?: string;
  @OptionalField(uuid, {
    description:
      'Id of the owner of the token. Defaults to the caller; only instance admins can set another user.',
  })
  user_id?: string;

  order(): TokenOrder {
    return {
      name: this.name,
      scope: this.scope,
      project: this.project,
      expiresAt: parseTimestamp(this.expires_at ?? '') ?? undefined,
      userId: this.user_id,
    };
  }
}

export class UserListQuery extends PageQuery {
  @QueryParam(userRules.email, {
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
  @QueryParam(uuid, {
    description:
      'Id of the owner of the tokens. Defaults to the caller; only instance admins can set another user.',
  })
  user_id?: string;
}

export class CreateUserRequest {
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

export class UpdateUserRequest {
  @OptionalField(userRules.email) email?: string;
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

/** A user identified by e-mail address, who is registered if there is none. */
export class UserReference {
  @Field(userRules.email, {
    description: 'E-mail address of the user (case-insensitive). The user is registered if there is none.',
  })
  email!: string;
  @OptionalField(userRules.fullName, { description: 'Full name, used only if the user is registered.' })
  full_name?: string;
  @OptionalField(userRules.avatarUrl, {
    description: 'URL of the picture, used only if the user is registered.',
  })
  avatar_url?: string;

  profile(): UserChanges & { email: string } {
    return { email: this.email, fullName: this.full_name, avatarUrl: this.avatar_url };
  }
}
