import { Injectable } from '@nestjs/common';
import { Caches } from '../../../platform/caches/index.js';
import { brokenConstraint, Sql, versionedRecord } from '../../../platform/persistence/index.js';
import { FieldHasValues } from '../domain/custom-field.errors.js';
import { CustomFieldRepository } from '../domain/custom-field.repository.js';
import { type CustomFieldRecord, CustomFields } from '../domain/custom-field.js';
import { ProjectNotFound } from '../../projects/domain/project.errors.js';

/** The columns of a field, which are the members of its record. */
export const fieldFields = 'c.key, c.name, c.type, c.options, c.required, c.set_by, c.visible_to, c.position';

/** Field `$2` of project `$1`, unless its key is one of `$3`. */
export const oneField = versionedRecord(
  fieldFields,
  'c.version',
  'custom_fields c where c.project_id = $1 and c.key = $2 and c.key <> all ($3::text[])',
);

const saveField = `
  insert into custom_fields (project_id, key, name, type, options, required, set_by, visible_to, position)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (project_id, key) do update
  set (name, type, options, required, set_by, visible_to, position, declared)
    = row(excluded.name, excluded.type, excluded.options, excluded.required, excluded.set_by, excluded.visible_to,
      excluded.position, false)`;

/** Fields in project `$1` that cannot become those of `$2`, with what stands in the way. */
const findConflicts = `
  select p.slug, c.key, c.type, c.declared
  from jsonb_populate_recordset(null::custom_fields, $1) d
  join custom_fields c on c.key = d.key and (not c.declared or c.type <> d.type)
  join projects p on p.id = c.project_id
  order by p.slug, c.key limit 5`;

const members = ['name', 'type', 'options', 'required', 'set_by', 'visible_to', 'position'];

/** Projects whose field has not changed are left alone. In the order of ids, so that several processes do not deadlock. */
const declareFields = `
  insert into custom_fields (project_id, key, ${members.join(', ')}, declared)
  select p.id, d.key, ${members.map((name) => `d.${name}`).join(', ')}, true
  from projects p cross join jsonb_populate_recordset(null::custom_fields, $1) d
  where not exists (
    select from custom_fields c where c.project_id = p.id and c.key = d.key
      and (${members.map((name) => `c.${name}`).join(', ')}) is not distinct from (${members.map((name) => `d.${name}`).join(', ')})
  )
  order by p.id, d.key
  on conflict (project_id, key) do update
  set (${members.join(', ')}) = row(${members.map((name) => `excluded.${name}`).join(', ')})`;

type FieldConflict = {
  readonly slug: string;
  readonly key: string;
  readonly type: string;
  readonly declared: boolean;
};

const describeConflict = ({ slug, key, type, declared }: FieldConflict) =>
  declared
    ? `The type of a declared field cannot change: fields has another one for ${key} than ${type}. Declare another key.`
    : `The option fields declares ${key}, but the project ${slug} has a field of its own with this key. ` +
      'Delete that field, or declare another key.';

type FieldRow = CustomFieldRecord & { key: string };

@Injectable()
export class SqlCustomFieldRepository extends CustomFieldRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(projectId: string): Promise<CustomFields> {
    // The row stands for all fields: a new one has no row of its own to lock.
    const [, records] = await Promise.all([
      this.sql.rows('select from project_settings where project_id = $1 for no key update', [projectId]),
      this.sql.rows<FieldRow>(`select ${fieldFields} from custom_fields c where c.project_id = $1`, [
        projectId,
      ]),
    ]);
    return CustomFields.restore(projectId, records);
  }

  override async share(projectId: string): Promise<CustomFieldRecord[]> {
    return this.sql.rows<FieldRow>(
      `select ${fieldFields} from custom_fields c where c.project_id = $1
       order by c.position, c.key for key share`,
      [projectId],
    );
  }

  override async lockValues(projectId: string, key: string): Promise<void> {
    // Conflicts with the lock of `share`, as other changes of the row do not.
    await this.sql.rows('select from custom_fields where project_id = $1 and key = $2 for update', [
      projectId,
      key,
    ]);
  }

  override async save(projectId: string, field: CustomFieldRecord): Promise<void> {
    const { key, name, type, options, required, set_by, visible_to, position } = field;
    await this.sql
      .rows(saveField, [projectId, key, name, type, options, required, set_by, visible_to, position])
      .catch((error) => {
        throw brokenConstraint(error) === 'custom_fields_project_id_fkey' ? new ProjectNotFound() : error;
      });
    // What is hidden from callers may have changed.
    this.caches.invalidate();
  }

  override async declare(fields: readonly CustomFieldRecord[]): Promise<void> {
    if (fields.length === 0) return;
    const values = [JSON.stringify(fields)];
    const conflicts = await this.sql.rows<FieldConflict>(findConflicts, values);
    if (conflicts.length > 0) throw new Error(conflicts.map(describeConflict).join('\n'));
    await this.sql.rows(declareFields, values);
    this.caches.invalidate();
  }

  override async remove(projectId: string, key: string): Promise<void> {
    await this.sql
      .rows('delete from custom_fields where project_id = $1 and key = $2', [projectId, key])
      .catch((error) => {
        throw brokenConstraint(error) === 'feedback_field_values_field_fkey' ? new FieldHasValues() : error;
      });
    this.caches.invalidate();
  }
}
