import { applyDecorators, Controller, UseFilters, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ProblemFilter } from '../http/index.js';

/** A controller outside of the API document. Its paths have no version of the application around the service. */
export function UndocumentedController(path = ''): ClassDecorator {
  return applyDecorators(
    Controller({ path, version: VERSION_NEUTRAL }),
    ApiExcludeController(),
    UseFilters(ProblemFilter),
  );
}
