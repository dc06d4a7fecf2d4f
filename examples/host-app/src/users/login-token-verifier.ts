import { Injectable } from '@nestjs/common';
import { type Caller, HostAccessTokenVerifier } from 'feedback-changelog-service';
import { LoginService } from './login.service.js';
import type { User } from './user.entity.js';

/** Lets the Feedback & Changelog Service accept the host's JWTs. */
@Injectable()
export class LoginTokenVerifier extends HostAccessTokenVerifier {
  constructor(private readonly login: LoginService) {
    super();
  }

  override async verify(token: string): Promise<Caller | null> {
    const user = await this.login.verify(token);
    return user && callerOf(user);
  }
}

/** Returns a user of the host as a caller of the service: with all scopes, in all projects that they belong to. */
export function callerOf(user: User): Caller {
  return {
    userId: user.id,
    instanceAdmin: user.admin,
    scope: 'admin',
    projectId: null,
    tokenId: null,
    tokenExpiresAt: null,
  };
}
