import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryArrayConfig, QueryConfig } from 'pg';
import { AttachmentContents } from '../../../attachments/index.js';
import { asJson, Database, throwUnavailable } from '../../../platform/persistence/index.js';
import type { ProjectAccess } from '../../../project/index.js';
import { type ProjectSnapshot, ProjectSnapshots, type TableKind } from '../application/project-snapshots.js';
import {
  type PortableCounts,
  type PortableKind,
  portableKinds,
  type PortableAttachment,
} from '../../../shared/portable-records.js';
import { exportedRows, fieldCells, shownRows, rowsPerFetch } from './exported-rows.js';

/** Requests texts as their bytes in UTF-8: records are passed on without being parsed. */
const asBytes = {
  binary: true,
  // The simple protocol, which pg uses for statements without values, has no binary format.
  queryMode: 'extended',
  types: { getTypeParser: () => (bytes: Buffer) => bytes },
};

/** Values of all types as PostgreSQL writes them. */
const asTexts = { getTypeParser: () => (text: string) => text };

/**
 * Each snapshot is a transaction (REPEATABLE READ, READ ONLY) on a connection of its own, whose rows cursors read. On the
 * embedded database all other requests wait until the snapshot is closed.
 */
@Injectable()
export class SqlProjectSnapshots extends ProjectSnapshots {
  constructor(
    private readonly database: Database,
    private readonly contents: AttachmentContents,
  ) {
    super();
  }

  override async open(reader: Pick<ProjectAccess, 'projectId' | 'conditions'>): Promise<ProjectSnapshot> {
    const pool = this.database.openPool(1);
    try {
      const client = await pool.connect();
      const close = async () => {
        // Also ends the transaction.
        client.release(true);
        await pool.end();
      };
      try {
        await client.query('begin isolation level repeatable read read only');
        // A cursor is read completely. By default, the plan would favor the first tenth of the rows.
        await client.query("set local cursor_tuple_fraction = 1; set local statement_timeout = '30s'");
      } catch (error) {
        await close();
        throw error;
      }
      return new SqlProjectSnapshot(client, this.contents, reader, close);
    } catch (error) {
      return throwUnavailable(error);
    }
  }
}

class SqlProjectSnapshot implements ProjectSnapshot {
  constructor(
    private readonly client: PoolClient,
    private readonly contents: AttachmentContents,
    private readonly reader: Pick<ProjectAccess, 'projectId' | 'conditions'>,
    readonly close: () => Promise<void>,
  ) {}

  async counts(): Promise<PortableCounts> {
    const values: unknown[] = [this.reader.projectId];
    const columns = portableKinds.map(
      (kind) => `(select count(*)::integer from ${this.from(kind, values)}) as ${kind}`,
    );
    const { rows } = await this.client
      .query<PortableCounts>(`select ${columns.join(', ')}`, values)
      .catch(throwUnavailable);
    return rows[0]!;
  }

  async *records(kind: PortableKind): AsyncGenerator<Buffer> {
    const { record } = exportedRows[kind];
    const storageId = kind === 'attachment' ? ', r.storage_id::text' : '';
    const columns = `${asJson(record)} || e'\\n' as line${storageId}`;
    const fetch = (text: string) => this.client.query<ExportedRow>({ text, ...asBytes } as QueryConfig);
    const contents = new HostedContents(this.contents);
    try {
      for await (const { rows } of this.fetches(kind, columns, fetch)) {
        const lines: Buffer[] = [];
        for (const row of rows) lines.push(await contents.lineOf(row));
        if (lines.length > 0) yield Buffer.concat(lines);
      }
    } finally {
      await contents.close();
    }
  }

  async *table(kind: TableKind): AsyncGenerator<string[][]> {
    const { row } = exportedRows[kind];
    const ofFields = kind === 'feedback' ? fieldCells(await this.fieldKeys()) : '';
    const fetch = (text: string) =>
      this.client.query<(string | null)[]>({ text, rowMode: 'array', types: asTexts } as QueryArrayConfig);
    let isFirst = true;
    for await (const { rows, fields } of this.fetches(kind, `${row}${ofFields}`, fetch)) {
      if (isFirst) yield [fields.map(({ name }) => name)];
      isFirst = false;
      yield rows.map((cells) => cells.map((cell) => cell ?? ''));
    }
  }

  /** Returns what follows the columns, up to the order, and adds the values of the host's conditions. */
  private from(kind: PortableKind, values: unknown[]): string {
    return shownRows(kind, this.reader.conditions, (value) => `$${values.push(value)}`);
  }

  /** Returns the keys of the fields, in their order. */
  private async fieldKeys(): Promise<string[]> {
    const { from, order } = exportedRows.field;
    const { rows } = await this.client
      .query<{ key: string }>(`select r.key from ${from} order by ${order}`, [this.reader.projectId])
      .catch(throwUnavailable);
    return rows.map(({ key }) => key);
  }

  /** Returns columns of the rows of a kind in batches, at least one. */
  private async *fetches<Result extends { readonly rows: readonly unknown[] }>(
    kind: PortableKind,
    columns: string,
    fetch: (text: string) => Promise<Result>,
  ): AsyncGenerator<Result> {
    const values: unknown[] = [this.reader.projectId];
    const statement = `select ${columns} from ${this.from(kind, values)} order by ${exportedRows[kind].order}`;
    await this.client
      .query(`declare ${kind} no scroll cursor for ${statement}`, values)
      .catch(throwUnavailable);
    const size = rowsPerFetch[kind];
    for (;;) {
      const result = await fetch(`fetch ${size} from ${kind}`).catch(throwUnavailable);
      yield result;
      if (result.rows.length < size) return;
    }
  }
}

/** A row of an export, in UTF-8. */
interface ExportedRow {
  /** The record as JSON, with a line feed. */
  readonly line: Buffer;
  /** For a part of a file whose content is in the storage of a host: the id of the content there. */
  readonly storage_id?: Buffer | null;
}

/** Puts the contents of files into rows that PostgreSQL returns without them, because a host stores them. */
class HostedContents {
  private parts?: AsyncGenerator<Buffer>;

  constructor(private readonly contents: AttachmentContents) {}

  /** Returns the line with its content. The rows of a file must follow each other in the order of its parts. */
  async lineOf({ line, storage_id: storageId }: ExportedRow): Promise<Buffer> {
    if (!storageId) return line;
    const record = JSON.parse(line.toString()) as PortableAttachment;
    const { external_id: id, size, part } = record;
    if (part === 0) {
      await this.close();
      this.parts = this.contents.parts({ id, size, storageId: storageId.toString() });
    }
    const next = await this.parts!.next();
    const content = next.done ? '' : next.value.toString('base64');
    return Buffer.from(`${JSON.stringify({ ...record, content })}\n`);
  }

  /** Ends reading a file that was not read to its end. */
  async close(): Promise<void> {
    await this.parts?.return(undefined);
  }
}
