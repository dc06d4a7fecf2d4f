import type { Webhook } from '../../../src/webhooks/domain/webhook.js';
import type { AccessToken } from '../../../src/identity/domain/access-token.js';
import type { ExternalIdentity } from '../../../src/identity/domain/user-identity.repository.js';
import type { User } from '../../../src/identity/domain/user.js';
import type { Changelog } from '../../../src/changelog/domain/changelog.js';
import type { Comment } from '../../../src/feedback/domain/comment.js';
import type { Counts } from '../../../src/feedback/domain/feedback.repository.js';
import type { Feedback } from '../../../src/feedback/domain/feedback.js';
import type { Tag } from '../../../src/feedback/domain/tag.js';
import type { Member } from '../../../src/project/domain/member.js';
import type { ProjectConfig } from '../../../src/project/domain/project-config.js';
import type { Project } from '../../../src/project/domain/project.js';
import type { EventRecord, NewEvent } from '../../../src/shared/events.js';
import type { JsonObject } from '../../../src/shared/rules.js';
import { Table } from './table.js';
import { Locks, Transactions } from './transactions.js';

/** An event, and its position in the feed; null if it has none yet. */
export interface StoredEvent {
  readonly event: EventRecord;
  readonly inFeed: boolean;
  readonly position: number | null;
}

/** Where a record was imported from. */
export interface ImportedRecord {
  readonly source: string;
  readonly externalId: string;
}

/** The votes that a source counted, and those of them that have no voters. */
export interface Votes {
  readonly voteCount: number | null;
  readonly unattributed: number;
}

/** The state of the fake repositories, which they share like the tables of a database. */
export class Memory {
  readonly transactions = new Transactions();
  readonly advisoryLocks = new Locks(this.transactions);
  readonly users = this.table<User>(({ emailKey }) => [emailKey]);
  readonly tokens = this.table<AccessToken>(({ bootstrap }) => [bootstrap ? 'bootstrap' : null]);
  readonly identities = this.table<ExternalIdentity & { readonly userId: string }>(
    ({ issuer, subject, userId }) => [`${issuer} subject ${subject}`, `${issuer} user ${userId}`],
  );
  readonly projects = this.table<Project>(({ slug }) => [slug]);
  /** The ids of projects by their former slugs, unless another project has the slug now. */
  readonly formerSlugs = this.table<{ projectId: string }>();
  /** By project id. */
  readonly configs = this.table<ProjectConfig>((config) => [
    config.customDomainVerified ? config.customDomain : null,
  ]);
  readonly projectMetadata = this.table<JsonObject>();
  /** By project id and user id. */
  readonly members = this.table<Member>();
  readonly feedback = this.table<Feedback>();
  readonly feedbackMetadata = this.table<JsonObject>();
  /** By feedback id: the stored counters. */
  readonly counts = this.table<Counts>();
  /** By feedback id: where it was imported from, and its votes there. */
  readonly importedFeedback = this.table<ImportedRecord & Votes>();
  /** By feedback id and user id. */
  readonly votes = this.table<{
    readonly feedbackId: string;
    readonly userId: string;
    readonly imported?: boolean;
  }>();
  readonly comments = this.table<Comment>();
  /** By comment id: where it was imported from. */
  readonly importedComments = this.table<ImportedRecord>();
  readonly tags = this.table<Tag>(({ projectId, nameKey }) => [`${projectId} ${nameKey}`]);
  readonly changelogs = this.table<Changelog>(({ projectId, slug }) => [`${projectId} ${slug}`]);
  /** By changelog id: where it was imported from. */
  readonly importedChangelogs = this.table<ImportedRecord>();
  /** By changelog id and feedback id. */
  readonly feedbackLinks = this.table<{ readonly changelogId: string; readonly feedbackId: string }>();
  /** By project id. */
  readonly publicChangelogs = this.table<{ readonly enabled: boolean }>();
  readonly events = this.table<Required<NewEvent>>();
  readonly storedEvents = this.table<StoredEvent>();
  readonly webhooks = this.table<Webhook>();

  private table<T extends object>(uniqueKeys?: (record: T) => readonly (string | null)[]): Table<T> {
    return new Table(this.transactions, uniqueKeys);
  }
}
