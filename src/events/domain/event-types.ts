import { type FieldError, InvalidInput } from '../../shared/domain-error.js';

/** The types of all events that there can be. */
export class EventTypes {
  constructor(readonly all: readonly string[]) {}

  /**
   * A fault for each type that is not known.
   *
   * @param place where the type with this index stands in the request
   */
  faults(
    types: readonly string[],
    place: (index: number) => Pick<FieldError, 'pointer' | 'parameter'>,
  ): FieldError[] {
    return types.flatMap((type, index): FieldError[] =>
      this.all.includes(type)
        ? []
        : [{ ...place(index), code: 'invalid_choice', detail: `There are no events of the type ${type}.` }],
    );
  }

  /** @throws InvalidInput where a type is not known; see {@link faults} */
  check(types: readonly string[], place: (index: number) => Pick<FieldError, 'pointer' | 'parameter'>): void {
    const faults = this.faults(types, place);
    if (faults.length > 0) throw new InvalidInput(faults);
  }
}
