import { type FieldError, InvalidInput } from '../../shared/domain-error.js';

/** The types of all events. */
export class EventTypes {
  constructor(readonly all: readonly string[]) {}

  /**
   * Returns an error for each unknown type.
   *
   * @param locate returns the location in the request of the type at an index
   */
  fieldErrors(
    types: readonly string[],
    locate: (index: number) => Pick<FieldError, 'pointer' | 'parameter'>,
  ): FieldError[] {
    return types.flatMap((type, index): FieldError[] =>
      this.all.includes(type)
        ? []
        : [{ ...locate(index), code: 'invalid_choice', detail: `The event type ${type} does not exist.` }],
    );
  }

  /** @throws InvalidInput when a type is not known; see {@link fieldErrors} */
  check(
    types: readonly string[],
    locate: (index: number) => Pick<FieldError, 'pointer' | 'parameter'>,
  ): void {
    const errors = this.fieldErrors(types, locate);
    if (errors.length > 0) throw new InvalidInput(errors);
  }
}
