import { Injectable } from '@nestjs/common';
import { HostTokenVerifier, type HostUser } from 'feedback-changelog-service';
import { LoginService } from '../users/login.service.js';

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
