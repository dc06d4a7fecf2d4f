import { describe, expect, it } from '@jest/globals';
import { createLog, NestLog } from '../../src/server/log.js';

function logged(pretty: boolean, write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog('info', pretty, { write: (line: string) => void lines.push(line) }));
  return lines.join('').trimEnd().split('\n');
}

const request = {
  request_id: 'r1',
  method: 'GET',
  path: '/v1/me',
  status: 200,
  duration_ms: 3,
};

describe('The JSON log', () => {
  it('contains a line of JSON for each entry', () => {
    const [line = ''] = logged(false, (log) => log.info(request, 'request completed'));
    expect(JSON.parse(line)).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      ...request,
      msg: 'request completed',
    });
  });
});

describe('The readable log', () => {
  const time = String.raw`^\[\d{2}:\d{2}:\d{2}\.\d{3}\]`;

  it('describes a request in one line', () => {
    const lines = logged(true, (log) => log.info(request, 'request completed'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`${time} INFO: GET /v1/me 200 in 3 ms \\(r1\\)$`));
  });

  it('shows the context of an entry, except for the service itself', () => {
    const lines = logged(true, (log) => {
      new NestLog(log).warn('A connection broke', 'Database');
      log.info({ url: 'http://127.0.0.1:3000' }, 'Listening on http://127.0.0.1:3000');
    });
    expect(lines[0]).toMatch(new RegExp(`${time} WARN: Database: A connection broke$`));
    expect(lines[1]).toMatch(new RegExp(`${time} INFO: Listening on http://127.0.0.1:3000$`));
  });

  it('contains errors with their stack, without the values of statements', () => {
    const error = Object.assign(new Error('No.'), { parameters: ['secret'], detail: 'secret' });
    const text = logged(true, (log) =>
      log.error({ ...request, status: 500, err: error }, 'request failed'),
    ).join('\n');
    expect(text).toContain('GET /v1/me 500 in 3 ms (r1)');
    expect(text).toContain('Error: No.');
    expect(text).toContain('log.spec.ts');
    expect(text).not.toContain('secret');
  });
});
