import {
  All,
  type CanActivate,
  Controller,
  Injectable,
  Module,
  NotFoundException,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';

/** Refuses before body and query are looked at: a route that does not exist takes neither. */
@Injectable()
class UnknownRoute implements CanActivate {
  canActivate(): never {
    throw new NotFoundException();
  }
}

/**
 * Whatever no other route of the API matched: behind the guards, so that nobody without a token learns what exists. The
 * filter makes a 404 or 405 of it.
 */
@Controller()
@ApiExcludeController()
@UseGuards(UnknownRoute)
export class UnknownRouteController {
  @All(['', '*path'])
  refuse(): void {
    // The guard has done so.
  }
}

/** Has to be the last module of the application: routes are tried in the order of their modules. */
@Module({ controllers: [UnknownRouteController] })
export class UnknownRouteModule {}
