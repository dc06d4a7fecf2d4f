import { defaultColor, hexColor } from '../../../shared/color.js';
import { keyPattern } from '../../../shared/keys.js';
import { name } from '../../../shared/names.js';
import { boolean, check, matching, oneOf } from '../../../shared/rules.js';
import { OrderedRecords, positionRules } from '../../domain/ordered-records.js';
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
  position: positionRules,
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
export class Statuses extends OrderedRecords<StatusRecord> {
  constructor(stored: readonly StatusRecord[]) {
    const keyOf = ({ key }: StatusRecord) => key;
    super(stored, { keyOf, max: maxStatuses, NotFound: StatusNotFound, TooMany: TooManyStatuses });
  }

  /**
   * Creates or changes a status, and returns it.
   *
   * @throws TooManyStatuses, LastOpenStatus; InvalidInput when a value violates a rule
   */
  put(key: string, changes: StatusChanges): StatusRecord {
    const given = check({ key, ...changes }, { key: statusKeyRules, ...statusRules });
    const before = this.findOrDefault(key, (values) => ({
      key,
      ...values,
      color: defaultColor,
      kind: 'open',
      on_roadmap: false,
    }));
    if (this.has(key) && changes.kind !== undefined && changes.kind !== 'open') this.keepAnOpenOne(before);
    return this.set({
      key,
      name: given.name ?? before.name,
      color: changes.color ?? before.color,
      kind: changes.kind ?? before.kind,
      position: changes.position ?? before.position,
      on_roadmap: changes.onRoadmap ?? before.on_roadmap,
    });
  }

  /** @throws StatusNotFound, LastOpenStatus */
  override remove(key: string): StatusRecord {
    this.keepAnOpenOne(this.get(key));
    return super.remove(key);
  }

  private keepAnOpenOne({ key, kind }: StatusRecord): void {
    if (kind !== 'open') return;
    const others = this.values().filter((other) => other.kind === 'open' && other.key !== key);
    if (others.length === 0) throw new LastOpenStatus();
  }
}
