// The benchmark's database on the server of TEST_DATABASE_URL: created, filled, and dropped at the end.
import pg from 'pg';
import { fill } from './fill.js';
import { startService } from './servers.js';

const filled = 'Filled by a benchmark of the Feedback & Changelog Service.';

export class BenchDatabase {
  /** @param {string} server URL of a database on the server, used to create others */
  constructor(server, name) {
    this.server = server;
    this.name = name;
    const url = new URL(server);
    url.pathname = `/${name}`;
    this.url = url.href;
  }

  /** Creates the database, or opens the one that was kept, with a connection as `client`. */
  async open(dataset, { reuse }, reportProgress) {
    if (reuse) await this.#requireFilled();
    else await this.#make();
    this.client = new pg.Client(this.url);
    await this.client.connect();
    if (reuse) return;
    // The first start creates the tables and the access token. The service is restarted later, when the tables are
    // filled.
    const service = await startService({ DATABASE_URL: this.url });
    await service.stop();
    await fill(this.client, dataset, reportProgress);
    await this.client.query('create table bench_numbers (operation text primary key, next bigint not null)');
    await this.#administrate((admin) => admin.query(`comment on database ${this.name} is '${filled}'`));
  }

  /** Reserves numbers that were never used for that operation, and returns the first. */
  async takeNumbers(operation, count) {
    const { rows } = await this.client.query(
      `insert into bench_numbers values ($1, $2)
       on conflict (operation) do update set next = bench_numbers.next + excluded.next returning next - $2 as first`,
      [operation, count],
    );
    return Number(rows[0].first);
  }

  /** Returns the id of the user of the benchmark's token. */
  async actor() {
    return (await this.client.query('select user_id from access_tokens where bootstrap')).rows[0].user_id;
  }

  /** Waits until the relay has processed all writes, so that it does not disturb the next measurement. */
  async settle() {
    for (;;) {
      const { rowCount } = await this.client.query(
        'select from events where position is null and in_feed limit 1',
      );
      if (rowCount === 0) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // New feedback is compared for minutes, which would slow down what is measured next.
    await this.client.query('delete from pending_comparisons');
  }

  async close({ keep }) {
    await this.client?.end();
    if (!keep)
      await this.#administrate((admin) => admin.query(`drop database if exists ${this.name} with (force)`));
  }

  async #make() {
    await this.#administrate(async (admin) => {
      // Not by force, because another benchmark may be using it.
      await admin.query(`drop database if exists ${this.name}`);
      await admin.query(`create database ${this.name}`);
      // For the benchmark's own connections. The service sets its search_path itself.
      await admin.query(`alter database ${this.name} set search_path = feedback`);
    });
  }

  async #requireFilled() {
    await this.#administrate(async (admin) => {
      const { rows } = await admin.query(
        "select shobj_description(oid, 'pg_database') as comment from pg_database where datname = $1",
        [this.name],
      );
      if (rows[0]?.comment !== filled)
        throw new Error(`There is no database ${this.name} that was kept: use --keep first.`);
    });
  }

  async #administrate(work) {
    const admin = new pg.Client(this.server);
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.end();
    }
  }
}
