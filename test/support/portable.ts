import { createHash } from 'node:crypto';
import type { ExpectedContent } from './tracker-files.js';

/** A record of an exported file. */
export type ExportedRecord = { kind: string } & Record<string, any>;

/**
 * Returns the records of an exported file, without its first and its last line.
 *
 * @throws Error if its counts or its checksum are wrong
 */
export function parseExport(file: string): ExportedRecord[] {
  const lines = file.split('\n');
  if (lines.pop() !== '') throw new Error('The file does not end with a line break');
  const [manifest, ...records] = lines.map((line) => JSON.parse(line) as ExportedRecord);
  const end = records.pop();
  const sha256 = createHash('sha256')
    .update(file.slice(0, file.lastIndexOf('\n', file.length - 2) + 1))
    .digest('hex');
  if (manifest?.kind !== 'manifest' || end?.kind !== 'end')
    throw new Error('A manifest or an end is missing');
  if (end['sha256'] !== sha256) throw new Error('The checksum is wrong');
  const counts = Object.fromEntries(Object.keys(end['counts'] as object).map((kind) => [kind, 0]));
  for (const { kind } of records) counts[kind] = (counts[kind] ?? 0) + 1;
  for (const expected of [manifest['counts'], end['counts']]) {
    if (JSON.stringify(expected) !== JSON.stringify(counts)) {
      throw new Error(`The counts are ${JSON.stringify(expected)}, not ${JSON.stringify(counts)}`);
    }
  }
  return records;
}

/** The records of a file by the ids that others refer to. */
class Names {
  private readonly people = new Map<string, string>();
  private readonly titles = new Map<string, string>();
  private readonly comments = new Map<string, string>();

  constructor(records: readonly ExportedRecord[]) {
    for (const record of records) {
      const id = record['external_id'] as string;
      if (record.kind === 'person') this.people.set(id, (record['email'] || record['full_name']) as string);
      if (record.kind === 'feedback') this.titles.set(id, `${record['title']}`);
      if (record.kind === 'comment') this.comments.set(id, `${record['content']}`);
      if (record.kind === 'changelog') this.titles.set(id, `${record['slug']}`);
    }
  }

  person(id: string): string {
    return id === '' ? '' : (this.people.get(id) ?? `unknown person ${id}`);
  }

  comment(id: string): string {
    return id === '' ? '' : (this.comments.get(id) ?? `unknown comment ${id}`);
  }

  title(id: string): string {
    return id === '' ? '' : (this.titles.get(id) ?? `unknown record ${id}`);
  }
}

/**
 * Returns the records in a form in which those of two instances can be compared: ids are replaced by addresses, names and
 * titles, which have to be unique. Sorted, because equal times are ordered by ids. A project keeps its own slug and time of
 * creation when others are imported into it, and so does the membership of the user who imports.
 *
 * @param importer e-mail address of that user
 */
export function comparable(records: readonly ExportedRecord[], importer: string): string[] {
  const names = new Names(records);
  return records
    .map((record) => {
      const copy: ExportedRecord = { ...record };
      delete copy['external_id'];
      delete copy['origin'];
      if ('person' in copy) copy['person'] = names.person(copy['person'] as string);
      if ('feedback' in copy) copy['feedback'] = names.title(copy['feedback'] as string);
      if ('comment' in copy) copy['comment'] = names.comment(copy['comment'] as string);
      if ('changelog' in copy) copy['changelog'] = names.title(copy['changelog'] as string);
      if ('merged_into' in copy) copy['merged_into'] = names.title(copy['merged_into'] as string);
      for (const field of ['parent', 'comment']) {
        if (field in copy) copy[field] = names.comment(copy[field] as string);
      }
      if (copy.kind === 'project') delete copy['slug'];
      const isOwn = copy.kind === 'project' || (copy.kind === 'member' && copy['person'] === importer);
      if (isOwn) delete copy['created_at'];
      return JSON.stringify(copy);
    })
    .sort();
}

/** Returns what people see of an exported project, to be compared with the content of the file that it came from. */
export function contentOf(records: readonly ExportedRecord[]): ExpectedContent {
  const names = new Names(records);
  const ofKind = (kind: string) => records.filter((record) => record.kind === kind);
  return {
    feedback: ofKind('feedback').map((record) => ({
      title: record['title'] as string,
      description: record['description'] as string,
      status: record['status'] as string,
      author: names.person(record['person'] as string),
      tags: [...(record['tags'] as string[])].sort(),
      created_at: record['created_at'] as string,
      merged_into: names.title(record['merged_into'] as string),
      vote_count: record['vote_count'] as number,
    })),
    votes: ofKind('vote').map(
      (vote) => `${names.title(vote['feedback'])} | ${names.person(vote['person'])} | ${vote['created_at']}`,
    ),
    comments: ofKind('comment').map(
      ({ feedback, person, content, created_at: at }) =>
        `${names.title(feedback as string)} | ${names.person(person as string)} | ${content} | ${at}`,
    ),
  };
}
