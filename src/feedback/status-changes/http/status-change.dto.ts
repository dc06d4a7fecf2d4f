import { ApiProperty, OmitType } from '@nestjs/swagger';
import { UserResponse } from '../../../identity/index.js';
import { ApiRecord, id, instant } from '../../../platform/http/index.js';
import type { IncludableFields } from '../../items/application/feedback-view.js';
import type { StatusChangeRecord } from '../application/status-change.queries.js';
import { CommentResponse } from '../../comments/http/comment.dto.js';

@ApiRecord('StatusChange', 'A change of the status of feedback.')
export class StatusChangeResponse implements StatusChangeRecord {
  static readonly example: StatusChangeRecord = {
    id: '01a1f9a2-0d1e-7c55-b1a7-3d5c1e7f4a90',
    from: 'in_review',
    to: 'planned',
    user: UserResponse.example,
    comment_id: CommentResponse.example.id,
    created_at: '2026-11-20T15:45:12.040Z',
  };

  @ApiProperty(id('Id of the change.')) id!: string;
  @ApiProperty({ description: 'Key of the former status, maybe deleted since.' }) from!: string;
  @ApiProperty({ description: 'Key of the new status, maybe deleted since.' }) to!: string;
  @ApiProperty({ description: 'The user who changed it.' }) user!: UserResponse;
  @ApiProperty({ description: 'Id of the comment that explains the change; `""` if there is none.' })
  comment_id!: string;
  @ApiProperty(instant('Time of the change.')) created_at!: string;
}

const { id: _, user: __, ...former } = StatusChangeResponse.example;

@ApiRecord('FormerStatus', 'A change of the status, in the record of feedback.')
export class FormerStatusResponse extends OmitType(StatusChangeResponse, ['id', 'user']) {
  static readonly example: IncludableFields['status_changes'][number] = former;
}
