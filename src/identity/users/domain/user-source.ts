/** Where users are managed: by the service, or by a host application that has users of its own. */
export class UserSource {
  /** @param hostView the host's table or view of users, with its schema, such as `public.people`; null if there is none */
  constructor(readonly hostView: string | null) {}

  get isHost(): boolean {
    return this.hostView !== null;
  }
}
