import type { Item, SourceFeedback } from '../item.js';
import type { PortableComment, PortablePerson } from '../records.js';
import { UnreadableFile } from '../files/unreadable-file.js';
import { Merges, Seen } from '../files/bounded-memory.js';
import type { DateOrder } from '../files/cells.js';
import { type CsvRow, CsvTable } from '../files/csv-table.js';
import { metadataOf, namesIn } from './field-values.js';
import { checkWidth, type Found, itemsOfRows, mergeCircle } from './found.js';
import { boardOf, personBy, slugOf } from './named-records.js';
import type { Part } from '../files/part.js';

/** The columns of one of the two shapes of the export. Empty if the shape has no such column. */
interface Shape {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly status: string;
  readonly labels: string;
  readonly parent: string;
  readonly createdAt: string;
  readonly url: string;
  readonly votes: string;
  readonly authorEmail: string;
  readonly authorName: string;
  readonly state: string;
  readonly voterEmail: string;
  readonly voterName: string;
  readonly votedAt: string;
  readonly response: string;
  readonly respondedAt: string;
  readonly responderEmail: string;
  readonly forum: string;
  readonly category: string;
  /** Columns that become metadata. */
  readonly others: readonly string[];
}

/** States of ideas that are not moved. */
const hidden = /^(?:spam|deleted|draft)/i;

/** States of ideas that everybody sees, in addition to usual words. */
const shownStates = { closed: 'approved', open: 'approved', active: 'approved' } as const;

/**
 * Reads an export of ideas of UserVoice, in either of its shapes: `suggestion.title`, or `ideaTitle` with a row for each
 * voter.
 */
export async function* readUserVoiceCsv(part: Part, dates?: DateOrder): AsyncGenerator<Item> {
  const table = await CsvTable.open(part, { required: [], dates });
  const shape = shapeOf(table);
  const merges = new Merges();
  const people = new Seen();
  const boards = new Seen();
  const ids = new Seen();
  let [isVoterNamed, isVotedFor] = [false, false];
  for await (const row of table.rows()) {
    isVoterNamed ||= voter(row, shape).external_id !== '';
    isVotedFor ||= (row.count(shape.votes) ?? 0) > 0;
    for (const person of [author(row, shape), voter(row, shape), responder(row, shape)])
      if (people.add(person.external_id)) yield { line: row.line, record: person };
    const [id, target] = [row.word(shape.id), row.word(shape.parent)];
    if (ids.add(id) && target !== '') merges.add(id, target);
  }
  if (table.has(shape.forum))
    yield {
      line: 1,
      code: 'visibility_unknown',
      detail:
        'The file does not say which forums are private. Boards that the project does not have yet become public.',
    };
  const pass = (read: (row: CsvRow) => Iterable<Found>) => itemsOfRows(table, part.prefix, read);
  for (const isMerged of merges.passes) {
    const ideas = new Seen();
    yield* pass(function* (row) {
      const id = row.word(shape.id);
      const target = merges.targetOf(id);
      if (Boolean(target) !== isMerged) return;
      // A further row of an idea has another voter. An idea without an id is reported below.
      if (shape.voterEmail !== '' && id !== '' && !ideas.add(id)) return;
      checkWidth(row);
      if (isHidden(row, shape)) {
        yield { leftOut: 'ideas that are spam, deleted or drafts' };
        return;
      }
      if (target === undefined) yield mergeCircle;
      const forum = row.word(shape.forum);
      if (forum !== '' && boards.add(slugOf(forum))) yield boardOf(forum);
      yield feedbackOf(row, shape, target ?? '');
    });
  }
  if (shape.voterEmail !== '' && table.has(shape.voterEmail)) {
    // Without voters, only the numbers say whether the votes were withdrawn or their voters were removed from the file.
    if (isVoterNamed || (table.has(shape.votes) && !isVotedFor)) yield { listsVotes: true };
    yield* pass(function* (row) {
      const { external_id: person } = voter(row, shape);
      if (person === '' || isHidden(row, shape)) return;
      const votedAt = row.optionalTime(shape.votedAt);
      yield {
        kind: 'vote',
        feedback: row.id(shape.id),
        person,
        created_at: votedAt ?? row.time(shape.createdAt),
      };
    });
  }
  if (shape.response !== '') {
    const responses = new Seen();
    yield* pass(function* (row) {
      const isResponse = row.word(shape.response) !== '' && !isHidden(row, shape);
      if (isResponse && responses.add(row.word(shape.id))) yield responseOf(row, shape);
    });
  }
}

