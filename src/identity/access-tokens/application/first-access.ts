import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/clock.js';
import { Ids, SecureRandom } from '../../../shared/ids.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { AccessTokenRepository } from '../domain/access-token.repository.js';
import { AccessToken } from '../domain/access-token.js';
import { generateToken, tokenDigest } from '../domain/token-text.js';
import { UserSource } from '../../users/domain/user-source.js';
import { UserRepository } from '../../users/domain/user.repository.js';
import { User } from '../../users/domain/user.js';

/** Ensures that a new instance has an admin with an access token. Several processes can run this at the same time. */
@Injectable()
export class FirstAccess {
  constructor(
    private readonly users: UserRepository,
    private readonly source: UserSource,
    private readonly tokens: AccessTokenRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly random: SecureRandom,
    private readonly clock: Clock,
  ) {}

  /**
   * With a token from the settings, makes it a token of the first instance admin, replacing an earlier token from the
   * settings. Without one, creates an admin with a new token if the database is empty, and passes the value of the
   * token to `deliver`, which must save it before its promise resolves.
   *
   * A host application creates its users itself. Returns false if the token has no effect because none of them is an admin.
   */
  async ensure(configured: string | undefined, deliver: (text: string) => Promise<void>): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const admins = await this.users.lockInstanceAdmins();
      if (configured === undefined) {
        if (this.source.isHost || !(await this.users.isEmpty())) return true;
        const text = generateToken(this.random);
        await this.issue(await this.registerAdmin(), text, 'First access token', false);
        await deliver(text);
        return true;
      }
      const earlier = await this.tokens.loadBootstrapToken();
      const belongsToAdmin = admins.some(({ id }) => id === earlier?.userId);
      if (belongsToAdmin && earlier?.digest.equals(tokenDigest(configured))) return true;
      if (earlier) await this.tokens.remove(earlier);
      if (this.source.isHost && admins.length === 0) return false;
      await this.issue(admins[0] ?? (await this.registerAdmin()), configured, 'BOOTSTRAP_ACCESS_TOKEN', true);
      return true;
    });
  }

  private async registerAdmin(): Promise<User> {
    const profile = { email: 'admin@localhost', fullName: 'Administrator', instanceAdmin: true };
    const admin = User.register(this.ids.next(), profile, this.clock.now());
    await this.users.add(admin);
    return admin;
  }

  private async issue(admin: User, text: string, name: string, bootstrap: boolean): Promise<void> {
    const order = { id: this.ids.next(), userId: admin.id, name, digest: tokenDigest(text), bootstrap };
    await this.tokens.add(AccessToken.issue({ ...order, scope: 'admin' }, this.clock.now()));
  }
}
