import { DomainError } from '../../shared/domain-error.js';

/** A file that cannot be read as a whole, so that the import fails. */
export class UnreadableFile extends DomainError {
  constructor(code: string, detail: string) {
    super('invalid', code, detail);
  }
}
