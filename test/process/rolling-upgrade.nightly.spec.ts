import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { FeedbackClient } from '../../client/src/index.js';
import { audit, checkCounters } from '../soak/audit.js';
import { Ledger } from '../soak/ledger.js';
import { Load, type Target } from '../soak/load.js';
import { Receiver } from '../soak/receiver.js';
import { prepare, slugs } from '../soak/preparation.js';
import { serverUrl } from '../support/server-url.js';
import { compileWithPatches } from './patched-service.js';
import {
  bootstrapToken,
  build,
  cleanUp,
  emptyDatabase,
  emptyFolder,
  onCleanUp,
  refusal,
  ServiceProcess,
} from './service-process.js';

/*
 * The releases are this one, and two that could follow it. The second one is this release with the patches of
 * docs/extending.md, which add a column, a table and a view and use them, and with an index that is created concurrently. The
 * third one removes what only the first one needs: the default of the column.
 */

const onServer = serverUrl ? describe : describe.skip;

let patched: string;
const first = build;
let second: string;
let third: string;

/** Creates a program that is the patched service with further migrations, and returns its folder. */
async function releaseWith(name: string, migrations: string): Promise<string> {
  const folder = join(patched, name);
  await mkdir(folder);
  await writeFile(
    join(folder, 'main.js'),
    `import { FeedbackModule } from '../dist/feedback/feedback.module.js';
     import { createIndexConcurrently, refuseOlderReleases } from '../dist/platform/persistence/index.js';
     FeedbackModule.persistence.migrations.push(${migrations});
     await import('../dist/main.js');`,
  );
  return folder;
}

const addIndex = `class FeedbackCustomerImpactIndex1795000000001 {
  transaction = false;
  up = (runner) => createIndexConcurrently(runner, 'feedback_customer_impact_index', 'feedback (project_id, customer_impact)');
}`;

const dropDefault = `class FeedbackCustomerImpactDefault1796000000000 {
  async up(runner) {
    await runner.query('alter table feedback alter column customer_impact drop default');
    await refuseOlderReleases(runner, 'FeedbackCustomerImpact1795000000000', '0.2.0');
  }
}`;

/** Requests under way for the whole time of an upgrade, whose results are audited at the end. */
class Traffic {
  private readonly ledger = new Ledger();
  private readonly loads: Load[] = [];

  private constructor(
    private readonly settings: Record<string, string>,
    private readonly target: Target,
    private readonly beforeWebhooks: ReadonlySet<string>,
    private readonly receiver: Receiver,
  ) {}

  static async start(service: ServiceProcess, settings: Record<string, string>): Promise<Traffic> {
    const receiver = await Receiver.start();
    onCleanUp(() => receiver.close());
    const client = new FeedbackClient({ baseUrl: service.url, token: bootstrapToken });
    const { target, beforeWebhooks } = await prepare(client, [service.url], receiver, 12);
    const traffic = new Traffic(settings, target, beforeWebhooks, receiver);
    await traffic.include(service);
    return traffic;
  }

  /** Sends further requests, each to any of the processes. */
  async include(...services: ServiceProcess[]): Promise<void> {
    const load = new Load(
      { ...this.target, token: bootstrapToken, urls: services.map(({ url }) => url) },
      this.ledger,
    );
    this.loads.push(load);
    load.start();
    await this.progress();
  }

  /** Waits until 50 more writes have been acknowledged. */
  async progress(): Promise<void> {
    const { counts } = this.ledger;
    const goal = counts.acknowledged + 50;
    while (counts.acknowledged < goal) await sleep(50);
  }

  /** Ends the requests to a process, and returns what went wrong. */
  async end(service: ServiceProcess): Promise<unknown> {
    for (const load of this.loads) await load.stop();
    const client = new FeedbackClient({ baseUrl: service.url, token: bootstrapToken });
    for (const load of this.loads) {
      const { ledger, receiver, beforeWebhooks } = this;
      await audit({ client, slugs, ledger, load, receiver, beforeWebhooks });
      await load.stopFollowing();
    }
    await checkCounters(join(patched, 'dist'), this.settings, this.ledger);
    return {
      differences: this.ledger.differences,
      unknown: this.ledger.counts.unknown,
      retries: this.loads.map(({ counts }) => counts.retries),
    };
  }
}

/** Records that only the test changes. */
class Records {
  private constructor(
    private readonly id: string,
    private readonly etag: string,
    /** The page that follows the first two records. */
    private readonly nextPage: string,
  ) {}

  static async create(service: ServiceProcess): Promise<Records> {
    await call(service, 'POST', '/projects', { name: 'Still', slug: 'still' });
    for (const title of titles) await call(service, 'POST', path, { title }, { 'idempotency-key': title });
    const page = await call(service, 'GET', `${path}?sort=oldest&limit=2`);
    const [{ id }] = (await page.json()) as [{ id: string }];
    const etag = (await call(service, 'GET', `${path}/${id}`)).headers.get('etag') ?? '';
    const [, nextPage = ''] = /<[^>]*\/v1([^>]*)>/.exec(page.headers.get('link') ?? '') ?? [];
    return new Records(id, etag, nextPage);
  }

