import { DomainError, InvalidInput } from '../../../shared/domain-error.js';

export class TagNotFound extends DomainError {
  override readonly remedy = 'Check the name against the list of tags.';

  constructor() {
    super('not_found', 'tag_not_found', 'The tag does not exist in this project.');
  }
}

export class TagNameTaken extends DomainError {
  override readonly remedy = 'Choose another name.';

  constructor() {
    super('conflict', 'tag_name_taken', 'The name is used by another tag of the project.', [
      { pointer: '/name', code: 'tag_name_taken', detail: 'The name is used by another tag of the project.' },
    ]);
  }
}

/** The tags of a record must exist in its project. */
export class UnknownTags extends InvalidInput {
  /**
   * @param indexes indexes of the unknown names in the request
   * @param pointer JSON Pointer to the names
   */
  constructor(indexes: readonly number[], pointer = '/tags') {
    super(
      indexes.map((index) => ({
        pointer: `${pointer}/${index}`,
        code: 'unknown_tag',
        detail: 'The project has no tag with this name.',
      })),
    );
  }
}
