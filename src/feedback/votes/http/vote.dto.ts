import type { Caller } from '../../../identity/index.js';
import { PageQuery } from '../../../platform/http/index.js';
import type { OnBehalfOfUser } from '../../items/application/acting-user-resolver.js';
import { OnBehalfOfUserDto } from '../../items/http/on-behalf-of.dto.js';

export class CastVoteDto extends OnBehalfOfUserDto {
  voter(caller: Caller): OnBehalfOfUser {
    return this.actingFor(caller);
  }
}

export class UpvoteListQuery extends PageQuery {}
