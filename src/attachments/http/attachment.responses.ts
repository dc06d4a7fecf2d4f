import { ApiProperty } from '@nestjs/swagger';
import { ApiRecord, choice, count, id, instant } from '../../platform/http/index.js';
import type { AttachmentRecord } from '../../shared/records.js';
import { pathOf } from '../domain/attachment.js';
import { mediaTypes } from '../domain/media-type.js';

@ApiRecord(
  'Attachment',
  'A file that was uploaded, to be attached to feedback, a comment or a changelog entry.',
)
export class AttachmentResponse implements AttachmentRecord {
  static readonly example: AttachmentRecord = {
    id: '01a1f99f-1c2d-7e3f-8a4b-5c6d7e8f9a0b',
    url: `https://feedback.example.com${pathOf('mZ3xq7hT0sVw2LkPb8nRcY4d', 'screenshot.png')}`,
    filename: 'screenshot.png',
    media_type: 'image/png',
    size: 48_213,
    created_at: '2026-11-20T15:40:58.102Z',
  };

  @ApiProperty(id('Id of the attachment.')) id!: string;
  @ApiProperty({
    format: 'uri-reference',
    description:
      'URL of the file. Everyone who knows it can read the file without a token. It is absolute if the setting `PUBLIC_BASE_URL` is set, otherwise a path on the host of the service.',
  })
  url!: string;
  @ApiProperty({ description: 'Name of the file, with an extension of its type.' }) filename!: string;
  @ApiProperty(choice(mediaTypes, 'Media type of the content.')) media_type!: string;
  @ApiProperty(count('Size in bytes.')) size!: number;
  @ApiProperty(instant('Time of the upload.')) created_at!: string;
}
