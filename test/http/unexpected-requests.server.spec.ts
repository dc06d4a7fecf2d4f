import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';
import { newFeedback, newProject } from '../support/feedback.js';

let service: TestApp;
let feedback: string;

beforeAll(async () => {
  service = await startApp();
  feedback = await newFeedback(service.admin, await newProject(service));
});

afterAll(() => service.close());

describe('An operation without a body', () => {
  it.each(['{"a":1}', '[]', 'null', 'not JSON', ' '])('rejects %j', async (body) => {
    for (const type of ['application/json', 'text/plain']) {
      const headers = { authorization: `Bearer ${service.admin.token}`, 'content-type': type };
      const answer = await service.send('PUT', `/v1${feedback}/upvotes/me`, { body, headers });
      expect([answer.status, answer.body.code]).toEqual([400, 'body_not_taken']);
    }
    expect((await service.admin.get(feedback)).body.upvotes).toBe(0);
  });

  it.each(['PUT', 'DELETE'])('accepts {} with %s', async (method) => {
    const headers = { authorization: `Bearer ${service.admin.token}`, 'content-type': 'application/json' };
    const { status } = await service.send(method, `/v1${feedback}/upvotes/me`, { body: '{}', headers });
    expect(status).toBe(200);
  });

  it.each([
    ['GET', '{}', 200],
    ['GET', '{"a":1}', 400],
    ['PUT', '{}', 200],
    ['PUT', '{"a":1}', 400],
    ['DELETE', '{"a":1}', 400],
  ])('checks the chunked body of %s: %s', async (method, body, expected) => {
    const status = await new Promise((resolve, reject) => {
      const path = method === 'GET' ? feedback : `${feedback}/upvotes/me`;
      const request = httpRequest(`${service.url}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${service.admin.token}`,
          'content-type': 'application/json',
          'transfer-encoding': 'chunked',
        },
      });
      request.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
      request.end(body);
    });
    expect(status).toBe(expected);
  });

  it('reports a missing token and an unknown resource first', async () => {
    const url = `/v1${feedback}/upvotes/me`;
    expect((await service.send('PUT', url, { body: '{}' })).status).toBe(401);
    const reader = await service.userClient('reader@example.com', { scope: 'read' });
    expect((await reader.put(`${feedback}/upvotes/me`, {})).status).toBe(403);
    const member = await service.userClient('stranger@example.com');
    expect((await member.put(`${feedback}/upvotes/me`, {})).status).toBe(404);
  });
});

describe('A route that does not exist', () => {
  it.each([
    ['POST', '/nope', 404, 'route_not_found'],
    ['PUT', '/projects/nope/nope', 404, 'route_not_found'],
    ['DELETE', '/projects', 405, 'method_not_allowed'],
    ['PATCH', '/projects/nope/feedback/nope/upvotes', 405, 'method_not_allowed'],
    ['PUT', '/projects/nope/feedback/nope/merge', 405, 'method_not_allowed'],
  ])('is reported first, whatever the request contains: %s %s', async (method, path, status, code) => {
    const headers = { authorization: `Bearer ${service.admin.token}`, 'content-type': 'application/json' };
    for (const [query, body] of [
      ['', '{}'],
      ['?page=2', ''],
      ['?page=2', 'not JSON'],
    ] as const) {
      const answer = await service.send(method, `/v1${path}${query}`, { body, headers });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
    expect((await service.send(method, `/v1${path}`, { body: '{}' })).status).toBe(401);
  });
});
