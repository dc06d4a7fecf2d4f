import { type FieldError, InvalidInput } from '../../src/shared/domain-error.js';

/** The faults that the call is refused with, as `pointer code`; empty where it is not refused. */
export function faultsOf(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return error.faults.map(({ pointer = '', code }: FieldError) => `${pointer} ${code}`);
  }
  return [];
}
