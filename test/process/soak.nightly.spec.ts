import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { serverUrl } from '../support/server-url.js';
import { hasServers } from '../support/postgres-servers.js';
import { soak } from '../soak/soak.js';
import { build, cleanUp } from './service-process.js';

afterEach(cleanUp);

/** With a server of its own, the soak test can restart it. */
const server = hasServers ? undefined : serverUrl;

const options = { program: build, server, log: () => undefined };

it('under load and faults, what was acknowledged is stored, in the feed and delivered', async () => {
  const { differences, figures } = await soak({ ...options, seconds: 10 });
  expect(differences).toEqual([]);
  expect(figures).toMatchObject({
    faults: {
      'kill -9': expect.any(Number),
      'connections terminated': expect.any(Number),
      'graceful restart': expect.any(Number),
    },
    writes: { acknowledged: expect.any(Number) },
  });
}, 300_000);

it('the audit finds lost and changed records, and wrong counters', async () => {
  const { differences } = await soak({
    ...options,
    seconds: 3,
    faults: false,
    beforeAudit: async (url) => {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`set search_path = feedback`);
      const { rows } = await client.query<{ id: string }>('select id from feedback order by id limit 3');
      const [lost, changed, miscounted] = rows.map(({ id }) => id);
      await client.query('delete from feedback where id = $1', [lost]);
      await client.query(`update feedback set title = 'Changed' where id = $1`, [changed]);
      await client.query('update feedback set upvotes = upvotes + 100 where id = $1', [miscounted]);
      await client.end();
    },
  });
  const report = differences.join('\n');
  expect(report).toMatch(/^Feedback .+ is missing\.$/m);
  expect(report).toMatch(/^The title of .+ is "Changed", not /m);
  expect(report).toMatch(/^Feedback .+ has \d+ votes, not /m);
  expect(report).toMatch(/^counts:check: Feedback .+: upvotes was /m);
}, 300_000);
