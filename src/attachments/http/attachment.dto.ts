import { ApiProperty } from '@nestjs/swagger';
import { arrayOf, type FileKind, OptionalField, QueryParam } from '../../platform/input/index.js';
import { attachmentIdRules, attachmentRules, maxAttachments, pathOf } from '../domain/attachment.js';
import { mediaTypes } from '../domain/media-type.js';
import { ApiRecord, choice, count, id, instant, type PathParameter } from '../../platform/http/index.js';
import type { AttachmentRecord } from '../../shared/records.js';
import { AttachmentNotFound } from '../domain/attachment.errors.js';

/** Files to attach. Their content decides, so that a client need not know the media type. */
export const attachmentFile: FileKind = {
  types: ['application/octet-stream', ...mediaTypes],
  anyType: true,
  limit: 'maxAttachmentBytes',
};

export class CreateAttachmentQuery {
  @QueryParam(attachmentRules.filename, {
    description:
      'Name of the file. Characters that file systems do not accept are replaced, and the extension of the type is appended if it has none of the type.',
    example: 'screenshot.png',
  })
  filename?: string;
}

/** The field `attachment_ids` of a body. */
export function AttachmentIdsField(): PropertyDecorator {
  return OptionalField(arrayOf(attachmentIdRules, { maxItems: maxAttachments }), {
    description:
      'Ids of uploaded files, in their order, instead of the current ones. Files of other users require an editor; a file belongs to one record only.',
  });
}

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

/** `{attachmentId}`. */
export const attachmentParameter: PathParameter = {
  schema: { ...id('Id of the attachment.'), example: AttachmentResponse.example.id },
  problems: [new AttachmentNotFound()],
};

/** The codes of field errors with their meanings. */
export const attachmentFieldErrors: Readonly<Record<string, string>> = {
  unknown_attachment: 'is not a file of the project that the caller may attach',
  attached_elsewhere: 'is a file that is attached to another record',
};
