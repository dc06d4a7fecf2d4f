import { Injectable } from '@nestjs/common';
import { type Erasure, PersonalData } from '../../identity/index.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { MemberQueries } from '../members/application/member.queries.js';
import { MemberService } from '../members/application/member.service.js';
import { PeopleService } from '../people/application/people.service.js';
import { PersonQueries } from '../people/application/person.queries.js';

/** The memberships of users, and the ids that they have in the systems of teams. */
@Injectable()
export class ProjectPersonalData extends PersonalData {
  override readonly order = 100;

  constructor(
    private readonly people: PeopleService,
    private readonly members: MemberService,
    private readonly memberQueries: MemberQueries,
    private readonly personQueries: PersonQueries,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  override readonly exported: PersonalData['exported'] = {
    membership: (userId, page, filter) => this.memberQueries.memberships(userId, filter, page),
    person: (userId, page, filter) => this.personQueries.externalIds(userId, filter, page),
  };

  override async beforeAnonymize({ userId, actorId }: Erasure): Promise<void> {
    await this.people.removeEverywhere(userId);
    await this.members.removeEverywhere(userId, actorId);
  }

  /** An id may have been stored by a request that found the user before. */
  override async erase({ userId }: Erasure): Promise<void> {
    await this.unitOfWork.run(() => this.people.removeEverywhere(userId));
  }
}
