/** An aggregate that knows the state that is stored of it, so that its repository finds out what has changed. */
export abstract class Persistent<State extends object> {
  #stored: State | null = null;

  /** The state that is stored; null if none is. */
  get stored(): State | null {
    return this.#stored;
  }

  /** Notes that the current state has been stored. */
  markStored(): void {
    this.#stored = { ...this } as unknown as State;
  }
}
