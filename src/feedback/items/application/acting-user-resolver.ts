import { Injectable } from '@nestjs/common';
import { type UserByReference, UserService } from '../../../identity/index.js';
import { PeopleService, type ProjectAccess } from '../../../project/index.js';
import { UnknownUser } from '../domain/feedback.errors.js';

/**
 * The user on whose behalf something is submitted, if that is not the caller: identified by id, by external id, or by e-mail
 * address.
 */
export interface OnBehalfOfUser {
  userId?: string | undefined;
  user?: UserByReference | undefined;
}

/** Lets editors act on behalf of other users. */
@Injectable()
export class ActingUserResolver {
  constructor(
    private readonly users: UserService,
    private readonly people: PeopleService,
  ) {}

  /**
   * Returns the id of the user. Registers a user if none has the external id or the e-mail address.
   *
   * @throws InsufficientRole when it is another user and the caller is not an editor; InvalidInput when the user does
   * not exist, or the caller cannot name them by id
   */
  async resolve(access: ProjectAccess, { userId, user }: OnBehalfOfUser): Promise<string> {
    const own = access.caller.userId;
    if (userId !== undefined && userId.toLowerCase() !== own) {
      access.require('editor', 'Acting for another user', '/user_id');
      const isNameable =
        (await this.users.isKnown(userId)) && !(await this.people.belongsToOtherProjects(access, userId));
      if (!isNameable) throw new UnknownUser();
      return userId.toLowerCase();
    }
    if (!user) return own;
    if (access.has('editor')) return this.people.resolve(access, user);
    // The error does not reveal whether somebody has the external id or the e-mail address.
    if ((await this.people.find(access, user)) !== own) {
      access.require('editor', 'Acting for another user', '/user');
    }
    return own;
  }
}
