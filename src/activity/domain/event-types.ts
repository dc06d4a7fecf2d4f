import { type Fault, InvalidInput } from '../../shared/domain-error.js';

/** The types of all events that there can be. */
export class EventTypes {
  constructor(readonly all: readonly string[]) {}

  /**
   * @param place where the type with this index stands in the request
   * @throws InvalidInput where a type is not known
   */
  check(types: readonly string[], place: (index: number) => Pick<Fault, 'pointer' | 'parameter'>): void {
    const faults = types.flatMap((type, index): Fault[] =>
      this.all.includes(type)
        ? []
        : [{ ...place(index), code: 'invalid_choice', detail: `There are no events of the type ${type}.` }],
    );
    if (faults.length > 0) throw new InvalidInput(faults);
  }
}
