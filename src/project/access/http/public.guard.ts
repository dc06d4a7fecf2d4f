import { hash } from 'node:crypto';
import {
  type CallHandler,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { type Observable, tap } from 'rxjs';
import { type IdentifiedRequest, isDecodable, Links } from '../../../platform/http/index.js';
import { httpProblems } from '../../../platform/problems/index.js';
import { Versioned } from '../../../shared/records.js';
import { RateLimiter } from '../../../platform/rate-limit/index.js';
import { isNameOf } from '../application/access.queries.js';
import { ProjectNotFound } from '../domain/access.errors.js';
import { projectMoved, redirectTo } from './project.guard.js';

/** The id and the current slug of a project with something that can be read without a token. */
interface OpenProject {
  readonly id: string;
  readonly slug: string;
}

type PublicRequest = Request & IdentifiedRequest & { publicProject: OpenProject };

/** Injects the project of the path, as the guard has found it. */
export const CurrentPublicProject = createParamDecorator(
  (_data: undefined, context: ExecutionContext): OpenProject =>
    context.switchToHttp().getRequest<PublicRequest>().publicProject,
);

/**
 * Guards what everyone can read of the project in the path. A former slug redirects to the current one (308). Limits the
 * requests of each address.
 */
@Injectable()
export abstract class PublicGuard implements CanActivate {
  @Inject() private readonly limiter!: RateLimiter;
  @Inject() private readonly links!: Links;

  /** @throws ProjectNotFound, also when what the routes return of the project is not public */
  protected abstract open(slugOrId: string): Promise<OpenProject>;

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<PublicRequest>();
    const response = context.switchToHttp().getResponse<Response>();
    response.set({
      // Only successful responses may be cached: an error can depend on who sends the request.
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    await this.limiter.admitAddress(request, response);
    if (!isDecodable(request.originalUrl)) throw httpProblems.malformedUrl;
    const slug = String(request.params['projectSlug']);
    const project = await this.open(slug);
    if (!isNameOf(project, slug)) throw redirectTo(project.slug, request, this.links);
    request.publicProject = project;
    request.cursorScope = project.id;
    return true;
  }
}

/** The parameter of public paths. */
export const publicProjectParameter = {
  projectSlug: {
    schema: {
      type: 'string',
      description: 'Slug or id of the project. A former slug redirects to the current one (308).',
      example: 'acme',
    },
    problems: [new ProjectNotFound(), projectMoved],
  },
} as const;

/** Returns a record whose version is a hash of its content. */
export function versionedByContent<T>(record: T): Versioned<T> {
  return new Versioned(record, hash('sha256', JSON.stringify(record), 'base64url').slice(0, 22));
}

/** Lets shared caches store the responses that are not errors, for 30 seconds. */
@Injectable()
export class SharedCaching implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(tap(() => response.set('Cache-Control', 'public, max-age=30')));
  }
}
