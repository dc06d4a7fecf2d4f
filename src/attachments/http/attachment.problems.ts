import { id, type PathParameter } from '../../platform/http/index.js';
import { AttachmentNotFound } from '../domain/attachment.errors.js';
import { AttachmentResponse } from './attachment.responses.js';

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
