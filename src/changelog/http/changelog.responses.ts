import { userShape } from '../../identity/index.js';
import type { DescribedEvent } from '../../platform/openapi/index.js';
import { boolean, id, instant, recordOf, Shape, string } from '../../platform/http/index.js';
import type { ChangelogRecord } from '../application/changelog.queries.js';
import type { changelogEventTypes } from '../domain/changelog.events.js';

export const changelogShape = new Shape<ChangelogRecord>(
  'Changelog',
  "An entry of a project's changelog.",
  {
    id: id('Id of the entry.'),
    project_id: id('Id of the project.'),
    author_id: id('Id of the user who wrote it.'),
    author: recordOf(userShape, 'The user who wrote it.'),
    title: string('A line.'),
    slug: string(
      'A permalink, unique in the project: made of the first title, it stays when the title changes.',
    ),
    summary: string('What it says, in short.'),
    content: string('All of it: Markdown, say. It is stored as sent.'),
    image: string('A picture: a URL or a `data:image/…` URL.'),
    publish_date: instant('Its date. Where that lies ahead, the entry is seen by editors only until then.'),
    published: boolean('Whether all members see it, once its date has come.'),
  },
  {
    id: '01a1f99e-4ff9-7855-9ed0-8445e85750c0',
    project_id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    author_id: userShape.example.id,
    author: userShape.example,
    title: 'Dark mode is here',
    slug: 'dark-mode-is-here',
    summary: 'Easy on the eyes.',
    content: '# Dark mode\n\nSwitch it on in the settings.',
    image: 'https://example.com/dark.png',
    publish_date: '2026-11-20T12:00:00.000Z',
    published: true,
  },
);

const { author: _field, ...fieldsWithoutAuthor } = changelogShape.fields;

/** What an update answers with. */
export const changelogUpdateShape = new Shape<Omit<ChangelogRecord, 'author'>>(
  'ChangelogUpdate',
  'An entry as its update answers: the author is named by id alone.',
  fieldsWithoutAuthor,
  withoutAuthor(changelogShape.example),
);

/** Events of this module, by their types. */
export const changelogEvents: Readonly<Record<(typeof changelogEventTypes)[number], DescribedEvent>> = {
  'changelog.created': { when: 'An entry was written.', data: changelogShape },
  'changelog.updated': {
    when: 'Fields of an entry were changed, other than `published`.',
    data: changelogShape,
  },
  'changelog.published': {
    when: 'An entry can be seen by all members now: it was published, or its date has come.',
    data: changelogShape,
  },
  'changelog.unpublished': { when: 'An entry is a draft again.', data: changelogShape },
  'changelog.deleted': { when: 'An entry was deleted: `data` is what it was last.', data: changelogShape },
};

/** The answer to an update names the author by id alone. */
export function withoutAuthor({ author: _, ...record }: ChangelogRecord): Omit<ChangelogRecord, 'author'> {
  return record;
}
