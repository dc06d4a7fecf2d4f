import type { ProjectAccess } from './project-access.js';

/** Decides whether a use case may write, beyond the rights of roles. */
export abstract class Policy<Operation extends { readonly access: ProjectAccess }, Decision> {
  /**
   * Called in the transaction of each operation, before the record is written. By then, an author or voter who was named by
   * e-mail address may have been registered. A policy can read and write tables of the host in this transaction, with `Sql` of
   * the kit. It must not call use cases that write. It is not called when a person is erased.
   *
   * @returns values for a new record, if the policy sets any, or nothing
   * @throws DomainError to refuse the operation, which then changes nothing
   */
  abstract before(operation: Operation): Promise<Decision | undefined>;
}

/** Calls several policies in order. The first one that refuses an operation ends it; later decisions replace earlier ones. */
export class PoliciesInOrder<
  Operation extends { readonly access: ProjectAccess },
  Decision extends object,
> extends Policy<Operation, Decision> {
  constructor(private readonly policies: readonly Policy<Operation, Decision>[]) {
    super();
  }

  override async before(operation: Operation): Promise<Decision | undefined> {
    const decision: Partial<Decision> = {};
    for (const policy of this.policies) {
      const decided = Object.entries((await policy.before(operation)) ?? {});
      Object.assign(decision, Object.fromEntries(decided.filter(([, value]) => value !== undefined)));
    }
    return decision as Decision;
  }
}

/** Applies the policy of a host, if it has one, except to the erasure of a person, which has to succeed. */
export class PolicyOfHost<Operation extends { readonly access: ProjectAccess }, Decision> extends Policy<
  Operation,
  Decision
> {
  constructor(private readonly policy?: Policy<Operation, Decision>) {
    super();
  }

  override async before(operation: Operation): Promise<Decision | undefined> {
    return operation.access.isErasure ? undefined : this.policy?.before(operation);
  }
}
