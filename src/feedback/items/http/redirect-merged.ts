import { type ArgumentsHost, Catch, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Links, ProblemFilter, serviceTarget } from '../../../platform/http/index.js';
import { Problem } from '../../../platform/problems/index.js';
import { FeedbackMerged } from '../domain/feedback.errors.js';

/**
 * Redirects reads of merged feedback and of its subresources to the target (308). Writes are rejected with 409 instead,
 * because clients that follow redirects would change a record that they did not address.
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
    const path = serviceTarget(request).replace(
      /^((?:\/public)?\/v1\/projects\/[^/]+\/feedback\/)[^/?]+/i,
      `$1${error.into}`,
    );
    super.catch(mergedElsewhere(error, this.links.absolute(request, path)), host);
  }
}

/** @param location URL of the same resource at the target */
export function mergedElsewhere({ code, message }: FeedbackMerged, location: string): Problem {
  return new Problem(308, code, {
    detail: message,
    headers: { Location: location },
    remedy: 'Reads of merged feedback are redirected to the target: use the URL in `Location`.',
  });
}
