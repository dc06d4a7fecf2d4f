import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { checkPackages, InstallationModule } from '../src/installation.js';

const own = 'node_modules/feedback-changelog-service';

describe('The packages around the service', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'installation-'));
    write(`${own}/package.json`, {
      name: 'feedback-changelog-service',
      version: '0.1.0',
      peerDependencies: {
        '@nestjs/common': '^12.0.0',
        '@nestjs/core': '^12.2.0',
        rxjs: '^7.8.0 || ^8.0.0',
        typeorm: '^1.0.0',
      },
    });
    install('', '@nestjs/common', '12.5.1');
    install('', '@nestjs/core', '12.5.1');
    install('', '@nestjs/swagger', '12.0.2');
    install('', 'rxjs', '8.1.0');
    install('', 'typeorm', '1.1.1');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function write(path: string, content: object | string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  }

  function install(parent: string, name: string, version: string): void {
    write(join(parent, 'node_modules', name, 'package.json'), { name, version, main: 'index.js' });
    write(join(parent, 'node_modules', name, 'index.js'), '');
  }

  const check = () => checkPackages(pathToFileURL(join(folder, own, 'dist/index.js')));

  it('can be used if their versions are in the ranges, and there is one copy of Nest', () => {
    expect(check()).toBeUndefined();
  });

  it('are named with their versions where these are wrong', () => {
    install('', 'typeorm', '0.3.27');
    install('', '@nestjs/core', '11.1.6');
    expect(check()).toBe(
      'feedback-changelog-service needs @nestjs/core ^12.2.0 (installed: 11.1.6), typeorm ^1.0.0 (installed: 0.3.27).',
    );
  });

  it('are named if they have the major version, and are older than the range', () => {
    install('', '@nestjs/core', '12.1.3');
    expect(check()).toBe('feedback-changelog-service needs @nestjs/core ^12.2.0 (installed: 12.1.3).');
  });

  it('are checked even if their exports hide package.json, as those of TypeORM do', () => {
    const hidden = { name: 'typeorm', version: '0.3.31', exports: { '.': './index.js', './*': './*.js' } };
    write('node_modules/typeorm/package.json', hidden);
    expect(check()).toBe('feedback-changelog-service needs typeorm ^1.0.0 (installed: 0.3.31).');
  });

  it('are named if @nestjs/typeorm is older than TypeORM 1, and need not include it', () => {
    const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      peerDependencies: Record<string, string>;
    };
    write(`${own}/package.json`, { name: 'feedback-changelog-service', version: '0.1.0', peerDependencies });
    install('', 'rxjs', '7.8.2');
    expect(check()).toBeUndefined();
    install('', '@nestjs/typeorm', '10.0.2');
    expect(check()).toBe(
      'feedback-changelog-service needs @nestjs/typeorm ^11.0.2 || ^12.0.0 (installed: 10.0.2).',
    );
    install('', '@nestjs/typeorm', '11.0.3');
    expect(check()).toBeUndefined();
  });

  it.each(['@nestjs/common', '@nestjs/core'])('are named with both paths if there are two of %s', (name) => {
    install(own, name, '12.5.1');
    const sentence = check();
    expect(sentence).toMatch(`There are two copies of ${name}: `);
    expect(sentence).toContain(join(folder, own, 'node_modules', name, 'index.js'));
    expect(sentence).toContain(join(folder, 'node_modules', name, 'index.js'));
  });

  it('are not checked where they cannot be found, as in a bundle', () => {
    rmSync(join(folder, own), { recursive: true });
    expect(check()).toBeUndefined();
  });
});

describe('An application with another adapter than that of Express', () => {
  class OtherAdapter extends ExpressAdapter {
    override getType(): string {
      return 'fastify';
    }
  }

  @Controller()
  class HostController {
    @Get()
    read(): string {
      return '';
    }
  }

  @Module({ imports: [InstallationModule], controllers: [HostController] })
  class HostModule {}

  const sentence = 'The service needs Express, and the application uses fastify:';

  it('does not start', async () => {
    const options = { logger: false, abortOnError: false } as const;
    await expect(NestFactory.create(HostModule, new OtherAdapter(), options)).rejects.toThrow(sentence);
  });

  it('does not start in a test either, where Nest gets the adapter later', async () => {
    const testing = await Test.createTestingModule({ imports: [HostModule] }).compile();
    const app = testing.createNestApplication(new OtherAdapter(), { logger: false });
    await expect(app.init()).rejects.toThrow(sentence);
  });

  it('starts without HTTP, for example in a script', async () => {
    const app = await NestFactory.createApplicationContext(HostModule, { logger: false });
    await app.close();
  });
});
