import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FeedbackClient } from '../../client/src/index.js';
import { entries } from '../../demo/data/changelogs.js';
import { feedbackItems, waitingItems } from '../../demo/data/feedback.js';
import { addressOf, companies, team, users } from '../../demo/data/people.js';
import { boards, statuses, tags } from '../../demo/data/project.js';
import { fill } from '../../demo/fill.js';
import { demoFile } from '../../demo/history.js';
import { Progress } from '../../demo/progress.js';
import { startApp, type TestApp } from '../support/app.js';
import {
  bootstrapToken,
  cleanUp,
  emptyDatabase,
  emptyFolder,
  holdInserts,
  preparedFolder,
  ServiceProcess,
} from '../process/service-process.js';

/** Returns everything that the demo creates, without ids and times. */
async function stateOf(client: FeedbackClient): Promise<any> {
  const state: any = { users: [], members: [], tags: [], feedback: [], changelogs: [] };
  for await (const { email, full_name } of client.users.list()) state.users.push(`${full_name} <${email}>`);
  for await (const { user, role } of client.members.list('trailhead'))
    state.members.push(`${user.full_name}: ${role}`);
  for await (const { name, color } of client.tags.list('trailhead')) state.tags.push(`${name} ${color}`);
  state.statuses = (await client.statuses.list('trailhead')).map(({ key, name }) => `${key} ${name}`);
  state.boards = (await client.boards.list('trailhead')).map((each) => `${each.slug} ${each.visibility}`);
  state.fields = (await client.fields.list('trailhead')).map(
    ({ key, name, type }) => `${key} ${name} ${type}`,
  );
  state.companies = [];
  for await (const { external_id, name, revenue } of client.companies.list('trailhead'))
    state.companies.push({ external_id, name, revenue });
  state.people = [];
  for await (const { external_id, company } of client.people.list('trailhead'))
    state.people.push(`${external_id} of ${company}`);
  state.waiting = [];
  for await (const { title } of client.feedback.list('trailhead', { approval: 'pending' }))
    state.waiting.push(title);
  const include = ['board', 'assignee', 'estimated_date', 'pinned', 'fields', 'attachments'] as const;
  for await (const each of client.feedback.list('trailhead', { include })) {
    const comments: string[] = [];
    for await (const { user, content } of client.feedback.comments.list('trailhead', each.id)) {
      comments.push(`${user.full_name}: ${content}`);
    }
    const {
      title,
      status,
      upvotes,
      user,
      tags: labels,
      board,
      assignee,
      estimated_date,
      pinned,
      fields,
      attachments,
    } = each;
    const names = labels.map(({ name }) => name);
    state.feedback.push({
      title,
      status,
      upvotes,
      user: user.full_name,
      tags: names,
      comments: comments.sort(),
      board,
      assignee: assignee?.full_name,
      estimated_date,
      pinned,
      fields,
      files: attachments.map(({ filename }) => filename),
    });
  }
  for await (const { title, published } of client.changelogs.list('trailhead'))
    state.changelogs.push({ title, published });
  for (const list of Object.values<any[]>(state))
    list.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return { ...state, config: (await client.projects.getConfig('trailhead')).changelog_social_handle };
}

