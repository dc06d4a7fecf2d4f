import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../../project/index.js';
import { Events } from '../../../shared/events.js';
import { checkMetadata } from '../../../shared/metadata.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { FeedbackQueries } from './feedback.queries.js';
import { FeedbackService } from './feedback.service.js';
import { permissions } from './permissions.js';

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
  async read(grant: ProjectGrant, feedbackId: string): Promise<Versioned<JsonObject>> {
    grant.authorize(permissions.read);
    const metadata = await this.queries.metadata(grant.reader, feedbackId);
    if (metadata) return metadata;
    await this.feedback.group(grant, feedbackId);
    // Its merge has been undone in the meantime.
    return this.read(grant, feedbackId);
  }

  /**
   * Replaces the metadata; `{}` removes it.
   *
   * @throws FeedbackNotFound, FeedbackMerged, PreconditionFailed; InvalidInput
   * when the metadata violates a rule
   */
  async replace(
    grant: ProjectGrant,
    feedbackId: string,
    metadata: object,
    precondition: Precondition = null,
  ): Promise<Versioned<JsonObject>> {
    grant.authorize(permissions.replaceFeedbackMetadata);
    checkMetadata(metadata);
    return this.unitOfWork.run(async () => {
      const { id } = await this.feedback.load(grant, feedbackId);
      const before = await this.read(grant, id);
      expectVersion(precondition, before);
      await this.repository.saveMetadata([{ feedbackId: id, metadata }]);
      const after = await this.read(grant, id);
      if (after.version !== before.version) {
        await this.events.record(
          grant.event('feedback.metadata_updated', { feedback_id: id }, { metadata: before.record }),
        );
      }
      return after;
    });
  }
}
