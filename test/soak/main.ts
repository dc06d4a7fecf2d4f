import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { soak } from './soak.js';

// npm run soak: load, faults and an audit. Exits with 1 if the audit finds a difference.

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } });
const seconds = Number(values.seconds);
if (!(seconds >= 10 && seconds <= 86_400)) throw new Error('--seconds must be between 10 and 86400.');

const start = performance.now();
const report = await soak({
  program: resolve('dist'),
  seconds,
  server: process.env['TEST_DATABASE_URL'],
  log: (line) => console.log(`${((performance.now() - start) / 1_000).toFixed(1).padStart(7)} s  ${line}`),
});
console.log(JSON.stringify(report.figures, null, 2));
for (const difference of report.differences) console.log(`- ${difference}`);
console.log(
  report.differences.length === 0 ? 'No differences.' : `${report.differences.length} differences.`,
);
process.exitCode = report.differences.length === 0 ? 0 : 1;
