import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/clock.js';
import { emailAddress } from '../../../shared/email-address.js';
import { check } from '../../../shared/rules.js';
import type { Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { SuppressionNotFound } from '../domain/mail.errors.js';
import { type SuppressionRecord, SuppressionRepository } from '../domain/suppression.repository.js';

/** Reads and changes which e-mail addresses no mail is sent to. */
@Injectable()
export class SuppressionService {
  constructor(
    private readonly suppressions: SuppressionRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws SuppressionNotFound */
  async read(email: string): Promise<Versioned<SuppressionRecord>> {
    const found = await this.suppressions.find(email);
    if (!found) throw new SuppressionNotFound();
    return found;
  }

  /**
   * Suppresses mails to an address. One that is suppressed stays as it is.
   *
   * @throws InvalidInput when it is no e-mail address
   */
  async add(email: string): Promise<{ suppression: Versioned<SuppressionRecord>; added: boolean }> {
    check({ email }, { email: emailAddress() });
    return this.unitOfWork.run(() => this.suppressions.add(email, 'manual', this.clock.now()));
  }

  /** @throws SuppressionNotFound */
  async remove(email: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!(await this.suppressions.remove(email))) throw new SuppressionNotFound();
    });
  }
}
