import { All, Controller, Module, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Problem } from './problem.js';

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** Whatever no other route of the API matched: behind the guards, so that nobody without a token learns what exists. */
@Controller()
export class UnknownRouteController {
  /** 405 with `Allow` where the path is known with other methods (RFC 9110 §15.5.6), else 404. */
  @All(['', '*path'])
  refuse(@Req() request: Request): never {
    const ownPath = (request.route as { path: string }).path;
    const layers = (request.app as unknown as { router: { stack: Layer[] } }).router.stack;
    const methods = layers
      .filter(({ route }) => route && route.path !== ownPath)
      .filter((layer) => layer.match(request.path))
      .flatMap(({ route }) => Object.keys(route?.methods ?? {}));
    if (methods.length === 0) {
      throw new Problem(404, 'route_not_found', `There is nothing at ${request.path}.`);
    }
    const allowed = new Set(methods.map((method) => method.toUpperCase()));
    if (allowed.has('GET')) allowed.add('HEAD');
    const allow = [...allowed].sort().join(', ');
    throw new Problem(405, 'method_not_allowed', `Only ${allow} can be used at ${request.path}.`, {
      headers: { Allow: allow },
    });
  }
}

/** Has to be the last module of the application: routes are tried in the order of their modules. */
@Module({ controllers: [UnknownRouteController] })
export class UnknownRouteModule {}
