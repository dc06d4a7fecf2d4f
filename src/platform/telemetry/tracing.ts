import {
  type Attributes,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { loggedPath, routeOf } from './request-metrics.js';

/*
 * Spans of OpenTelemetry, with the names of its semantic conventions. Without an SDK, which operators load with --import,
 * its API creates no spans.
 */

declare module 'http' {
  interface IncomingMessage {
    /** Id of the trace that the request belongs to: 32 hexadecimal digits. */
    traceId?: string;
  }
}

const tracer = trace.getTracer('feedback-changelog-service');

/** Runs the work in a span, which ends with it. */
export function withSpan<T>(
  name: string,
  kind: 'client' | 'consumer',
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const options = { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.CONSUMER, attributes };
  return tracer.startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      markFailed(span, typeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Middleware that runs a request in a span, within the trace of its `traceparent` header. */
export function traceRequest(request: Request, response: Response, next: NextFunction): void {
  const parent = propagation.extract(context.active(), request.headers);
  const attributes = {
    'http.request.method': request.method,
    'url.path': loggedPath(request),
    'url.scheme': request.protocol,
  };
  const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
  // Without an SDK, the id that the caller has sent (W3C Trace Context).
  const sent = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(String(request.headers['traceparent']))?.[1];
  const traceId = trace.isSpanContextValid(span.spanContext()) ? span.spanContext().traceId : sent;
  if (traceId !== undefined) request.traceId = traceId;
  // Without an SDK, or for a trace that is not sampled, there is nothing to record.
  if (span.isRecording()) response.once('close', () => endRequest(span, request, response));
  context.with(trace.setSpan(parent, span), next);
}

function endRequest(span: Span, request: Request, response: Response): void {
  const route = routeOf(request);
  if (route !== undefined) {
    span.updateName(`${request.method} ${route}`);
    span.setAttribute('http.route', route);
  }
  span.setAttribute('http.response.status_code', response.statusCode);
  if (response.statusCode >= 500) markFailed(span, String(response.statusCode));
  span.end();
}

/**
 * Records an SQL statement that has just ended, without its values, as a span of the current trace; background work has none.
 * Afterwards, because TypeORM reports its statements only then.
 */
export function recordStatement(text: string, durationMs: number, error?: unknown): void {
  if (trace.getActiveSpan() === undefined) return;
  const operation = /\w+/.exec(text)?.[0].toUpperCase() ?? '';
  const span = tracer.startSpan(operation, {
    kind: SpanKind.CLIENT,
    startTime: performance.timeOrigin + performance.now() - durationMs,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': text,
    },
  });
  if (error !== undefined) markFailed(span, typeOf(error));
  span.end();
}

/** Returns the headers that pass the current trace on to another service; none outside of a trace. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Without the message, which may contain values. */
function markFailed(span: Span, errorType: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', errorType);
}

function typeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return String(code ?? name);
}
