import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';
import type { Request } from 'express';
import { LoginService } from './login.service.js';
import type { User } from './user.entity.js';

/** A request to a route that `LoginGuard` protects. */
export type UserRequest = Request & { user: User };

/** Lets only logged-in users access the host's own routes. */
@Injectable()
export class LoginGuard implements CanActivate {
  constructor(private readonly login: LoginService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<UserRequest>();
    const token = request.headers.authorization?.replace('Bearer ', '') ?? request.session?.['token'];
    const user = await this.login.verify(token);
    if (!user) throw new UnauthorizedException();
    request.user = user;
    return true;
  }
}
