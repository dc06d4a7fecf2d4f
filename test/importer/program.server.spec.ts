import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseArguments } from '../../importer/src/arguments.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { CannyServer } from './canny-server.js';
import { GitHubServer } from './github-server.js';
import { cannySample, gitHubSample } from './samples.js';
import { unique } from '../support/unique.js';

const { post, vote, comment, entry } = cannySample;

describe('The command line', () => {
  it.each([
    [[], 'The slug of a project is missing.'],
    [['acme'], 'Name a file, or use --canny or --github.'],
    [['acme', 'file', '--canny'], 'Name a file, or use --canny or --github.'],
    [['acme', '--canny', '--github', 'a/b'], 'Name a file, or use --canny or --github.'],
    [['acme', '--github', 'https://github.com/a/b'], '--github needs the form owner/repository.'],
    [['acme', 'file', 'other'], 'Unexpected argument: other'],
    [['acme', 'file', '--from', 'excel'], '--from must be one of: canny,'],
    [['acme', 'file', '--status', 'planned'], '--status needs the form a=b: planned'],
    [['acme', 'file', '--key', 'secret'], "Unknown option '--key'"],
    [['acme', 'file', '--key-file', 'x'], '--key-file needs --canny or --github.'],
    [
      ['acme', '--canny', '--votes', 'votes.csv'],
      'Files of votes, comments and others need a CSV file of posts.',
    ],
    [['acme', 'file', '--site', 'example.com'], '--site must be the URL of a site.'],
  ])('refuses %j', (args, message) => {
    expect(() => parseArguments(args)).toThrow(message);
  });

  it('accepts a status with an equals sign in its name, and columns with one', () => {
    const args = ['acme', 'f', '--status', 'a=b=planned', '--column', 'title=A=B', '-n', '-y'];
    expect(parseArguments(args)).toMatchObject({
      statusMap: { 'a=b': 'planned' },
      columns: { title: 'A=B' },
      isDryRun: true,
      isConfirmed: true,
    });
  });
});

