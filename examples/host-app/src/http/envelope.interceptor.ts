import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { isFeedbackServiceRequest } from 'feedback-changelog-service';
import { map, type Observable } from 'rxjs';

/** Answers `{ data }` on the routes of the host. Nest calls it around the routes of the service too. */
@Injectable()
export class EnvelopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    if (isFeedbackServiceRequest(context)) return next.handle();
    return next.handle().pipe(map((data) => ({ data })));
  }
}