describe('the data', () => {
  it('has unique titles, and unique e-mail addresses', () => {
    for (const names of [
      feedbackItems.map(({ title }) => title),
      entries.map(({ title }) => title),
      [...users, ...team.map(({ name }) => name)].map(addressOf),
    ]) {
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it('refers to existing tags, feedback and team members', () => {
    expect(feedbackItems.flatMap((item) => item.tags).filter((tag) => !(tag in tags))).toEqual([]);
    const known = ['in_review', 'planned', 'in_progress', 'completed', 'rejected', ...Object.keys(statuses)];
    expect(feedbackItems.map(({ status }) => status).filter((key) => !known.includes(key))).toEqual([]);
    const assignees = feedbackItems.flatMap(({ assignee }) => assignee ?? []);
    expect(assignees.filter((each) => !team.some(({ name }) => name === each))).toEqual([]);
    const targets = feedbackItems.flatMap(({ mergedInto }) => mergedInto ?? []);
    expect(
      targets.filter((title) => !feedbackItems.some((item) => item.title === title && !item.mergedInto)),
    ).toEqual([]);
    const authors = feedbackItems
      .flatMap(({ comments = [] }) => comments.map(([author]) => author))
      .filter(Boolean);
    expect(authors.filter((author) => !team.some(({ name }) => name === author))).toEqual([]);
    expect(Math.max(...feedbackItems.map(({ votes }) => votes))).toBeLessThan(users.length);
  });

  it('tells a coherent story: everything follows the submission, and ends with the status of today', () => {
    const now = Date.now();
    const records = new TextDecoder().decode(demoFile(now).file).trim().split('\n');
    const all: any[] = records.map((line) => JSON.parse(line)).filter(({ created_at: at }) => at);
    const of = (kind: string, title: string) =>
      all.filter((one) => one.kind === kind && one.feedback === title);
    expect(all.filter(({ created_at: at }) => Date.parse(at) > now)).toEqual([]);
    for (const { external_id: title, status, created_at: submitted } of all.filter(
      ({ kind }) => kind === 'feedback',
    )) {
      for (const kind of ['vote', 'comment', 'status_change', 'subscription'])
        expect([title, of(kind, title).filter(({ created_at: at }) => at < submitted)]).toEqual([title, []]);
      const changes = of('status_change', title);
      expect(changes.map(({ created_at: at }) => at)).toEqual(changes.map(({ created_at: at }) => at).sort());
      expect(['in_review', ...changes.map(({ to }) => to)]).toEqual([
        ...changes.map(({ from }) => from),
        status,
      ]);
      const comments = of('comment', title);
      for (const { parent, created_at: at } of comments) {
        const answered = comments.find(({ external_id: id }) => id === parent);
        if (parent !== '') expect(answered.created_at < at).toBe(true);
      }
    }
    for (const { day, answers } of entries.filter((entry) => entry.day < 0 && entry.published)) {
      for (const title of answers)
        expect([
          title,
          day < (Date.parse(all.find((one) => one.external_id === title).created_at) - now) / 86_400_000,
        ]).toEqual([title, false]);
    }
  });
});

describe('npm run demo', () => {
  let folder: string;
  let main: string;

  beforeAll(async () => {
    // Below node_modules, so that the imports of packages resolve.
    const cache = resolve('node_modules/.cache/feedback-changelog-demo');
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'build-'));
    await promisify(execFile)(process.execPath, [
      'node_modules/.bin/tsc',
      ...['--project', 'demo', '--outDir', folder, '--incremental', 'false', '--tsBuildInfoFile', 'null'],
      // As `npm run demo` compiles it.
      '--noCheck',
    ]);
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    main = join(folder, 'demo/main.js');
  });

  afterEach(cleanUp);
  afterAll(() => rm(folder, { recursive: true }));

  function start(
    environment: Record<string, string>,
    cwd: string,
    ...options: string[]
  ): ChildProcess & { output: string } {
    const env = { PATH: process.env['PATH'], ...environment };
    const child = Object.assign(spawn(process.execPath, [main, ...options], { cwd, env }), { output: '' });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (child.output += text));
    }
    return child;
  }

  async function run(environment: Record<string, string>, cwd: string, ...options: string[]) {
    const child = start(environment, cwd, ...options);
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output: child.output };
  }

  it('fills a service, continues after an interruption, and changes nothing when run again', async () => {
    const { folder: place, settings } = await preparedFolder();
    const service = await ServiceProcess.start(place, { ...settings, RATE_LIMIT_PER_MINUTE: '0' });
    const environment = { TOKEN: bootstrapToken, API: `${service.url}/v1` };
    const client = new FeedbackClient({ baseUrl: service.url, token: bootstrapToken });

    // As if the process ended before each of the requests up to the upload.
    for (let left = 0; left < 5; left += 1) {
      let requests = left;
      const failing = new FeedbackClient({
        baseUrl: service.url,
        token: bootstrapToken,
        maxRetries: 0,
        fetch: async (url, init) =>
          requests-- > 0 ? fetch(url, init) : Promise.reject(new Error('Interrupted')),
      });
      const run = fill(failing, new Progress({ write: () => true }), new AbortController().signal);
      await expect(run).rejects.toThrow();
    }
    const { untilWaiting, release } = await holdInserts(settings, 'votes');
    const interrupted = start(environment, place);
    await untilWaiting();
    interrupted.kill('SIGINT');
    expect(await once(interrupted, 'close')).toEqual([1, null]);
    await release();
    expect(interrupted.output).toMatch(/Interrupted\. Run it again to create what is missing\.\n$/);

    const first = await run(environment, place);
    expect(first).toMatchObject({ code: 0 });
    expect(first.output).toMatch(/^Records +\d+ {3}\d+ new$/m);
    // The service compares in the background.
    const suggested = async () =>
      (await client.duplicates.list('trailhead')).records.map(
        ({ feedback, of }) => `${feedback.title} = ${of.title}`,
      );
    while (!(await suggested()).includes('GPX export of recorded hikes = Export a recorded hike as GPX'))
      await new Promise((next) => setTimeout(next, 50));
    const state = await stateOf(client);
    expect(state.feedback).toHaveLength(feedbackItems.filter(({ mergedInto }) => !mergedInto).length);
    for (const item of feedbackItems) {
      const { title, status, votes, tags: labels, comments = [], mergedInto, pinned = false } = item;
      if (mergedInto) continue;
      const sources = feedbackItems.filter((item) => item.mergedInto === title);
      const found = state.feedback.find((each: any) => each.title === title);
      expect(found).toMatchObject({
        status,
        board: item.board ?? (labels.includes('Bug') ? 'bugs' : 'ideas'),
        pinned,
        files: item.file ? [item.file.name] : [],
        assignee: item.assignee,
        estimated_date: item.expectedIn === undefined ? '' : expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        tags: [...labels].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
      });
      // Voters of both count once.
      if (sources.length === 0) expect([title, found.upvotes]).toEqual([title, votes]);
      else expect(found.upvotes).toBeGreaterThanOrEqual(votes);
      const output = sources.reduce(
        (sum, source) => sum + (source.comments?.length ?? 0) + 1,
        comments.length,
      );
      expect([title, found.comments.length]).toEqual([title, output]);
    }
    expect(state.waiting).toEqual(waitingItems.map(({ title }) => title).sort());
    expect(state.changelogs).toHaveLength(entries.length);
    expect(state.config).toBe('@trailheadapp');
    expect(state.statuses).toContain('beta In beta');
    expect(state.boards).toEqual(
      Object.entries(boards)
        .map(([board, { visibility }]) => `${board} ${visibility}`)
        .sort(),
    );
    expect(state.members).toContain('Ingrid Solheim: owner');
    expect(state.fields).toEqual(['effort Effort in weeks number', 'platforms Platforms choices']);
    expect(state.feedback.filter(({ fields }: any) => fields.platforms).length).toBeGreaterThan(10);
    expect(state.companies).toHaveLength(companies.length);
    expect(state.people).toHaveLength(companies.flatMap(({ people }) => people).length);
    expect(state.people).toContain('app-31 of crm-102');

    // The commands that it prints work.
    const commands = first.output.split('\n').filter((line) => line.startsWith('  call '));
    expect(commands).toHaveLength(5);
    for (const command of commands) {
      const [, url = ''] = /'(.*)'/.exec(command) ?? [];
      const answer = await fetch(url, { headers: { authorization: `Bearer ${bootstrapToken}` } });
      expect([url, answer.status, ((await answer.json()) as unknown[]).length > 0]).toEqual([url, 200, true]);
    }

    /** Changes the icon of the project, and returns the ids of all events up to that change. */
    const eventsUntil = async (icon: string): Promise<string[]> => {
      await client.projects.update('trailhead', { icon });
      const ids: string[] = [];
      for await (const event of client.events.follow('trailhead', { interval: 50 })) {
        ids.push(event.id);
        if (event.type === 'project.updated' && event.data.icon === icon) break;
      }
      return ids;
    };
    const before = await eventsUntil('🏔️');
    const second = await run({ TOKEN: bootstrapToken }, place, '--url', service.url);
    expect(second.code).toBe(0);
    expect(
      second.output.split('\n').filter((line) => / new$/.test(line) && !line.endsWith('nothing new')),
    ).toEqual([]);
    expect((await eventsUntil('🥾')).slice(0, -1)).toEqual(before);
    expect(await stateOf(client)).toEqual(state);
  }, 600_000);

  it('uses the token that the first start has written to DATA_DIR', async () => {
    const place = await emptyFolder();
    const service = await ServiceProcess.start(place, await emptyDatabase());
    const token = (await readFile(join(place, 'data/initial-access-token'), 'utf8')).trim();
    const client = new FeedbackClient({ baseUrl: service.url, token });
    const child = start({ API: service.url }, place);
    while (!child.output.includes('Records')) {
      if (child.exitCode !== null) throw new Error(child.output);
      await new Promise((next) => setTimeout(next, 5));
    }
    if (child.exitCode === null) await once(child, 'close');
    expect((await client.projects.get('trailhead')).name).toBe('Trailhead');
  });

  it('explains missing tokens, connections and invalid options', async () => {
    const place = await emptyFolder();
    expect(await run({}, place)).toMatchObject({
      code: 1,
      output: expect.stringMatching(
        /^An access token of an instance admin is required\..*TOKEN=fcs_… npm run demo/s,
      ),
    });
    expect(await run({ TOKEN: 'any' }, place, '--url', 'http://127.0.0.1:1')).toMatchObject({
      code: 1,
      output: expect.stringContaining('Is the service running at http://127.0.0.1:1?'),
    });
    expect(await run({}, place, '--colour')).toMatchObject({
      code: 1,
      output: expect.stringContaining('--url URL'),
    });
    expect(await run({}, place, '--help')).toMatchObject({
      code: 0,
      output: expect.stringContaining('--url URL'),
    });
  });

  it('rejects a token without the required permissions, and a project that is not the one of the demo', async () => {
    const service: TestApp = await startApp();
    try {
      const place = await emptyFolder();
      const user = await service.userClient('ada@example.com');
      const API = service.url;
      expect((await run({ API, TOKEN: user.token }, place)).output).toMatch(
        /^The token must belong to an instance admin/,
      );
      expect((await run({ API, TOKEN: 'unknown-token' }, place)).output).toMatch(/does not accept the token/);
      await service.admin.post('/projects', { name: 'Ours', slug: 'trailhead' });
      const { code, output } = await run({ API, TOKEN: service.admin.token }, place);
      expect([code, output]).toEqual([
        1,
        'The project trailhead exists already, with the name Ours. The demo does not change it.\n',
      ]);
    } finally {
      await service.close();
    }
  });
});

