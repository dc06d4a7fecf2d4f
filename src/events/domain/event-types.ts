import { type FieldError, InvalidInput } from '../../shared/domain-error.js';
import type { NewEvent } from '../../shared/events.js';

/** What differs between events of different types. */
export type EventContent = Required<Pick<NewEvent, 'data' | 'previous'>>;

/** The types of all events, with an example of each. */
export class EventTypes {
  readonly all: readonly string[];

  constructor(private readonly examples: Readonly<Record<string, EventContent>>) {
    this.all = Object.keys(examples);
  }

  /**
   * Returns an example of an event, for tests of those who receive events.
   *
   * @param type one of `all`
   */
  exampleOf(type: string): EventContent {
    return this.examples[type]!;
  }

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
