import type { LoggerService } from '@nestjs/common';
import { type DestinationStream, type Logger, pino } from 'pino';
import { PinoPretty as pretty } from 'pino-pretty';

/** What stands in a line of the log: those of requests have a method. */
interface Line {
  readonly msg: string;
  readonly context?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly duration_ms?: number;
  readonly request_id?: string;
}

/** Lines for people: the time of day, the level, and of a request what was asked and what became of it. */
function linesForPeople(destination: DestinationStream, colorize: boolean): DestinationStream {
  const write = pretty.prettyFactory({
    colorize,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'context,request_id,method,path,status,duration_ms,url',
    messageFormat: (line) => {
      const {
        context,
        method,
        path,
        status,
        duration_ms: duration,
        request_id: id,
        msg,
      } = line as unknown as Line;
      if (method === undefined) return context === undefined ? msg : `${context}: ${msg}`;
      return `${method} ${path} ${status} in ${duration} ms (${id})`;
    },
  });
  return { write: (line) => destination.write(write(line)) };
}

/** As many characters are written at once, and this many milliseconds after a line it is written whatever there is. */
const enough = 4_096;
const longest = 100;

/** Writes many lines at a time: with each alone, the log would cost more than what it tells of. */
class ManyLines implements DestinationStream {
  private lines = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly destination: DestinationStream) {
    process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    // More than that at once, and lines of other workers on the same pipe could come in between.
    if (this.lines.length + line.length > enough) this.flushSync();
    this.lines += line;
    if (this.lines.length >= enough) this.flushSync();
    else this.timer ??= setTimeout(() => this.flushSync(), longest).unref();
  }

  /** Pino calls it after a fatal line. */
  flushSync(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { lines } = this;
    this.lines = '';
    if (lines !== '') this.destination.write(lines);
  }

  /** As {@link flushSync}: for `flush` of the log. */
  flush(): void {
    this.flushSync();
  }
}

/** Whoever reads along sees each line at once. */
function standardOutput(forPeople: boolean): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true });
  return forPeople ? stream : new ManyLines(stream);
}

/**
 * The service's log: JSON lines with ISO 8601 times, or lines for people. Headers, queries and bodies are never written, so
 * no token or secret gets in. Lines for programs come out within a tenth of a second, and all of them before the process
 * exits; after `flush()` they are out.
 *
 * @param forPeople where somebody reads along on a terminal
 */
export function createLog(level: string, forPeople: boolean, destination?: DestinationStream): Logger {
  const stream = destination ?? standardOutput(forPeople);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: withoutValues },
    },
    forPeople ? linesForPeople(stream, destination === undefined && pretty.isColorSupported) : stream,
  );
}

/**
 * An error as it is logged. Those of the database carry the values that a statement was given, and the row that was
 * refused: besides message and stack, only the names of things are written.
 */
function withoutValues(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return error;
  const { name, message, stack, code, table, constraint, cause } = error as Record<string, unknown>;
  return {
    type: name,
    message,
    stack,
    code,
    table,
    constraint,
    ...(cause === undefined ? {} : { cause: withoutValues(cause) }),
  };
}

/**
 * What Nest tells of every module and route at the start is of use to those only who look for a fault in it. Why a
 * start failed is told by whoever started it.
 */
const frameworkContexts = [
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
  'ExceptionHandler',
];

function isOfFramework(rest: readonly unknown[]): boolean {
  return frameworkContexts.includes(String(rest.at(-1)));
}

/** Lets Nest and its `Logger` write to the same log. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(isOfFramework(rest) ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write(isOfFramework(rest) ? 'debug' : 'error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  /** Nest hands the context over as the last argument, and a stack before it. */
  private write(
    level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
    const details = rest
      .slice(0, context === undefined ? undefined : -1)
      .filter((detail) => detail !== undefined);
    const fields = { context, ...(details.length > 0 ? { details } : {}) };
    if (message instanceof Error) this.logger[level]({ ...fields, err: message });
    else this.logger[level](fields, String(message));
  }
}
