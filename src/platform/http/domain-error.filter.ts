import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../shared/domain-error.js';
import { problemOf } from '../problems/index.js';
import { sendProblem } from './problem.filter.js';

/**
 * Answers the rejections of use cases on routes of the application around the service as the service does on its own, with
 * problem details. Other errors stay with the application.
 */
@Catch(DomainError)
export class DomainErrorFilter implements ExceptionFilter<DomainError> {
  catch(error: DomainError, host: ArgumentsHost): void {
    sendProblem(host.switchToHttp().getResponse<Response>(), problemOf(error));
  }
}
