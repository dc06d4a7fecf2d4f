import { count } from '../../client/src/cli/progress-bar.js';
import type { Import } from '../../client/src/index.js';
import type { Notes } from './notes.js';
import type { PortableCounts, PortableKind } from './records.js';
import type { PlannedStatus } from './status-plan.js';

const names: Readonly<Partial<Record<PortableKind, string>>> = {
  status: 'New statuses',
  board: 'Boards',
  company: 'Companies',
  field: 'Custom fields',
  person: 'People',
  external_id: 'Ids of people in your system',
  member: 'Members',
  tag: 'Tags',
  feedback: 'Feedback',
  vote: 'Votes',
  comment: 'Comments',
  status_change: 'Status changes',
  changelog: 'Changelog entries',
  link: 'Links to feedback',
  subscription: 'Subscriptions',
  attachment: 'Parts of files',
};

/** Returns lines with a number and a text each, with the numbers below each other. */
function numbered(rows: readonly (readonly [number, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([number]) => count(number).length));
  return rows.map(([number, text]) => `  ${count(number).padStart(width)}  ${text}`);
}

/** Returns what was found in a source, what becomes of it, and what is left out. */
export function overviewOf(
  counts: PortableCounts,
  statuses: readonly PlannedStatus[],
  notes: Notes,
): string[] {
  const found = Object.entries(names).map(([kind, name]) => [counts[kind as PortableKind], name] as const);
  const used = statuses.filter(({ count: number }) => number > 0);
  const guesses = used.filter(({ isGuess }) => isGuess);
  return [
    'To be imported:',
    ...numbered(found.filter(([number]) => number > 0)),
    ...(used.length > 0 ? ['', 'Statuses of feedback:'] : []),
    ...numbered(used.map((each) => [each.count, describeStatus(each)] as const)),
    ...guesses.map(
      ({ name, created }) =>
        `  "${name}" is unknown. For a status of the project instead: --status "${name}=planned". The suggested kind is ${created!.status_kind}.`,
    ),
    ...(notes.leftOut.size > 0 ? ['', 'Without a place in the service, and left out:'] : []),
    ...numbered([...notes.leftOut].map(([name, number]) => [number, name] as const)),
    ...(notes.groups.length > 0 ? ['', 'Assumed, changed, cut or unreadable:'] : []),
    ...notes.groups.flatMap(({ code, count: number, failed, examples }) => [
      ...numbered([[number, `${code}${failed > 0 ? `, ${count(failed)} of them without a record` : ''}`]]),
      ...examples.map((example) => `      ${example}`),
    ]),
  ];
}

function describeStatus({ name, key, created }: PlannedStatus): string {
  const from = name === '' ? '(none)' : name;
  return created ? `${from} → ${key} (new, ${created.status_kind})` : `${from} → ${key}`;
}

/**
 * Returns the result of an import as a table.
 *
 * @param notes what was noted before the import
 */
export function resultOf({ state, dry_run: isDryRun, progress }: Import, notes: Notes): string[] {
  const { read, created, updated, skipped, failed } = progress;
  const title = state === 'failed' ? 'The import has failed:' : isDryRun ? 'It would be:' : 'Imported:';
  return [
    title,
    ...numbered([
      [read, 'records read'],
      [created, 'created'],
      [updated, 'updated'],
      [skipped, 'unchanged'],
      [failed + notes.failed, 'could not be imported'],
      [notes.count - notes.failed, 'notes about values and records, which are listed above'],
    ]),
  ];
}
