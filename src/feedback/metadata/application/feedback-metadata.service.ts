import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '../../../project/index.js';
import { Events } from '../../../shared/events.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { FeedbackRepository } from '../../items/domain/feedback.repository.js';
import { FeedbackQueries } from '../../items/application/feedback.queries.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import { permissions } from '../../items/application/permissions.js';

/** The metadata of feedback: JSON that an application stores with it. */
@Injectable()
export class FeedbackMetadataService {
  constructor(
    private readonly feedback: FeedbackService,
    private readonly repository: FeedbackRepository,
    private readonly queries: FeedbackQueries,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws FeedbackNotFound, FeedbackMerged */
  async read(access: ProjectAccess, feedbackId: string): Promise<Versioned<JsonObject>> {
    access.authorize(permissions.read);
    const metadata = await this.queries.metadata(access.reader, feedbackId);
    if (metadata) return metadata;
    await this.feedback.group(access, feedbackId);
    // Its merge has been undone in the meantime.
    return this.read(access, feedbackId);
  }

  /**
   * Replaces the metadata; `{}` removes it.
   *
   * @throws FeedbackNotFound, FeedbackMerged, PreconditionFailed; InvalidInput
   * when the metadata violates a rule
   */
  async replace(
    access: ProjectAccess,
    feedbackId: string,
    metadata: JsonObject,
    precondition: Precondition = null,
  ): Promise<Versioned<JsonObject>> {
    access.authorize(permissions.replaceFeedbackMetadata);
    return this.unitOfWork.run(async () => {
      const feedback = await this.feedback.load(access, feedbackId);
      const before = await this.read(access, feedback.id);
      expectVersion(precondition, before);
      if (!feedback.replaceMetadata(metadata)) return before;
      await this.repository.save(feedback);
      await this.events.record(
        access.event('feedback.metadata_updated', { feedback_id: feedback.id }, { metadata: before.record }),
      );
      return this.read(access, feedback.id);
    });
  }
}
