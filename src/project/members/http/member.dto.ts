import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { knownEmailRules, UserReference, userRules, UserResponse } from '../../../identity/index.js';
import {
  type CrossFieldRules,
  Field,
  objectOf,
  OptionalField,
  QueryParam,
  ReadOnlyField,
} from '../../../platform/input/index.js';
import { PageQuery, ApiRecord, choice, instant } from '../../../platform/http/index.js';
import type { FieldError } from '../../../shared/domain-error.js';
import type { Invitation } from '../application/member.service.js';
import { type MemberRole, roleRules, memberRoles } from '../../access/domain/role.js';
import { type MemberRecord, notInPrevious } from '../domain/member.js';

export class MemberListQuery extends PageQuery {
  @QueryParam(knownEmailRules, {
    description:
      'Returns the member with this e-mail address (case-insensitive), or an empty list. Requires the role `editor`.',
  })
  email?: string;
}

export class AddMemberDto implements CrossFieldRules {
  @OptionalField(objectOf(() => UserReference), {
    description: 'The user with this external id or e-mail address, who is registered if there is none.',
  })
  user?: UserReference;
  @OptionalField(userRules.email, {
    description:
      'Alternative to `user`: e-mail address of the user (case-insensitive). The user is registered if there is none.',
  })
  email?: string;
  @OptionalField(userRules.fullName, {
    description: 'Full name, used with `email`, and only if the user is registered.',
  })
  full_name?: string;
  @Field(roleRules) role!: MemberRole;

  /** Either `user` or `email` identifies the user. */
  crossFieldErrors(): FieldError[] {
    const { user, email, full_name } = this;
    const missing = UserReference.errorsOf(user, '/user');
    if (missing.length > 0) return missing;
    if (user === undefined) {
      return email === undefined
        ? [{ pointer: '/email', code: 'required', detail: 'The field is required, unless user is given.' }]
        : [];
    }
    return Object.entries({ email, full_name }).flatMap(([name, value]) =>
      value === undefined
        ? []
        : [{ pointer: `/${name}`, code: 'exclusive', detail: 'The field cannot be combined with user.' }],
    );
  }

  invitation(): Invitation {
    const profile = this.user?.profile() ?? { email: this.email!, fullName: this.full_name };
    return { ...profile, role: this.role };
  }
}

export class SetMemberRoleDto {
  @OptionalField(roleRules) role?: MemberRole;
  @ReadOnlyField() user?: unknown;
  @ReadOnlyField() created_at?: unknown;
}

@ApiRecord('Member', 'A member of a project.')
export class MemberResponse implements MemberRecord {
  static readonly example: MemberRecord = {
    user: UserResponse.example,
    role: 'owner',
    created_at: '2026-11-20T15:41:04.250Z',
  };

  @ApiProperty({ description: 'The user.' }) user!: UserResponse;
  @ApiProperty(
    choice(
      memberRoles,
      'Role in the project. Each role includes the previous ones; `blocked` has no access.',
    ),
  )
  role!: MemberRecord['role'];
  @ApiProperty(instant('Time at which the user became a member.')) created_at!: string;
}

/** `previous` of events. */
@ApiRecord('PreviousMember', 'Previous values of the changed fields of a member.')
export class PreviousMember extends PartialType(OmitType(MemberResponse, notInPrevious)) {
  static readonly example: PreviousMember = { role: 'editor' };
}
