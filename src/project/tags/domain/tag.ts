import { caseFold } from '../../../shared/case-fold.js';
import { defaultColor, hexColor } from '../../../shared/color.js';
import { check, text } from '../../../shared/rules.js';

export const tagRules = {
  name: text({ max: 200, required: true }),
  color: hexColor,
};

/** Returns the form of a tag's name that is unique within a project. */
export function tagKey(name: string): string {
  return caseFold(name);
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
    check(values, tagRules);
    return new Tag(id, projectId, values.name, values.color ?? defaultColor);
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
    check(changes, tagRules);
    this.name = changes.name ?? this.name;
    this.color = changes.color ?? this.color;
  }
}
