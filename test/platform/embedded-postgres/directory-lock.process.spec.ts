import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DirectoryLock } from '../../../src/platform/embedded-postgres/directory-lock.js';
import { Child, compileSources } from './child-process.js';

let compiled: string;
let directory: string;

beforeAll(async () => {
  compiled = await compileSources();
});

afterAll(async () => {
  await rm(compiled, { recursive: true, force: true });
});

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lock-'));
});

afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** Acquires the lock at the given time, prints the outcome, and holds the lock until its input ends. */
const contender = `
  import { DirectoryLock } from './directory-lock.js';
  const [directory, time] = process.argv.slice(-2);
  while (Date.now() < Number(time));
  const outcome = await DirectoryLock.acquire(directory).then(() => 'taken', (error) => error.message);
  process.stdout.write(outcome + '\\n');
  process.stdin.resume();
`;

function contend(time = 0): Child {
  return new Child(compiled, contender, [directory, String(time)]);
}

function leave(owner: object, name = 'lock-00000000000000aa.json'): Promise<void> {
  return writeFile(join(directory, name), JSON.stringify(owner));
}

it('excludes this process itself until it is released', async () => {
  const lock = await DirectoryLock.acquire(directory);
  await expect(DirectoryLock.acquire(directory)).rejects.toThrow(
    new RegExp(
      `^The database in ${directory} is in use by this process itself \\(${process.pid}\\) since \\d{4}-.*Z\\. ` +
        'Close it there first, or use another directory or a PostgreSQL server\\.$',
    ),
  );
  await lock.release();
  expect(await readdir(directory)).toEqual([]);
  await (await DirectoryLock.acquire(directory)).release();
});

it('excludes another process, and names the holder', async () => {
  const child = contend();
  expect(await child.lines(1)).toEqual(['taken']);
  await expect(DirectoryLock.acquire(directory)).rejects.toThrow(
    `is in use by process ${child.process.pid} since`,
  );
  await child.kill();
  await (await DirectoryLock.acquire(directory)).release();
});

it('is acquired by one of several concurrent processes, even after a dead holder', async () => {
  for (let round = 0; round < 2; round += 1) {
    await leave({ pid: 2 ** 22 + 1, start: '', host: hostname() });
    const time = Date.now() + 500;
    const children = Array.from({ length: 5 }, () => contend(time));
    const outcomes = (await Promise.all(children.map((child) => child.lines(1)))).flat();
    expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.includes('is in use by process'))).toHaveLength(4);
    await Promise.all(children.map((child) => child.kill()));
  }
});

it('is acquired by one of several concurrent callers within a process', async () => {
  for (let round = 0; round < 10; round += 1) {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => DirectoryLock.acquire(directory)),
    );
    const locks = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
  }
});

describe('takes over from', () => {
  afterEach(async () => {
    const lock = await DirectoryLock.acquire(directory);
    expect(await readdir(directory)).toHaveLength(1);
    await lock.release();
  });

  it('a process that has ended', async () => {
    await leave({ pid: 2 ** 22 + 1, start: 'then', host: hostname() });
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;

  onLinux('a process whose pid has been reused', async () => {
    await leave({ pid: process.pid, start: 'then', host: hostname() });
  });

  onLinux('a zombie', async () => {
    // After the exec, the parent is a program that never waits for its children, unlike a shell.
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    });
    const [output] = (await once(parent.stdout!, 'data')) as [Buffer];
    const pid = Number(output.toString());
    const about = (which: number | undefined, what: string) => readFile(`/proc/${which}/${what}`, 'utf8');
    while ((await about(parent.pid, 'comm')) !== 'sleep\n') await pause(5);
    parent.stdio[3]?.destroy();
    while ((await about(pid, 'stat')).split(') ')[1]?.[0] !== 'Z') await pause(5);
    await leave({ pid, start: '', host: hostname() });
    await (await DirectoryLock.acquire(directory)).release();
    parent.kill('SIGKILL');
  });

  onLinux('a container with the same host name that was killed', async () => {
    await leave({ pid: process.pid, start: 'then', namespace: 'pid:[1]', host: hostname(), since: 0 });
    const long = new Date(Date.now() - 20_000);
    await utimes(join(directory, 'lock-00000000000000aa.json'), long, long);
  });

  it('a claim damaged by a crash of the machine', async () => {
    await writeFile(join(directory, 'lock-00000000000000bb.json'), '');
    const lock = await DirectoryLock.acquire(directory);
    await lock.release();
    await rm(join(directory, 'lock-00000000000000bb.json'));
  });
});

it('is kept from a process that cannot see the holder, in a container with the same host name', async () => {
  const name = 'lock-00000000000000aa.json';
  // The pid is the one of this process here, with another start.
  await leave({ pid: process.pid, start: 'then', namespace: 'pid:[1]', host: hostname(), since: Date.now() });
  const renewing = setInterval(() => void utimes(join(directory, name), new Date(), new Date()), 1_000);
  try {
    await expect(DirectoryLock.acquire(directory)).rejects.toThrow(
      / in another container with this host name since .*Z\. Stop that container, or /,
    );
  } finally {
    clearInterval(renewing);
  }
  expect(await readdir(directory)).toEqual([name]);
}, 60_000);

it('renews its claim', async () => {
  const lock = await DirectoryLock.acquire(directory);
  const [name = ''] = await readdir(directory);
  const long = new Date(0);
  await utimes(join(directory, name), long, long);
  while ((await stat(join(directory, name))).mtimeMs === 0) await pause(100);
  await lock.release();
});

it('treats the processes of another host as alive', async () => {
  await leave({ pid: 1, start: '', host: 'elsewhere' });
  await expect(DirectoryLock.acquire(directory)).rejects.toThrow(
    /process 1 on elsewhere since .* when that machine or container is gone, delete .*lock-00000000000000aa\.json/,
  );
  expect(await readdir(directory)).toEqual(['lock-00000000000000aa.json']);
});
