import { ApiProperty, ApiPropertyOptional, OmitType, PartialType } from '@nestjs/swagger';
import { AttachmentIdsField, AttachmentResponse } from '../../../attachments/index.js';
import {
  ChecksReferences,
  Field,
  IncludeParam,
  OptionalField,
  ReadOnlyField,
} from '../../../platform/input/index.js';
import { ApiRecord, choice, id, instant, type PathParameter } from '../../../platform/http/index.js';
import {
  FieldValuesField,
  OptionalTags,
  tagNames,
  type TagReference,
  TagResponse,
} from '../../../project/index.js';
import { metadataRules } from '../../../shared/metadata.js';
import { type JsonObject, parseTimestamp } from '../../../shared/rules.js';
import {
  type ChangelogMember,
  changelogMembers,
  type ViewedChangelog,
} from '../application/changelog-view.js';
import {
  changelogRules,
  type ChangelogState,
  changelogStates,
  type ChangelogRecord,
  type ChangelogSnapshot,
  type EntryChanges,
  notInPrevious,
} from '../domain/changelog.js';
import { ChangelogReferences } from './changelog-references.js';
import { UserResponse } from '../../../identity/index.js';
import { ChangelogNotFound } from '../domain/changelog.errors.js';

const aboutTags = {
  description: 'Tags of the project, given by their names, or as records whose name is used.',
};

@ChecksReferences(ChangelogReferences)
export class CreateChangelogDto {
  @Field(changelogRules.title) title!: string;
  @OptionalField(changelogRules.summary) summary?: string;
  @OptionalField(changelogRules.content) content?: string;
  @OptionalField(changelogRules.image) image?: string;
  @OptionalField(metadataRules, { additionalProperties: true, description: 'Metadata.' })
  metadata?: JsonObject;
  @FieldValuesField('Values of the fields that the application around the service declares, by their keys.')
  fields?: JsonObject;
  @OptionalField(changelogRules.publishDate) publish_date?: string;
  @OptionalField(changelogRules.published) published?: boolean;
  @OptionalTags(aboutTags) tags?: TagReference[];
  @AttachmentIdsField() attachment_ids?: string[];

  values(): EntryChanges & { title: string } {
    return { ...changes(this), title: this.title };
  }
}

@ChecksReferences(ChangelogReferences)
export class UpdateChangelogDto {
  @OptionalField(changelogRules.title) title?: string;
  @OptionalField(changelogRules.summary) summary?: string;
  @OptionalField(changelogRules.content) content?: string;
  @OptionalField(changelogRules.image) image?: string;
  @OptionalField(metadataRules, {
    additionalProperties: true,
    description: 'A merge patch of the metadata (RFC 7396): `null` removes a member.',
  })
  metadata?: JsonObject;
  @FieldValuesField(
    'Values of declared fields, by their keys. Omitted ones stay unchanged; `null` removes one.',
  )
  fields?: JsonObject;
  @OptionalField(changelogRules.publishDate) publish_date?: string;
  @OptionalField(changelogRules.published) published?: boolean;
  @OptionalTags(aboutTags) tags?: TagReference[];
  @AttachmentIdsField() attachment_ids?: string[];
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() project_id?: unknown;
  @ReadOnlyField() author_id?: unknown;
  @ReadOnlyField() author?: unknown;
  @ReadOnlyField() slug?: unknown;
  @ReadOnlyField() state?: unknown;
  @ReadOnlyField() updated_at?: unknown;
  @ReadOnlyField() feedback?: unknown;
  @ReadOnlyField() attachments?: unknown;

  changes(): EntryChanges {
    return changes(this);
  }
}

function changes(body: UpdateChangelogDto | CreateChangelogDto): EntryChanges {
  return {
    title: body.title,
    summary: body.summary,
    content: body.content,
    image: body.image,
    metadata: body.metadata,
    fields: body.fields,
    publishDate: parseTimestamp(body.publish_date ?? '') ?? undefined,
    published: body.published,
    tags: tagNames(body.tags),
    attachmentIds: body.attachment_ids,
  };
}

/** The query of operations that return an entry, but no list. */
export class ChangelogQuery {
  @IncludeParam(changelogMembers) include?: ChangelogMember[];
}

@ApiRecord('LinkedFeedback', 'Feedback that an entry is linked to.')
class LinkedFeedbackResponse {
  static readonly example: ChangelogSnapshot['feedback'][number] = {
    id: '01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d',
    title: 'Dark mode',
    status: 'completed',
  };

  @ApiProperty(id('Id of the feedback, or of the target if it is merged.')) id!: string;
  @ApiProperty({ description: 'Title of the feedback.' }) title!: string;
  @ApiProperty({ description: 'Status of the feedback.' }) status!: string;
}

