import { Injectable } from '@nestjs/common';
import { type Caller, HostTokenVerifier, type HostUser } from 'feedback-changelog-service';
import { LoginService } from './login.service.js';
import type { User } from './user.entity.js';

/** Lets the Feedback & Changelog Service accept the host's JWTs, with all scopes. */
@Injectable()
export class LoginTokenVerifier extends HostTokenVerifier {
  constructor(private readonly login: LoginService) {
    super();
  }

  override async verify(token: string): Promise<HostUser | null> {
    const user = await this.login.verify(token);
    return user && { userId: user.id, scope: 'admin' };
  }
}

/** Returns a user as a caller of use cases, with the rights that their tokens have. */
export function callerOf(user: User): Caller {
  const token = { tokenId: null, tokenExpiresAt: null, projectId: null };
  return { ...token, userId: user.id, instanceAdmin: user.admin, scope: 'admin' };
}
