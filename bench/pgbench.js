// Measures the database alone: the statements of the Express baseline, sent by pgbench if it is installed.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { feedbackIdSql, idSql, tags, users, voters } from './dataset.js';
import { percentile } from './load.js';
import { ofMiddleSize } from './operations.js';
import { statements } from './sql.js';

/** The same number of connections as the servers have. */
const connections = 10;

/** The folder of each version's programs on Debian. */
const versions = '/usr/lib/postgresql';

/** Returns the path of pgbench, or null if it is not installed. */
export function findPgbench() {
  if (spawnSync('pgbench', ['--version']).status === 0) return 'pgbench';
  const installed = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : [];
  return installed.map((version) => join(versions, version, 'bin', 'pgbench')).find(existsSync) ?? null;
}

/** Returns a statement with SQL expressions in place of `$1`, `$2`… */
function filledIn(name, values) {
  return (
    statements[name]
      .replaceAll(/\$(\d+)/g, (_, at) => `(${values[Number(at) - 1]})`)
      // pgbench would take a colon for the beginning of a variable name.
      .replaceAll('HH24:MI:SS', 'HH24":"MI":"SS')
  );
}

/** The same choice of records and values as in `operations`; texts are copied from other records. */
function scriptsOf({ changelogs, hot, posts, small, ...dataset }, actor) {
  const middle = ofMiddleSize(dataset);
  const recorded = ['gen_random_uuid()', 'now()', `'${actor}'`];
  const number = ':number::bigint';
  const other = feedbackIdSql(middle.number, ':other::bigint');
  const otherLexemes = `select tsvector_to_array(document) from feedback_search where feedback_id = ${other}`;
  const vote = ({ slug }, feedback, user) =>
    filledIn('vote', [
      `'${slug}'`,
      feedback,
      idSql('user', user),
      'now()',
      'gen_random_uuid()',
      `'${actor}'`,
    ]);
  const changelog = [`'${changelogs.slug}'`, idSql('changelog', ':row::bigint')];
  const changelogLexemes = `select tsvector_to_array(document) from changelog_search
    where changelog_id = ${idSql('changelog', ':other::bigint')}`;
  return {
    get: {
      rows: middle.rows,
      sql: filledIn('getFeedback', [`'${middle.slug}'`, feedbackIdSql(middle.number, ':row::bigint')]),
    },
    list: { rows: 1, sql: filledIn('listFeedback', [`'${middle.slug}'`]) },
    patch: {
      rows: 1,
      sql: filledIn('patchProject', [
        `'small-' || ${number} % ${small.length}`,
        `'Project ' || ${number}`,
        ...recorded,
      ]),
    },
    put: {
      rows: changelogs.rows,
      // The first statement stores title and content in variables of these names.
      sql: `${filledIn('changelogTexts', changelog)} \\gset\n${filledIn('putChangelog', [
        ...changelog,
        `repeat('Another summary ', 6) || ${number}`,
        ':title',
        ':content',
        changelogLexemes,
        ...recorded,
        changelogLexemes,
      ])}`,
    },
    post: {
      rows: middle.rows,
      sql: filledIn('postFeedback', [
        `'${posts.slug}'`,
        'gen_random_uuid()',
        `'${actor}'`,
        `select title from feedback where id = ${other}`,
        `select description from feedback where id = ${other}`,
        'now()',
        `array['tag ' || ${number} % ${tags}]`,
        otherLexemes,
        'gen_random_uuid()',
        otherLexemes,
      ]),
    },
    vote: {
      rows: 1,
      sql: vote(
        middle,
        feedbackIdSql(middle.number, `${number} * 7919 % ${middle.rows}`),
        `${voters} + ${number} / ${middle.rows}`,
      ),
    },
    hot: {
      rows: 1,
      sql: vote(hot, feedbackIdSql(hot.number, `${number} / ${users}`), `${number} % ${users}`),
    },
  };
}

/** Runs the statements with pgbench. */
export class Pgbench {
  #program;
  #url;
  #scripts;

  /** @param {string} actor id of the actor of the recorded events */
  constructor(program, url, dataset, actor) {
    this.#program = program;
    this.#url = url;
    this.#scripts = scriptsOf(dataset, actor);
  }

  /** @returns {import('./throughput.js').Target} */
  get target() {
    return { name: 'pgbench', run: (load) => this.#run(load) };
  }

  /** pgbench measures whole seconds only. */
  async #run({ operation, first, seconds }) {
    const { rows, sql } = this.#scripts[operation];
    const folder = await mkdtemp(join(tmpdir(), 'pgbench-'));
    try {
      const script = join(folder, 'script.sql');
      await writeFile(
        script,
        `\\set number :first + :client_id + ${connections} * :done
\\set done :done + 1
\\set row random(0, ${rows - 1})
\\set other random(0, ${rows - 1})
${sql};
`,
      );
      const report = await this.#execute([
        ...['--no-vacuum', '--protocol=prepared', `--client=${connections}`, '--jobs=1'],
        ...[`--define=first=${first}`, '--define=done=0', `--time=${Math.max(1, Math.round(seconds))}`],
        ...['--log', `--log-prefix=${join(folder, 'log')}`, `--file=${script}`, this.#url],
      ]);
      const [log = ''] = (await readdir(folder)).filter((name) => name.startsWith('log'));
      const lines = (await readFile(join(folder, log), 'utf8')).trimEnd().split('\n');
      // The third column is the time in µs.
      const times = lines.map((line) => Number(line.split(' ')[2]) / 1_000).sort((a, b) => a - b);
      const rate = Number(/^tps = ([\d.]+)/m.exec(report)?.[1]);
      return {
        requests: times.length,
        seconds: times.length / rate,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        failures: {},
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** @throws Error if a statement fails */
  async #execute(parameters) {
    const child = spawn(this.#program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const output of [child.stdout, child.stderr]) output.on('data', (part) => (said += part));
    const [code] = await once(child, 'close');
    if (code !== 0 || /aborted/.test(said)) throw new Error(`pgbench failed:\n${said.slice(-2_000)}`);
    return said;
  }
}
