import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { missingPrograms, soakCluster } from './cluster.js';
import { soak } from './soak.js';

// npm run soak: load, faults and an audit. Exits with 1 if the audit finds a difference. With --cluster, the database is a cluster
// of Patroni, in namespaces of its own.

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '600' }, cluster: { type: 'boolean', default: false } },
});
const seconds = Number(values.seconds);
if (!(seconds >= 10 && seconds <= 86_400)) throw new Error('--seconds must be between 10 and 86400.');

const start = performance.now();
const log = (line: string) =>
  console.log(`${((performance.now() - start) / 1_000).toFixed(1).padStart(7)} s  ${line}`);
const program = resolve('dist');

if (!values.cluster) {
  await report(soak({ program, seconds, server: process.env['TEST_DATABASE_URL'], log }));
} else if (process.env['SOAK_NAMESPACE'] !== undefined) {
  await report(soakCluster({ program, seconds, log }));
} else {
  const missing = missingPrograms();
  if (missing.length > 0) console.log(`The cluster is skipped: it needs ${missing.join(', ')}.`);
  else process.exitCode = runInNamespaces();
}

/** Prints the result, and sets the exit code. */
async function report(running: ReturnType<typeof soak>): Promise<void> {
  const { figures, differences } = await running;
  console.log(JSON.stringify(figures, null, 2));
  for (const difference of differences) console.log(`- ${difference}`);
  console.log(differences.length === 0 ? 'No differences.' : `${differences.length} differences.`);
  process.exitCode = differences.length === 0 ? 0 : 1;
}

/**
 * Runs this program again in namespaces of its own, and returns its exit code. Whatever ends it also ends everything that it has
 * started.
 */
function runInNamespaces(): number {
  const [, ...args] = process.argv;
  const env = { ...process.env, SOAK_NAMESPACE: '1' };
  const namespaces = ['--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  // The first process of a namespace has to reap processes that others have left behind, as a shell does.
  const shell = ['sh', '-c', '"$@"; exit $?', 'sh'];
  const command = ['--pdeathsig', 'KILL', 'unshare', ...namespaces, ...shell, process.execPath, ...args];
  return spawnSync('setpriv', command, { stdio: 'inherit', env }).status ?? 1;
}
