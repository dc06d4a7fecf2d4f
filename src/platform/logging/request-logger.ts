import { Logger } from '@nestjs/common';

/** Receives a line for each request of the service. A `pino` logger is one. */
export abstract class RequestLogger {
  /** @param line such as `request_id`, `method`, `path`, `status`, `user_id` and `duration_ms` */
  abstract info(line: object, message: string): void;

  /** @param line has the error as `err` */
  abstract error(line: object, message: string): void;
}

interface Line {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly request_id: string;
  readonly err?: Error;
}

/** Writes the lines to Nest's logger. */
export class NestRequestLogger extends RequestLogger {
  private readonly logger = new Logger('Requests');

  override info(line: object): void {
    this.logger.log(summaryOf(line as Line));
  }

  override error(line: object): void {
    this.logger.error(summaryOf(line as Line), (line as Line).err?.stack);
  }
}

function summaryOf({ method, path, status, duration_ms: ms, request_id: id }: Line): string {
  return `${method} ${path} ${status} in ${ms} ms (${id})`;
}