@ApiRecord('Changelog', "An entry of a project's changelog.")
export class ChangelogResponse implements ViewedChangelog {
  static readonly example: ChangelogRecord = {
    id: '01a1f99e-4ff9-7855-9ed0-8445e85750c0',
    project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    author_id: UserResponse.example.id,
    author: UserResponse.example,
    title: 'Dark mode is here',
    slug: 'dark-mode-is-here',
    summary: 'Easy on the eyes.',
    content: '# Dark mode\n\nSwitch it on in the settings.',
    image: 'https://example.com/dark.png',
    publish_date: '2026-11-20T12:00:00.000Z',
    published: true,
  };

  @ApiProperty(id('Id of the changelog entry.')) id!: string;
  @ApiProperty(id('Id of the project.')) project_id!: string;
  @ApiProperty(id('Id of the author.')) author_id!: string;
  @ApiProperty({ description: 'The author.' }) author!: UserResponse;
  @ApiProperty({ description: 'Title, a single line.' }) title!: string;
  @ApiProperty({
    description:
      'Permalink, unique within the project. Generated from the initial title; does not change with the title.',
  })
  slug!: string;
  @ApiProperty({ description: 'Short summary.' }) summary!: string;
  @ApiProperty({ description: 'Full text, for example Markdown. Stored as sent.' }) content!: string;
  @ApiProperty({ description: 'Picture: a URL or a `data:image/…` URL.' }) image!: string;
  @ApiProperty(instant('Publication date. Until then, only editors can see the entry.'))
  publish_date!: string;
  @ApiProperty({ description: 'Whether all members can see the entry once `publish_date` is reached.' })
  published!: boolean;
  @ApiPropertyOptional({ type: [TagResponse], description: 'With `include=tags`: its tags, sorted by name.' })
  tags?: TagResponse[];
  @ApiPropertyOptional(
    choice(
      changelogStates,
      'With `include=state`: whether it is a draft, published with a `publish_date` in the future, or visible to all members.',
    ),
  )
  state?: ChangelogState;
  @ApiPropertyOptional(instant('With `include=updated_at`: time of the last change.')) updated_at?: string;
  @ApiPropertyOptional({
    type: [LinkedFeedbackResponse],
    description: 'With `include=feedback`: the feedback that it is linked to, oldest first.',
  })
  feedback?: LinkedFeedbackResponse[];
  @ApiPropertyOptional({
    type: [AttachmentResponse],
    description: 'With `include=attachments`: the files that are attached to it.',
  })
  attachments?: AttachmentResponse[];
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'With `include=metadata`: its metadata.',
  })
  metadata?: JsonObject;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description:
      'With `include=fields`: its values of declared fields that the caller can see, by their keys.',
  })
  fields?: JsonObject;
}

/** The data of events. */
@ApiRecord('ChangelogSnapshot', 'A changelog entry at the time of an event.')
export class ChangelogSnapshotResponse
  extends OmitType(ChangelogResponse, changelogMembers)
  implements ChangelogSnapshot
{
  static readonly example: ChangelogSnapshot = {
    ...ChangelogResponse.example,
    tags: [],
    state: 'published',
    updated_at: ChangelogResponse.example.publish_date,
    feedback: [],
    attachments: [],
    metadata: {},
    fields: {},
  };

  @ApiProperty({ type: [TagResponse], description: 'Tags of the entry, sorted by name.' })
  tags!: TagResponse[];
  @ApiProperty(choice(changelogStates, 'Whether it is visible, at the time of the event.'))
  state!: ChangelogState;
  @ApiProperty(instant('Time of the last change.')) updated_at!: string;
  @ApiProperty({ type: [LinkedFeedbackResponse], description: 'The feedback that it is linked to.' })
  feedback!: LinkedFeedbackResponse[];
  @ApiProperty({ type: [AttachmentResponse], description: 'The files that are attached to it.' })
  attachments!: AttachmentResponse[];
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Its metadata.' })
  metadata!: JsonObject;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Its values of declared fields.' })
  fields!: JsonObject;
}

/** The response to an update, without `author`. */
@ApiRecord('ChangelogUpdate', 'An updated changelog entry, without `author`.')
export class ChangelogUpdateResponse extends OmitType(ChangelogResponse, ['author']) {
  static readonly example = withoutAuthor(ChangelogResponse.example);
}

/** `previous` of events. */
@ApiRecord('PreviousChangelog', 'Previous values of the changed fields of a changelog entry.')
export class PreviousChangelog extends PartialType(OmitType(ChangelogSnapshotResponse, notInPrevious)) {
  static readonly example: PreviousChangelog = { title: 'Dark mode' };
}

/** Returns the record without its author. */
export function withoutAuthor({ author: _, ...record }: ChangelogRecord): Omit<ChangelogRecord, 'author'> {
  return record;
}

/** `{changelogId}`. */
export const changelogParameter: PathParameter = {
  schema: { ...id('Id of the changelog entry.'), example: ChangelogResponse.example.id },
  problems: [new ChangelogNotFound()],
};
