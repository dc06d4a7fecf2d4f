import type { Duplex } from 'node:stream';
import type { Client, ClientBase, QueryConfig, QueryResult, QueryResultRow } from 'pg';

const collecting = new WeakSet<Duplex>();

/**
 * What is sent on the connection from now on goes out in one write at the end of this turn of the event loop: with many
 * requests at once, that is one system call for the statements of several.
 */
export function collectWrites(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection;
  if (collecting.has(stream)) return;
  collecting.add(stream);
  stream.cork();
  setImmediate(() => {
    collecting.delete(stream);
    stream.uncork();
  });
}

/**
 * A few connections that carry many statements at once: each is sent without waiting for the answers to those before it
 * (the pipeline mode of PostgreSQL's protocol), which are answered in their order. For reads that end within
 * milliseconds: one that takes long holds up those behind it.
 *
 * A connection is made when it is needed, and again when it broke; the statements that were on it fail.
 */
export class Pipelines {
  private readonly clients: (Promise<Client> | undefined)[];
  private turn = 0;
  private closed = false;

  /** @param connect makes a client in pipeline mode, which is not connected yet */
  constructor(
    size: number,
    private readonly connect: () => Client,
  ) {
    this.clients = new Array<undefined>(size).fill(undefined);
  }

  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    const client = await this.client();
    collectWrites(client);
    return client.query<Row>(statement);
  }

  /** One of the connections, for statements that have to be sent in their order; others send theirs in between. */
  client(): Promise<Client> {
    if (this.closed) return Promise.reject(new Error('Cannot use a pool after calling end on the pool'));
    this.turn = (this.turn + 1) % this.clients.length;
    return this.clients[this.turn] ?? this.open(this.turn);
  }

  /** Closes the connections, when what is on them has been answered. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all(this.clients.map(async (client) => (await client?.catch(() => undefined))?.end()));
  }

  private open(place: number): Promise<Client> {
    const client = this.connect();
    const opening = client.connect().then(() => client);
    this.clients[place] = opening;
    const forget = () => {
      // Another one may have taken its place.
      if (this.clients[place] === opening) this.clients[place] = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    opening.catch(forget);
    return opening;
  }
}
