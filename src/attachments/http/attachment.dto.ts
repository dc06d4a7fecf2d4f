import { arrayOf, type FileKind, OptionalField, QueryParam } from '../../platform/input/index.js';
import { attachmentIdRules, attachmentRules, maxAttachments } from '../domain/attachment.js';
import { mediaTypes } from '../domain/media-type.js';

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
