import { type HostPerson, HostTokenVerifier, type HostUser } from '../identity/index.js';

/** Accepts the tokens that a test adds. */
export class FakeTokenVerifier extends HostTokenVerifier {
  private readonly callers = new Map<string, HostUser | HostPerson>();

  /** Accepts a token from now on, and returns it. */
  add(token: string, caller: HostUser | HostPerson): string {
    this.callers.set(token, caller);
    return token;
  }

  /** Accepts a token of a person with this e-mail address, and returns it. The scope is `admin` by default. */
  person(email: string, caller: Partial<HostPerson> = {}): string {
    const subject = email.toLowerCase();
    // RFC 6750 §2.1 allows no `@` in a token.
    return this.add(`test-${Buffer.from(subject).toString('base64url')}`, {
      issuer: 'test',
      subject,
      verifiedEmail: email,
      scope: 'admin',
      ...caller,
    });
  }

  override async verify(token: string): Promise<HostUser | HostPerson | null> {
    return this.callers.get(token) ?? null;
  }
}
