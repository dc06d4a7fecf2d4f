import { type FieldError, InvalidInput } from '../../shared/domain-error.js';

/** The types of all events. */
export class EventTypes {
  constructor(readonly all: readonly string[]) {}

  /**
   * Returns an error for each unknown type.
   *
   * @param place returns the place in the request of the type with an index
   */
  fieldErrors(
    types: readonly string[],
    place: (index: number) => Pick<FieldError, 'pointer' | 'parameter'>,
  ): FieldError[] {
    return types.flatMap((type, index): FieldError[] =>
      this.all.includes(type)
        ? []
        : [{ ...place(index), code: 'invalid_choice', detail: `The event type ${type} does not exist.` }],
    );
  }

  /** @throws InvalidInput when a type is not known; see {@link fieldErrors} */
  check(types: readonly string[], place: (index: number) => Pick<FieldError, 'pointer' | 'parameter'>): void {
    const errors = this.fieldErrors(types, place);
    if (errors.length > 0) throw new InvalidInput(errors);
  }
}
