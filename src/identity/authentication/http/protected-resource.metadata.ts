import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../../../platform/config/index.js';
import { Links } from '../../../platform/http/index.js';
import { Problem } from '../../../platform/problems/index.js';
import { scopes } from '../domain/caller.js';

/** Describes this API to clients that have to find out where they get a token (RFC 9728). */
@Injectable()
export class ProtectedResourceMetadata {
  constructor(
    private readonly settings: Settings,
    private readonly links: Links,
  ) {}

  /** Returns the metadata document (RFC 9728 §2). */
  document(request: Request) {
    const issuers = this.settings.authentication.jwtIssuers.map(({ issuer }) => issuer);
    return {
      resource: this.links.absolute(request, ''),
      ...(issuers.length > 0 ? { authorization_servers: issuers } : {}),
      scopes_supported: [...scopes],
      bearer_methods_supported: ['header'],
    };
  }

  /**
   * Adds `resource_metadata`, the URL of the document (RFC 9728 §5.1), to the `WWW-Authenticate` header of a problem.
   * Returns all other errors unchanged, and every error if no identity providers are configured.
   */
  addTo(error: unknown, request: Request): unknown {
    if (!(error instanceof Problem) || this.settings.authentication.jwtIssuers.length === 0) return error;
    const challenge = error.headers['WWW-Authenticate'];
    if (challenge === undefined) return error;
    const url = this.links.absolute(request, '/.well-known/oauth-protected-resource');
    const headers = { ...error.headers, 'WWW-Authenticate': `${challenge}, resource_metadata="${url}"` };
    return new Problem(error.status, error.code, { ...error, headers });
  }
}
