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

/** A connection that carries many statements at once, made when it is needed, and again when it broke. */
export class Pipeline {
  private opening: Promise<Client> | undefined;
  private waited = 0;

  /** @param connect makes a client in pipeline mode, which is not connected yet */
  constructor(private readonly connect: () => Client) {}

  /** How many answers are waited for. */
  get waiting(): number {
    return this.waited;
  }

  /** The answer to a statement; those of one caller are carried out in the order in which they are asked for. */
  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    const { answer } = await this.send<Row>(statement);
    return answer;
  }

  /** Resolves when the statement was sent: what is sent to the client from then on comes behind it. */
  async send<Row extends QueryResultRow>(
    statement: QueryConfig,
  ): Promise<{ client: Client; answer: Promise<QueryResult<Row>> }> {
    this.waited += 1;
    const arrived = () => {
      this.waited -= 1;
    };
    try {
      const client = await (this.opening ??= this.open());
      collectWrites(client);
      const answer = client.query<Row>(statement);
      answer.then(arrived, arrived);
      return { client, answer };
    } catch (error) {
      arrived();
      throw error;
    }
  }

  /** Closes the connection, when what is on it has been answered. */
  async close(): Promise<void> {
    await (await this.opening?.catch(() => undefined))?.end();
  }

  private open(): Promise<Client> {
    const client = this.connect();
    const opening = client.connect().then(() => client);
    const forget = () => {
      // Another one may have taken its place.
      if (this.opening === opening) this.opening = undefined;
    };
    client.on('error', forget);
    client.on('end', forget);
    opening.catch(forget);
    return opening;
  }
}

/**
 * A few connections that carry many statements at once: each is sent without waiting for the answers to those before it
 * (the pipeline mode of PostgreSQL's protocol), which are answered in their order. For what ends within milliseconds: a
 * statement that takes long holds up those behind it.
 *
 * The statements on a connection fail when it breaks.
 */
export class Pipelines {
  private readonly pipelines: readonly Pipeline[];
  private isClosed = false;

  /** @param connect makes a client in pipeline mode, which is not connected yet */
  constructor(size: number, connect: () => Client) {
    this.pipelines = Array.from({ length: size }, () => new Pipeline(connect));
  }

  /** The answer to a statement that may go on any of them. */
  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    return this.next().query(statement);
  }

  /** The connection on which the fewest answers are waited for. */
  next(): Pipeline {
    if (this.isClosed) throw new Error('Cannot use a pool after calling end on the pool');
    return this.pipelines.reduce((least, next) => (next.waiting < least.waiting ? next : least));
  }

  /** Closes the connections, when what is on them has been answered. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.pipelines.map((pipeline) => pipeline.close()));
  }
}
