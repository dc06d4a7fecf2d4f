import { EntitySchema } from 'typeorm';
import { timestampColumn } from '../../platform/persistence/index.js';
import { Changelog } from '../domain/changelog.js';

export const changelogSchema = new EntitySchema<Changelog>({
  name: 'Changelog',
  tableName: 'changelogs',
  target: Changelog,
  columns: {
    id: { type: 'uuid', primary: true },
    projectId: { type: 'uuid', name: 'project_id' },
    authorId: { type: 'uuid', name: 'author_id' },
    title: { type: 'text' },
    slug: { type: 'text' },
    summary: { type: 'text' },
    content: { type: 'text' },
    image: { type: 'text' },
    publishDate: timestampColumn('publish_date'),
    published: { type: 'boolean' },
    announced: { type: 'boolean' },
    publisherId: { type: 'uuid', name: 'publisher_id' },
  },
});
