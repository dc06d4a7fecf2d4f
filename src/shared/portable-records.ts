/*
 * The records in which a project leaves the service and comes in again, one JSON object per line. The importer translates
 * other tools' files into the same records. Records refer to each other by `external_id`: in a file of this service that is the
 * record's id, in another tool's file that tool's id.
 */

/** The name of the format. */
export const portableFormat = 'fcs';

/** The version of the format that is written. Readers ignore fields and kinds of records that they do not know. */
export const portableVersion = 1;

/** A record of a project. */
export type PortableRecord =
  | PortableProject
  | PortableFormerSlug
  | PortableProjectSettings
  | PortableStatus
  | PortableBoard
  | PortableCompany
  | PortableField
  | PortablePerson
  | PortableExternalId
  | PortableMember
  | PortableTag
  | PortableFeedback
  | PortableVote
  | PortableComment
  | PortableStatusChange
  | PortableChangelog
  | PortableLink
  | PortableSubscription
  | PortableAttachment;

/** The kinds of records, in the order in which a file contains them: a record refers to earlier records only. */
export const portableKinds = [
  'project',
  'former_slug',
  'project_settings',
  'status',
  'board',
  'company',
  'field',
  'person',
  'external_id',
  'member',
  'tag',
  'feedback',
  'vote',
  'comment',
  'status_change',
  'changelog',
  'link',
  'subscription',
  'attachment',
] as const satisfies readonly PortableRecord['kind'][];

export type PortableKind = (typeof portableKinds)[number];

/** The number of records of each kind. */
export type PortableCounts = Record<PortableKind, number>;

/** The settings of the project, without secrets and without what depends on them. */
export interface PortableProject {
  kind: 'project';
  external_id: string;
  name: string;
  slug: string;
  icon: string;
  icon_radius: string;
  og_image: string;
  changelog_preview_style: string;
  changelog_social_handle: string;
  custom_domain: string;
  integration_chat_role_id: string;
  created_at: string;
  metadata?: Record<string, unknown>;
}

/** A slug that the project had before. */
export interface PortableFormerSlug {
  kind: 'former_slug';
  slug: string;
}

/** Who can access the project without being a member, what waits for approval, and where its team shows records. */
export interface PortableProjectSettings {
  kind: 'project_settings';
  signed_in: '' | 'viewer' | 'contributor';
  public_feedback: boolean;
  public_changelog: boolean;
  public_names: boolean;
  approval?: 'off' | 'first' | 'all';
  feedback_url: string;
  changelog_url: string;
  mail_name: string;
  mail_reply_to: string;
}

/** A status of the project. Its `kind` is called `status_kind`, because records have a kind themselves. */
export interface PortableStatus {
  kind: 'status';
  key: string;
  name: string;
  color: string;
  status_kind: 'open' | 'planned' | 'active' | 'done' | 'closed';
  position: number;
  on_roadmap: boolean;
}

/** A board of the project, which decides who sees the feedback on it. */
export interface PortableBoard {
  kind: 'board';
  slug: string;
  name: string;
  description: string;
  position: number;
  visibility: 'public' | 'members' | 'own' | 'editors';
  submission: 'contributors' | 'editors';
}

/** A company, which people with external ids belong to. */
export interface PortableCompany {
  kind: 'company';
  /** Its id in the own system of the project's team. */
  id: string;
  name: string;
  revenue: number;
  metadata: Record<string, unknown>;
  created_at: string;
}

/** The definition of a field that the project adds to its feedback. */
export interface PortableField {
  kind: 'field';
  key: string;
  name: string;
  type: 'text' | 'number' | 'boolean' | 'date' | 'url' | 'choice' | 'choices';
  options: string[];
  required: boolean;
  set_by: 'contributors' | 'editors';
  visible_to: 'everyone' | 'editors';
  position: number;
}

/** Where a record was imported from, before the project was exported. */
export interface PortableOrigin {
  source: string;
  external_id: string;
}

/** A person who wrote, voted, belongs to the project or has an external id in it. */
export interface PortablePerson {
  kind: 'person';
  external_id: string;
  /** Empty if unknown; the person then becomes a placeholder. */
  email: string;
  full_name: string;
  avatar_url: string;
}

/** An id that a person has in the own system of the project's team. */
export interface PortableExternalId {
  kind: 'external_id';
  id: string;
  person: string;
  /** `id` of the company that the person belongs to; `''`: none. */
  company?: string;
  created_at: string;
}

