import { caseFold } from '../../../shared/case-fold.js';
import { defaultColor, hexColor } from '../../../shared/color.js';
import { name, normalizeName } from '../../../shared/names.js';
import { check } from '../../../shared/rules.js';

export const tagRules = {
  name: name({ max: 200, required: true }),
  color: hexColor,
};

/** Returns the form of a tag's name that is unique within a project. */
export function tagKey(name: string): string {
  return caseFold(normalizeName(name));
}

/** The maximum number of tags of one record. */
export const maxTags = 100;

/** A label for the feedback and the changelog entries of a project. */
export class Tag {
  private constructor(
    readonly id: string,
    readonly projectId: string,
    /** In the spelling of its creation or last renaming. */
    public name: string,
    public color: string,
  ) {}

  /** @throws InvalidInput when a value violates a rule */
  static create(id: string, projectId: string, values: { name: string; color?: string | undefined }): Tag {
    const { name, color = defaultColor } = check(values, tagRules);
    return new Tag(id, projectId, name, color);
  }

  /** Returns the stored tag with these values. */
  static restore({ id, projectId, name, color }: Omit<Tag, 'nameKey' | 'update'>): Tag {
    return new Tag(id, projectId, name, color);
  }

  get nameKey(): string {
    return tagKey(this.name);
  }

  /** @throws InvalidInput when a value violates a rule */
  update(changes: { name?: string | undefined; color?: string | undefined }): void {
    const { name = this.name, color = this.color } = check(changes, tagRules);
    this.name = name;
    this.color = color;
  }
}
