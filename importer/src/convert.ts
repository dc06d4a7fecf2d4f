import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { firstCharacters } from '../../src/shared/first-characters.js';
import { version } from '../../client/src/generated/version.js';
import type { LinkedFiles } from './api/linked-files.js';
import { Attachments } from './attachments.js';
import { maxReferences, References, Seen } from './files/bounded-memory.js';
import { UnreadableFile } from './files/unreadable-file.js';
import { FieldPlan, fieldValue } from './field-plan.js';
import { fitMetadata } from './fit-metadata.js';
import type { Item, SourceFeedback, SourceRecord, SourceStatus } from './item.js';
import type { Notes } from './notes.js';
import {
  type PortableBoard,
  type PortableComment,
  type PortableCompany,
  type PortableCounts,
  type PortableField,
  portableFormat,
  type PortableKind,
  portableKinds,
  type PortableManifest,
  portableVersion,
} from './records.js';
import { storable } from './sources/field-values.js';
import { duplicateOf } from './sources/found.js';
import { Spool, type Spooled } from './spool.js';
import { Threads } from './threads.js';
import { type PlannedStatus, planStatuses, type ProjectStatus } from './status-plan.js';

/** The limits of the service, in characters; longer texts are cut. */
const maxLengths = { title: 300, description: 65_536, comment: 65_536, content: 100_000, name: 100 } as const;

const maxBoardDescription = 2_000;

/** The bytes that are written at once. */
const chunkBytes = 256 * 1024;

/** How a source is converted. */
export interface ConvertOptions {
  /** Name of the source, which is kept with the ids of its records. */
  readonly source: string;
  /** Slug of the project. */
  readonly project: string;
  /** Keys of statuses by their names in the source. */
  readonly statusMap: Readonly<Record<string, string>>;
  /** Statuses of the project. */
  readonly statuses: readonly ProjectStatus[];
  /** Whether the team of the source becomes members of the project. */
  readonly hasMembers: boolean;
  /** Fetches files that the source has the addresses of; undefined: they are left out. */
  readonly linkedFiles?: LinkedFiles | undefined;
}

/** The records of a source, sorted by their kind in files: the names that they contain are known when all have been read. */
export class Conversion {
  private readonly spool: Spool;
  private readonly attachments: Attachments;
  private readonly statusCounts = new References<number>('statuses');
  /** The number of status changes, by the names of both statuses in JSON. */
  private readonly changeCounts = new References<number>('changes between statuses');
  private readonly statuses: SourceStatus[] = [];
  private listsVotes = false;
  private readonly boards = new References<PortableBoard>('boards');
  private readonly companies = new References<PortableCompany>('companies');
  private readonly fieldPlan = new FieldPlan();
  /** The records that have been added. The service reports a second one with an id that was dropped from these. */
  private readonly seen = new Seen(maxReferences);
  private readonly threads = new Threads();

  /** @param folder an empty folder, which the caller removes */
  constructor(
    folder: string,
    private readonly options: ConvertOptions,
    private readonly notes: Notes,
  ) {
    this.spool = new Spool(folder);
    this.attachments = new Attachments(this.spool, notes, options.linkedFiles);
  }

  /**
   * Reads a source to its end.
   *
   * @param onProgress receives the number of records so far
   * @throws UnreadableFile when the source has neither feedback nor changelog entries
   */
  async read(items: AsyncIterable<Item>, onProgress: (records: number) => void): Promise<void> {
    let records = 0;
    for await (const item of items) {
      if ('leftOut' in item) this.notes.leaveOut(item.leftOut);
      else if ('code' in item) await this.notes.add(item, item.line, item.failed);
      else if ('record' in item) await this.add(item.record, item.line);
      else if ('unread' in item) this.threads.add(item.unread);
      else if ('listsVotes' in item) this.listsVotes = true;
      else if ('linked' in item) await this.attachments.fetch(item.linked, item.line);
      else await this.attachments.add(item.attachment, item.content);
      records += 1;
      onProgress(records);
    }
    if (this.spool.count('feedback') + this.spool.count('changelog') > 0) return;
    const [{ examples: [example = ''] = [] } = {}] = this.notes.groups;
    throw new UnreadableFile(
      'no_records',
      `The source has no feedback and no changelog entries that could be read. ${example}`.trim(),
    );
  }

  /** What becomes of the statuses of the source. */
  planStatuses(): PlannedStatus[] {
    const { source, statuses: existing, statusMap } = this.options;
    return planStatuses(this.statusCounts, { source, existing, statusMap, defined: this.statuses });
  }