describe('The program', () => {
  let service: TestApp;
  let folder: string;
  // Compiled without type checks; see `support/build.js`.
  const program = join(process.env['TEST_BUILD'] ?? '', 'importer/src/main.js');

  beforeAll(async () => {
    service = await sharedApp();
    folder = await mkdtemp(join(tmpdir(), 'importer-'));
  });

  afterAll(() => rm(folder, { recursive: true }));

  /** Runs the program, and returns its exit code and output. */
  async function run(args: string[], environment: Record<string, string> = {}) {
    const env = {
      PATH: process.env['PATH'],
      FEEDBACK_API_URL: service.url,
      FEEDBACK_API_TOKEN: service.admin.token,
      ...environment,
    };
    const child = spawn(process.execPath, [program, ...args], { env, cwd: folder });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text));
    }
    child.stdin.end();
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, ...output };
  }

  async function fileOf(name: string, content: string): Promise<string> {
    await writeFile(join(folder, name), content);
    return name;
  }

  const titlesIn = async (project: string) =>
    (await service.admin.get(`/projects/${project}/feedback?sort=oldest`)).body.map(
      ({ title }: { title: string }) => title,
    );

  const csv = 'title,created_at,status\nDark mode,2024-01-02,Next up\nOther,2024-01-03,Done\n';

  it('shows what it would do, creates the project, imports, and changes nothing when it runs again', async () => {
    const project = unique('moved');
    const file = await fileOf('ideas.csv', csv);
    const dry = await run([project, file, '--dry-run']);
    expect([dry.code, dry.stderr]).toEqual([0, '']);
    expect(dry.stdout).toMatch(/Next up → next_up \(new, planned\)/);
    expect(dry.stdout).toContain(`The project ${project} would be created.`);
    expect((await service.admin.get(`/projects/${project}`)).status).toBe(404);

    const unasked = await run([project, file]);
    expect([unasked.code, unasked.stderr]).toEqual([2, expect.stringContaining('--yes')]);
    expect((await service.admin.get(`/projects/${project}`)).status).toBe(404);

    const first = await run([project, file, '--yes', '--name', 'Moved']);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/^ +3 {2}created$/m);
    expect((await service.admin.get(`/projects/${project}`)).body.name).toBe('Moved');
    expect(await titlesIn(project)).toEqual(['Dark mode', 'Other']);

    const again = await run([project, file, '--yes']);
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringMatching(/^ +0 {2}created\n +0 {2}updated$/m),
    ]);

    const mapped = await run([project, file, '-y', '--status', 'next up=in_progress']);
    expect([mapped.code, mapped.stdout]).toEqual([0, expect.stringMatching(/^ +1 {2}updated$/m)]);
    const checked = await run([project, file, '-n']);
    expect(checked.stdout).toContain('It would be:');
  });

  it('only converts a file, without a service and a token', async () => {
    const file = await fileOf('broken.csv', `${csv}Bad,never,Done\n`);
    const [out, report] = ['out.ndjson', 'report.tsv'];
    const { code, stdout } = await run(['acme', file, '--out', out, '--report', report], {
      FEEDBACK_API_TOKEN: '',
    });
    expect([code, stdout]).toEqual([1, expect.stringContaining('invalid_date, 1 of them without a record')]);
    const [manifest] = (await readFile(join(folder, out), 'utf8')).split('\n');
    expect(JSON.parse(manifest!)).toMatchObject({ source: 'csv', counts: { feedback: 2 } });
    expect(await readFile(join(folder, report), 'utf8')).toMatch(/^4\tinvalid_date\t/);
  });

  it('says why it fails', async () => {
    const file = await fileOf('ideas.csv', csv);
    expect(await run(['acme', 'missing.csv', '-n'])).toMatchObject({ code: 2 });
    expect(await run(['acme', file, '-n'], { FEEDBACK_API_TOKEN: '' })).toMatchObject({ code: 2 });
    const forbidden = await run(['acme', file, '-n'], { FEEDBACK_API_TOKEN: 'wrong' });
    expect([forbidden.code, forbidden.stderr]).toEqual([1, expect.stringContaining('401')]);
    const none = await run(['acme', await fileOf('none.json', '{"posts":[]}'), '--out', 'x']);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('(no_records)')]);
  });

  describe('with a key of Canny and nothing else', () => {
    const posts = Array.from({ length: 230 }, (_, n) => ({
      ...post,
      id: `p${n}`,
      title: `Post ${n}`,
      mergeHistory: [],
    }));
    const company = { id: 'c-1', name: 'Globex', monthlySpend: 99, created: '2022-01-01T00:00:00.000Z' };
    const users = Array.from({ length: 120 }, (_, n) => ({
      id: `user${n}`,
      userID: `own-${n}`,
      name: `User ${n}`,
      email: null,
      isAdmin: false,
      created: '2023-01-01T00:00:00.000Z',
      companies: n === 119 ? [company] : [],
    }));
    const account = {
      users,
      boards: [{ ...cannySample.board, isPrivate: false }],
      companies: [],
      posts,
      comments: [
        { ...comment, id: 'm2', parentID: 'm1' },
        { ...comment, id: 'm1' },
      ],
      votes: Array.from({ length: 150 }, (_, n) => ({ ...vote, id: `v${n}`, post: { id: `p${n}` } })),
      statusChanges: [],
      entries: [entry],
    };

    it.each(['v1', 'v2'] as const)('moves everything with one command: %s', async (version) => {
      const canny = await CannyServer.start(account, { version, key: 'the-key', refusals: 2 });
      const project = unique('canny');
      const environment = { CANNY_API_URL: canny.url, CANNY_API_KEY: 'the-key' };
      try {
        const download = ['--download', `download-${version}`];
        const { code, stdout, stderr } = await run([project, '--canny', '--yes', ...download], environment);
        expect([code, stderr]).toEqual([0, '']);
        expect(stdout).toMatch(/^ +230 {2}Feedback$/m);
        expect(stdout).toMatch(/^ +150 {2}Votes$/m);
        const { body } = await service.admin.get(`/projects/${project}/feedback?count=true&limit=1`);
        expect(body).toHaveLength(1);
        expect((await service.admin.get(`/projects/${project}/comments`)).body).toHaveLength(2);
        const { body: customer } = await service.admin.get(`/projects/${project}/people/own-119`);
        expect(customer).toMatchObject({
          user: { full_name: 'User 119' },
          company: 'c-1',
        });
        const again = await run([project, '--canny', '--yes', ...download], environment);
        expect([again.code, again.stdout]).toEqual([
          0,
          expect.stringMatching(/^ +0 {2}created\n +0 {2}updated$/m),
        ]);
      } finally {
        await canny.close();
      }
    });

    it('continues an interrupted download, and does not import an incomplete one', async () => {
      const canny = await CannyServer.start(account, { version: 'v2', key: 'the-key' });
      const project = unique('canny');
      const environment = { CANNY_API_URL: canny.url, CANNY_API_KEY: 'the-key' };
      const args = [project, '--canny', '--yes', '--download', 'interrupted'];
      try {
        canny.breakAt('votes', 100);
        const broken = await run(args, environment);
        expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('canny_error')]);
        expect((await service.admin.get(`/projects/${project}`)).status).toBe(404);
        const before = canny.requests.length;
        canny.breakAt('votes', Infinity);
        expect(await run(args, environment)).toMatchObject({ code: 0, stderr: '' });
        const continued = canny.requests.slice(before);
        expect(continued.filter((path) => path.includes('/posts/'))).toEqual([]);
        expect(continued[0]).toContain('/votes/');
        const { body: found } = await service.admin.get(`/projects/${project}/feedback?limit=1&count=true`);
        expect(found).toHaveLength(1);
      } finally {
        await canny.close();
      }
    });

    it('reports a wrong key, and keeps downloads of two keys apart', async () => {
      const canny = await CannyServer.start(account, { version: 'v2', key: 'the-key' });
      try {
        const environment = { CANNY_API_URL: canny.url };
        await fileOf('key', 'wrong\n');
        const args = ['acme', '--canny', '--out', 'out.ndjson', '--download', 'keys'];
        const wrong = await run([...args, '--key-file', 'key'], environment);
        expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('invalid api key')]);
        expect(await readdir(join(folder, 'keys'))).not.toContain('state.json');
        expect(await run(args, environment)).toMatchObject({ code: 2 });
        expect(await run(args, { ...environment, CANNY_API_KEY: 'the-key' })).toMatchObject({ code: 0 });
        const other = await run([...args, '--key-file', 'key'], environment);
        expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('other_account')]);
        expect(JSON.stringify(await readFile(join(folder, 'keys/state.json'), 'utf8'))).not.toContain(
          'the-key',
        );
      } finally {
        await canny.close();
      }
    });
  });

  it('imports CSV files of posts, votes, comments and people that belong together', async () => {
    const project = unique('tables');
    const names = ['posts', 'votes', 'comments', 'people'] as const;
    const [posts, ...related] = await Promise.all([
      fileOf('posts.csv', 'id,Summary,created_at,user_id\n1,Dark mode,2024-01-02,7\n'),
      fileOf('votes.csv', 'post_id,user_id\n1,7\n1,8\n'),
      fileOf('comments.csv', 'post_id,user_id,body,created_at\n1,8,Yes,2024-01-03\n'),
      fileOf('people.csv', 'id,email,name\n7,ada@tables.example,Ada\n8,,Olga\n'),
    ]);
    const tables = names.slice(1).flatMap((name, index) => [`--${name}`, related[index]!]);
    await fileOf('mapping.json', '{ "posts": { "title": "Summary" } }');
    await fileOf('wrong.json', '{ "posts": { "title": 1 } }');
    expect(await run([project, posts, '--mapping', 'wrong.json', '-n'])).toMatchObject({ code: 2 });
    expect(await run([project, posts, '--votes', 'missing.csv', '-n'])).toMatchObject({ code: 2 });
    const idea = await fileOf('idea.csv', 'ideaId,ideaTitle\n');
    const other = await run([project, idea, '--votes', 'votes.csv', '-n']);
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining('--votes cannot belong to a file of the kind uservoice-csv'),
    ]);

    const args = [project, posts, ...tables, '--mapping', 'mapping.json', '--yes'];
    expect(await run(args)).toMatchObject({ code: 0, stderr: '' });
    const { body } = await service.admin.get(`/projects/${project}/feedback`);
    expect(body).toMatchObject([{ title: 'Dark mode', upvotes: 2, comment_count: 1 }]);
    const again = await run(args);
    expect([again.code, again.stdout]).toEqual([
      0,
      expect.stringMatching(/^ +0 {2}created\n +0 {2}updated$/m),
    ]);
  });

  it('moves the issues and discussions of a repository with one command', async () => {
    const { issue, comment: answer, discussion } = gitHubSample;
    const gitHub = await GitHubServer.start({
      full_name: 'acme/app',
      issues: [{ ...issue, reactions: { '+1': 2 }, assignees: [{ login: 'olga' }] }],
      comments: [answer],
      discussions: [{ ...discussion, id: 'D_1', comments: [] }],
      votes: {
        I_1: [{ id: 'R_1', content: 'THUMBS_UP', createdAt: issue.created_at, user: { login: 'grace' } }],
      },
    });
    const project = unique('github');
    const args = [project, '--github', 'acme/app', '--yes'];
    const environment = { GITHUB_API_URL: gitHub.url, GITHUB_TOKEN: 'the-token' };
    try {
      const { code, stdout, stderr } = await run(args, environment);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('not_planned → rejected');
      const { body } = await service.admin.get(`/projects/${project}/feedback?include=assignee,source,board`);
      expect(body).toMatchObject([
        { title: 'How?', board: 'ideas', upvotes: 8 },
        {
          title: 'Dark mode',
          status: 'rejected',
          upvotes: 2,
          comment_count: 1,
          assignee: { full_name: 'olga' },
          source: { name: 'github', external_id: 'acme/app#12' },
        },
      ]);
      const again = await run(args, environment);
      expect([again.code, again.stdout]).toEqual([
        0,
        expect.stringMatching(/^ +0 {2}created\n +0 {2}updated$/m),
      ]);
    } finally {
      await gitHub.close();
    }
  });
});
