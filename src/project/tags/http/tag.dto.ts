import { ApiProperty, PartialType } from '@nestjs/swagger';
import { arrayOf, OptionalField } from '../../../platform/input/index.js';
import { PageQuery, ApiRecord } from '../../../platform/http/index.js';
import { defaultColor } from '../../../shared/color.js';
import { type JsonSchema, normalized, type Rules } from '../../../shared/rules.js';
import { maxTags, tagRules } from '../domain/tag.js';
import type { TagRecord } from '../../../shared/records.js';

/** A tag, given by its name, or as a record whose name is used. */
export type TagReference = string | { name: string };

/** Returns the name of a tag that a body refers to. */
export function nameOf(reference: unknown): unknown {
  const isObject = typeof reference === 'object' && reference !== null;
  return isObject ? (reference as { name?: unknown }).name : reference;
}

const tagReferenceRules: Rules = tagRules.name.map(({ code, detail, isSatisfiedBy }) => ({
  code,
  detail: code === 'invalid_type' ? 'must be the name of a tag, or an object with the field name.' : detail,
  isSatisfiedBy: (reference) => isSatisfiedBy(normalized(tagRules.name, nameOf(reference))),
}));

const tagReferences = arrayOf(tagReferenceRules, { maxItems: maxTags });

/** The JSON Schema of tags in a body. */
const aboutTags: JsonSchema = {
  description:
    'Tags, given by their names, or as records whose name is used. Setting tags requires the role `editor`.',
  items: {
    anyOf: [
      { type: 'string', maxLength: 200 },
      { type: 'object', properties: { name: { type: 'string', maxLength: 200 } }, required: ['name'] },
    ],
  },
};

/** An optional field with tags of a record. */
export function OptionalTags(documentation: JsonSchema = {}): PropertyDecorator {
  return OptionalField(tagReferences, { ...aboutTags, ...documentation });
}

/** Returns the names of the tags. */
export function tagNames(references: readonly TagReference[] | undefined): string[] | undefined {
  return references?.map((reference) => nameOf(reference) as string);
}

export class TagListQuery extends PageQuery {}

export class PutTagDto {
  @OptionalField(tagRules.color, {
    description: `Color of the tag. A new tag has \`${defaultColor}\` by default.`,
  })
  color?: string;
  @OptionalField(tagRules.name) name?: string;
}

@ApiRecord('Tag', 'A label for the feedback and the changelog entries of a project.')
export class TagResponse implements TagRecord {
  static readonly example: TagRecord = { name: 'Mobile', color: '#0ea5e9' };

  @ApiProperty({ description: 'Name of the tag, unique within the project (case-insensitive).' })
  name!: string;
  @ApiProperty({ description: 'CSS hex color.' }) color!: string;
}

/** `previous` of events. */
@ApiRecord('PreviousTag', 'Previous values of the changed fields of a tag.')
export class PreviousTag extends PartialType(TagResponse) {
  static readonly example: PreviousTag = { color: '#22c55e' };
}
