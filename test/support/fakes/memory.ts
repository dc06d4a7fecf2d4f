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

/** Records by key, ignoring case as for UUIDs. Records are copied when they are stored and when they are read. */
export class Table<T extends object> {
  private records = new Map<string, T>();

  put(key: string, record: T): void {
    this.records.set(key.toLowerCase(), copy(record));
  }

  get(key: string): T | null {
    const record = this.records.get(key.toLowerCase());
    return record ? copy(record) : null;
  }

  /** In the order in which they were first stored. */
  where(condition: (record: T) => boolean): T[] {
    return [...this.records.values()].filter(condition).map(copy);
  }

  removeWhere(condition: (record: T, key: string) => boolean): void {
    for (const [key, record] of this.records) if (condition(record, key)) this.records.delete(key);
  }

  remove(key: string): void {
    this.records.delete(key.toLowerCase());
  }

  /** Returns a function that restores the current state. Stored records never change, so they need no copies. */
  remember(): () => void {
    const records = new Map(this.records);
    return () => {
      this.records = new Map(records);
    };
  }
}

/** An event, and its position in the feed; null if it has none yet. */
export interface StoredEvent {
  readonly event: EventRecord;
  readonly inFeed: boolean;
  readonly position: number | null;
}

/** The state of the fake repositories, which they share like the tables of a database. */
export class Memory {
  readonly users = new Table<User>();
  readonly tokens = new Table<AccessToken>();
  /** By user id and issuer. */
  readonly identities = new Table<ExternalIdentity & { readonly userId: string }>();
  readonly projects = new Table<Project>();
  /** The ids of projects by their former slugs, unless another project has the slug now. */
  readonly formerSlugs = new Table<{ projectId: string }>();
  /** By project id. */
  readonly configs = new Table<ProjectConfig>();
  /** By project id and user id. */
  readonly members = new Table<Member>();
  readonly feedback = new Table<Feedback>();
  /** By feedback id: the stored counters. */
  readonly counts = new Table<Counts>();
  /** By feedback id and user id. */
  readonly votes = new Table<{ readonly feedbackId: string; readonly userId: string }>();
  readonly comments = new Table<Comment>();
  readonly tags = new Table<Tag>();
  readonly changelogs = new Table<Changelog>();
  readonly events = new Table<Required<NewEvent>>();
  readonly storedEvents = new Table<StoredEvent>();
  readonly webhooks = new Table<Webhook>();

  /** Returns a function that restores the current state. */
  remember(): () => void {
    const restore = Object.values(this).map((table) => (table as Table<object>).remember());
    return () => restore.forEach((back) => back());
  }
}

/** Returns a copy of the record of the same class. Dates, buffers and lists in it are never changed in place. */
function copy<T extends object>(record: T): T {
  return Object.assign(Object.create(Object.getPrototypeOf(record) as object) as T, record);
}
