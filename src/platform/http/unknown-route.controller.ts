import { All, Controller, Module, NotFoundException } from '@nestjs/common';

/**
 * Whatever no other route of the API matched: behind the guards, so that nobody without a token learns what exists. The
 * filter makes a 404 or 405 of it.
 */
@Controller()
export class UnknownRouteController {
  @All(['', '*path'])
  refuse(): never {
    throw new NotFoundException();
  }
}

/** Has to be the last module of the application: routes are tried in the order of their modules. */
@Module({ controllers: [UnknownRouteController] })
export class UnknownRouteModule {}
