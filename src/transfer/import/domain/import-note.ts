import { firstCharacters } from '../../../shared/first-characters.js';
import { type ImportFailure, keyText } from '../../../shared/imports.js';
import type { PortableKind } from '../../../shared/portable-records.js';
import type { StagedLine } from './import-chunk.js';

/** A line of the report of an import. */
export interface ImportNote {
  /** The line of the file; 0 for the whole file. */
  readonly line: number;
  /** The kind of the record; `''` for the whole file and for lines that are no records. */
  readonly kind: PortableKind | '';
  /** The id, key or slug of the record in its source, or the id of its feedback; `''` if it has none, and for people. */
  readonly external_id: string;
  /** The title or the name of the record; `''` if it has neither, and for people. */
  readonly title: string;
  readonly code: string;
  readonly detail: string;
}

/** The maximum number of lines that the report of an import has. */
export const maxNotes = 10_000;

/** The maximum number of characters of a title and of a detail. */
const maxTextLength = 500;

/** Returns what the report says of the record of a line. */
export function noteOn([line, record]: StagedLine, { code, detail }: ImportFailure): ImportNote {
  return { line, ...nameOf(record), code, detail: reportText(detail) };
}

/** Returns what the report says of the whole file. */
export function noteOnFile({ code, detail }: ImportFailure): ImportNote {
  return { line: 0, kind: '', external_id: '', title: '', code, detail: reportText(detail) };
}

/** The records of people. In some sources, their ids are e-mail addresses. */
const personal: readonly unknown[] = ['person', 'external_id', 'member'] satisfies PortableKind[];

/** Returns what the report calls a record, whose values have not been checked. Reports have no personal data of their own. */
export function nameOf(record: StagedLine[1]): Pick<ImportNote, 'kind' | 'external_id' | 'title'> {
  const { kind = '', ...values } = record as object as Readonly<Record<string, unknown>>;
  if (personal.includes(kind)) return { kind: kind as PortableKind, external_id: '', title: '' };
  const { external_id: externalId, id, key, slug, feedback, title, name } = values;
  return {
    kind: kind === 'merge' ? 'feedback' : (kind as ImportNote['kind']),
    external_id: [externalId, id, key, slug, feedback].map(keyText).find((text) => text !== '') ?? '',
    title: reportText(title ?? name),
  };
}

/**
 * Returns a text that PostgreSQL can store, and that controls no terminal on which the report is printed, cut to the limit; `''` for
 * other values.
 */
function reportText(value: unknown): string {
  const start = typeof value === 'string' ? value.slice(0, maxTextLength + 1) : '';
  const text = start.replaceAll(/\p{Surrogate}|\0/gu, '\ufffd').replaceAll(/\p{Cc}/gu, ' ');
  return text.length <= maxTextLength ? text : `${firstCharacters(text, maxTextLength)}…`;
}
