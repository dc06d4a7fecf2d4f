import { All, Req, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { type AuthenticatedRequest, ReachedByBoundTokens, RequirePermission } from '../../identity/index.js';
import { Settings } from '../../platform/config/index.js';
import { AccessGuard } from '../../platform/http/index.js';
import { readJson } from '../../platform/input/index.js';
import { UndocumentedController } from '../../platform/openapi/index.js';
import { httpProblems } from '../../platform/problems/index.js';
import { ExpensiveRead, ParallelReadsGuard } from '../../platform/rate-limit/index.js';
import { InvalidInput } from '../../shared/domain-error.js';
import { isObject } from '../../shared/rules.js';
import { McpServers } from './mcp-servers.js';
import { OriginGuard } from './origin.guard.js';

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
