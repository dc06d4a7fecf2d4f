import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { RequirePermission } from '../../identity/index.js';
import { CallsExternalService, Created, Links, Operation, Operations } from '../../platform/http/index.js';
import { FileBody, QueryParams, UploadedFile } from '../../platform/input/index.js';
import { CurrentAccess, InProject, type ProjectAccess } from '../../project/index.js';
import type { AttachmentRecord, Versioned } from '../../shared/records.js';
import { AttachmentService } from '../application/attachment.service.js';
import { permissions } from '../application/permissions.js';
import { StorageUnavailable, TooManyUnattached, UnsupportedAttachment } from '../domain/attachment.errors.js';
import {
  attachmentParameter,
  attachmentFile,
  CreateAttachmentQuery,
  AttachmentResponse,
} from './attachment.dto.js';
import { ParallelUploads, tooManyUploads } from './parallel-uploads.js';

@Controller('projects/:projectSlug/attachments')
@InProject()
@Operations({ tag: 'Attachments', parameters: { attachmentId: attachmentParameter } })
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentService,
    private readonly uploads: ParallelUploads,
    private readonly links: Links,
  ) {}

  @Post()
  @Operation({
    id: 'createAttachment',
    summary: 'Upload a file',
    description:
      'The body is the file itself: a PNG, JPEG, GIF or WebP image, a PDF, or a plain text in UTF-8. The content decides about the type, and `media_type` says which it is. Attach the file to feedback, comments or changelog entries with `attachment_ids`; it is deleted after a day if it is attached to nothing.',
    answer: AttachmentResponse,
    problems: [
      new UnsupportedAttachment(),
      new TooManyUnattached(),
      new StorageUnavailable(),
      tooManyUploads,
    ],
  })
  @RequirePermission(permissions.createAttachment)
  // An upload takes too long for a transaction.
  @CallsExternalService(true)
  async create(
    @CurrentAccess() access: ProjectAccess,
    @QueryParams() { filename = '' }: CreateAttachmentQuery,
    @UploadedFile(attachmentFile) file: FileBody,
    @Req() request: Request,
  ): Promise<Created<AttachmentRecord>> {
    const uploaded = await this.uploads.run(access.caller.userId, () =>
      this.attachments.upload(access, filename, file, this.links.stored(request, '')),
    );
    return new Created(uploaded, uploaded.record.id);
  }

  @Get(':attachmentId')
  @Operation({
    id: 'getAttachment',
    summary: 'Get an attachment',
    description: 'Contributors can get the files that they uploaded, editors all files.',
    answer: AttachmentResponse,
  })
  @RequirePermission(permissions.readAttachment)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('attachmentId') id: string,
  ): Promise<Versioned<AttachmentRecord>> {
    return this.attachments.read(access, id);
  }

  @Delete(':attachmentId')
  @Operation({
    id: 'deleteAttachment',
    summary: 'Delete an attachment',
    description:
      'Deletes the file, also if it is attached to a record. Contributors can delete the files that they uploaded, editors all files. Caches may have copies.',
  })
  @RequirePermission(permissions.deleteAttachment)
  @HttpCode(204)
  async remove(@CurrentAccess() access: ProjectAccess, @Param('attachmentId') id: string): Promise<void> {
    await this.attachments.remove(access, id);
  }
}
