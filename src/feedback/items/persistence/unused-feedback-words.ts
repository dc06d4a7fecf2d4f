import { Injectable } from '@nestjs/common';
import { Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { UnusedWords } from '../../../platform/search/index.js';
import { feedbackWords } from './feedback-search.js';

/** The words that no feedback contains any more. */
@Injectable()
export class UnusedFeedbackWords extends UnusedWords {
  constructor(sql: Sql, unitOfWork: TypeormUnitOfWork) {
    super(sql, unitOfWork, feedbackWords, 'feedback_search');
  }
}