  /** The number of records of each kind. */
  counts(): PortableCounts {
    const counts = Object.fromEntries(
      portableKinds.map((kind) => [kind, this.spool.count(kind)]),
    ) as PortableCounts;
    const statuses = this.planStatuses();
    const keys = new Map(statuses.map(({ name, key }) => [name, key]));
    counts.status = statuses.filter(({ created }) => created).length;
    for (const [change, number] of this.changeCounts.entries()) {
      const [from, to] = JSON.parse(change) as [string, string];
      if (keys.get(from) === keys.get(to)) counts.status_change -= number;
    }
    counts.board = this.boards.size;
    counts.company = this.companies.size;
    counts.field = this.fieldPlan.fields().size;
    counts.comment += this.spool.count('reply');
    return counts;
  }

  /** Writes the file that the service imports. */
  async write(path: string): Promise<void> {
    const file = await open(path, 'w', 0o600);
    const hash = createHash('sha256');
    const counts = this.counts();
    try {
      const manifest: PortableManifest = {
        kind: 'manifest',
        format: portableFormat,
        version: portableVersion,
        source: this.options.source,
        // A file without a list of votes does not say that votes were withdrawn.
        complete: this.listsVotes || counts.vote > 0,
        service_version: version,
        exported_at: new Date().toISOString(),
        project: this.options.project,
        counts,
      };
      let pending: string[] = [`${JSON.stringify(manifest)}\n`];
      let size = 0;
      const flush = async () => {
        const bytes = Buffer.from(pending.join(''));
        [pending, size] = [[], 0];
        hash.update(bytes);
        await file.appendFile(bytes);
      };
      for await (const line of this.lines()) {
        pending.push(`${line}\n`);
        size += line.length;
        if (size > chunkBytes) await flush();
      }
      await flush();
      await file.appendFile(`${JSON.stringify({ kind: 'end', counts, sha256: hash.digest('hex') })}\n`);
    } finally {
      await file.close();
    }
  }

  async close(): Promise<void> {
    await this.spool.close();
  }

  private async add(record: SourceRecord, line: number): Promise<void> {
    if ('external_id' in record && !this.seen.add(`${record.kind} ${record.external_id}`)) {
      await this.notes.add(duplicateOf(record.kind, record.external_id), line, true);
      return;
    }
    switch (record.kind) {
      case 'status':
        this.statuses.push(record);
        return;
      case 'board': {
        // A name can stand for several boards, and one of them may be private.
        const known = this.boards.get(record.slug) ?? (await this.fitBoard(record, line));
        this.boards.set(
          record.slug,
          record.visibility === 'editors' ? { ...known, visibility: 'editors' } : known,
        );
        return;
      }
      case 'company':
        this.companies.set(record.id, record);
        return;
      case 'member':
        if (this.options.hasMembers) await this.spool.add('member', record);
        else this.notes.leaveOut('members of the team (--members makes them editors)');
        return;
      case 'feedback':
        this.statusCounts.set(record.status, (this.statusCounts.get(record.status) ?? 0) + 1);
        if (record.fields) this.fieldPlan.observe(record.fields);
        await this.spool.add('feedback', { line, record: await this.fitFeedback(record, line) });
        return;
      case 'status_change': {
        for (const name of [record.from, record.to])
          this.statusCounts.set(name, this.statusCounts.get(name) ?? 0);
        const change = JSON.stringify([record.from, record.to]);
        this.changeCounts.set(change, (this.changeCounts.get(change) ?? 0) + 1);
        await this.spool.add('status_change', record);
        return;
      }
      case 'comment': {
        this.threads.add(record);
        if (record.content.trim() === '') {
          this.notes.leaveOut('comments without text');
          return;
        }
        const content = await this.fit(record.content, 'comment', record, line);
        await this.spool.add(record.parent ? 'reply' : 'comment', { line, record: { ...record, content } });
        return;
      }
      case 'changelog': {
        const title = await this.fit(record.title.trim() || 'Untitled', 'title', record, line);
        const content = await this.fit(record.content, 'content', record, line);
        await this.spool.add('changelog', { ...record, title, content });
        return;
      }
      default:
        await this.spool.add(record.kind, record);
    }
  }

  private async fitBoard(record: PortableBoard, line: number): Promise<PortableBoard> {
    const board = { kind: record.kind, external_id: record.slug };
    return {
      ...record,
      name: await this.fit(record.name, 'name', board, line),
      description: await this.fit(record.description, 'description', board, line, maxBoardDescription),
    };
  }

  private async fitFeedback(record: SourceFeedback, line: number): Promise<SourceFeedback> {
    const title = record.title.trim() || firstCharacters(record.description?.trim() ?? '', 100) || 'Untitled';
    return {
      ...record,
      title: await this.fit(title, 'title', record, line),
      ...(record.description !== undefined && {
        description: await this.fit(record.description, 'description', record, line),
      }),
    };
  }

