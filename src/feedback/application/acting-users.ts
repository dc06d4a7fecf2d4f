import { Injectable } from '@nestjs/common';
import { UserService } from '../../identity/index.js';
import type { ProjectGrant } from '../../project/index.js';
import { UnknownUser } from '../domain/feedback.errors.js';

/** For whom something is submitted, where that is not the caller: by id, or by e-mail address, found or registered. */
export interface ActingFor {
  userId?: string | undefined;
  user?: { email: string; fullName?: string | undefined; avatarUrl?: string | undefined } | undefined;
}

/** Lets editors act for other users. */
@Injectable()
export class ActingUsers {
  constructor(private readonly users: UserService) {}

  /**
   * Id of the user who submits.
   *
   * @throws InsufficientRole where it is another user and the caller no editor; InvalidInput where there is no such user
   */
  async resolve(grant: ProjectGrant, { userId, user }: ActingFor): Promise<string> {
    const own = grant.caller.userId;
    if (userId !== undefined && userId.toLowerCase() !== own) {
      grant.require('editor', 'Acting for another user', '/user_id');
      if (!(await this.users.isKnown(userId))) throw new UnknownUser();
      return userId.toLowerCase();
    }
    if (user) {
      const found = await this.users.findOrRegister(user);
      if (found.user.id !== own) grant.require('editor', 'Acting for another user', '/user');
      return found.user.id;
    }
    return own;
  }
}
