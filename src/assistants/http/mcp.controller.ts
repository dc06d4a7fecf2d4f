import {
  All,
  Req,
  Res,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import type { Response, Request } from 'express';
import { type AuthenticatedRequest, ReachedByBoundTokens, RequirePermission } from '../../identity/index.js';
import { Settings } from '../../platform/config/index.js';
import { AccessGuard } from '../../platform/http/index.js';
import { readJson } from '../../platform/input/index.js';
import { UndocumentedController } from '../../platform/openapi/index.js';
import { httpProblems, Problem } from '../../platform/problems/index.js';
import { ExpensiveRead, ParallelReadsGuard } from '../../platform/rate-limit/index.js';
import { InvalidInput } from '../../shared/domain-error.js';
import { isObject } from '../../shared/rules.js';
import { McpServers } from './mcp-servers.js';

const loopback = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;

/**
 * Rejects requests of pages of other origins, as MCP requires against DNS rebinding. Programs send no `Origin`. The host of
 * the request proves nothing: in an attack by DNS rebinding, it is the page's host.
 */
@Injectable()
class OriginGuard implements CanActivate {
  private readonly allowed: ReadonlySet<string>;

  constructor({ corsOrigins, authentication, publicBaseUrl }: Settings) {
    const own = publicBaseUrl === undefined ? [] : [new URL(publicBaseUrl).origin];
    this.allowed = new Set([...corsOrigins, ...authentication.trustedOrigins, ...own]);
  }

  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<Request>();
    const { origin, host } = headers;
    if (origin === undefined || this.allowed.has(origin) || this.allowed.has('*')) return true;
    if (loopback.test(origin) && new URL(origin).host === host) return true;
    throw new Problem(403, 'origin_not_allowed', {
      detail: 'Pages of this origin may not call tools. CORS_ORIGINS lists the origins that may.',
    });
  }
}

/** The endpoint of the Model Context Protocol: streamable HTTP, without sessions. */
@UndocumentedController('mcp')
@UseGuards(OriginGuard, AccessGuard, ParallelReadsGuard)
@RequirePermission({ scope: 'read' })
@ReachedByBoundTokens(true)
export class McpController {
  constructor(
    private readonly servers: McpServers,
    private readonly settings: Settings,
  ) {}

  // Tools search, and their list is large. Calls of a tool take no further place.
  @All()
  @ExpensiveRead(true)
  async serve(@Req() request: AuthenticatedRequest, @Res() response: Response): Promise<void> {
    if (request.method !== 'POST') throw httpProblems.methodNotAllowed('/mcp', 'POST');
    const body = await readJson(request, this.settings.maxBodyBytes);
    // A batch would count as one request. The editions that are served have none.
    if (!isObject.isSatisfiedBy(body)) {
      const detail = 'The body must be an object. Batches are not accepted.';
      throw new InvalidInput([{ pointer: '', code: 'invalid_type', detail }]);
    }
    const answer = await this.servers.respond(request, body as object);
    response.status(answer.status).set('Cache-Control', 'no-store');
    const type = answer.headers.get('Content-Type');
    if (type !== null) response.set('Content-Type', type);
    response.end(await answer.text());
  }
}
