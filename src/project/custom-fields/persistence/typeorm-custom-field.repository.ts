import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { Caches } from '../../../platform/caches/index.js';
import { translateConstraints, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { FieldHasValues } from '../domain/custom-field.errors.js';
import { CustomFieldRepository } from '../domain/custom-field.repository.js';
import { type CustomFieldRecord, CustomFields } from '../domain/custom-field.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { CustomFieldEntity, customFieldValues, toFieldRecord } from './custom-field.entity.js';
import { lockSettings } from '../../projects/persistence/project-settings.entity.js';

/** Fields in project `$1` that cannot become fields of `$2`, with what stands in the way. */
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

interface FieldConflict {
  readonly slug: string;
  readonly key: string;
  readonly type: string;
  readonly declared: boolean;
}

const describeConflict = ({ slug, key, type, declared }: FieldConflict) =>
  declared
    ? `The type of a declared field cannot change: fields has another one for ${key} than ${type}. Declare another key.`
    : `The option fields declares ${key}, but the project ${slug} has a field of its own with this key. ` +
      'Delete that field, or declare another key.';

@Injectable()
export class TypeormCustomFieldRepository extends CustomFieldRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(projectId: string): Promise<CustomFields> {
    await lockSettings(this.unitOfWork.manager, projectId);
    const entities = await this.fields.findBy({ projectId });
    return new CustomFields(entities.map(toFieldRecord));
  }

  override async share(projectId: string): Promise<CustomFieldRecord[]> {
    const entities = await this.fields.find({
      where: { projectId },
      order: { position: 'asc', key: 'asc' },
      lock: { mode: 'for_key_share' },
    });
    return entities.map(toFieldRecord);
  }

  override async lockValues(projectId: string, key: string): Promise<void> {
    // Conflicts with the lock of `share`, as other changes of the row do not.
    await this.fields.findOne({ where: { projectId, key }, lock: { mode: 'pessimistic_write' } });
  }

  override async save(projectId: string, field: CustomFieldRecord): Promise<void> {
    await this.fields
      .upsert({ projectId, ...customFieldValues(field), declared: false }, ['projectId', 'key'])
      .catch(translateConstraints({ custom_fields_project_id_fkey: ProjectNotFound }));
    // What is hidden from callers may have changed.
    this.caches.invalidate();
  }

  override async declare(fields: readonly CustomFieldRecord[]): Promise<void> {
    if (fields.length === 0) return;
    const { manager } = this.unitOfWork;
    const values = [JSON.stringify(fields)];
    const conflicts = await manager.query<FieldConflict[]>(findConflicts, values);
    if (conflicts.length > 0) throw new Error(conflicts.map(describeConflict).join('\n'));
    await manager.query(declareFields, values);
    this.caches.invalidate();
  }

  override async remove(projectId: string, key: string): Promise<void> {
    await this.fields
      .delete({ projectId, key })
      .catch(translateConstraints({ feedback_field_values_field_fkey: FieldHasValues }));
    this.caches.invalidate();
  }

  private get fields(): Repository<CustomFieldEntity> {
    return this.unitOfWork.manager.getRepository(CustomFieldEntity);
  }
}
