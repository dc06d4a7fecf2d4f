import { Injectable } from '@nestjs/common';
import { type Erasure, PersonalData } from '../../identity/index.js';
import { AttachmentQueries } from './attachment.queries.js';
import { AttachmentService } from './attachment.service.js';

/** The files that users uploaded. */
@Injectable()
export class AttachmentPersonalData extends PersonalData {
  override readonly order = 200;

  constructor(
    private readonly attachments: AttachmentService,
    private readonly queries: AttachmentQueries,
  ) {
    super();
  }

  override readonly exported: PersonalData['exported'] = {
    attachment: (userId, page) => this.queries.byUser(userId, page),
  };

  override async erase({ userId }: Erasure, signal: AbortSignal): Promise<void> {
    await this.attachments.removeOfUser(userId, signal);
  }
}
