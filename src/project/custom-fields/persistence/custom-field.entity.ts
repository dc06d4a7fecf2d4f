import { Column, Entity, PrimaryColumn } from 'typeorm';
import { versionColumn } from '../../../platform/persistence/index.js';
import type { FieldAudience, FieldSetter } from '../../access/domain/field-access.js';
import type { CustomFieldRecord, FieldType } from '../domain/custom-field.js';

/** A row of `custom_fields`. */
@Entity('custom_fields')
export class CustomFieldEntity {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  name!: string;

  @Column('text')
  type!: FieldType;

  @Column('text', { array: true })
  options!: string[];

  @Column('boolean')
  required!: boolean;

  @Column('text', { name: 'set_by' })
  setBy!: FieldSetter;

  @Column('text', { name: 'visible_to' })
  visibleTo!: FieldAudience;

  @Column('integer')
  position!: number;

  /** Whether the application around the service declares it, for all projects. */
  @Column('boolean')
  declared!: boolean;

  @Column(versionColumn)
  version!: string;
}

export function toFieldRecord(entity: CustomFieldEntity): CustomFieldRecord {
  const { key, name, type, options, required, setBy, visibleTo, position } = entity;
  return { key, name, type, options, required, set_by: setBy, visible_to: visibleTo, position };
}

/** Returns the columns of a field that its record has, without its project. */
export function customFieldValues(record: CustomFieldRecord) {
  const { set_by: setBy, visible_to: visibleTo, ...others } = record;
  return { ...others, setBy, visibleTo };
}
