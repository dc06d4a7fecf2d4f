import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Info, type Options, parse, type Parser } from 'csv-parse';
import { unprotectFormula } from '../../../src/shared/formulas.js';
import { UnreadableFile } from './unreadable-file.js';
import type { DateOrder } from './cells.js';
import { type Part, readText } from './part.js';
import { RecordReader } from './record-reader.js';

/** The most bytes of a row. */
const maxRowBytes = 2 * 1024 * 1024;

/** The most columns of a header. */
const maxColumns = 1_000;

const separators = [',', ';', '\t'];

export interface CsvOptions {
  /** Names of columns that the file must have. */
  readonly required: readonly string[];
  /** Whether text that was protected from being run as a formula (`'=1`) is restored (`=1`). */
  readonly neutralized?: boolean;
  /** Whether rows keep their source text in `raw`. */
  readonly keepsRaw?: boolean;
  /** The order of day and month in its dates, if it is known. */
  readonly dates?: DateOrder | undefined;
}

/** A row of a CSV file. */
export class CsvRow extends RecordReader {
  constructor(
    private readonly table: CsvTable,
    line: number,
    readonly fields: readonly string[],
    /** The source text of the row, if the options ask for it. */
    readonly raw: string,
  ) {
    super(line, table.options.dates);
  }

  /** Whether the file has a column. */
  has(column: string): boolean {
    return this.table.has(column);
  }

  /** Returns the value of a column, and `''` if the file has no such column or the row ends before it. */
  override get(column: string): string {
    const index = this.table.indexOf(column);
    const field = index === undefined ? '' : (this.fields[index] ?? '');
    return this.table.options.neutralized ? unprotectFormula(field) : field;
  }

  /** Returns the row with other values. */
  with(fields: readonly string[]): CsvRow {
    return new CsvRow(this.table, this.line, fields, this.raw);
  }

  /** Whether the row has values beyond the last column of the header. */
  get isTooWide(): boolean {
    const width = this.table.columns.length;
    return this.fields.length > width && this.fields.slice(width).some((field) => field !== '');
  }

  /** Returns the values of all columns but these, by their names. */
  textsExcept(columns: ReadonlySet<string>): [string, string][] {
    const indexes = new Set([...columns].map((column) => this.table.indexOf(column)));
    return this.table.columns
      .filter((column, index) => column !== '' && !indexes.has(index))
      .map((column) => [column, this.text(column)]);
  }
}

/** A CSV file with a header. Its separator may be a comma, a semicolon or a tab. */
export class CsvTable {
  private readonly indexes: ReadonlyMap<string, number>;

  private constructor(
    private readonly part: Part,
    private readonly separator: string,
    /** How many lines precede the header. */
    private readonly skippedLines: number,
    /** The names in the header. */
    readonly columns: readonly string[],
    readonly options: CsvOptions,
  ) {
    const named = [...columns.entries()].filter(([, name]) => name !== '').reverse();
    this.indexes = new Map([
      ...named.map(([index, name]) => [plainName(name), index] as const),
      ...named.map(([index, name]) => [name.toLowerCase(), index] as const),
    ]);
  }

  /**
   * Reads the header.
   *
   * @throws UnreadableFile when the file is empty or not UTF-8, or when it lacks a required column
   */
  static async open(part: Part, options: CsvOptions): Promise<CsvTable> {
    const start = await firstBytes(part);
    const [line = '', declared] = /^sep=(.)\r?\n/.exec(start) ?? [];
    const headers = await Promise.all(
      (declared === undefined ? separators : [declared]).map(async (separator) => ({
        separator,
        columns: await readHeader(start.slice(line.length), separator),
      })),
    );
    // Commas within the names of a header are rarer than files with other separators.
    const { separator, columns } = headers.reduce((best, header) =>
      header.columns.length > best.columns.length ? header : best,
    );
    const table = new CsvTable(part, separator, line === '' ? 0 : 1, columns, options);
    table.checkHeader();
    return table;
  }

  /** Returns the index of a column. Names are compared regardless of case, and of spaces, hyphens and underscores. */
  indexOf(column: string): number | undefined {
    return this.indexes.get(column.toLowerCase()) ?? this.indexes.get(plainName(column));
  }

  has(column: string): boolean {
    return this.indexOf(column) !== undefined;
  }

