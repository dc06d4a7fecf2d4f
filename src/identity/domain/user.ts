import { caseFold, check, link, matching, text, trueOrFalse } from '../../shared/rules.js';

export const userRules = {
  email: matching(/^[^\s@]+@[^\s@]+$/u, {
    code: 'invalid_email',
    detail: 'must be an e-mail address.',
    max: 200,
  }),
  fullName: text({ max: 200 }),
  avatarUrl: link({ max: 2048 }),
  instanceAdmin: trueOrFalse,
};

/** What may be said of a user. A field left out stays as it is. */
export interface UserChanges {
  email?: string | undefined;
  fullName?: string | undefined;
  avatarUrl?: string | undefined;
  instanceAdmin?: boolean | undefined;
}

/** A person or program that submits feedback, writes changelogs and holds access tokens. */
export class User {
  private constructor(
    readonly id: string,
    public email: string,
    public fullName: string,
    public avatarUrl: string,
    public instanceAdmin: boolean,
    readonly createdAt: Date,
  ) {}

  /** @throws InvalidInput where a value breaks a rule */
  static register(id: string, profile: UserChanges & { email: string }, now: Date): User {
    check({ ...profile }, userRules);
    const { email, fullName = '', avatarUrl = '', instanceAdmin = false } = profile;
    return new User(id, email, fullName, avatarUrl, instanceAdmin, now);
  }

  /** The form of the e-mail address that is unique among users; null for one who was made anonymous. */
  get emailKey(): string | null {
    return this.email === '' ? null : caseFold(this.email);
  }

  /** @throws InvalidInput where a value breaks a rule */
  revise(changes: UserChanges): void {
    check({ ...changes }, userRules);
    this.email = changes.email ?? this.email;
    this.fullName = changes.fullName ?? this.fullName;
    this.avatarUrl = changes.avatarUrl ?? this.avatarUrl;
    this.instanceAdmin = changes.instanceAdmin ?? this.instanceAdmin;
  }

  /** Takes name, e-mail address, picture and rights away. What the user submitted stays, by nobody in particular. */
  makeAnonymous(): void {
    this.email = '';
    this.fullName = '';
    this.avatarUrl = '';
    this.instanceAdmin = false;
  }
}
