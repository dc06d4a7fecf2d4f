import { ApiProperty, OmitType, PartialType } from '@nestjs/swagger';
import { UserResponse } from '../../../identity/index.js';
import { ApiRecord, choice, instant } from '../../../platform/http/index.js';
import { type MemberRecord, notInPrevious } from '../domain/member.js';
import { memberRoles } from '../../access/domain/role.js';

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
