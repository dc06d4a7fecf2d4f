import { createParamDecorator, UnauthorizedException } from '@nestjs/common';

export const CurrentReader = createParamDecorator(() => {
  throw new UnauthorizedException();
});
