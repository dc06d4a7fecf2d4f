import { describe, expect, it } from '@jest/globals';
import {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ClientError,
  ConflictError,
  ConnectionError,
  ConnectionTimeoutError,
  NotFoundError,
  PermissionDeniedError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  UnexpectedResponseError,
} from '../../client/src/index.js';
import { type Hostile, sendJson, sendProblem, startHostile } from '../support/hostile.js';
import { clientOf, collect, failureOf } from './server.js';

const project = { slug: 'acme' };

describe('an error of the service', () => {
  it('has all members of the response', async () => {
    const { client } = await clientOf((_, response) =>
      sendJson(
        response,
        {
          type: 'about:blank',
          title: 'Bad Request',
          status: 400,
          detail: 'The request contains invalid values.',
          code: 'invalid_input',
          request_id: 'r1',
          errors: [{ pointer: '/title', code: 'required', detail: 'The field is required.' }],
        },
        400,
      ),
    );
    const error = await failureOf(client.feedback.create('acme', { title: '' }));
    expect(error).toBeInstanceOf(BadRequestError);
    expect({ ...error, headers: null }).toEqual({
      name: 'BadRequestError',
      operation: 'createFeedback',
      status: 400,
      code: 'invalid_input',
      title: 'Bad Request',
      detail: 'The request contains invalid values.',
      requestId: 'r1',
      fieldErrors: [{ pointer: '/title', code: 'required', detail: 'The field is required.' }],
      retryAfter: undefined,
      outcomeUnknown: false,
      headers: null,
    });
    expect(error.message).toBe(
      'createFeedback: The request contains invalid values. /title: The field is required. (400 invalid_input)',
    );
  });

  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionDeniedError],
    [404, NotFoundError],
    [409, ConflictError],
    [410, ApiError],
    [412, PreconditionFailedError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
  ])('has a class for its status: %i', async (status, errorClass) => {
    const { client } = await clientOf((_, response) => sendProblem(response, status, 'any'), {
      maxRetries: 0,
    });
    const error = await failureOf(client.me());
    expect([error.constructor, error.name]).toEqual([errorClass, errorClass.name]);
    expect([error instanceof ApiError, error instanceof ClientError]).toEqual([true, true]);
  });

  it('rejects every promise of the request, without an unhandled rejection', async () => {
    const { client } = await clientOf((_, response) => sendProblem(response, 404, 'project_not_found'));
    expect(await failureOf(client.projects.get('acme').withResponse())).toMatchObject({ status: 404 });
    expect(await failureOf(client.feedback.list('acme').withResponse())).toMatchObject({ status: 404 });
    expect(await failureOf(client.feedback.list('acme'))).toMatchObject({ status: 404 });
    expect(await failureOf(collect(client.feedback.list('acme').stream()))).toMatchObject({ status: 404 });
    expect(await client.projects.get('acme').catch((error: unknown) => error)).toBeInstanceOf(NotFoundError);
  });
});

describe('a response that is not one of the service', () => {
  it('throws an UnexpectedResponseError', async () => {
    const { client } = await clientOf((_, response) =>
      response.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Blocked</h1>'),
    );
    const error = await failureOf(client.me());
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ status: 403, body: '<h1>Blocked</h1>', outcomeUnknown: false });
    const other = await clientOf((_, response) => response.writeHead(200).end('Hello'));
    expect(await failureOf(other.client.me())).toMatchObject({
      name: 'UnexpectedResponseError',
      message: 'getMe: The response is not JSON.',
    });
  });
});

