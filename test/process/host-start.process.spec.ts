import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

/** Links all packages in a folder but one, or those of a scope. */
async function linkPackages(from: string, to: string, except: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const names = (await readdir(from)).filter((name) => name !== except);
  await Promise.all(names.map((name) => symlink(join(from, name), join(to, name))));
}

it('a start with a second copy of @nestjs/core ends with a sentence about it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fcs-host-'));
  try {
    const [from, to] = [resolve('node_modules'), join(folder, 'node_modules')];
    await linkPackages(from, to, '@nestjs');
    await linkPackages(join(from, '@nestjs'), join(to, '@nestjs'), 'core');
    await cp(join(from, '@nestjs/core'), join(to, '@nestjs/core'), { recursive: true });
    const service = pathToFileURL(join(process.env['SERVICE_BUILD'] ?? '', 'index.js')).href;
    const program = join(folder, 'main.mjs');
    await writeFile(
      program,
      `import { Module } from '@nestjs/common';
       import { NestFactory } from '@nestjs/core';
       import { FeedbackServiceModule } from ${JSON.stringify(service)};
       class HostModule {}
       const database = { url: 'postgres://127.0.0.1:1/unreachable' };
       Module({ imports: [FeedbackServiceModule.forRoot({ database })] })(HostModule);
       await NestFactory.create(HostModule, { logger: false, abortOnError: false }).catch((error) => console.log(error.message));`,
    );
    const failed = (await promisify(execFile)(process.execPath, [program]).catch(
      (error: unknown) => error,
    )) as {
      stderr: string;
    };
    expect(failed.stderr).toMatch(/^Error: There are two copies of @nestjs\/core: /m);
  } finally {
    await rm(folder, { recursive: true });
  }
});
