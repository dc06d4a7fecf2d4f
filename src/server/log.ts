import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Level, type Logger, pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';
import { summaryOf } from '../platform/logging/index.js';

/**
 * Creates the service's log: JSON lines with ISO 8601 times, or lines for a terminal. Headers, queries and bodies are never
 * logged, so no token or secret is. JSON lines are buffered for up to 100 ms, and written by `flush()` and before the
 * process exits.
 *
 * @param prettyPrint writes lines for a terminal
 */
export function createLog(
  level: string,
  prettyPrint: boolean,
  destination: DestinationStream = standardOutput(prettyPrint),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: withoutValues },
    },
    prettyPrint ? prettyLines(destination) : destination,
  );
}

function standardOutput(prettyPrint: boolean): DestinationStream {
  if (prettyPrint) return pino.destination({ dest: 1, sync: true });
  // A pipe that several processes share keeps writes of up to 4,096 bytes in one piece.
  const buffer = { minLength: 3_072, maxWrite: 4_096, periodicFlush: 100 };
  const stream = pino.destination({ dest: 1, sync: true, ...buffer });
  process.on('exit', () => stream.flushSync());
  return stream;
}

/** Formats lines as time of day, level and message, or a summary of the request. */
function prettyLines(destination: DestinationStream): DestinationStream {
  const format = pretty.prettyFactory({
    colorize: pretty.isColorSupported && process.stdout.isTTY,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'context,request_id,method,path,route,status,user_id,token_id,trace_id,duration_ms,url',
    messageFormat: (line) => {
      if ('method' in line) return summaryOf(line);
      const { context, msg } = line as { context?: string; msg: string };
      return context === undefined ? msg : `${context}: ${msg}`;
    },
  });
  return { write: (line) => destination.write(format(line)) };
}

/** Serializes an error. Errors of the database also have the values of the statement and of the row, which are left out. */
function withoutValues(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { name, message, stack, code, table, constraint, cause } = error as Record<string, unknown>;
  const inner = cause === undefined ? {} : { cause: withoutValues(cause) };
  return { type: name, message, stack, code, table, constraint, ...inner };
}

/** Nest's messages about modules and routes at startup are only useful for debugging. */
const startupContexts = new Set<unknown>([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'ExceptionHandler',
]);

/** Sends log messages of Nest and its `Logger` to the service's log. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log = (message: unknown, ...rest: unknown[]) => this.write('info', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  /** Nest passes the context as the last argument, and details such as a stack before it. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const details = (context === undefined ? rest : rest.slice(0, -1)).filter(
      (detail) => detail !== undefined,
    );
    const fields = { context, ...(details.length > 0 ? { details } : {}) };
    const isStartup = startupContexts.has(context) && (level === 'info' || level === 'error');
    const log = this.logger[isStartup ? 'debug' : level].bind(this.logger);
    if (message instanceof Error) log({ ...fields, err: message });
    else log(fields, String(message));
  }
}