describe('a request without a response', () => {
  it('throws a ConnectionError with the cause', async () => {
    const { client, server, retries } = await clientOf(() => undefined, { maxRetries: 1 });
    await server.close();
    // The request was not sent, so that it is retried regardless of its method.
    const error = await failureOf(client.projects.update('acme', {}));
    expect(error).toBeInstanceOf(ConnectionError);
    expect(error).toMatchObject({ outcomeUnknown: false, cause: { cause: { code: 'ECONNREFUSED' } } });
    expect(error.message).toMatch(/^updateProject: The connection failed: .*ECONNREFUSED/);
    expect(retries).toHaveLength(1);
  });

  it('throws a ConnectionTimeoutError after the time limit of each attempt', async () => {
    const { client, server } = await clientOf(() => undefined, { timeout: 2_000, maxRetries: 1 });
    const error = await failureOf(client.me());
    expect(error).toBeInstanceOf(ConnectionTimeoutError);
    expect(error).toMatchObject({ name: 'ConnectionTimeoutError', outcomeUnknown: true });
    expect(server.requests).toHaveLength(2);
    const slow = await clientOf((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).write('{'),
    );
    expect(await failureOf(slow.client.me({ timeout: 100, maxRetries: 0 }))).toBeInstanceOf(
      ConnectionTimeoutError,
    );
  });
});

it('a request can have no time limit', async () => {
  const { client } = await clientOf((_, response) => setTimeout(() => sendJson(response, project), 50));
  expect(await client.me({ timeout: Infinity })).toEqual(project);
});

describe('an aborted signal', () => {
  it.each([
    ['before the request', 0],
    ['during the request', 100],
  ])('throws its reason when it is aborted %s', async (_, milliseconds) => {
    const { client } = await clientOf(() => undefined);
    const controller = new AbortController();
    const reason = new Error('Enough');
    if (milliseconds === 0) controller.abort(reason);
    else setTimeout(() => controller.abort(reason), milliseconds);
    expect(await failureOf(client.me({ signal: controller.signal }))).toBe(reason);
  });

  it('ends the delay before a retry', async () => {
    const { client } = await clientOf((_, response) =>
      sendProblem(response, 429, 'rate_limited', { 'retry-after': '60' }),
    );
    const start = Date.now();
    const error = await failureOf(client.me({ signal: AbortSignal.timeout(200) }));
    expect([error.name, Date.now() - start < 60_000]).toEqual(['TimeoutError', true]);
  });
});

describe('the token', () => {
  async function otherOrigin(test: (other: Hostile) => Promise<void>): Promise<void> {
    const other = await startHostile((_, response) => sendJson(response, project));
    try {
      await test(other);
      expect(other.requests).toEqual([]);
    } finally {
      await other.close();
    }
  }

  it('is not sent to another origin by a redirect', () =>
    otherOrigin(async (other) => {
      const { client } = await clientOf((_, response) =>
        sendProblem(response, 308, 'project_renamed', { location: `${other.url}/v1/projects/acme` }),
      );
      const error = await failureOf(client.projects.get('former'));
      expect(error).toBeInstanceOf(UnexpectedResponseError);
      expect(error.message).toContain('PUBLIC_BASE_URL');
    }));

  it('is not sent to another origin by a link to the next page', () =>
    otherOrigin(async (other) => {
      const { client } = await clientOf((_, response) =>
        sendJson(response, [project], 200, { link: `<${other.url}/v1/projects?cursor=x>; rel="next"` }),
      );
      expect(await failureOf(collect(client.projects.list()))).toBeInstanceOf(UnexpectedResponseError);
      // A single page can be read.
      expect((await client.projects.list()).records).toEqual([project]);
    }));
});

describe('a redirect', () => {
  it('is not followed endlessly', async () => {
    const { client, server } = await clientOf((_, response) =>
      sendProblem(response, 308, 'project_renamed', { location: '/v1/projects/acme' }),
    );
    expect((await failureOf(client.projects.get('former'))).message).toContain('Too many redirects');
    expect(server.requests).toHaveLength(6);
  });

  it('from merged feedback is not followed by a DELETE', async () => {
    const { client, server } = await clientOf((_, response) =>
      sendProblem(response, 308, 'feedback_merged', { location: '/v1/projects/acme/feedback/target' }),
    );
    expect(await failureOf(client.feedback.delete('acme', 'source'))).toMatchObject({
      status: 308,
      code: 'feedback_merged',
    });
    expect(server.requests).toHaveLength(1);
  });
});
