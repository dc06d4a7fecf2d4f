export { AttachmentImporter } from './application/attachment-importer.js';
export { AttachmentContents } from './application/attachment-contents.js';
export { AttachmentService } from './application/attachment.service.js';
export { type AttachmentProperties, HostAttachmentStorage } from './domain/attachment-storage.js';
export { attachmentFieldErrors, AttachmentIdsField, AttachmentResponse } from './http/attachment.dto.js';
export { AttachmentsModule, PublicAttachmentsModule } from './attachments.module.js';
