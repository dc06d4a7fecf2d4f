import {
  applyDecorators,
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import {
  type AuthenticatedRequest,
  ReachedByBoundTokens,
  RequirePermission,
} from '../../../identity/index.js';
import { Links, serviceTarget } from '../../../platform/http/index.js';
import { Problem } from '../../../platform/problems/index.js';
import { ProjectAuthorizer } from '../application/project-authorizer.js';
import type { ProjectAccess, ProjectPermission } from '../application/project-access.js';
import { ProjectRenamed } from '../domain/access.errors.js';

type ProjectRequest = AuthenticatedRequest & { access: ProjectAccess };

/** Injects the caller's permissions in the project of the path. */
export const CurrentAccess: () => ParameterDecorator = createParamDecorator(
  (_data: undefined, context: ExecutionContext): ProjectAccess =>
    context.switchToHttp().getRequest<ProjectRequest>().access,
);

/**
 * Requires the caller to have the operation's role in the project of the path. A former slug redirects to the current one,
 * with the same method and body (308, RFC 9110 §15.4.9).
 */
@Injectable()
class ProjectGuard implements CanActivate {
  constructor(
    private readonly authorizer: ProjectAuthorizer,
    private readonly links: Links,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<ProjectRequest>();
    const needed = permissionOf(this.reflector, [context.getHandler(), context.getClass()]);
    try {
      request.access = await this.authorizer.authorize(
        request.caller,
        String(request.params['projectSlug']),
        needed.role,
      );
    } catch (error) {
      if (!(error instanceof ProjectRenamed)) throw error;
      throw redirectTo(error.slug, request, this.links);
    }
    request.rights = request.access.rights;
    request.cursorScope = request.access.projectId;
    request.ownAddressOnly = !request.access.has('editor');
    return true;
  }
}

/** Returns the redirect of a request to the current slug of its project. */
export function redirectTo(slug: string, request: Request, links: Links): Problem {
  const path = serviceTarget(request).replace(/^((?:\/public)?(?:\/v1)?\/projects\/)[^/?]+/i, `$1${slug}`);
  return projectRenamed(slug, links.absolute(request, path));
}

/** @param location the URL to send the request to */
function projectRenamed(slug: string, location: string): Problem {
  const { code, message } = new ProjectRenamed(slug);
  return new Problem(308, code, {
    detail: message,
    headers: { Location: location },
    remedy:
      'Send the same request, with its method and body, to `Location`, and use the new slug from then on.',
  });
}

/** Returns what an operation within a project requires. */
export function permissionOf(
  reflector: Reflector,
  handler: Parameters<Reflector['getAllAndOverride']>[1],
): ProjectPermission {
  return reflector.getAllAndOverride(RequirePermission, handler) as ProjectPermission;
}

/** The metadata that {@link InProject} stores. */
export const ProjectScoped = Reflector.createDecorator<true>();

/** For controllers whose routes lie under `projects/:projectSlug`. It belongs above `Operations`, whose guard runs first. */
export function InProject(): ClassDecorator {
  return applyDecorators(ProjectScoped(true), UseGuards(ProjectGuard), ReachedByBoundTokens(true));
}

export const projectMoved = projectRenamed('acme-corp', 'https://feedback.example.com/v1/projects/acme-corp');
