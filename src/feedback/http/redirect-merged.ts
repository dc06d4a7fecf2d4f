import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Links, Problem, ProblemFilter } from '../../platform/http/index.js';
import { FeedbackMerged } from '../domain/feedback.errors.js';

/**
 * Sends who reads merged feedback, or what lies under it, to its target (308). A write is refused instead: clients would
 * follow with method and body, and change a record that they did not name.
 */
@Injectable()
@Catch(FeedbackMerged)
export class RedirectMerged extends ProblemFilter {
  constructor(private readonly links: Links) {
    super();
  }

  override catch(error: FeedbackMerged, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    if (!['GET', 'HEAD'].includes(request.method)) return super.catch(error, host);
    const path = request.originalUrl.replace(
      /^(\/v1\/projects\/[^/]+\/feedback\/)[^/?]+/i,
      `$1${error.into}`,
    );
    super.catch(mergedElsewhere(error, this.links.absolute(request, path)), host);
  }
}

/** @param location where what was asked for is shown */
export function mergedElsewhere({ code, message }: FeedbackMerged, location: string): Problem {
  return new Problem(308, code, message, { headers: { Location: location } });
}
