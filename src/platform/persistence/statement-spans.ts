import { type AfterQueryEvent, type EntitySubscriberInterface, EventSubscriber } from 'typeorm';
import { recordStatement } from '../telemetry/index.js';

/** Records TypeORM's statements for tracing. */
@EventSubscriber()
export class StatementSpans implements EntitySubscriberInterface {
  afterQuery({ query, executionTime = 0, error }: AfterQueryEvent): void {
    recordStatement(query, executionTime, error);
  }
}
