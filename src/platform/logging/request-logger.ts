import { Logger } from '@nestjs/common';

declare module 'http' {
  interface ServerResponse {
    /** Whether the request is left out of the log: a line of the same client in this minute says that its limit is exceeded. */
    skipLog?: true;
  }
}

/** Receives a line for each request of the service. A `pino` logger is one. */
export abstract class RequestLogger {
  /** @param line such as `request_id`, `method`, `path`, `status`, `user_id` and `duration_ms` */
  abstract info(line: object, message: string): void;

  /** @param line has the error as `err` */
  abstract error(line: object, message: string): void;
}

/** Writes the lines to Nest's logger. */
export class NestRequestLogger extends RequestLogger {
  private readonly logger = new Logger('Requests');

  override info(line: object): void {
    this.logger.log(summaryOf(line));
  }

  override error(line: object): void {
    this.logger.error(summaryOf(line), (line as { err?: Error }).err?.stack);
  }
}

/** Writes failed requests to Nest's logger. The application around the service logs all others. */
export class NestErrorLogger extends NestRequestLogger {
  override info(): void {
    // Logged by the application.
  }
}

/** Returns the text that describes the line of a request, such as `GET /v1/me 200 in 3 ms (<request id>)`. */
export function summaryOf(line: object): string {
  const { method, path, status, duration_ms: ms, request_id: id } = line as Record<string, string | number>;
  return `${method} ${path} ${status} in ${ms} ms (${id})`;
}