  /**
   * Checks that each release accepts cursors, keys and, unless its representation differs, ETags of the other one.
   *
   * @param isSame whether the records of both have the same fields
   */
  async expectReadBy(old: ServiceProcess, next: ServiceProcess, isSame = false): Promise<void> {
    const one = `${path}/${this.id}`;
    for (const service of [old, next]) {
      const page = (await (await call(service, 'GET', this.nextPage)).json()) as { title: string }[];
      expect(page.map(({ title }) => title)).toEqual(titles.slice(2));
      const repeated = await call(
        service,
        'POST',
        path,
        { title: titles[0] },
        { 'idempotency-key': titles[0] },
      );
      expect([repeated.status, repeated.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    }
    expect((await call(old, 'GET', one, undefined, { 'if-none-match': this.etag })).status).toBe(304);
    const [read, written] = isSame ? [304, 200] : [200, 412];
    expect((await call(next, 'GET', one, undefined, { 'if-none-match': this.etag })).status).toBe(read);
    expect((await call(next, 'PATCH', one, {}, { 'if-match': this.etag })).status).toBe(written);

    // The older release neither shows nor changes what only the newer one knows.
    const created = await call(next, 'POST', path, { title: 'Urgent', customer_impact: 'high' });
    const { id } = (await created.json()) as { id: string };
    const changed = await call(old, 'PATCH', `${path}/${id}`, { description: 'At once' });
    expect(await changed.json()).toMatchObject({ title: 'Urgent', description: 'At once' });
    const seen = await call(next, 'GET', `${path}/${id}`);
    expect(await seen.json()).toMatchObject({ description: 'At once', customer_impact: 'high' });
    expect((await call(old, 'DELETE', `${path}/${id}`)).status).toBe(204);
  }
}

const path = '/projects/still/feedback';

const titles = ['One', 'Two', 'Three', 'Four'];

function call(
  service: ServiceProcess,
  method: string,
  at: string,
  body?: object,
  headers = {},
): Promise<Response> {
  return service.call(method, at, bootstrapToken, body, headers);
}

afterEach(cleanUp);

onServer('Two releases on one database (need TEST_DATABASE_URL)', () => {
  let settings: Record<string, string>;

  beforeAll(async () => {
    patched = await mkdtemp(join(tmpdir(), 'patched-'));
    await compileWithPatches(patched);
    second = await releaseWith('second', addIndex);
    third = await releaseWith('third', `${addIndex}, ${dropDefault}`);
  });

  afterAll(() => rm(patched, { recursive: true }));

  beforeEach(async () => {
    settings = {
      ...(await emptyDatabase()),
      BOOTSTRAP_ACCESS_TOKEN: bootstrapToken,
      RATE_LIMIT_PER_MINUTE: '0',
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
      WEBHOOK_RETRY_SCHEDULE: '1,2,4,8',
    };
  });

  async function start(program: string): Promise<ServiceProcess> {
    return ServiceProcess.start(await emptyFolder(), settings, program);
  }

  async function stop(service: ServiceProcess): Promise<void> {
    service.signal('SIGTERM');
    expect(await service.end()).toBe(0);
  }

  it('serve requests while the newer one migrates and afterwards, and the older one can be started again', async () => {
    const old = await start(first);
    const traffic = await Traffic.start(old, settings);
    const records = await Records.create(old);

    // One migrates, and the other waits for it.
    const [next, another] = await Promise.all([start(second), start(second)]);
    await traffic.include(old, next, another);
    await records.expectReadBy(old, next);

    const restarted = await start(first);
    expect(restarted.output).toMatch(
      /A newer release has added to the schema .*FeedbackCustomerImpact1795000000000/,
    );
    await traffic.include(restarted);
    expect(await traffic.end(restarted)).toEqual({ differences: [], unknown: 0, retries: [0, 0, 0] });

    // A rollback, and the next upgrade.
    await Promise.all([old, next, another].map(stop));
    await records.expectReadBy(restarted, await start(second));
  });

  it('serve requests while the newest one removes what the others do not use, and older ones do not start', async () => {
    const old = await start(second);
    const traffic = await Traffic.start(old, settings);
    const records = await Records.create(old);

    const next = await start(third);
    await traffic.include(old, next);
    await traffic.include(await start(second));
    await records.expectReadBy(old, next, true);
    expect(await refusal(await emptyFolder(), settings)).toBe(
      'The schema feedback of the database requires release 0.2.0 or newer, because of its migration ' +
        'FeedbackCustomerImpact1795000000000: start such a release, or restore a backup from before its first start.',
    );
    expect(await traffic.end(old)).toEqual({ differences: [], unknown: 0, retries: [0, 0, 0] });
  });

  it('serve requests while the migration waits for a backup', async () => {
    const old = await start(first);
    const traffic = await Traffic.start(old, settings);
    const backup = new pg.Client(settings['DATABASE_URL']);
    await backup.connect();
    onCleanUp(() => backup.end());
    // As pg_dump does at its begin.
    await backup.query(
      'begin isolation level repeatable read; lock table feedback.feedback in access share mode',
    );

    const next = await ServiceProcess.spawn(await emptyFolder(), settings, second);
    await next.says(/The migration waits for a transaction/);
    await traffic.progress();
    await backup.query('commit');
    await next.says(/"msg":"Listening on/);
    await traffic.progress();
    expect(await traffic.end(old)).toEqual({ differences: [], unknown: 0, retries: [0] });
  });
});
