import type { Ids } from './ids.js';
import type { PortableOrigin } from './portable-records.js';
import { isStorable, isUuid } from './rules.js';

/** The reason why a record could not be imported, or not as it is. */
export interface ImportFailure {
  readonly code: string;
  readonly detail: string;
}

/** The outcome of importing a record, or the reason why it failed. */
export type ImportOutcome = 'created' | 'updated' | 'skipped' | ImportFailure;

/** What became of a record of a file. */
export interface ImportResult {
  readonly outcome: ImportOutcome;
  /** The id that it has here. */
  readonly id?: string | undefined;
  /** What the report says of a record that was not taken as it is. */
  readonly remarks?: readonly ImportFailure[];
  /** The record as later files are compared with it; by default, as the file has it. */
  readonly given?: object;
  /** The values that are stored now. If they are others at a later import, they were changed here. */
  readonly stored?: object;
}

/** What an earlier import has brought in under a key of the source. */
export interface ImportedRecord {
  /** The id of the record here; null if its kind has none. */
  readonly id: string | null;
  /** The digest of the record as it was imported. */
  readonly given: string;
  /** The digest of the values that were stored then. */
  readonly stored: string;
}

/** A stored record that a record of a source refers to. */
export interface StoredRecord<Values> {
  /** The external id in the record. */
  readonly key: string;
  readonly id: string;
  readonly values: Values;
}

/** How records are imported. */
export interface ImportMode {
  /** The system that the records are from. Together with its id, it identifies an imported record in a project. */
  readonly source: string;
  /** Whether to record the same events as if the records had been created and updated here. */
  readonly notify: boolean;
  /** Whether the file has everything that its source has, so that what is missing in it was removed there. */
  readonly isComplete: boolean;
  /** What happens to tags that the project does not have. */
  readonly unknownTags: 'create' | 'skip';
  /** The URL of the service, or its path on the host, for the URLs of files. */
  readonly serviceRoot: string;
}

/**
 * The most characters that a description or a comment of a file has: as many as on GitHub. What people write here is limited by
 * the rules of the records, which are stricter; what they wrote elsewhere is kept.
 */
export const maxImportedText = 65_536;

/** The source of files of this service. Their records keep their ids where these are free. */
export const ownSource = 'fcs';

/** What new records cannot have, because others have it. */
export interface Taken {
  /** Ids of records of any project. */
  readonly ids: ReadonlySet<string>;
  /** Origins of records of the project, as `originKey` writes them. */
  readonly origins: ReadonlySet<string>;
}

/** Returns an origin as a text. */
export function originKey({ source, external_id }: PortableOrigin): string {
  return `${source} ${external_id}`;
}

/** Returns the origins that records of a file of this service had there. */
export function originsOf(
  { source }: ImportMode,
  records: readonly { readonly origin?: PortableOrigin | null }[],
): PortableOrigin[] {
  return source === ownSource ? records.flatMap(({ origin }) => formerOrigin(origin) ?? []) : [];
}

function formerOrigin(origin: PortableOrigin | null | undefined): PortableOrigin | undefined {
  const [source, external_id] = [keyText(origin?.source), keyText(origin?.external_id)];
  const isKnown = [source, external_id].every((text) => text !== '' && text.length <= 200);
  return isKnown ? { source, external_id } : undefined;
}

/**
 * Returns the id of a new record, and the origin that is stored with it. Records of this service keep their ids, so that
 * references from outside stay valid, unless they are copied, and the origin that they had there, unless another record has it.
 */
export function identityOf(
  { external_id, origin }: { external_id: string; origin?: PortableOrigin | null },
  { source }: ImportMode,
  taken: Taken,
  ids: Ids,
): PortableOrigin & { readonly id: string } {
  const id = external_id.toLowerCase();
  const keepsId = source === ownSource && isUuid(external_id) && !taken.ids.has(id);
  if (!keepsId) return { id: ids.next(), source, external_id };
  const former = formerOrigin(origin);
  const keepsOrigin = former && !taken.origins.has(originKey(former));
  return { id, ...(keepsOrigin ? former : { source, external_id }) };
}

/** Returns a value if it is text that can be a key, otherwise `''`. */
export function keyText(value: unknown): string {
  return typeof value === 'string' && value.length <= 500 && isStorable(value) ? value : '';
}

/** The remark about a record that has changed in the source, and that was changed here, too. */
export const changedHere: ImportFailure = {
  code: 'changed_here',
  detail: 'The record was changed here since it was imported, so it is left as it is.',
};

/** The remark about a record that was imported before and deleted here. */
export const deletedHere: ImportFailure = {
  code: 'deleted_here',
  detail: 'The record was imported before and deleted here, so it is not created again.',
};
