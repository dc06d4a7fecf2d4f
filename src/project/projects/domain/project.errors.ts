import { DomainError } from '../../../shared/domain-error.js';

export class SlugTaken extends DomainError {
  override readonly remedy = 'Choose another slug.';

  constructor() {
    super('conflict', 'slug_taken', 'The slug is used by another project.', [
      { pointer: '/slug', code: 'slug_taken', detail: 'The slug is used by another project.' },
    ]);
  }
}

export class CustomDomainMissing extends DomainError {
  override readonly remedy = 'Set `custom_domain` in the configuration first.';

  constructor() {
    super('conflict', 'custom_domain_missing', 'The project has no custom_domain to verify.');
  }
}

export class CustomDomainUnverified extends DomainError {
  override readonly remedy =
    'Add the TXT record given in `detail` to the DNS, wait until it has propagated, and retry.';

  constructor(name: string, value: string) {
    super(
      'conflict',
      'custom_domain_unverified',
      `The TXT record ${name} with the value ${value} was not found. New records may take some time to propagate.`,
    );
  }
}

export class CustomDomainTaken extends DomainError {
  override readonly remedy =
    'Remove the domain from the other project first. A domain can belong to only one project.';

  constructor() {
    super('conflict', 'custom_domain_taken', 'The domain is verified for another project.');
  }
}
