import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/clock.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import {
  type ExternalIdentity,
  type LinkedUser,
  UserIdentityRepository,
} from '../domain/user-identity.repository.js';
import { UserDirectory } from '../../users/domain/user-directory.js';
import { UserRepository } from '../../users/domain/user.repository.js';
import { UserSource } from '../../users/domain/user-source.js';
import { knownEmailRules, userRules, validOrEmpty } from '../../users/domain/user.js';
import { UserService } from '../../users/application/user.service.js';

/** A person as an identity provider describes them. */
export interface ExternalProfile extends ExternalIdentity {
  /** Present only if the provider has verified that the address is the person's. */
  readonly verifiedEmail?: string | undefined;
  readonly fullName?: string | undefined;
  readonly avatarUrl?: string | undefined;
}

/** Finds the users of people who authenticate at an identity provider. */
@Injectable()
export class ExternalUserService {
  constructor(
    private readonly identities: UserIdentityRepository,
    private readonly directory: UserDirectory,
    private readonly source: UserSource,
    private readonly userService: UserService,
    private readonly users: UserRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the user of a person. On the first call for a person, links the person to the user with the verified e-mail
   * address, or registers a user if `mayRegister` is true and the service manages the users. Later calls find the user by issuer and subject, whatever
   * the profile contains.
   *
   * Returns null when the person has no user, and when the user with the address belongs to another person at the same
   * issuer.
   */
  async resolve(profile: ExternalProfile, mayRegister: boolean): Promise<LinkedUser | null> {
    const known = await this.identities.find(profile);
    if (known) return known;
    return this.unitOfWork.run(async () => {
      const registers = mayRegister && !this.source.isHost;
      const userId = registers ? await this.findOrRegister(profile) : await this.findByEmail(profile);
      if (userId === undefined) return null;
      await this.identities.link(profile, userId, this.clock.now());
      await this.users.recordSignIn(userId);
      return this.identities.find(profile);
    });
  }

  private async findByEmail({ verifiedEmail }: ExternalProfile): Promise<string | undefined> {
    const email = validOrEmpty(verifiedEmail, userRules.email);
    return email === '' ? undefined : ((await this.directory.findIdByEmail(email)) ?? undefined);
  }

  private async findOrRegister(profile: ExternalProfile): Promise<string> {
    // Some providers give people without a name their address as the name, which others would see.
    const isAddress = validOrEmpty(profile.fullName?.trim(), knownEmailRules) !== '';
    const { id } = await this.userService.findOrRegister({
      email: validOrEmpty(profile.verifiedEmail, userRules.email) || undefined,
      // Nobody could choose a placeholder of this form, not even in versions that accepted them as input.
      identity: ['signed in', profile.issuer, profile.subject],
      fullName: isAddress ? '' : validOrEmpty(profile.fullName, userRules.fullName),
      avatarUrl: validOrEmpty(profile.avatarUrl, userRules.avatarUrl),
    });
    return id;
  }
}
