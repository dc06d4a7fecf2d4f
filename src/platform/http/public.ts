import { Reflector } from '@nestjs/core';

/** Marks a controller that answers without an access token. All others need one. */
export const Public = Reflector.createDecorator<true>();
