import { EventEmitter } from 'node:events';
import { beforeEach, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { requestLog } from '../../../src/platform/http/request-log.js';
import { RequestLogger } from '../../../src/platform/logging/index.js';
import { DatabaseUnavailable, OutcomeUnknown } from '../../../src/platform/persistence/database-errors.js';
import { UuidV7Ids } from '../../../src/platform/shared-ports/index.js';

class Lines extends RequestLogger {
  readonly written: string[] = [];
  readonly paths: unknown[] = [];
  override info = (line: object) => this.write('info', line);
  override error = (line: object) => this.write('error', line);
  private write(level: string, line: { err?: Error; reason?: string; path?: string }): void {
    const { err, reason, path } = line;
    this.paths.push(path);
    this.written.push([level, err?.name ?? '', reason ?? ''].join(' '));
  }
}

let lines: Lines;
let log: ReturnType<typeof requestLog>;

beforeEach(() => {
  lines = new Lines();
  log = requestLog(lines, new UuidV7Ids());
});

/** Logs a request that fails with the error. */
function fail(err: Error, originalUrl = '/v1/me'): void {
  const response = Object.assign(new EventEmitter(), { statusCode: 503, setHeader: () => undefined, err });
  log({ headers: {}, method: 'GET', originalUrl } as Request, response as unknown as Response);
  response.emit('close');
}

it('writes the error of an unavailable database once for each message, and later requests with the reason', () => {
  for (const cause of ['refused', 'refused', 'reset', 'refused'])
    fail(new DatabaseUnavailable(new Error(cause)));
  expect(lines.written).toEqual([
    'error DatabaseUnavailable ',
    'info  refused',
    'error DatabaseUnavailable ',
    'info  refused',
  ]);
});

it('writes paths without what is secret, and without addresses', () => {
  const targets = [
    '/mail/confirm/secret?to=ada@example.com',
    '/feedback/mail/unsubscribe/secret',
    '/public/v1/attachments/secret/cat.png',
    '/v1/mail-suppressions/ada@example.com',
    '/v1/projects/acme/people/ada@example.com?include=user',
    '/v1/projects/people/feedback',
  ];
  for (const target of targets) fail(new Error('a'), target);
  expect(lines.paths).toEqual([
    '/mail/confirm/***',
    '/feedback/mail/unsubscribe/***',
    '/public/v1/attachments/***',
    '/v1/mail-suppressions/***',
    '/v1/projects/acme/people/***',
    '/v1/projects/people/feedback',
  ]);
});

it('writes each error of another kind', () => {
  for (const error of [new Error('a'), new Error('a')]) fail(error);
  for (const cause of [new Error('b'), new Error('b')]) fail(new OutcomeUnknown(cause));
  expect(lines.written).toEqual([
    ...['error Error ', 'error Error ', 'error OutcomeUnknown ', 'error OutcomeUnknown '],
  ]);
});
