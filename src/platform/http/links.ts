import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Settings } from '../config/index.js';
import { serviceRoot } from './service-root.js';

/** Creates the absolute URLs of responses. */
@Injectable()
export class Links {
  /** @internal */
  constructor(private readonly settings: Settings) {}

  /** Returns the public URL of this service, followed by `pathAndQuery`, which begins below the path of the service. */
  absolute(request: Request, pathAndQuery: string): string {
    // HTTP/1.0 does not require a Host header.
    const base = this.settings.publicBaseUrl ?? `${request.protocol}://${request.host ?? 'localhost'}`;
    return `${base}${serviceRoot(request)}${pathAndQuery}`;
  }

  /**
   * Returns a URL that can be stored, because it does not depend on the `Host` header, which clients choose: an absolute one if
   * the setting `publicBaseUrl` is set, otherwise a path.
   */
  stored(request: Request, path: string): string {
    return `${this.settings.publicBaseUrl ?? ''}${serviceRoot(request)}${path}`;
  }
}
