import type { DateOrder } from '../files/cells.js';
import { type CsvRow, CsvTable } from '../files/csv-table.js';
import type { Part } from '../files/part.js';
import { RecordReader } from '../files/record-reader.js';
import { UnreadableFile } from '../files/unreadable-file.js';

/**
 * The fields that the columns of each table can have, with the names of columns that have them unless another one is named. Case,
 * spaces, hyphens and underscores of names are ignored. Some are names of LogChimp and Astuto.
 */
export const csvFields = {
  posts: {
    // The tables of this service have both: merges refer to the former.
    external_id: ['id', 'external_id', 'post_id', 'idea_id'],
    title: ['title', 'subject'],
    description: ['description', 'body', 'content', 'details', 'content_markdown'],
    status: ['status', 'state'],
    status_id: ['status_id', 'post_status_id', 'roadmap_id'],
    tags: ['tags', 'labels'],
    created_at: ['created_at', 'created', 'date'],
    updated_at: ['updated_at', 'updated'],
    author_id: ['author_id', 'user_id'],
    author_email: ['author_email', 'user_email'],
    author_name: ['author_name', 'user_name', 'author'],
    assignee_email: ['assignee_email'],
    assignee_name: ['assignee_name'],
    board: ['board'],
    board_id: ['board_id'],
    estimated_date: ['estimated_date'],
    approval: ['approval', 'is_approved', 'approved'],
    // Astuto has numbers, of which 0 means that a post was approved.
    approval_status: ['approval_status'],
    pinned: ['pinned', 'is_pinned'],
    comments_locked: ['comments_locked'],
    vote_count: ['vote_count', 'votes_count', 'upvotes', 'votes'],
    merged_into: ['merged_into'],
    url: ['url'],
    slug: ['slug'],
  },
  votes: {
    post: ['post_id', 'feedback_id', 'idea_id', 'post'],
    author_id: ['voter_id', 'user_id', 'author_id', 'person_id'],
    author_email: ['voter_email', 'user_email', 'email'],
    author_name: ['voter_name', 'user_name', 'name'],
    created_at: ['created_at', 'created', 'date'],
  },
  comments: {
    external_id: ['id', 'comment_id'],
    post: ['post_id', 'feedback_id', 'idea_id', 'post'],
    parent: ['parent_id', 'parent', 'reply_to'],
    author_id: ['author_id', 'user_id', 'person_id'],
    author_email: ['author_email', 'user_email', 'email'],
    author_name: ['author_name', 'user_name', 'author'],
    content: ['content', 'body', 'text', 'comment'],
    created_at: ['created_at', 'created', 'date'],
    updated_at: ['updated_at', 'updated'],
    // A table can have both, and each of them protects.
    internal: ['is_internal', 'internal'],
    private: ['is_private', 'private'],
    response: ['is_response', 'response', 'is_post_update'],
    spam: ['is_spam', 'spam'],
    // The table of this service.
    comment_kind: ['comment_kind', 'kind'],
    approval: ['approval', 'is_approved', 'approved'],
  },
  people: {
    external_id: ['id', 'user_id', 'person_id'],
    email: ['email', 'email_address'],
    full_name: ['name', 'full_name', 'display_name'],
    username: ['username', 'login'],
    avatar_url: ['avatar_url', 'avatar'],
    role: ['role', 'is_owner', 'is_admin'],
    created_at: ['created_at', 'created'],
  },
  boards: {
    external_id: ['id', 'board_id'],
    name: ['name', 'title'],
    description: ['description'],
    private: ['is_private', 'private'],
    public: ['is_public', 'public'],
    shown: ['display'],
    color: ['color'],
  },
  statuses: {
    external_id: ['id', 'status_id'],
    name: ['name', 'title'],
    color: ['color'],
    position: ['position', 'order', 'index'],
    on_roadmap: ['on_roadmap', 'show_in_roadmap', 'display'],
  },
  changes: {
    post: ['post_id', 'feedback_id', 'idea_id', 'post'],
    status: ['status'],
    status_id: ['status_id', 'post_status_id'],
    author_id: ['user_id', 'author_id', 'person_id'],
    author_email: ['user_email', 'author_email', 'email'],
    author_name: ['user_name', 'author_name', 'author'],
    created_at: ['created_at', 'created', 'date'],
  },
  followers: {
    post: ['post_id', 'feedback_id', 'idea_id', 'post'],
    author_id: ['user_id', 'person_id', 'author_id'],
    author_email: ['user_email', 'email'],
    author_name: ['user_name', 'name'],
    created_at: ['created_at', 'created', 'date'],
  },
} as const satisfies Record<string, Record<string, readonly string[]>>;

