import { InvalidInput } from '../../../shared/domain-error.js';
import type { JsonObject } from '../../../shared/rules.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { type CustomFieldChanges, type CustomFieldRecord, CustomFields } from '../domain/custom-field.js';
import { FieldManagedElsewhere } from '../domain/custom-field.errors.js';
import { type ChangeValues, setFieldValues, setFirstFieldValues } from './set-values.js';

type Reject = (option: string, predicate: string) => void;

/** The fields that the application around the service declares for the feedback of all projects. Subclasses stand for other records. */
export class DeclaredFields {
  private readonly keys: ReadonlySet<string>;

  constructor(readonly records: readonly CustomFieldRecord[]) {
    this.keys = new Set(records.map(({ key }) => key));
  }

  /**
   * @param reject reports the option of an invalid field, with the end of a sentence about it. Without it, all fields are valid
   * @param option the name of the option with the fields
   */
  static of<Fields>(
    this: new (records: readonly CustomFieldRecord[]) => Fields,
    fields: readonly (CustomFieldChanges & { readonly key: string })[],
    reject?: Reject,
    option = 'fields',
  ): Fields {
    const declared = new CustomFields([]);
    const records: CustomFieldRecord[] = [];
    for (const [index, { key, ...changes }] of fields.entries()) {
      if (declared.has(key)) {
        reject?.(`${option}[${index}].key`, 'must differ from the keys of the fields before it.');
        continue;
      }
      try {
        records.push(declared.put(key, changes));
      } catch (error) {
        if (!reject) throw error;
        report(error, `${option}[${index}]`, reject);
      }
    }
    return new this(records);
  }

  /** Returns the fields that exist for a caller: for editors, all of them. */
  visibleTo(isEditor: boolean): readonly CustomFieldRecord[] {
    return this.records.filter(({ visible_to: audience }) => isEditor || audience === 'everyone');
  }

  /**
   * Changes values of a record: see {@link setFieldValues}. Returns whether any value changed.
   *
   * @throws InvalidInput when a value violates a rule; InsufficientRole
   */
  set(access: ProjectAccess, change: ChangeValues, values?: JsonObject): boolean {
    return setFieldValues(access, change, this.visibleTo(access.has('editor')), values);
  }

  /**
   * Sets the values of a new record.
   *
   * @throws InvalidInput when a value violates a rule or is missing; InsufficientRole
   */
  setFirst(access: ProjectAccess, change: ChangeValues, values?: JsonObject): void {
    setFirstFieldValues(access, change, this.visibleTo(access.has('editor')), values);
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  /** @throws FieldManagedElsewhere when the field is declared, so that a project cannot change it */
  expectOwn(key: string): void {
    if (this.has(key)) throw new FieldManagedElsewhere();
  }
}

/** Reports what is wrong with field `at`, such as `fields[0].key must have …`. */
function report(error: unknown, at: string, reject: Reject): void {
  if (!(error instanceof InvalidInput)) throw error;
  for (const { pointer = '', detail } of error.fieldErrors) {
    const option = `${at}${pointer.replace('/', '.').replace(/\/.*/, '')}`;
    // The sentence of a rule has the field as its subject.
    const predicate = detail.replace(/^The field (?=must )/, '');
    reject(option, predicate.startsWith('must ') ? predicate : `is invalid: ${detail}`);
  }
}
