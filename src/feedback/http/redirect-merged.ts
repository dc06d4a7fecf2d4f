import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { Links } from '../../platform/http/links.js';
import { Problem } from '../../platform/http/problem.js';
import { FeedbackMerged } from '../domain/feedback.errors.js';

/**
 * Sends who reads merged feedback, or what lies under it, to its target (308). A write is refused instead: clients would
 * follow with method and body, and change a record that they did not name.
 */
@Injectable()
export class RedirectMerged implements NestInterceptor {
  constructor(private readonly links: Links) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof FeedbackMerged) || !['GET', 'HEAD'].includes(request.method)) throw error;
        const path = request.originalUrl.replace(
          /^(\/v1\/projects\/[^/]+\/feedback\/)[^/?]+/i,
          `$1${error.into}`,
        );
        throw mergedElsewhere(error, this.links.absolute(request, path));
      }),
    );
  }
}

/** @param location where what was asked for is shown */
export function mergedElsewhere({ code, message }: FeedbackMerged, location: string): Problem {
  return new Problem(308, code, message, { headers: { Location: location } });
}
