import { includesRole, type Role } from './role.js';

/** Who can set the values of a field: contributors on their own feedback only. */
export const fieldSetters = ['contributors', 'editors'] as const;

export type FieldSetter = (typeof fieldSetters)[number];

/** Who can see a field and its values. */
export const fieldAudiences = ['everyone', 'editors'] as const;

export type FieldAudience = (typeof fieldAudiences)[number];

/** Returns whether contributors can set a field. They set none that they do not see. */
export function isSetByContributors({
  set_by,
  visible_to,
}: Pick<RestrictedField, 'set_by' | 'visible_to'>): boolean {
  return set_by === 'contributors' && visible_to === 'everyone';
}

/** Returns whether contributors must set a field when they submit feedback. */
export function isRequired(field: RestrictedField): boolean {
  return field.required && isSetByContributors(field);
}

/** What the fields of a project are for a caller. */
export interface FieldAccess {
  /** Keys of the fields that the caller cannot see. */
  readonly hidden: readonly string[];
  /** Whether the caller must set any when they submit feedback. */
  readonly required: boolean;
}

export const noFields: FieldAccess = { hidden: [], required: false };

/** A field that only editors see, or that contributors must set. */
export interface RestrictedField {
  readonly key: string;
  readonly required: boolean;
  readonly set_by: FieldSetter;
  readonly visible_to: FieldAudience;
}

/** Returns what the fields of a project are for a caller with a role. */
export function fieldAccessOf(role: Role, restricted: readonly RestrictedField[]): FieldAccess {
  if (restricted.length === 0 || includesRole(role, 'editor')) return noFields;
  const hidden = restricted.filter(({ visible_to: audience }) => audience === 'editors');
  return { hidden: hidden.map(({ key }) => key), required: restricted.some(isRequired) };
}