describe('progress', () => {
  const error: any = { code: 'rate_limited', message: 'Too many.' };

  it('is a line for each step without a terminal', () => {
    let shown = '';
    const progress = new Progress({ write: (text) => (shown += text) });
    progress.begin('Tags', 12, 10);
    progress.advance(1);
    // Two concurrent requests have nearly the same delay.
    progress.reportRetry({ operation: 'putTag', retry: 1, delay: 41_200, error });
    progress.reportRetry({ operation: 'putTag', retry: 1, delay: 41_300, error });
    progress.advance(1);
    progress.end(2);
    progress.begin('Votes', 0);
    progress.end(0);
    expect(shown).toBe(
      [
        'The rate limit of the token is reached: continuing in 42 s.',
        'Tags           12   2 new',
        'Votes           0   nothing new',
        '',
      ].join('\n'),
    );
  });

  it('is a bar on a terminal', () => {
    let shown = '';
    const progress = new Progress({ isTTY: true, write: (text) => (shown += text) });
    progress.begin('Tags', 2);
    progress.advance(1);
    progress.end(2);
    expect(shown).toBe(
      [
        '\r\x1b[2KTags         ░░░░░░░░░░░░░░░░░░░░░░░░ 0/2',
        '\r\x1b[2KTags         ████████████░░░░░░░░░░░░ 1/2',
        '\r\x1b[2KTags            2   2 new\n',
      ].join(''),
    );
  });
});
