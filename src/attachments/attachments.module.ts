import { Module, type OnModuleInit } from '@nestjs/common';
import { IdentityModule } from '../identity/index.js';
import { Background } from '../platform/jobs/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { ProjectModule } from '../project/index.js';
import { Clock } from '../shared/clock.js';
import { Ids } from '../shared/ids.js';
import { UnitOfWork } from '../shared/unit-of-work.js';
import { AttachmentPersonalData } from './application/attachment-personal-data.js';
import { AttachmentContents } from './application/attachment-contents.js';
import { AttachmentImporter } from './application/attachment-importer.js';
import { AttachmentQueries } from './application/attachment.queries.js';
import { AttachmentService } from './application/attachment.service.js';
import { UploadBuffers } from './application/upload-buffers.js';
import { AttachmentRepository } from './domain/attachment.repository.js';
import { AttachmentStorage, HostAttachmentStorage } from './domain/attachment-storage.js';
import { ContentRepository } from './domain/content.repository.js';
import { AttachmentsController } from './http/attachments.controller.js';
import { ParallelUploads } from './http/parallel-uploads.js';
import { PublicAttachmentsController } from './http/public-attachments.controller.js';
import { AttachmentEntity } from './persistence/attachment.entity.js';
import { Attachments1763600002500 } from './persistence/migrations/attachments-1763600002500.js';

import { SqlAttachmentStorage } from './persistence/sql-attachment-storage.js';
import { SqlContentRepository } from './persistence/sql-content.repository.js';
import { TemporaryUploadBuffers } from './persistence/temporary-upload-buffers.js';
import { TypeormAttachmentRepository } from './persistence/typeorm-attachment.repository.js';

/** How often files that are attached to nothing are deleted, in milliseconds. */
const removalInterval = 600_000;

/** How often contents are moved to the storage of a host, and deleted there, in milliseconds. */
const hostInterval = 60_000;

/** Files that are attached to feedback, comments and changelog entries. */
@Module({
  imports: [IdentityModule, ProjectModule],
  controllers: [AttachmentsController],
  providers: [
    AttachmentService,
    AttachmentPersonalData,
    AttachmentImporter,
    ParallelUploads,
    { provide: AttachmentRepository, useClass: TypeormAttachmentRepository },
    { provide: AttachmentStorage, useClass: SqlAttachmentStorage },
    { provide: ContentRepository, useClass: SqlContentRepository },
    {
      provide: AttachmentContents,
      inject: [
        AttachmentStorage,
        ContentRepository,
        UnitOfWork,
        Ids,
        Clock,
        { token: HostAttachmentStorage, optional: true },
      ],
      useFactory: (
        database: AttachmentStorage,
        contents: ContentRepository,
        unitOfWork: UnitOfWork,
        ids: Ids,
        clock: Clock,
        host?: HostAttachmentStorage,
      ) => new AttachmentContents(database, contents, unitOfWork, ids, clock, host),
    },
    AttachmentQueries,
    { provide: UploadBuffers, useClass: TemporaryUploadBuffers },
  ],
  exports: [AttachmentContents, AttachmentService, AttachmentImporter],
})
export class AttachmentsModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    entities: [AttachmentEntity],
    migrations: [Attachments1763600002500],
  };

  constructor(
    private readonly background: Background,
    private readonly attachments: AttachmentService,
    private readonly contents: AttachmentContents,
  ) {}

  onModuleInit(): void {
    this.background.every(removalInterval, 'deleting files that are attached to nothing', () =>
      this.attachments.removeUnattached(),
    );
    if (!this.contents.isHosted) return;
    const deletions = this.background.every(
      hostInterval,
      'deleting files in the storage of the host',
      async () => {
        if (await this.contents.removeUnused()) deletions.trigger();
      },
    );
    const moves = this.background.every(hostInterval, 'moving files to the storage of the host', async () => {
      if (await this.contents.moveToHost()) moves.trigger();
    });
  }
}

/** The contents of attachments, which are outside of the path of the other operations. */
@Module({ imports: [AttachmentsModule], controllers: [PublicAttachmentsController] })
export class PublicAttachmentsModule {}
