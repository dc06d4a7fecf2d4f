import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { type IdentifiedRequest, Links, serviceTarget } from '../../platform/http/index.js';
import { RateLimiter } from '../../platform/rate-limit/index.js';
import { projectRenamed } from '../../project/index.js';
import type { PublicProject } from '../application/public-changelog.queries.js';
import { PublicChangelogService } from '../application/public-changelog.service.js';

type PublicRequest = Request & IdentifiedRequest & { publicProject: PublicProject };

/** Response headers that scripts of other web sites can read. */
const exposedHeaders =
  'ETag, Last-Modified, Link, Location, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Total-Count';

/** Injects the project of the path, whose changelog is public. */
export const OpenedProject = createParamDecorator(
  (_data: undefined, context: ExecutionContext): PublicProject =>
    context.switchToHttp().getRequest<PublicRequest>().publicProject,
);

/**
 * Requires the changelog of the project in the path to be public. A former slug redirects to the current one (308). Limits
 * the requests of each address, and lets scripts of all web sites read the response (CORS).
 */
@Injectable()
export class PublicProjectGuard implements CanActivate {
  constructor(
    private readonly publicChangelogs: PublicChangelogService,
    private readonly limiter: RateLimiter,
    private readonly links: Links,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PublicRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    response.set({
      // Only successful responses may be cached: an error can depend on who sends the request.
      'Cache-Control': 'no-store',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': exposedHeaders,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    await this.limiter.admitAddress(request, response);
    const slug = String(request.params['projectSlug']);
    const project = await this.publicChangelogs.open(slug);
    if (project.slug !== slug) {
      const path = serviceTarget(request).replace(/^(\/public\/projects\/)[^/?]+/i, `$1${project.slug}`);
      throw projectRenamed(project.slug, this.links.absolute(request, path));
    }
    request.publicProject = project;
    request.cursorScope = project.id;
    return true;
  }
}
