import { type FieldError, InvalidInput } from '../../src/shared/domain-error.js';

/** Returns the field errors that a call throws, as `pointer code`, or none. */
export function fieldErrorsOf(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.fieldErrors.map(({ pointer = '', code }: FieldError) => `${pointer} ${code}`);
  }
  return [];
}
