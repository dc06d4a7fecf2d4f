import { randomBytes } from 'node:crypto';
import { check, text, trueOrFalse } from '../../shared/rules.js';

/** Rules of the fields; those of `eventTypes` are each item's. Whether the URL may be posted to, `TargetUrls` says. */
export const webhookRules = {
  url: text({ max: 2_048, required: true }),
  description: text({ max: 20_000 }),
  eventTypes: text({ max: 200, required: true }),
  enabled: trueOrFalse,
};

/** Items that `eventTypes` may have. */
export const mostEventTypes = 100;

/** Webhooks of a project, so that one change makes a bounded number of deliveries. */
export const mostWebhooks = 100;

/** For how long the secret before the present one signs too, in milliseconds. */
const rotationTime = 24 * 3_600_000;

/** For how long a target may fail until it is given up, in milliseconds. */
const longestFailure = 5 * 24 * 3_600_000;

/** What may be changed of a webhook. A field left out stays as it is. */
export interface WebhookChanges {
  url?: string | undefined;
  description?: string | undefined;
  /** Types of the events that are sent; none stands for all. */
  eventTypes?: readonly string[] | undefined;
  enabled?: boolean | undefined;
}

/** A URL to which a project's events are posted, signed with a secret that only its receiver knows. */
export class Webhook {
  public description = '';
  public eventTypes: readonly string[] = [];
  public enabled = true;
  /** Why the service disabled it; `''` where it did not. */
  public disabledReason = '';
  /** The secret before the last rotation; null where there was none. */
  public previousSecret: string | null = null;
  public previousSecretUntil: Date | null = null;
  /** Since when no attempt has succeeded; null where the last one did. */
  public failingSince: Date | null = null;

  private constructor(
    readonly id: string,
    readonly projectId: string,
    public url: string,
    public secret: string,
    readonly createdAt: Date,
  ) {}

  /** @throws InvalidInput where a value breaks a rule */
  static create(
    entry: { id: string; projectId: string },
    values: WebhookChanges & { url: string },
    now: Date,
  ): Webhook {
    const webhook = new Webhook(entry.id, entry.projectId, values.url, newSecret(), now);
    webhook.revise(values);
    return webhook;
  }

  /**
   * Enabling it, and another URL, let it begin anew: earlier failures count no more.
   *
   * @throws InvalidInput where a value breaks a rule
   */
  revise(changes: WebhookChanges): void {
    const { eventTypes, ...others } = changes;
    check(others, webhookRules);
    if (changes.enabled === true || (changes.url !== undefined && changes.url !== this.url)) {
      this.failingSince = null;
    }
    if (changes.enabled === true) this.disabledReason = '';
    this.url = changes.url ?? this.url;
    this.description = changes.description ?? this.description;
    this.eventTypes = eventTypes ?? this.eventTypes;
    this.enabled = changes.enabled ?? this.enabled;
  }

  /** From now on a new secret signs; for 24 hours the former one does too. */
  rotateSecret(now: Date): void {
    this.previousSecret = this.secret;
    this.previousSecretUntil = new Date(now.getTime() + rotationTime);
    this.secret = newSecret();
  }

  /** The secrets that sign at this time, the present one first. */
  secretsAt(now: Date): string[] {
    const { secret, previousSecret, previousSecretUntil } = this;
    return previousSecret !== null && previousSecretUntil !== null && now < previousSecretUntil
      ? [secret, previousSecret]
      : [secret];
  }

  /** Its target took an event. */
  succeeded(): void {
    this.failingSince = null;
  }

  /**
   * An attempt failed. After 5 days without a success the webhook is disabled.
   *
   * @param error what went wrong, in a sentence
   */
  failed(error: string, now: Date): void {
    this.failingSince ??= now;
    if (now.getTime() - this.failingSince.getTime() < longestFailure) return;
    this.disable(`No attempt has succeeded for 5 days. The last error: ${error}`);
  }

  /** Its target said that it is gone for good. */
  gone(): void {
    this.disable('The target answered 410 Gone.');
  }

  private disable(reason: string): void {
    if (!this.enabled) return;
    this.enabled = false;
    this.disabledReason = reason;
  }
}

/** In the form of Standard Webhooks 1.0: 256 random bits. */
function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