  /** Returns a text that is not too long, and reports that it was cut. */
  private async fit(
    text: string,
    name: keyof typeof maxLengths,
    { kind, external_id: id }: { kind: string; external_id: string },
    line: number,
    max: number = maxLengths[name],
  ): Promise<string> {
    const stored = storable(text);
    if (stored.length <= max) return stored;
    const characters = [...stored];
    if (characters.length <= max) return stored;
    const detail = `The ${name} of the ${kind} ${id} has ${characters.length} characters, and was cut to ${max}.`;
    await this.notes.add({ code: 'text_cut', detail }, line);
    return characters.slice(0, max).join('');
  }

  /** Returns the records in the order of their kinds. */
  private async *lines(): AsyncGenerator<string> {
    const statuses = this.planStatuses();
    const keys = new Map(statuses.map(({ name, key }) => [name, key]));
    const fields = this.fieldPlan.fields();
    const records: Partial<Record<PortableKind, Iterable<object>>> = {
      status: statuses.flatMap(({ created }) => created ?? []),
      board: this.boards.values(),
      company: this.companies.values(),
      field: fields.values(),
    };
    for (const kind of portableKinds) {
      for (const record of records[kind] ?? []) yield JSON.stringify(record);
      if (kind === 'feedback') yield* this.feedbackLines(keys, fields);
      else if (kind === 'comment') yield* this.commentLines();
      else if (kind === 'status_change') yield* this.statusChangeLines(keys);
      else if (!records[kind]) yield* this.spool.lines(kind);
    }
  }

  private async *feedbackLines(
    keys: ReadonlyMap<string, string>,
    fields: ReadonlyMap<string, PortableField>,
  ): AsyncGenerator<string> {
    for await (const text of this.spool.lines('feedback')) {
      const { line, record: feedback } = JSON.parse(text) as Spooled<SourceFeedback>;
      const { url, metadata, fields: values, ...record } = feedback;
      const status = keys.get(record.status)!;
      const known: Record<string, unknown> = {};
      const others: Record<string, unknown> = {};
      for (const [name, given] of Object.entries(values ?? {})) {
        const field = fields.get(name);
        if (!field) {
          others[name] = given;
          continue;
        }
        const { value, isCut } = fieldValue(field, given);
        known[field.key] = value;
        const detail = `The value of the field ${field.name} of the feedback ${record.external_id} was cut.`;
        if (isCut) await this.notes.add({ code: 'text_cut', detail }, line);
      }
      const isOriginal = record.status === '' || record.status === status;
      const all = {
        ...(isOriginal ? {} : { imported_status: firstCharacters(record.status, 200) }),
        ...(url ? { imported_url: firstCharacters(url, 2_048) } : {}),
        ...metadata,
        ...(Object.keys(others).length > 0 ? { fields: others } : {}),
      };
      yield JSON.stringify({
        ...record,
        status,
        ...(values !== undefined && { fields: known }),
        metadata: fitMetadata(all),
      });
    }
  }

  /** Returns comments, and then their replies, which refer to the comments at the top of their threads. */
  private async *commentLines(): AsyncGenerator<string> {
    const roots = this.threads.roots();
    /** The feedback of the comments that replies answer. */
    const feedbackOf = new Map<string, string>();
    for await (const text of this.spool.lines('comment')) {
      const { record } = JSON.parse(text) as Spooled<PortableComment>;
      if (roots.has(record.external_id)) feedbackOf.set(record.external_id, record.feedback);
      yield JSON.stringify(record);
    }
    for await (const text of this.spool.lines('reply')) {
      const { line, record } = JSON.parse(text) as Spooled<PortableComment>;
      const root = this.threads.rootOf(record.external_id);
      const parent = feedbackOf.get(root) === record.feedback ? root : '';
      const where = feedbackOf.has(root) ? 'on other feedback' : 'that is missing';
      const detail = `The comment ${record.external_id} replies to one ${where}, so it is a comment of its own.`;
      if (parent === '') await this.notes.add({ code: 'parent_missing', detail }, line);
      // Responses answer feedback, not comments.
      const isResponse = parent === '' && record.comment_kind === 'response';
      const isInternal = record.comment_kind === 'internal' || this.threads.isInternal(record.external_id);
      const kind = isInternal ? 'internal' : isResponse ? 'response' : 'comment';
      yield JSON.stringify({ ...record, parent, comment_kind: kind });
    }
  }

  private async *statusChangeLines(keys: ReadonlyMap<string, string>): AsyncGenerator<string> {
    for await (const text of this.spool.lines('status_change')) {
      const record = JSON.parse(text) as { from: string; to: string };
      const [from, to] = [keys.get(record.from), keys.get(record.to)];
      // Several statuses of the source can be one of the project.
      if (from !== to) yield JSON.stringify({ ...record, from, to });
    }
  }
}
