import { expect } from '@jest/globals';
import type { Answer } from './app.js';

const titles: Record<number, string> = {
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Asserts that the answer is problem details (RFC 9457) with this status and code, without internal details. */
export function expectProblem(answer: Answer, status: number, code: string): void {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const { errors, ...members } = answer.body;
  expect(members).toEqual({
    type: `/errors/${code}`,
    title: titles[status],
    status,
    detail: expect.stringMatching(/\S[.;}]$/),
    code,
    request_id: answer.headers.get('x-request-id'),
  });
  expect(answer.status).toBe(status);
  if (errors !== undefined) {
    expect(errors).not.toEqual([]);
    for (const { pointer, parameter, ...fault } of errors) {
      expect(fault).toEqual({
        code: expect.stringMatching(/^[a-z_]+$/),
        detail: expect.stringMatching(/\S\.$/),
      });
      expect(typeof (pointer ?? parameter)).toBe('string');
      expect([pointer, parameter]).toContain(undefined);
    }
  }
  expectNoInternalDetails(answer);
}

/** Asserts that the answer contains nothing of the sources, the packages or the database. */
export function expectNoInternalDetails({ text, headers }: Answer): void {
  // ETags consist of random letters, which could spell anything.
  const shown = [...headers].filter(([name]) => name !== 'etag');
  const all = `${text}\n${JSON.stringify(shown)}`;
  expect(all).not.toMatch(
    /\bat .*[(/].*:\d+:\d+|node_modules|\.[jt]s\b|select |insert into|update "|relation|typeorm|pg_/i,
  );
  expect(headers.get('x-powered-by')).toBeNull();
}