/** A tag of the project. */
export interface PortableTag {
  kind: 'tag';
  name: string;
  /** A CSS hex color. */
  color: string;
}

/** Feedback, also if it was merged. A value that is added to feedback is here as well, under the name of its field. */
export interface PortableFeedback {
  kind: 'feedback';
  external_id: string;
  title: string;
  description: string;
  /** The key of a status of the project. */
  status: string;
  /** Slug of a board of the project, empty for none. */
  board?: string;
  /** The author's `external_id`, empty if unknown. */
  person: string;
  tags: string[];
  created_at: string;
  /** Time of the last change of the status. If it is absent, it is the last `status_change`. */
  status_changed_at?: string;
  /** `external_id` of the feedback that this was merged into, empty if none. */
  merged_into: string;
  /** All votes that the source counted. Those without a `vote` record are kept as a number. */
  vote_count?: number;
  origin?: PortableOrigin | null;
  /** Fields without a place in this service. */
  metadata?: Record<string, unknown>;
  /** Values of fields of the project, by their keys. */
  fields?: Record<string, unknown>;
  /** Whether only editors can comment. */
  comments_locked?: boolean;
  /** `external_id` of the person who takes care of it; `''`: nobody. */
  assignee?: string;
  /** As `YYYY-MM-DD`; `''`: unknown. */
  estimated_date?: string;
  pinned?: boolean;
  /** Whether it has been approved; if absent, it has. */
  approval?: 'approved' | 'pending' | 'rejected';
}

/** A vote for feedback. */
export interface PortableVote {
  kind: 'vote';
  feedback: string;
  person: string;
  created_at: string;
}

/** A comment on feedback. */
export interface PortableComment {
  kind: 'comment';
  external_id: string;
  feedback: string;
  person: string;
  content: string;
  created_at: string;
  updated_at?: string;
  origin?: PortableOrigin | null;
  /** `external_id` of the comment that it replies to, empty if none. */
  parent?: string;
  /** The kind of the comment. The field `kind` is the kind of the record. */
  comment_kind?: 'comment' | 'internal' | 'response';
  /** Whether it has been approved; if absent, it has. */
  approval?: 'approved' | 'pending' | 'rejected';
  metadata?: Record<string, unknown>;
  fields?: Record<string, unknown>;
}

/** A change of the status of feedback. */
export interface PortableStatusChange {
  kind: 'status_change';
  feedback: string;
  from: string;
  to: string;
  person: string;
  /** `external_id` of the comment that explains it, empty if none. */
  comment: string;
  created_at: string;
}

/** A changelog entry, also if it is a draft or scheduled. */
export interface PortableChangelog {
  kind: 'changelog';
  external_id: string;
  title: string;
  summary: string;
  content: string;
  image: string;
  slug?: string;
  published: boolean;
  publish_date: string;
  /** Names of tags. */
  tags?: string[];
  metadata?: Record<string, unknown>;
  fields?: Record<string, unknown>;
  person: string;
  origin?: PortableOrigin | null;
}

/** A link between a changelog entry and feedback. */
export interface PortableLink {
  kind: 'link';
  changelog: string;
  feedback: string;
}

/** A subscription, or that a person has unsubscribed. */
export interface PortableSubscription {
  kind: 'subscription';
  /** `external_id` of the feedback; `''`: the changelog of the project. */
  feedback: string;
  person: string;
  subscribed?: boolean;
  created_at: string;
}

/**
 * A part of a file that is attached to feedback, to a comment or to a changelog entry. The parts of a file follow each other in
 * their order, and their other fields are the same.
 */
export interface PortableAttachment {
  kind: 'attachment';
  external_id: string;
  /** `external_id` of the record that the file is attached to; two of the three are empty. */
  feedback: string;
  comment: string;
  changelog: string;
  /** The person who uploaded it. */
  person: string;
  filename: string;
  /** Not imported: the content decides. */
  media_type: string;
  /** Of the whole file, in bytes. */
  size: number;
  created_at: string;
  /** The place among the files of the same record, starting at 1. */
  position: number;
  /** The number of the part, starting at 0. */
  part: number;
  /** At most 256 KiB of the file as Base64. */
  content: string;
}

/** A membership. */
export interface PortableMember {
  kind: 'member';
  person: string;
  role: 'blocked' | 'viewer' | 'contributor' | 'editor' | 'owner';
  created_at: string;
}
