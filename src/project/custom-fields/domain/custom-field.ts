import {
  type FieldAudience,
  fieldAudiences,
  type FieldSetter,
  fieldSetters,
} from '../../access/domain/field-access.js';
import { keyPattern } from '../../../shared/keys.js';
import { name } from '../../../shared/names.js';
import {
  boolean,
  check,
  firstViolation,
  normalized,
  matching,
  oneOf,
  type Rules,
} from '../../../shared/rules.js';
import { OrderedRecords, positionRules } from '../../domain/ordered-records.js';
import { FieldNotFound, OptionsMissing, OptionsNotTaken, TooManyFields } from './custom-field.errors.js';

/** The types of the values of fields. `choice` is one of the options, `choices` are several of them. */
export const fieldTypes = ['text', 'number', 'boolean', 'date', 'url', 'choice', 'choices'] as const;

export type FieldType = (typeof fieldTypes)[number];

/** The maximum number of fields of a project. */
export const maxFields = 30;

/** The maximum number of options of a field. */
export const maxOptions = 100;

export const fieldKeyRules: Rules = [
  ...matching(keyPattern, {
    code: 'invalid_field_key',
    detail: 'must have 1 to 40 lowercase letters, digits and underscores.',
    max: 40,
  }),
  {
    code: 'reserved_key',
    detail: 'must not be __proto__, which has a meaning of its own in JavaScript.',
    isSatisfiedBy: (key) => key !== '__proto__',
  },
];

/** The rules of one option. */
export const optionRules = name({ max: 100, required: true });

const optionsRules: Rules = [
  {
    code: 'invalid_type',
    detail: `must be an array of at most ${maxOptions} options, each a string of 1 to 100 characters.`,
    isSatisfiedBy: (options) =>
      Array.isArray(options) &&
      options.length <= maxOptions &&
      options.every((option) => firstViolation(optionRules, option) === undefined),
    normalize: (options) =>
      Array.isArray(options) ? options.map((option: unknown) => normalized(optionRules, option)) : options,
  },
  {
    code: 'repeated',
    detail: 'must not contain an option twice.',
    isSatisfiedBy: (options) => !Array.isArray(options) || new Set(options).size === options.length,
  },
];

export const fieldRules = {
  name: name({ max: 100, required: true }),
  type: oneOf(fieldTypes),
  options: optionsRules,
  required: boolean,
  setBy: oneOf(fieldSetters),
  visibleTo: oneOf(fieldAudiences),
  position: positionRules,
};

/** The definition of a field as the API returns it. */
export interface CustomFieldRecord {
  /** The name of the value among the `fields` of feedback; unique within the project. */
  key: string;
  name: string;
  type: FieldType;
  /** The values to choose from, in their order; empty for other types. */
  options: string[];
  /** Whether contributors must set it when they submit feedback. */
  required: boolean;
  set_by: FieldSetter;
  visible_to: FieldAudience;
  /** Place among the fields; equal places are ordered by key. */
  position: number;
}

/** Values of a definition. Omitted ones stay unchanged, or have their defaults in a new field. */
export interface CustomFieldChanges {
  readonly name?: string | undefined;
  readonly type?: FieldType | undefined;
  readonly options?: readonly string[] | undefined;
  readonly required?: boolean | undefined;
  readonly setBy?: FieldSetter | undefined;
  readonly visibleTo?: FieldAudience | undefined;
  readonly position?: number | undefined;
}

/** Returns whether the values of a type are options. */
export function hasOptions(type: FieldType): boolean {
  return type === 'choice' || type === 'choices';
}

/** All fields that a project adds to its feedback. */
export class CustomFields extends OrderedRecords<CustomFieldRecord> {
  constructor(stored: readonly CustomFieldRecord[]) {
    const keyOf = ({ key }: CustomFieldRecord) => key;
    super(stored, { keyOf, max: maxFields, NotFound: FieldNotFound, TooMany: TooManyFields });
  }

  /**
   * Creates or changes a field, and returns it. A new field is an optional text; contributors set it, and everyone sees it.
   *
   * @throws TooManyFields; InvalidInput when a value violates a rule, or the options do not fit the type
   */
  put(key: string, changes: CustomFieldChanges): CustomFieldRecord {
    const given = check({ key, ...changes }, { key: fieldKeyRules, ...fieldRules });
    const before = this.findOrDefault(key, (values) => ({
      key,
      ...values,
      type: 'text',
      options: [],
      required: false,
      set_by: 'contributors',
      visible_to: 'everyone',
    }));
    const after: CustomFieldRecord = {
      key,
      name: given.name ?? before.name,
      type: changes.type ?? before.type,
      options: [...(given.options ?? before.options)],
      required: changes.required ?? before.required,
      set_by: changes.setBy ?? before.set_by,
      visible_to: changes.visibleTo ?? before.visible_to,
      position: changes.position ?? before.position,
    };
    if (!hasOptions(after.type) && changes.options === undefined) after.options = [];
    if (hasOptions(after.type) && after.options.length === 0) throw new OptionsMissing();
    if (!hasOptions(after.type) && after.options.length > 0) throw new OptionsNotTaken();
    return this.set(after);
  }
}