/** The name of a table. */
export type CsvTableName = keyof typeof csvFields;

/** The names of the fields of a table. */
export type CsvField<T extends CsvTableName> = keyof (typeof csvFields)[T] & string;

/** Names of columns by tables and fields. */
export type CsvMapping = Partial<Record<CsvTableName, Readonly<Record<string, string>>>>;

/** Precedes the names of custom fields in the tables of this service. */
export const fieldPrefix = 'field.';

/** What is not said by CSV files themselves. */
export interface CsvSettings {
  readonly mapping: CsvMapping;
  readonly dates?: DateOrder | undefined;
  /** Whether an apostrophe protects texts from being run as formulas. */
  readonly neutralized: boolean;
}

/** A row of a table, whose values are known by their fields. */
export class MappedRow<T extends CsvTableName> extends RecordReader<CsvField<T>> {
  constructor(
    private readonly row: CsvRow,
    private readonly columns: ReadonlyMap<CsvField<T>, string>,
    order: DateOrder | undefined,
  ) {
    super(row.line, order);
  }

  override get(field: CsvField<T>): string {
    return this.row.get(this.nameOf(field));
  }

  protected override nameOf(field: CsvField<T>): string {
    return this.columns.get(field)!;
  }

  get isTooWide(): boolean {
    return this.row.isTooWide;
  }

  /** Returns the values of the columns that have none of these fields, by their names. */
  others(fields: readonly CsvField<T>[]): [string, string][] {
    return this.row.textsExcept(new Set(fields.map((field) => this.nameOf(field))));
  }
}

/** A CSV file whose columns are known by the fields that they have. */
export class MappedTable<T extends CsvTableName> {
  private constructor(
    private readonly table: CsvTable,
    /** Precedes the messages about it. */
    readonly prefix: string,
    private readonly columns: ReadonlyMap<CsvField<T>, string>,
  ) {}

  /** @throws UnreadableFile when the mapping has an unknown field, or the file lacks a column */
  static async open<T extends CsvTableName>(
    part: Part,
    name: T,
    { mapping, ...options }: CsvSettings,
    required: readonly CsvField<T>[],
  ): Promise<MappedTable<T>> {
    const guesses = csvFields[name] as unknown as Record<CsvField<T>, readonly string[]>;
    const fields = Object.keys(guesses) as CsvField<T>[];
    const given = (mapping[name] ?? {}) as Partial<Record<CsvField<T>, string>>;
    if (!Object.keys(given).every((field) => Object.hasOwn(guesses, field)))
      throw new UnreadableFile('unknown_field', `Columns of ${name} can have: ${fields.join(', ')}.`);
    const needed = Object.values<string | undefined>(given).map(String);
    const table = await CsvTable.open(part, { ...options, required: needed });
    const columns = new Map(
      fields.map((field) => [field, given[field] ?? guesses[field].find((guess) => table.has(guess)) ?? '']),
    );
    const missing = required.filter((field) => columns.get(field) === '');
    if (missing.length > 0)
      throw new UnreadableFile('missing_columns', `${part.prefix}The header lacks: ${missing.join(', ')}.`);
    return new MappedTable(table, part.prefix, columns);
  }

  has(field: CsvField<T>): boolean {
    return this.columns.get(field) !== '';
  }

  /** Returns the rows, from the first one each time. */
  async *rows(): AsyncGenerator<MappedRow<T>> {
    for await (const row of this.table.rows())
      yield new MappedRow(row, this.columns, this.table.options.dates);
  }
}
