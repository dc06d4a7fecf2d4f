import { hash } from 'node:crypto';
import { emailKeyOf } from '../../shared/email-key.js';
import { emailAddress } from '../../shared/email-address.js';
import { boolean, check, firstViolation, link, type Rules, text } from '../../shared/rules.js';

export const userRules = {
  email: emailAddress(),
  fullName: text({ max: 200 }),
  avatarUrl: link({ max: 2048 }),
  instanceAdmin: boolean,
};

/** Changes to a user. Omitted fields stay unchanged. */
export interface UserChanges {
  email?: string | undefined;
  fullName?: string | undefined;
  avatarUrl?: string | undefined;
  instanceAdmin?: boolean | undefined;
}

/** The id of a user in the own system of a project's team. */
export const externalIdRules = text({ max: 200, required: true });

/** A user by external id or e-mail address; with both, the external id decides. */
export interface UserByReference extends Omit<UserChanges, 'instanceAdmin'> {
  readonly externalId?: string | undefined;
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
    /** Id of the project whose editors can change the profile; null once somebody can sign in as the user. */
    public registeredBy: string | null,
  ) {}

  /** @throws InvalidInput when a value violates a rule */
  static register(
    id: string,
    profile: UserChanges & { email: string },
    now: Date,
    registeredBy: string | null = null,
  ): User {
    check({ ...profile }, userRules);
    const { email, fullName = '', avatarUrl = '', instanceAdmin = false } = profile;
    return new User(id, email, fullName, avatarUrl, instanceAdmin, now, registeredBy);
  }

  /** Returns the stored user with these values. */
  static restore(values: Omit<User, 'emailKey' | 'update' | 'anonymize'>): User {
    const { id, email, fullName, avatarUrl, instanceAdmin, createdAt, registeredBy } = values;
    return new User(id, email, fullName, avatarUrl, instanceAdmin, createdAt, registeredBy);
  }

  /** The form of the e-mail address that is unique among users; null for an anonymized user. */
  get emailKey(): string | null {
    return this.email === '' ? null : emailKeyOf(this.email);
  }

  /** @throws InvalidInput when a value violates a rule */
  update(changes: UserChanges): void {
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
    this.registeredBy = null;
  }
}

/**
 * Returns an e-mail address for a person without a verified one: users need a unique address, and one that is not
 * verified may belong to somebody else. The domain `invalid` is reserved (RFC 2606 §2), so no mail can be sent there.
 *
 * @param identity what identifies the person
 */
export function placeholderEmail(...identity: string[]): string {
  return `${hash('sha256', JSON.stringify(identity)).slice(0, 32)}@users.invalid`;
}

/** Returns the value if it satisfies the rules, `''` otherwise. */
export function validOrEmpty(value: unknown, rules: Rules): string {
  return typeof value === 'string' && !firstViolation(rules, value) ? value : '';
}
