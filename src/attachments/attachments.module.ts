import { Module, type OnModuleInit } from '@nestjs/common';
import { IdentityModule, UserErasure, UserExport } from '../identity/index.js';
import { Background } from '../platform/jobs/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { ProjectModule } from '../project/index.js';
import { AttachedRecords } from './application/attached-records.js';
import { AttachmentImportService } from './application/attachment-import.service.js';
import { AttachmentQueries } from './application/attachment.queries.js';
import { AttachmentService } from './application/attachment.service.js';
import { UploadBuffers } from './application/upload-buffers.js';
import { AttachmentRepository } from './domain/attachment.repository.js';
import { AttachmentStorage } from './domain/attachment-storage.js';
import { AttachmentsController } from './http/attachments.controller.js';
import { ParallelUploads } from './http/parallel-uploads.js';
import { PublicAttachmentsController } from './http/public-attachments.controller.js';
import { Attachments1763600002500 } from './persistence/migrations/attachments-1763600002500.js';
import { SqlAttachmentQueries } from './persistence/sql-attachment.queries.js';
import { SqlAttachmentRepository } from './persistence/sql-attachment.repository.js';
import { SqlAttachmentStorage } from './persistence/sql-attachment-storage.js';
import { TemporaryUploadBuffers } from './persistence/temporary-upload-buffers.js';

/** How often files that are attached to nothing are deleted, in milliseconds. */
const removalInterval = 600_000;

/** Files that are attached to feedback, comments and changelog entries. */
@Module({
  imports: [IdentityModule, ProjectModule],
  controllers: [AttachmentsController],
  providers: [
    AttachedRecords,
    AttachmentService,
    AttachmentImportService,
    ParallelUploads,
    { provide: AttachmentRepository, useClass: SqlAttachmentRepository },
    { provide: AttachmentStorage, useClass: SqlAttachmentStorage },
    { provide: AttachmentQueries, useClass: SqlAttachmentQueries },
    { provide: UploadBuffers, useClass: TemporaryUploadBuffers },
  ],
  exports: [AttachedRecords, AttachmentService, AttachmentImportService],
})
export class AttachmentsModule implements OnModuleInit {
  static readonly persistence: Persistence = { migrations: [Attachments1763600002500] };

  constructor(
    private readonly background: Background,
    private readonly attachments: AttachmentService,
    private readonly queries: AttachmentQueries,
    private readonly userErasure: UserErasure,
    private readonly userExport: UserExport,
  ) {}

  onModuleInit(): void {
    this.userErasure.register(({ userId }, signal) => this.attachments.removeOfUser(userId, signal));
    this.userExport.register('attachment', (userId, page) => this.queries.byUser(userId, page));
    this.background.every(removalInterval, 'deleting files that are attached to nothing', () =>
      this.attachments.removeUnattached(),
    );
  }
}

/** The contents of attachments, which are outside of the path of the other operations. */
@Module({ imports: [AttachmentsModule], controllers: [PublicAttachmentsController] })
export class PublicAttachmentsModule {}
