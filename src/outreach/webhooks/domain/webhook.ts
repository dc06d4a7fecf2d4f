import type { SecureRandom } from '../../../shared/ids.js';
import { check, text, boolean, integer } from '../../../shared/rules.js';

/**
 * The rules of the fields; the rules of `eventTypes` apply to each item. `TargetUrls` checks whether the URL is allowed.
 */
export const webhookRules = {
  url: text({ max: 2_048, required: true }),
  description: text({ max: 20_000 }),
  eventTypes: text({ max: 200, required: true }),
  enabled: boolean,
  minUpvotes: integer({ min: 1, max: 1_000_000_000 }),
};

/** The maximum number of items of `eventTypes`. */
export const maxEventTypes = 100;

/** The maximum number of webhooks of a project, which bounds the number of deliveries of one event. */
export const maxWebhooks = 100;

/** How long a previous secret signs beside the current one, in milliseconds. */
export const rotationTime = 24 * 3_600_000;

/** The maximum number of previous secrets that sign. */
const maxPreviousSecrets = 5;

/** How long a target may fail until its webhook is disabled, in milliseconds. */
export const maxFailureTime = 5 * 24 * 3_600_000;

/** Changes to a webhook. Omitted fields stay unchanged. */
export interface WebhookChanges {
  url?: string | undefined;
  description?: string | undefined;
  /** The types of the events that are sent; an empty list selects all types. */
  eventTypes?: readonly string[] | undefined;
  enabled?: boolean | undefined;
  /** The condition, which replaces the current one. */
  when?: WebhookCondition | undefined;
}

/** A condition on the events that are sent. Events that it does not concern are sent as usual. */
export interface WebhookCondition {
  /**
   * Of the events `feedback.upvoted` of each feedback, only the first with at least this number of votes is sent. Votes
   * that are withdrawn and cast again do not send it again.
   */
  minUpvotes?: number | undefined;
}

export interface WebhookRecord {
  id: string;
  project_id: string;
  url: string;
  description: string;
  /** Empty for all types. */
  event_types: string[];
  /** Empty if there is no condition. */
  when: { min_upvotes?: number };
  enabled: boolean;
  /** Why the service disabled the webhook; `''` when it did not. */
  disabled_reason: string;
  /** ISO 8601 in UTC with milliseconds, like all timestamps in records. */
  created_at: string;
}

/** A secret that was replaced. It signs until the given time. */
interface PreviousSecret {
  readonly secret: string;
  readonly until: Date;
}

/** The values of a webhook. */
interface WebhookValues {
  readonly id: string;
  readonly projectId: string;
  readonly url: string;
  readonly secret: string;
  readonly createdAt: Date;
  readonly description: string;
  readonly eventTypes: readonly string[];
  /** The condition `minUpvotes`; null if there is none. */
  readonly minUpvotes: number | null;
  readonly enabled: boolean;
  /** Why the service disabled the webhook; `''` when it did not. */
  readonly disabledReason: string;
  /** The secrets before the last rotations, the oldest first. */
  readonly previousSecrets: readonly PreviousSecret[];
  /** The time of the first failure since the last success; null when the last attempt succeeded. */
  readonly failingSince: Date | null;
}

/** A URL to which the events of a project are posted, signed with a secret that only its receiver knows. */
export class Webhook implements WebhookValues {
  public description = '';
  public eventTypes: readonly string[] = [];
  public minUpvotes: number | null = null;
  public enabled = true;
  public disabledReason = '';
  public previousSecrets: readonly PreviousSecret[] = [];
  public failingSince: Date | null = null;

  private constructor(
    readonly id: string,
    readonly projectId: string,
    public url: string,
    public secret: string,
    readonly createdAt: Date,
  ) {}

  /** Returns a webhook that has been stored. */
  static restore(stored: WebhookValues): Webhook {
    const { id, projectId, url, secret, createdAt, description, eventTypes, minUpvotes } = stored;
    const { enabled, disabledReason, previousSecrets, failingSince } = stored;
    return Object.assign(new Webhook(id, projectId, url, secret, createdAt), {
      ...{ description, eventTypes, minUpvotes, enabled, disabledReason, previousSecrets, failingSince },
    });
  }

  /** @throws InvalidInput when a value violates a rule */
  static create(
    entry: { id: string; projectId: string; secret: string },
    values: WebhookChanges & { url: string },
    now: Date,
  ): Webhook {
    const webhook = new Webhook(entry.id, entry.projectId, values.url, entry.secret, now);
    webhook.update(values);
    return webhook;
  }

  /**
   * Changes the webhook. Enabling it, or another URL, resets its failures.
   *
   * @throws InvalidInput when a value violates a rule
   */
  update(changes: WebhookChanges): void {
    const { eventTypes, when, ...others } = changes;
    check({ ...others, ...when }, webhookRules);
    if (changes.enabled === true || (changes.url !== undefined && changes.url !== this.url)) {
      this.failingSince = null;
    }
    if (changes.enabled === true) this.disabledReason = '';
    this.url = changes.url ?? this.url;
    this.description = changes.description ?? this.description;
    this.eventTypes = eventTypes ?? this.eventTypes;
    if (when) this.minUpvotes = when.minUpvotes ?? null;
    this.enabled = changes.enabled ?? this.enabled;
  }

  /** Replaces the secret. For 24 hours, messages are also signed with the previous one. */
  rotateSecret(secret: string, now: Date): void {
    const replaced = { secret: this.secret, until: new Date(now.getTime() + rotationTime) };
    const [oldest, ...others] = [...this.previousSecretsAt(now), replaced];
    // The oldest is what the receiver used before a client repeated the rotation; those in between were never in use.
    this.previousSecrets = [oldest, ...others.slice(1 - maxPreviousSecrets)];
    this.secret = secret;
  }

  /** Returns the secrets that sign at a time, the latest first. */
  secretsAt(now: Date): string[] {
    return [...this.previousSecretsAt(now), this].map(({ secret }) => secret).reverse();
  }

  /** Records that the target accepted an event. */
  succeeded(): void {
    this.failingSince = null;
  }

  /**
   * Records a failed attempt. After 5 days without a success, the webhook is disabled when a delivery has failed for the last time: after
   * days without events, a single failure says nothing.
   *
   * @param error what went wrong, in a sentence
   * @param isLast whether the delivery is not attempted again
   */
  failed(error: string, now: Date, isLast: boolean): void {
    this.failingSince ??= now;
    if (!isLast || now.getTime() - this.failingSince.getTime() < maxFailureTime) return;
    this.disable(`No attempt has succeeded for 5 days. Last error: ${error}`);
  }

  /** Disables the webhook because its target answered 410 Gone. */
  gone(): void {
    this.disable('The target responded with 410 Gone.');
  }

  private previousSecretsAt(now: Date): PreviousSecret[] {
    return this.previousSecrets.filter(({ until }) => now < until);
  }

  private disable(reason: string): void {
    if (!this.enabled) return;
    this.enabled = false;
    this.disabledReason = reason;
  }
}

/** Returns a new secret in the format of Standard Webhooks 1.0, with 256 random bits. */
export function generateSecret(random: SecureRandom): string {
  return `whsec_${random.bytes(32).toString('base64')}`;
}
