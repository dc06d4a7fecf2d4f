/** A field that the application around the service declares for all projects. */
export interface DeclaredField {
  /** The name of the value among the `fields` of feedback: 1 to 40 lower-case letters, digits and underscores. */
  readonly key: string;
  /** What people read; by default, the key as words. */
  readonly name?: string | undefined;
  /** `text` by default. */
  readonly type?: 'text' | 'number' | 'boolean' | 'date' | 'url' | 'choice' | 'choices' | undefined;
  /** The values to choose from, in their order, of the types `choice` and `choices`. */
  readonly options?: readonly string[] | undefined;
  /** Whether contributors must set it when they submit feedback; false by default. */
  readonly required?: boolean | undefined;
  /** Who can set its values: by default, contributors on their own feedback. */
  readonly setBy?: 'contributors' | 'editors' | undefined;
  /** Who can see it, and its values; everyone by default. */
  readonly visibleTo?: 'everyone' | 'editors' | undefined;
  /** Place among the fields of a project; after the one declared before it by default. */
  readonly position?: number | undefined;
}
