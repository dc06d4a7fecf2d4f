/** An issuer of access tokens in the form of JWTs: an identity provider. */
export interface JwtIssuer {
  /** Exact value of the claim `iss`, a URL. */
  readonly issuer: string;
  /** Values of the claim with the audience. A token must have one of them. */
  readonly audiences: readonly string[];
  /** Name of that claim: `client_id` for an issuer whose access tokens have no `aud`. */
  readonly audienceClaim: 'aud' | 'client_id';
  /** URL of the key set; absent: the one that the issuer's metadata names. */
  readonly jwksUrl: string | undefined;
  /** Accepted signature algorithms. */
  readonly algorithms: readonly string[];
  /** Accepted difference between the clocks of issuer and service, in seconds. */
  readonly clockToleranceSeconds: number;
  /** How long the last keys are used while the issuer is unavailable, in seconds. */
  readonly maxKeyAgeSeconds: number;
  /** Whether tokens must have the type `at+jwt` (RFC 9068 §2.1). */
  readonly requireTyp: boolean;
  /** Name or JSON Pointer (RFC 6901) of the claim with the scopes. */
  readonly scopeClaim: string;
  /** Values of that claim that stand for the scopes of this service. */
  readonly scopeNames: { readonly read: string; readonly write: string; readonly admin: string };
  /** Name or JSON Pointer of the claim with project roles, as `<slug or id>:<role>`; absent: tokens grant none. */
  readonly rolesClaim: string | undefined;
  /** Whose account is created at their first request: nobody's, everybody's, or those with addresses of these domains. */
  readonly provisioning: 'off' | 'on' | readonly string[];
}