/** @throws UnreadableFile when the header has neither of the shapes */
function shapeOf(table: CsvTable): Shape {
  if (table.has('ideaId') && table.has('ideaTitle')) return perVoter;
  if (table.has('suggestion.id') && table.has('suggestion.title')) return dotted(table);
  throw new UnreadableFile(
    'missing_columns',
    'The header has neither suggestion.id and suggestion.title nor ideaId and ideaTitle.',
  );
}

const perVoter: Shape = {
  id: 'ideaId',
  title: 'ideaTitle',
  description: 'ideaDescription',
  status: 'publicStatusName',
  labels: 'labels',
  parent: 'parentIdeaId',
  createdAt: 'createdTimestamp',
  url: 'ideaUrl',
  votes: 'votersCount',
  authorEmail: 'ideaCreatorEmailAddress',
  authorName: 'ideaCreatorName',
  state: 'moderationState',
  voterEmail: 'userEmailAddress',
  voterName: 'userName',
  votedAt: 'linkedIdeaCreationDate',
  response: 'publicStatusUpdateMessage',
  respondedAt: 'publicStatusUpdatedTimestamp',
  responderEmail: 'publicStatusCreatorEmailAddress',
  forum: 'forumName',
  category: 'categoryName',
  others: ['ideaListNames'],
};

/** The columns of `suggestion.…` differ with the kind of the export. */
function dotted(table: CsvTable): Shape {
  const find = (pattern: RegExp): string => table.columns.find((column) => pattern.test(column)) ?? '';
  return {
    id: 'suggestion.id',
    title: 'suggestion.title',
    description: 'suggestion.body',
    status: 'suggestion.status.name',
    labels: 'suggestion.labels.name',
    parent: 'suggestion.parent.id',
    createdAt: 'suggestion.created_timestamp',
    url: 'suggestion.portal_url',
    votes: find(/^suggestion\.(?:supporters|voters|votes)_count$/i),
    authorEmail: find(/^suggestion\.(?:creator|created_by|author)[._]email(?:_address)?$/i),
    authorName: find(/^suggestion\.(?:creator|created_by|author)[._]name$/i),
    state: 'suggestion.state',
    voterEmail: '',
    voterName: '',
    votedAt: '',
    response: '',
    respondedAt: '',
    responderEmail: '',
    forum: 'suggestion.forum.name',
    category: 'suggestion.category.name',
    // Nothing about people, so that erasing a person erases everything.
    others: table.columns.filter(
      (column) =>
        /^suggestion\.(?:forum\.id|category\.id|ticket|updated|closed|admin_url|custom|comments_count)/i.test(
          column,
        ) && !/email|creator|created_by|user|agent|referr|ip\b/i.test(column),
    ),
  };
}

function author(row: CsvRow, shape: Shape): PortablePerson {
  return personBy(row.email(shape.authorEmail), row.text(shape.authorName));
}

function voter(row: CsvRow, shape: Shape): PortablePerson {
  return personBy(row.email(shape.voterEmail), row.text(shape.voterName));
}

function responder(row: CsvRow, shape: Shape): PortablePerson {
  return personBy(row.email(shape.responderEmail), '');
}

function isHidden(row: CsvRow, shape: Shape): boolean {
  return hidden.test(row.word(shape.state));
}

function feedbackOf(row: CsvRow, shape: Shape, target: string): SourceFeedback {
  const votes = row.count(shape.votes);
  const url = row.word(shape.url);
  const [forum, category] = [row.word(shape.forum), row.word(shape.category)];
  return {
    kind: 'feedback',
    external_id: row.id(shape.id),
    title: row.text(shape.title),
    description: row.text(shape.description),
    status: row.word(shape.status),
    ...(row.has(shape.forum) && { board: forum === '' ? '' : slugOf(forum) }),
    approval: row.approval(shape.state, shownStates) ?? 'approved',
    person: author(row, shape).external_id,
    tags: namesIn(row.text(shape.labels)),
    created_at: row.time(shape.createdAt),
    merged_into: target,
    ...(votes !== undefined && target === '' && { vote_count: votes }),
    ...(url !== '' && { url }),
    ...(row.has(shape.category) && { fields: category === '' ? {} : { Category: category } }),
    ...metadataOf(shape.others.map((column) => [column, row.word(column)])),
  };
}

/** Returns the latest official response as a comment. */
function responseOf(row: CsvRow, shape: Shape): PortableComment {
  const id = row.id(shape.id);
  return {
    kind: 'comment',
    external_id: `response:${id}`,
    feedback: id,
    person: responder(row, shape).external_id,
    content: row.text(shape.response),
    parent: '',
    comment_kind: 'response',
    created_at: row.time(shape.respondedAt),
  };
}
