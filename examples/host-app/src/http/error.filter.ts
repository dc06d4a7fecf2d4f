import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Logger } from '@nestjs/common';
import type { Response } from 'express';

/** Answers `{ error }` on the routes of the host. Errors of the service do not reach it. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const known = error instanceof HttpException ? error : new HttpException('Internal error', 500);
    if (known !== error) Logger.error(error, ErrorFilter.name);
    const response = host.switchToHttp().getResponse<Response>();
    response.status(known.getStatus()).json({ error: known.getResponse() });
  }
}
