import { DomainError, InvalidInput } from '../../../shared/domain-error.js';

export class FieldNotFound extends DomainError {
  override readonly remedy = 'Check the key against the list of fields.';

  constructor() {
    super('not_found', 'field_not_found', 'The field does not exist in this project.');
  }
}

/** Values of the field would not be valid any more. */
export class FieldInUse extends DomainError {
  override readonly remedy =
    'Change or remove the values first (the filter `field.{key}` finds them), or delete the field with all of its values.';

  /** @param pointer JSON Pointer to what cannot change */
  constructor(pointer: '/type' | '/options') {
    const detail =
      pointer === '/type'
        ? 'Feedback has values of the current type.'
        : 'Feedback has a value that is not among the options.';
    super('conflict', 'field_in_use', detail, [{ pointer, code: 'field_in_use', detail }]);
  }
}

/** The application around the service declares the field. */
export class FieldManagedElsewhere extends DomainError {
  override readonly remedy =
    'Change the field in the application that mounts the service: it declares it for all projects.';

  constructor() {
    super(
      'conflict',
      'field_managed_elsewhere',
      'The application around the service declares this field for all projects.',
    );
  }
}

/** Feedback has got values while the field was being deleted. */
export class FieldHasValues extends DomainError {
  constructor() {
    super('conflict', 'field_has_values', 'Feedback has values of this field.');
  }
}

export class TooManyFields extends DomainError {
  override readonly remedy = 'Delete a field first.';

  constructor(max: number) {
    super('conflict', 'too_many_fields', `A project has at most ${max} fields.`);
  }
}

export class OptionsMissing extends InvalidInput {
  constructor() {
    super([
      {
        pointer: '/options',
        code: 'required',
        detail: 'Fields of the types choice and choices need options.',
      },
    ]);
  }
}

export class OptionsNotTaken extends InvalidInput {
  constructor() {
    super([
      {
        pointer: '/options',
        code: 'not_taken',
        detail: 'Only fields of the types choice and choices have options.',
      },
    ]);
  }
}
