import type { CompanyRecord } from '../../../project/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';

/** Reads the companies that want feedback as records that are ready to be sent. */
export abstract class FeedbackCompanyQueries {
  /**
   * Returns a page of the companies of a project to which the authors and the voters of any of the feedback belong, the largest
   * revenue first.
   */
  abstract list(
    projectId: string,
    feedbackIds: readonly string[],
    page: PageRequest,
  ): Promise<Page<CompanyRecord>>;
}
