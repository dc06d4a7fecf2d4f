import { hash } from 'node:crypto';
import { emailKeyOf } from '../../../shared/email-key.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { emailAddress, placeholderDomain } from '../../../shared/email-address.js';
import { name } from '../../../shared/names.js';
import { boolean, check, firstViolation, link, normalized, type Rules, text } from '../../../shared/rules.js';

export const userRules = {
  email: emailAddress(),
  fullName: name({ max: 200 }),
  avatarUrl: link({ max: 2048 }),
  instanceAdmin: boolean,
};

/** Accepts the e-mail address that a user has, which may be a placeholder: for filters, and for records that are sent back. */
export const knownEmailRules = emailAddress({ mayBePlaceholder: true });

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

/** What identifies a person who may be new: the e-mail address, or what a placeholder derives from. */
export interface PersonKey {
  readonly email?: string | undefined;
  /** Identifies a person without an e-mail address. */
  readonly identity?: readonly string[] | undefined;
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
    profile: UserChanges & PersonKey,
    now: Date,
    registeredBy: string | null = null,
  ): User {
    const given = check({ ...profile }, userRules);
    const { fullName = '', avatarUrl = '', instanceAdmin = false } = given;
    return new User(id, addressOf(profile), fullName, avatarUrl, instanceAdmin, now, registeredBy);
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
    const { email, ...others } = changes;
    const checked = check(email === this.email ? others : { email, ...others }, userRules);
    const { fullName = this.fullName } = checked;
    this.email = changes.email ?? this.email;
    this.fullName = fullName;
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
 * Returns the e-mail address of a person or, without one, a placeholder: users need a unique address, and one that is not
 * verified may belong to somebody else.
 *
 * @throws InvalidInput when nothing identifies the person
 */
export function addressOf({ email, identity }: PersonKey): string {
  if (email !== undefined) return email;
  if (!identity) {
    throw new InvalidInput([{ pointer: '/email', code: 'required', detail: 'The field is required.' }]);
  }
  return `${hash('sha256', JSON.stringify(identity)).slice(0, 32)}@${placeholderDomain}`;
}

/** Returns the value as it is stored if it satisfies the rules, `''` otherwise. */
export function validOrEmpty(value: unknown, rules: Rules): string {
  return typeof value === 'string' && !firstViolation(rules, value) ? normalized(rules, value) : '';
}
