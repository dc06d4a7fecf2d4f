import { caseFold } from '../../shared/case-fold.js';
import { check, link, matching, text, trueOrFalse } from '../../shared/rules.js';

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

/** Changes to a user. Omitted fields stay unchanged. */
export interface UserChanges {
  email?: string | undefined;
  fullName?: string | undefined;
  avatarUrl?: string | undefined;
  instanceAdmin?: boolean | undefined;
}

/** A person or a program that submits feedback, writes changelogs and has access tokens. */
export class User {
  private constructor(
    readonly id: string,
    public email: string,
    public fullName: string,
    public avatarUrl: string,
    public instanceAdmin: boolean,
    readonly createdAt: Date,
  ) {}

  /** @throws InvalidInput when a value violates a rule */
  static register(id: string, profile: UserChanges & { email: string }, now: Date): User {
    check({ ...profile }, userRules);
    const { email, fullName = '', avatarUrl = '', instanceAdmin = false } = profile;
    return new User(id, email, fullName, avatarUrl, instanceAdmin, now);
  }

  /** The form of the e-mail address that is unique among users; null for an anonymized user. */
  get emailKey(): string | null {
    return this.email === '' ? null : caseFold(this.email);
  }

  /** @throws InvalidInput when a value violates a rule */
  revise(changes: UserChanges): void {
    check({ ...changes }, userRules);
    this.email = changes.email ?? this.email;
    this.fullName = changes.fullName ?? this.fullName;
    this.avatarUrl = changes.avatarUrl ?? this.avatarUrl;
    this.instanceAdmin = changes.instanceAdmin ?? this.instanceAdmin;
  }

  /** Removes name, e-mail address, picture and permissions. Records created by the user are kept. */
  anonymize(): void {
    this.email = '';
    this.fullName = '';
    this.avatarUrl = '';
    this.instanceAdmin = false;
  }
}
