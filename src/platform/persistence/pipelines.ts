import type { Client, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { isConnectionLost, translateError } from './database-errors.js';

/** One connection, which is opened when it is first used, and again after it broke. */
interface Pipeline {
  client: Promise<Client> | undefined;
  /** Number of statements without an answer. */
  pending: number;
}

/**
 * A few connections that carry many statements at once: each statement is sent without waiting for the answers to those
 * before it (the pipeline mode of PostgreSQL's protocol). It is for statements that end within milliseconds, since one
 * that takes long delays those behind it. When a connection breaks, the statements on it fail.
 */
export class Pipelines {
  private readonly pipelines: readonly Pipeline[];
  private isClosed = false;

  /** @param createClient creates a client in pipeline mode that is not connected yet */
  constructor(
    size: number,
    private readonly createClient: () => Client,
  ) {
    this.pipelines = Array.from({ length: size }, () => ({ client: undefined, pending: 0 }));
  }

  /** Runs a statement on the connection with the fewest pending statements. */
  async query<Row extends QueryResultRow>(statement: QueryConfig): Promise<QueryResult<Row>> {
    if (this.isClosed) throw new Error('The connections are closed.');
    const pipeline = this.pipelines.reduce((least, next) => (next.pending < least.pending ? next : least));
    pipeline.pending += 1;
    const connecting = (pipeline.client ??= this.connect(pipeline));
    try {
      const client = await connecting;
      return await client.query<Row>(statement);
    } catch (error) {
      if (isConnectionLost(translateError(error)) && pipeline.client === connecting) {
        // It did not answer in time, and may never do so. It ends when it has answered its pending statements.
        pipeline.client = undefined;
        connecting.then((client) => client.end()).catch(() => undefined);
      }
      throw error;
    } finally {
      pipeline.pending -= 1;
    }
  }

  /** Closes the connections once their pending statements are answered. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(
      this.pipelines.map(async ({ client }) => (await client?.catch(() => undefined))?.end()),
    );
  }

  private connect(pipeline: Pipeline): Promise<Client> {
    const client = this.createClient();
    const connecting = client.connect().then(() => client);
    const disconnect = () => {
      // Another client may have taken its place.
      if (pipeline.client === connecting) pipeline.client = undefined;
    };
    client.on('error', disconnect);
    client.on('end', disconnect);
    connecting.catch(disconnect);
    return connecting;
  }
}
