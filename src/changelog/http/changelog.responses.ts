import { ApiProperty, OmitType } from '@nestjs/swagger';
import { UserResponse } from '../../identity/index.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import { ApiRecord, id, instant } from '../../platform/http/index.js';
import type { ChangelogRecord } from '../application/changelog.queries.js';
import type { changelogEventTypes } from '../domain/changelog.events.js';

@ApiRecord('Changelog', "An entry of a project's changelog.")
export class ChangelogResponse implements ChangelogRecord {
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

  @ApiProperty(id('Id of the entry.')) id!: string;
  @ApiProperty(id('Id of the project.')) project_id!: string;
  @ApiProperty(id('Id of the user who wrote it.')) author_id!: string;
  @ApiProperty({ description: 'The user who wrote it.' }) author!: UserResponse;
  @ApiProperty({ description: 'A line.' }) title!: string;
  @ApiProperty({
    description:
      'A permalink, unique in the project: made of the first title, it stays when the title changes.',
  })
  slug!: string;
  @ApiProperty({ description: 'What it says, in short.' }) summary!: string;
  @ApiProperty({ description: 'All of it: Markdown, say. It is stored as sent.' }) content!: string;
  @ApiProperty({ description: 'A picture: a URL or a `data:image/…` URL.' }) image!: string;
  @ApiProperty(instant('Its date. Where that lies ahead, the entry is seen by editors only until then.'))
  publish_date!: string;
  @ApiProperty({ description: 'Whether all members see it, once its date has come.' }) published!: boolean;
}

/** The answer to an update, which names the author by id alone. */
@ApiRecord('ChangelogUpdate', 'An entry as its update answers: the author is named by id alone.')
export class ChangelogUpdateResponse extends OmitType(ChangelogResponse, ['author']) {
  static readonly example = withoutAuthor(ChangelogResponse.example);
}

/** Events of this module, by their types. */
export const changelogEvents: Readonly<Record<(typeof changelogEventTypes)[number], DescribedEvent>> = {
  'changelog.created': { when: 'An entry was written.', data: ChangelogResponse },
  'changelog.updated': {
    when: 'Fields of an entry were changed, other than `published`.',
    data: ChangelogResponse,
  },
  'changelog.published': {
    when: 'An entry can be seen by all members now: it was published, or its date has come.',
    data: ChangelogResponse,
  },
  'changelog.unpublished': { when: 'An entry is a draft again.', data: ChangelogResponse },
  'changelog.deleted': { when: 'An entry was deleted: `data` is what it was last.', data: ChangelogResponse },
};

/** Returns the record that answers an update. */
export function withoutAuthor({ author: _, ...record }: ChangelogRecord): Omit<ChangelogRecord, 'author'> {
  return record;
}
