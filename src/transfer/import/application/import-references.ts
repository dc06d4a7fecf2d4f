import type { ImportFailure } from '../../../shared/imports.js';
import type { ImportStep } from '../domain/import-chunk.js';

/** The kinds of records that others refer to. */
export type ReferencedKind = 'person' | 'company' | 'feedback' | 'comment' | 'changelog';

/** A field of a record that refers to another one by its external id. An import replaces it by the id here. */
export interface Reference {
  readonly field: string;
  readonly kind: ReferencedKind;
  /** The failure if the field has no value. Without it, a field without a value refers to the record with the id `''`. */
  readonly missing?: ImportFailure;
  /** Whether the field may have no value. */
  readonly isOptional?: true;
  /** The failure of the record if the one it refers to is unknown. Without it, the field becomes `''`. */
  readonly unknown?: ImportFailure;
}

/**
 * Other fields that refer to earlier records of the file, with the kinds of these records: by a key, such as a status, or to several
 * records, such as tags. Importers look these up themselves. A dry run imports them again first.
 */
export const namedBy: {
  readonly [step in ImportStep]?: readonly (readonly [field: string, kind: string])[];
} = {
  person: [['email', 'email']],
  feedback: [
    ['status', 'status'],
    ['board', 'board'],
    ['tags', 'tag'],
    ['fields', 'field'],
  ],
  reply: [['parent', 'comment']],
  changelog: [['tags', 'tag']],
  merge: [
    ['external_id', 'feedback'],
    ['into', 'feedback'],
    ['into', 'merge'],
  ],
};

export const missingId: ImportFailure = {
  code: 'missing_id',
  detail: 'The id of the person is missing or invalid.',
};

/** The records of a person whom the host application does not know are not attributed to somebody else. */
export const userNotFound: ImportFailure = {
  code: 'user_not_found',
  detail: 'The person is not one of the users, which another application manages.',
};

/** It stays a vote without a voter, if the source counted it. */
const unknownVoter: ImportFailure = { code: 'unknown_voter', detail: 'The voter is not known.' };

const unknownCompany: ImportFailure = {
  code: 'unknown_company',
  detail: 'The company of the external id was not imported.',
};

const unknownFeedback: ImportFailure = {
  code: 'unknown_feedback',
  detail: 'The feedback that the record belongs to was not imported.',
};

const unknownLinked: ImportFailure = {
  code: 'unknown_reference',
  detail: 'The changelog entry or the feedback of the link was not imported.',
};

const unknownAttachedTo: ImportFailure = {
  code: 'unknown_reference',
  detail: 'The record that the file is attached to was not imported.',
};

const person: Reference = { field: 'person', kind: 'person', missing: missingId, unknown: userNotFound };
/** Unknown authors are one person without a name. */
const author: Reference = { field: 'person', kind: 'person', unknown: userNotFound };
const optionalAuthor: Reference = { ...author, isOptional: true };
const feedback: Reference = { field: 'feedback', kind: 'feedback', unknown: unknownFeedback };
const comment: readonly Reference[] = [author, feedback];

/** The references of the records of each step, in the order in which failures are reported. */
export const referencesOf: { readonly [step in ImportStep]?: readonly Reference[] } = {
  external_id: [person, { field: 'company', kind: 'company', isOptional: true, unknown: unknownCompany }],
  member: [person],
  feedback: [author, { field: 'assignee', kind: 'person', isOptional: true }],
  vote: [{ ...person, missing: unknownVoter, unknown: unknownVoter }, feedback],
  comment,
  reply: comment,
  status_change: [person, feedback, { field: 'comment', kind: 'comment', isOptional: true }],
  changelog: [optionalAuthor],
  link: [
    { ...feedback, unknown: unknownLinked },
    { field: 'changelog', kind: 'changelog', unknown: unknownLinked },
  ],
  subscription: [person, { ...feedback, isOptional: true }],
  attachment: [
    optionalAuthor,
    { field: 'feedback', kind: 'feedback', isOptional: true, unknown: unknownAttachedTo },
    { field: 'comment', kind: 'comment', isOptional: true, unknown: unknownAttachedTo },
    { field: 'changelog', kind: 'changelog', isOptional: true, unknown: unknownAttachedTo },
  ],
};
