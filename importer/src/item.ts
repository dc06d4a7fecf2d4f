import type {
  PortableAttachment,
  PortableComment,
  PortableFeedback,
  PortableRecord,
  PortableStatus,
} from './records.js';

/**
 * Feedback as a source has it: with the name of its status there, and with values of custom fields by their names. It becomes a
 * record of the format when all names are known.
 */
export interface SourceFeedback extends Omit<PortableFeedback, 'description' | 'tags'> {
  /** Undefined if the source does not say it. */
  readonly description?: string;
  /** Undefined if the source does not say them. */
  readonly tags?: string[];
  /** Address of the record in the source. */
  readonly url?: string;
}

/** A status as a source has it. What it does not say is undefined. */
export interface SourceStatus extends Omit<PortableStatus, 'status_kind' | 'on_roadmap'> {
  readonly status_kind: PortableStatus['status_kind'] | undefined;
  readonly on_roadmap: boolean | undefined;
}

/** A file that is attached to a record, without its content. */
export type SourceAttachment = Omit<PortableAttachment, 'part' | 'content'>;

/** A file that is attached to feedback or to a comment. The source has only its address. */
export interface LinkedFile {
  readonly url: string;
  /** Id of the feedback; `''` if it is attached to a comment. */
  readonly feedback: string;
  /** Id of the comment; `''` if it is attached to feedback. */
  readonly comment: string;
  readonly person: string;
  readonly createdAt: string;
  /** The place among the files of the same record, starting at 1. */
  readonly position: number;
}

/** What replies to a comment depend on. */
export type ThreadedComment = Pick<PortableComment, 'external_id' | 'parent' | 'comment_kind'>;

/** A record of a source. */
export type SourceRecord =
  | Exclude<PortableRecord, PortableFeedback | PortableStatus | PortableAttachment>
  | SourceFeedback
  | SourceStatus;

/** A note about something that was not read, or not completely. */
export interface Note {
  readonly code: string;
  readonly detail: string;
}

/** What a source yields. Lines are rows or numbers of objects where the source has no lines; they start at 1. */
export type Item =
  | { readonly line: number; readonly record: SourceRecord }
  | {
      readonly line: number;
      readonly attachment: SourceAttachment;
      /** Returns the content of the file. */
      readonly content: () => AsyncIterable<Buffer>;
    }
  | { readonly line: number; readonly linked: LinkedFile }
  | ({
      readonly line: number;
      /** Whether a record is missing because of it. */
      readonly failed?: true;
    } & Note)
  /** A comment that is left out: replies to it stay as internal as it was. */
  | { readonly unread: ThreadedComment }
  /** The source lists all votes, even if there are none: those that are missing have been withdrawn. */
  | { readonly listsVotes: true }
  /** Something that has no place in the service, by its name. */
  | { readonly leftOut: string };
