import { defaultColor, hexColor } from '../../../shared/color.js';
import { keyPattern } from '../../../shared/keys.js';
import { name } from '../../../shared/names.js';
import { boolean, check, integer, matching, oneOf } from '../../../shared/rules.js';
import { LastOpenStatus, StatusNotFound, TooManyStatuses } from './status.errors.js';

/** What a status means, in the order in which feedback usually passes through them. */
export const statusKinds = ['open', 'planned', 'active', 'done', 'closed'] as const;

export type StatusKind = (typeof statusKinds)[number];

/** The maximum number of statuses of a project. */
export const maxStatuses = 50;

export const statusKeyRules = matching(keyPattern, {
  code: 'invalid_status_key',
  detail: 'must have 1 to 40 lowercase letters, digits and underscores.',
  max: 40,
});

export const statusRules = {
  name: name({ max: 100, required: true }),
  color: hexColor,
  kind: oneOf(statusKinds),
  position: integer({ min: 0, max: 1_000_000 }),
  onRoadmap: boolean,
};

/** A status as the API returns it. */
export interface StatusRecord {
  /** What feedback has as its `status`; unique within the project. */
  key: string;
  name: string;
  color: string;
  kind: StatusKind;
  /** Place among the statuses; equal places are ordered by key. */
  position: number;
  on_roadmap: boolean;
}

/** Values of a status. Omitted ones stay unchanged, or have their defaults in a new status. */
export interface StatusChanges {
  readonly name?: string | undefined;
  readonly color?: string | undefined;
  readonly kind?: StatusKind | undefined;
  readonly position?: number | undefined;
  readonly onRoadmap?: boolean | undefined;
}

/** The statuses with which a project begins. New feedback has the first one with the kind `open`. */
export const initialStatuses: readonly StatusRecord[] = [
  ['in_review', 'In review', '#6b7280', 'open', false] as const,
  ['planned', 'Planned', '#3b82f6', 'planned', true] as const,
  ['in_progress', 'In progress', '#f59e0b', 'active', true] as const,
  ['completed', 'Completed', '#22c55e', 'done', true] as const,
  ['rejected', 'Rejected', '#ef4444', 'closed', false] as const,
].map(([key, name, color, kind, on_roadmap], index) => ({
  key,
  name,
  color,
  kind,
  position: index + 1,
  on_roadmap,
}));

/** All statuses of a project. At least one has the kind `open`: new feedback gets the first of them. */
export class Statuses {
  private constructor(
    readonly projectId: string,
    private readonly records: Map<string, StatusRecord>,
  ) {}

  /** Returns statuses that have been stored. */
  static restore(projectId: string, records: readonly StatusRecord[]): Statuses {
    return new Statuses(projectId, new Map(records.map((record) => [record.key, record])));
  }

  has(key: string): boolean {
    return this.records.has(key);
  }

  /** @throws StatusNotFound */
  get(key: string): StatusRecord {
    const record = this.records.get(key);
    if (!record) throw new StatusNotFound();
    return record;
  }

  /**
   * Creates or changes a status, and returns it. A new status is named after its key, and is the last one.
   *
   * @throws TooManyStatuses, LastOpenStatus; InvalidInput when a value violates a rule
   */
  put(key: string, changes: StatusChanges): StatusRecord {
    const given = check({ key, ...changes }, { key: statusKeyRules, ...statusRules });
    const before = this.records.get(key);
    if (!before && this.records.size >= maxStatuses) throw new TooManyStatuses(maxStatuses);
    if (before && changes.kind !== undefined && changes.kind !== 'open') this.keepAnOpenOne(before);
    const { name, color, kind, position, on_roadmap } = before ?? this.defaultsOf(key);
    const after: StatusRecord = {
      key,
      name: given.name ?? name,
      color: changes.color ?? color,
      kind: changes.kind ?? kind,
      position: changes.position ?? position,
      on_roadmap: changes.onRoadmap ?? on_roadmap,
    };
    this.records.set(key, after);
    return after;
  }

  /**
   * Removes a status, and returns it.
   *
   * @throws StatusNotFound, LastOpenStatus
   */
  remove(key: string): StatusRecord {
    const record = this.get(key);
    this.keepAnOpenOne(record);
    this.records.delete(key);
    return record;
  }

  private keepAnOpenOne({ key, kind }: StatusRecord): void {
    if (kind !== 'open') return;
    const others = [...this.records.values()].filter((other) => other.kind === 'open' && other.key !== key);
    if (others.length === 0) throw new LastOpenStatus();
  }

  private defaultsOf(key: string): StatusRecord {
    const words = key.replaceAll('_', ' ').trim();
    const last = Math.max(0, ...[...this.records.values()].map(({ position }) => position));
    return {
      key,
      name: words === '' ? key : words[0]!.toUpperCase() + words.slice(1),
      color: defaultColor,
      kind: 'open',
      position: Math.min(last + 1, 1_000_000),
      on_roadmap: false,
    };
  }
}
