import { PageQuery } from '../../platform/http/index.js';

export class LinkedFeedbackListQuery extends PageQuery {}

export class LinkedChangelogListQuery extends PageQuery {}
