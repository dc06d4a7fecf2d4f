import { BenchDatabase } from './database.js';
import { dataset as ds, idOf, feedbackId } from './dataset.js';
import { startService, token } from './servers.js';
const server = process.env.TEST_DATABASE_URL;
const dataset = ds({ feedback: [100_000], hot: 50, changelogs: 50, small: 1 });
const db = new BenchDatabase(server, 'fcs_m27');
await db.open(dataset, { reuse: false }, () => {});
const c = db.client;
const svc = await startService({ DATABASE_URL: db.url });
const P = `${svc.base}/v1/projects/feedback-100000`;
const as = (t) => async (method, path, body) => {
  const at = performance.now();
  const r = await fetch(path.startsWith('http') ? path : `${P}${path}`, { method, headers: { authorization: `Bearer ${t}`, ...(body ? { 'content-type': 'application/json' } : {}) }, body: body && JSON.stringify(body) });
  const text = await r.text();
  return { status: r.status, ms: performance.now() - at, body: text && JSON.parse(text) };
};
const admin = as(token);
const median = (xs) => xs.sort((a, b) => a - b)[Math.floor(xs.length / 2)].toFixed(1);
async function time(name, who, path, n = 9) { const xs = []; let last; for (let i = 0; i < n; i++) { last = await who('GET', path); xs.push(last.ms); } console.log(name, last.status, `rows ${Array.isArray(last.body) ? last.body.length : JSON.stringify(last.body).slice(0, 60)}`, median(xs), 'ms'); }
const m = await admin('POST', '/members', { email: 'c@example.com', full_name: 'C', role: 'contributor' });
console.log('member', m.status);
const userId = m.body.user_id ?? m.body.user?.id;
const t = await admin('POST', `${svc.base}/v1/tokens`, { name: 't', scope: 'write', user_id: userId });
const person = as(t.body.token);
await time('before: list', person, '/feedback?limit=50');
for (const v of ['editors', 'own', 'members']) console.log((await admin('PUT', `/boards/${v}`, { visibility: v })).status);
const pid = idOf('project', 0);
await c.query(`update feedback set board = 'editors' where project_id = $1 and id <> all($2::uuid[])`, [pid, Array.from({ length: 30 }, (_, i) => feedbackId(0, i * 3000 + 7))]);
await c.query('vacuum analyze feedback');
await time('nearly all hidden: list', person, '/feedback?limit=50');
await time('nearly all hidden: list by admin', admin, '/feedback?limit=50');
await time('nearly all hidden: upvoted', person, '/feedback?limit=50&sort=most_upvoted');
await time('nearly all hidden: status', person, '/feedback?limit=50&status=planned');
await time('nearly all hidden: tag', person, '/feedback?limit=50&tag=Tag%203');
await time('nearly all hidden: text', person, '/feedback?limit=50&text=export');
await time('nearly all hidden: roadmap', person, '/roadmap');
await time('nearly all hidden: stats', person, '/feedback/stats');
await time('nearly all hidden: count', person, '/feedback?limit=50&count=true');
await c.query(`update feedback set board = 'own' where project_id = $1 and board = 'editors'`, [pid]);
await c.query('vacuum analyze feedback');
await time('nearly all own: list', person, '/feedback?limit=50');
await time('nearly all own: board own', person, '/feedback?limit=50&board=own');
await time('nearly all own: board own, admin', admin, '/feedback?limit=50&board=own');
await c.query(`update feedback set board = null where project_id = $1`, [pid]);
// status
console.log('status', (await admin('PUT', '/statuses/odd', { kind: 'open' })).status);
await c.query(`update feedback set status = 'odd' where project_id = $1 and id in (select id from feedback where project_id = $1 order by id limit 20000)`, [pid]);
await c.query('vacuum analyze feedback');
let done = false; const lat = []; const bad = [];
const writer = (async () => { let n = 0; while (!done) { const r = await admin('PATCH', `/feedback/${feedbackId(0, (n * 37) % 20000)}`, { title: `Changed ${n++}` }); if (r.status !== 200) bad.push(JSON.stringify([r.status, r.body.code])); lat.push(r.ms); } })();
const reader = []; const reading = (async () => { while (!done) reader.push((await admin('GET', '/feedback?limit=50')).ms); })();
const d = await admin('DELETE', '/statuses/odd?replace_with=planned');
done = true; await writer; await reading;
const q = (xs, p) => xs.sort((a, b) => a - b)[Math.min(xs.length - 1, Math.floor(xs.length * p))].toFixed(0);
console.log('delete status of 20,000:', d.status, (d.ms / 1000).toFixed(1), 's; PATCH meanwhile', lat.length, 'p50', q(lat, .5), 'p99', q(lat, .99), 'max', q(lat, 1), 'bad', bad.length, bad[0] ?? '', '; list p50', q(reader, .5), 'max', q(reader, 1));
// approvals
await c.query(`update feedback set approval = 'pending' where project_id = $1`, [pid]);
await c.query('vacuum analyze feedback');
await time('pending queue', admin, '/feedback?approval=pending&sort=oldest&limit=100');
await time('list with all pending', person, '/feedback?limit=50');
for (let k = 0; k < 3; k++) {
  const ids = Array.from({ length: 500 }, (_, i) => feedbackId(0, k * 500 + i));
  const r = await admin('POST', '/feedback/bulk', { ids, set: { approval: 'approved' } });
  console.log('bulk 500', r.status, r.ms.toFixed(0), 'ms', JSON.stringify(r.body).slice(0, 80));
}
await svc.stop();
await db.close({ keep: process.argv.includes('--keep') });
process.exit(0);
