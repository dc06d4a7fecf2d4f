import { PageQuery } from '../../../platform/http/index.js';

export class SubscriberListQuery extends PageQuery {}
