import { Field, OptionalField, PageQuery, QueryParam, ReadOnlyField } from '../../platform/http/index.js';
import { parseTimestamp, uuid } from '../../shared/rules.js';
import type { TokenOrder } from '../application/token.service.js';
import { accessTokenRules } from '../domain/access-token.js';
import type { Scope } from '../domain/caller.js';
import { type UserChanges, userRules } from '../domain/user.js';

export class CreateTokenRequest {
  @Field(accessTokenRules.name) name!: string;
  @Field(accessTokenRules.scope) scope!: Scope;
  @OptionalField(accessTokenRules.project) project?: string;
  @OptionalField(accessTokenRules.expiresAt) expires_at?: string;
  @OptionalField(uuid, { description: 'For whom: the caller, unless an instance admin names another user.' })
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

export class UserListQuery extends PageQuery {}

export class TokenListQuery extends PageQuery {
  @QueryParam(uuid, { description: 'Whose tokens; those of others are for instance admins.' })
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

/** A user by e-mail address, found or made: whom an editor acts for. */
export class UserReference {
  @Field(userRules.email, { description: 'The user is found by it, without regard to case, or registered.' })
  email!: string;
  @OptionalField(userRules.fullName, { description: 'For a new user.' }) full_name?: string;
  @OptionalField(userRules.avatarUrl, { description: 'For a new user: where the picture is.' })
  avatar_url?: string;

  profile(): UserChanges & { email: string } {
    return { email: this.email, fullName: this.full_name, avatarUrl: this.avatar_url };
  }
}