  /**
   * Returns the rows below the header, from the first one each time.
   *
   * @throws UnreadableFile when a quote is not closed, a row is too long, or the text is not UTF-8
   */
  async *rows(): AsyncGenerator<CsvRow> {
    const lines = new LineCounter(this.skippedLines + 1);
    const parser = newParser(this.separator, lines, this.options.keepsRaw ?? false);
    const source = Readable.from(this.bounded(parser), { objectMode: false });
    source.once('error', (error) => parser.destroy(error));
    source.pipe(parser);
    let isHeader = true;
    try {
      for await (const { record, line, raw } of parser as AsyncIterable<ParsedRow>) {
        if (!isHeader && record.some((field) => field.trim() !== ''))
          yield new CsvRow(this, line, record, raw ?? '');
        isHeader = false;
      }
    } catch (error) {
      throw this.translateError(error, lines.next);
    } finally {
      source.destroy();
      // No read of the file may be left when it is closed.
      await finished(source).catch(() => undefined);
    }
  }

  /** Returns the text, and ends with an error if the row that is being read is too long. */
  private async *bounded(parser: Parser): AsyncGenerator<Buffer> {
    for await (const chunk of readText(this.part)) {
      yield chunk;
      const { bytes, bytes_records: complete } = parser.info;
      if (bytes - complete > maxRowBytes) throw new RowTooLong();
    }
  }

  private checkHeader(): void {
    const { prefix } = this.part;
    if (this.columns.length > maxColumns)
      throw new UnreadableFile(
        'too_many_columns',
        `${prefix}The header has more than ${maxColumns} columns.`,
      );
    const missing = this.options.required.filter((column) => !this.has(column));
    if (missing.length > 0)
      throw new UnreadableFile('missing_columns', `${prefix}The header lacks: ${missing.join(', ')}.`);
    const names = this.columns.map((column) => column.toLowerCase()).filter((column) => column !== '');
    const twice = names.find((name, index) => names.indexOf(name) !== index);
    if (twice !== undefined)
      throw new UnreadableFile(
        'duplicate_column',
        `${prefix}The header has a column twice: ${twice.slice(0, 100)}.`,
      );
  }

  private translateError(error: unknown, line: number): unknown {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    const { prefix } = this.part;
    if (code === 'CSV_QUOTE_NOT_CLOSED')
      return new UnreadableFile(
        'unclosed_quote',
        `${prefix}A quote is not closed in the row that begins in line ${line}.`,
      );
    if (error instanceof RowTooLong || code === 'CSV_MAX_RECORD_SIZE')
      return new UnreadableFile(
        'row_too_long',
        `${prefix}The row that begins in line ${line} has more than ${maxRowBytes} bytes. A quote may not be closed.`,
      );
    return error;
  }
}

function plainName(column: string): string {
  return column.toLowerCase().replaceAll(/[\s_-]/g, '');
}

class RowTooLong extends Error {}

/** What the parser returns of a row. */
interface FoundRow {
  readonly record: readonly string[];
  readonly info: Info;
  readonly raw?: string;
}

interface ParsedRow extends FoundRow {
  /** The line in which the row begins. */
  readonly line: number;
}

/**
 * Counts lines as rows are parsed. When the parser fails, the rows that it has parsed but that nobody has read yet are lost, so
 * the line of the error could not be counted by the reader.
 */
class LineCounter {
  private emptyLines = 0;

  /** @param next the line in which the next row begins */
  constructor(public next: number) {}

  locate(row: FoundRow): ParsedRow {
    const line = this.next + row.info.empty_lines - this.emptyLines;
    this.emptyLines = row.info.empty_lines;
    this.next = line + 1 + lineBreaks(row.record);
    return { ...row, line };
  }
}

function newParser(separator: string, lines: LineCounter, keepsRaw: boolean): Parser {
  return parse({
    delimiter: separator,
    from_line: lines.next,
    // Its type does not mention that rows have this form with `info`.
    on_record: ((row: FoundRow) => lines.locate(row)) as unknown as NonNullable<Options['on_record']>,
    info: true,
    raw: keepsRaw,
    // A file that was edited by hand may have both.
    record_delimiter: ['\r\n', '\n'],
    // The widths of rows are checked by the formats, and quotes within a value are text.
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: maxRowBytes,
  });
}

/** Returns the text at the beginning of the part, which includes the header. */
async function firstBytes(part: Part): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readText(part)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= 64 * 1024) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, 64 * 1024);
}

/** Returns the names of the columns; none if the text has no complete header. */
async function readHeader(text: string, separator: string): Promise<string[]> {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n'],
    relax_quotes: true,
    skip_empty_lines: true,
    to: 1,
  });
  parser.end(text);
  try {
    for await (const record of parser as AsyncIterable<string[]>) return record.map((name) => name.trim());
  } catch {
    // The header does not end within the text.
  }
  return [];
}

/** Returns how many line breaks the values contain. */
function lineBreaks(record: readonly string[]): number {
  let count = 0;
  for (const field of record)
    for (let at = field.indexOf('\n'); at >= 0; at = field.indexOf('\n', at + 1)) count++;
  return count;
}
