export { AttachmentImporter } from './application/attachment-importer.js';
export { AttachmentContents } from './application/attachment-contents.js';
export { AttachmentService } from './application/attachment.service.js';
export { type AttachmentProperties, HostAttachmentStorage } from './domain/attachment-storage.js';
export { attachmentFieldErrors } from './http/attachment.problems.js';
export { AttachmentIdsField } from './http/attachment.dto.js';
export { AttachmentResponse } from './http/attachment.responses.js';
export { AttachmentsModule, PublicAttachmentsModule } from './attachments.module.js';
