import { type Caller, resolveMe, userIdRules, UserReference } from '../../../identity/index.js';
import { type CrossFieldRules, objectOf, OptionalField } from '../../../platform/input/index.js';
import type { FieldError } from '../../../shared/domain-error.js';
import type { OnBehalfOfUser } from '../application/acting-user-resolver.js';

/** The user on whose behalf an editor acts. */
export class OnBehalfOfUserDto implements CrossFieldRules {
  @OptionalField(userIdRules, {
    description: 'Id of the user on whose behalf the editor acts; `me`, the default, stands for the caller.',
  })
  user_id?: string;
  @OptionalField(objectOf(() => UserReference), {
    description:
      'Alternative to `user_id`: the user with this external id or e-mail address, who is registered if there is none.',
  })
  user?: UserReference;

  /** Both fields together are invalid, because they may identify different users. */
  crossFieldErrors(): FieldError[] {
    if (this.user_id === undefined || this.user === undefined)
      return UserReference.errorsOf(this.user, '/user');
    return [{ pointer: '/user', code: 'exclusive', detail: 'The field cannot be combined with user_id.' }];
  }

  /** Returns the user, with the id of the caller instead of `me`. */
  actingFor(caller: Caller): OnBehalfOfUser {
    return { userId: resolveMe(this.user_id, caller), user: this.user?.profile() };
  }
}
