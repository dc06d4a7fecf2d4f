import { createHash } from 'node:crypto';
import { firstCharacters } from '../../src/shared/first-characters.js';
import { normalize } from '../../src/shared/normalize.js';
import type { SourceStatus } from './item.js';
import type { PortableStatus } from './records.js';
import { statusFor, statusKey } from './status-names.js';

type StatusKind = PortableStatus['status_kind'];

/** A status of the project. */
export interface ProjectStatus {
  readonly key: string;
  readonly name: string;
  readonly kind: StatusKind;
  readonly position: number;
}

/** What becomes of a status of the source. */
export interface PlannedStatus {
  /** Its name in the source. */
  readonly name: string;
  /** How many feedback has it. */
  readonly count: number;
  readonly key: string;
  /** The new status, if the project gets one. */
  readonly created?: PortableStatus;
  /** Whether the kind of the new status is a guess from its name. */
  readonly isGuess: boolean;
}

/** What is known about the statuses of a source and of the project. */
export interface StatusSources {
  /** Name of the source. */
  readonly source: string;
  /** Statuses of the project. */
  readonly existing: readonly ProjectStatus[];
  /** Statuses that the source defines. */
  readonly defined: readonly SourceStatus[];
  /** Keys by names, as the user has asked for. */
  readonly statusMap: Readonly<Record<string, string>>;
}

const colors: Readonly<Record<StatusKind, string>> = {
  open: '#6b7280',
  planned: '#3b82f6',
  active: '#f59e0b',
  done: '#22c55e',
  closed: '#ef4444',
};

/** Words in names of statuses, with the kinds that they suggest, in order of precedence. */
const words: readonly (readonly [RegExp, StatusKind])[] = [
  [/declin|reject|clos|duplic|wont|cancel|archiv|not_|outdated|obsolete|invalid/, 'closed'],
  [/complet|done|ship|releas|live|launch|deliver|resolv|implement|fixed/, 'done'],
  [/progress|develop|start|build|doing|work|beta|test|design|ongoing/, 'active'],
  [/plan|accept|approv|road|next|soon|schedul|queue|commit/, 'planned'],
];

/**
 * Returns what becomes of the statuses of a source: a status of the project that the user names or that means the same, otherwise a
 * new one.
 *
 * @param counts how many feedback has each status, by its name
 */
export function planStatuses(counts: ReadonlyMap<string, number>, sources: StatusSources): PlannedStatus[] {
  const { source, existing, defined, statusMap } = sources;
  const first = existing.find(({ kind }) => kind === 'open')?.key ?? '';
  const taken = new Map(existing.map(({ key }) => [key, key]));
  const known = { keys: new Set(taken.keys()), first };
  const byName = new Map(existing.map(({ key, name }) => [statusKey(name), key]));
  const created = new Map<string, PortableStatus>();
  const last = Math.max(0, ...existing.map(({ position }) => position));
  const definitionOf = (name: string) =>
    defined.find((each) => statusKey(each.name) === statusKey(name) || each.key === statusKey(name));
  const positionOf = (name: string) => definitionOf(name)?.position ?? Number.MAX_SAFE_INTEGER;
  const names = [...counts].sort(([a], [b]) => positionOf(a) - positionOf(b));
  return names.map(([name, count]) => {
    const given = Object.entries(statusMap).find(([from]) => statusKey(from) === statusKey(name))?.[1];
    const definition = definitionOf(name);
    const meant = statusFor(source, name, {}, known);
    const kindOf = (key: string | null) => existing.find((each) => each.key === key)?.kind;
    // What a workspace has defined can mean something else than its name does in general.
    const definedKind = definition?.status_kind;
    const isMeant = meant !== null && (definedKind === undefined || definedKind === kindOf(meant));
    const found =
      given ??
      byName.get(statusKey(name)) ??
      taken.get(definition?.key ?? newKey(name)) ??
      (isMeant ? meant : undefined);
    if (found !== undefined) {
      const isNew = !known.keys.has(found) && !created.has(found);
      if (!isNew) return { name, count, key: found, isGuess: false };
      const status = newStatus(found, found.replaceAll('_', ' '), last + created.size + 1);
      created.set(found, status);
      return { name, count, key: found, created: status, isGuess: true };
    }
    const key = definition?.key ?? newKey(name);
    if (created.has(key)) return { name, count, key, isGuess: false };
    const status = { ...newStatus(key, name.trim(), last + created.size + 1), ...appearanceOf(definition) };
    created.set(key, status);
    return { name, count, key, created: status, isGuess: definedKind === undefined };
  });
}

/** Returns what a source says about one of its statuses. */
function appearanceOf(definition: SourceStatus | undefined): Partial<PortableStatus> {
  if (!definition) return {};
  const { name, color, status_kind: kind, on_roadmap: isShown } = definition;
  return {
    name: firstCharacters(name, 100),
    ...(kind !== undefined && { status_kind: kind, color: colors[kind] }),
    ...(color !== '' && { color }),
    ...(isShown !== undefined && { on_roadmap: isShown }),
  };
}

function newStatus(key: string, name: string, position: number): PortableStatus {
  const kind = words.find(([pattern]) => pattern.test(statusKey(name)))?.[1] ?? 'open';
  return {
    kind: 'status',
    key,
    name: firstCharacters(name, 100),
    color: colors[kind],
    status_kind: kind,
    position,
    on_roadmap: kind === 'planned' || kind === 'active',
  };
}

/** Returns a key for a name: keys have ASCII letters, digits and underscores only. */
export function newKey(name: string): string {
  const key = statusKey(normalize(name, 'NFKD').replaceAll(/\p{M}/gu, ''))
    .replaceAll(/[^a-z0-9_]/g, '')
    .slice(0, 40);
  return key || `x_${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}
