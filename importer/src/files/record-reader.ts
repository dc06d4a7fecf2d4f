import type { Note } from '../item.js';
import {
  ambiguous,
  type Approval,
  approvalIn,
  dateIn,
  type DateOrder,
  emailIn,
  flagIn,
  numberIn,
  timeIn,
} from './cells.js';

/** A value of a record that cannot be read. The record is left out. */
export class InvalidValue extends Error implements Note {
  constructor(
    readonly code: string,
    readonly detail: string,
  ) {
    super(detail);
  }
}

/** The most characters of an id of another tool. */
export const maxIdLength = 200;

/** The most votes that a record can have. */
const maxVotes = 10_000_000;

/** The time of records that need one although the source has none, such as members. */
const unknownTime = new Date(0).toISOString();

/** Returns text as it is, numbers and booleans as text, and `''` for everything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/**
 * Reads the values of one record: a row, or a JSON object. Without its id and the time of its creation, a record cannot be imported, so
 * methods for these throw an `InvalidValue`. Another value that cannot be read is left out, with a note.
 */
export abstract class RecordReader<Name extends string = string> {
  constructor(
    /** The line, or the number of the object. */
    readonly line: number,
    private readonly order?: DateOrder,
    /** What has been noted about values. */
    readonly notes: Note[] = [],
  ) {}

  /** Returns a value of the source. */
  protected abstract get(name: Name): unknown;

  /** Returns what the source calls a value. */
  protected nameOf(name: Name): string {
    return name;
  }

  /** Returns the text as it is. */
  text(name: Name): string {
    return textOf(this.get(name));
  }

  /** Returns the text without white space around it. */
  word(name: Name): string {
    return this.text(name).trim();
  }

  /** @throws InvalidValue when the id is empty or too long */
  id(name: Name): string {
    const id = this.optionalId(name);
    if (id === '') throw new InvalidValue('invalid_id', `${this.nameOf(name)} is empty.`);
    return id;
  }

  /** @throws InvalidValue when the id is too long */
  optionalId(name: Name): string {
    const id = this.word(name);
    if (id.length > maxIdLength)
      throw new InvalidValue('invalid_id', `${this.nameOf(name)} has more than ${maxIdLength} characters.`);
    return id;
  }

  /** @throws InvalidValue when the time is empty or cannot be read */
  time(name: Name): string {
    if (this.word(name) === '') throw new InvalidValue('invalid_date', `${this.nameOf(name)} is empty.`);
    const time = timeIn(this.word(name), this.order);
    if (time === undefined) throw new InvalidValue('invalid_date', `${this.quote(name)} is not a date.`);
    if (time === ambiguous) throw new InvalidValue('ambiguous_date', this.ambiguity(name));
    return time;
  }

  optionalTime(name: Name): string | undefined {
    return this.optionalDate(name, timeIn);
  }

  /** Returns a time that the service needs; a fixed one if it is not known. */
  anyTime(name: Name): string {
    return this.optionalTime(name) ?? unknownTime;
  }

  /** Returns a date; `''` if there is none, undefined if it cannot be read. */
  date(name: Name): string | undefined {
    return this.word(name) === '' ? '' : this.optionalDate(name, dateIn);
  }

  /** Returns a number; undefined if there is none. */
  number(name: Name): number | undefined {
    return this.optional(name, 'a number', numberIn);
  }

  /** Returns a number of votes or other things; undefined if there is none. */
  count(name: Name): number | undefined {
    return this.optional(name, `a number from 0 to ${maxVotes}`, (text) => {
      const count = numberIn(text);
      return Number.isInteger(count) && count! >= 0 && count! <= maxVotes ? count : undefined;
    });
  }

  /** Returns an e-mail address; `''` if there is none. */
  email(name: Name): string {
    return this.optional(name, 'an e-mail address', emailIn) ?? '';
  }

  /** Returns whether a value means yes; undefined if it is empty, or if nothing depends on it and it means neither yes nor no. */
  flag(name: Name): boolean | undefined {
    return this.optional(name, 'yes or no', (text) => this.flagIn(name, text));
  }

  /**
   * Returns a value that protects the record; undefined if it is empty.
   *
   * @param read returns undefined for what it does not understand
   * @param whenUnclear the value that protects most, for what is not understood
   * @param consequence what this means for the record, for the note
   */
  protecting<T>(
    name: Name,
    read: (text: string) => T | undefined,
    whenUnclear: T,
    consequence: string,
  ): T | undefined {
    const text = this.word(name);
    if (text === '') return undefined;
    const value = read(text);
    if (value === undefined)
      this.note('protected', `${this.quote(name)} is not understood, so ${consequence}.`);
    return value ?? whenUnclear;
  }

  /** Returns whether a value means yes as {@link protecting} does. */
  protectingFlag(name: Name, whenUnclear: boolean, consequence: string): boolean | undefined {
    return this.protecting(name, (text) => this.flagIn(name, text), whenUnclear, consequence);
  }

  /**
   * Returns whether the record was approved; undefined if the value is empty.
   *
   * @param words further words and numbers of the source, in lower case
   */
  approval(name: Name, words: Readonly<Record<string, Approval>> = {}): Approval | undefined {
    const read = (text: string) => {
      const word = text.toLowerCase().replace(/[.,]0+$/, '');
      return Object.hasOwn(words, word) ? words[word] : approvalIn(text);
    };
    return this.protecting(name, read, 'pending', 'the record waits for approval');
  }

  /** Adds a note about the record. */
  note(code: string, detail: string): void {
    if (!this.notes.some((each) => each.detail === detail)) this.notes.push({ code, detail });
  }

  /** A column such as `is_internal` may have its own name in place of a yes. */
  private flagIn(name: Name, text: string): boolean | undefined {
    const own = this.nameOf(name)
      .toLowerCase()
      .replace(/^.*[^a-z]/, '')
      .replace(/^is/, '');
    return flagIn(text) ?? (text.toLowerCase() === own || undefined);
  }

  private optionalDate(name: Name, read: typeof timeIn): string | undefined {
    const date = this.optional(name, 'a date', (text) => read(text, this.order));
    if (date !== ambiguous) return date;
    this.note('ambiguous_date', `${this.ambiguity(name)} It is left out.`);
    return undefined;
  }

  private optional<T>(name: Name, kind: string, read: (text: string) => T | undefined): T | undefined {
    const text = this.word(name);
    if (text === '') return undefined;
    const value = read(text);
    if (value === undefined)
      this.note('value_left_out', `${this.quote(name)} is not ${kind}, so it is left out.`);
    return value;
  }

  private ambiguity(name: Name): string {
    return `${this.quote(name)} does not say which number is the day: use --dates dmy or --dates mdy.`;
  }

  private quote(name: Name): string {
    return `${this.nameOf(name)} "${this.word(name).slice(0, 40)}"`;
  }
}
